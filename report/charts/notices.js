/** What a page says below its title of what it can't do: one line a subject, which later words replace. */
import {html} from "htl";

/** @param {string} subject a class name of its own @param {string} words */
export function pageNotice(subject, words) {
  const shown = document.querySelector(`.${subject}`);
  if (shown) shown.textContent = words;
  else document.querySelector("main header, main h1")?.after(html`<p class=${`notice failed ${subject}`} role="status">${words}`);
}
