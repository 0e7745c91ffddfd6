/** A button that copies the text before it. */

/** @param {HTMLButtonElement} button @param {HTMLElement} source what is copied */
export function copyButton(button, source) {
  const label = button.textContent;
  let later;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.textContent = "Copied";
    } catch {
      // Without leave to write: the reader's own copy command does it.
      getSelection().selectAllChildren(source);
      button.textContent = "Selected: copy it";
    }
    clearTimeout(later);
    later = setTimeout(() => (button.textContent = label), 2000);
  });
}
