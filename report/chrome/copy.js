/** A button that is on the page already copies the text before it. */
import {copyText} from "../charts/copy.js";

/** @param {HTMLButtonElement} button @param {HTMLElement} source what is copied */
export function copyButton(button, source) {
  const label = button.textContent;
  let later;
  button.addEventListener("click", async () => {
    const done = await copyText(source.textContent, button);
    // Where a page may not copy, the reader's own command does it.
    if (!done) getSelection().selectAllChildren(source);
    button.textContent = done ? "Copied" : "Selected: copy it";
    clearTimeout(later);
    later = setTimeout(() => (button.textContent = label), 2000);
  });
}
