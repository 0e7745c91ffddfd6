/** The files that a cell left, where the site has them. */
import {html} from "htl";
import {bytes} from "../charts/format.js";

/**
 * @param {{archive: string, bytes: number, files: {name: string, bytes: number}[]} | undefined} raw
 *   none where the site was built of rows alone
 * @returns {HTMLElement}
 */
export function rawOutputs(raw) {
  if (!raw) {
    return html`<p>This site has the rows of its results and no raw outputs. The command above makes
      them: what the tools printed, the counters, the traces.</p>`;
  }
  return html`<div></div>`;
}
