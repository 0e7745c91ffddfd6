/** The rows of a page's data files. Where a file is missing, the page says so and shows the rest. */
import {html} from "htl";
import {list} from "./format.js";

const lost = new Set();

/**
 * @param {{name: string, json: () => Promise<object[]>}} file as FileAttachment has it
 * @returns {Promise<object[]>} its rows; none where it can't be loaded
 */
export async function rowsOf(file) {
  try {
    return await file.json();
  } catch {
    reportLost(file.name);
    return [];
  }
}

/** Name a file that can't be loaded below the page's title. @param {string} name */
function reportLost(name) {
  lost.add(name);
  const names = list([...lost].sort());
  const words = `${names} can't be loaded, so what is drawn from ${lost.size === 1 ? "it" : "them"} is missing on this page.`;
  const shown = document.querySelector(".lost-files");
  if (shown) shown.textContent = words;
  else document.querySelector("main header, main h1")?.after(html`<p class="notice failed lost-files" role="status">${words}`);
}
