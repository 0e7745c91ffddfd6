/** A button that copies a text, such as a command. */
import {html} from "htl";

/**
 * @param {string | (() => string)} text or what gives it at the time
 * @param {string} [label] of the button, when there are several on a page: "Copy the command"
 * @returns {HTMLElement}
 */
export function copyButton(text, label = "Copy") {
  const said = html`<span role="status">`;
  const button = html`<button type="button" class="copy">${label}</button>`;
  let timer;
  button.addEventListener("click", async () => {
    const done = await copyText(typeof text === "function" ? text() : text, button);
    said.textContent = done ? "Copied" : "This browser doesn't let a page copy";
    clearTimeout(timer);
    timer = setTimeout(() => { said.textContent = ""; }, 4000);
  });
  return html`<span class="copying">${button} ${said}</span>`;
}

/**
 * The clipboard's own interface is there on https and on localhost alone; elsewhere a field beside is copied.
 * @param {string} text @param {HTMLElement} button that the reader pressed @returns {Promise<boolean>} whether it worked
 */
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = html`<textarea class="copied-text" aria-hidden="true">`;
    field.value = text;
    button.after(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    button.focus();
    return done;
  }
}
