/** What is folded below a chart or text: made when a reader opens it, or when the browser has nothing else to do. */
import {html} from "htl";
import {whenOpened} from "./waiting.js";

/** @param {string} words to open it by @param {() => Node} make its content @returns {HTMLDetailsElement} */
export function fold(words, make) {
  const details = html`<details class="chart-numbers"><summary>${words}</summary></details>`;
  whenOpened(details, () => details.append(make()));
  return details;
}
