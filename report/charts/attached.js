/** The rows of a page's data files. Where a file is missing, the page says so and shows the rest. */
import {list} from "./format.js";
import {pageNotice} from "./notices.js";

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
  pageNotice("lost-files", `${names} can't be loaded, so what is drawn from ${
    lost.size === 1 ? "it" : "them"} is missing on this page.`);
}
