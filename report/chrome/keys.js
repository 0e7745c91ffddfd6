/** Opens the search: by its button, by "/" and by Ctrl+K. */

/** @param {HTMLButtonElement} button */
export function searchButton(button) {
  // Not known when this is bundled: a browser gets it only when it is asked for.
  const module = new URL("search.js", import.meta.url).href;
  const open = async () => (await import(module)).openSearch();
  button.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const asked = event.key === "/" ? !event.ctrlKey && !event.metaKey && !event.altKey && !types(event.target)
      : event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    if (!asked) return;
    event.preventDefault();
    open();
  });
}

/** Whether a key goes into a text. @param {EventTarget} target */
function types(target) {
  return target instanceof Element && target.closest('input:not([type="range"]), textarea, select, [contenteditable]') !== null;
}
