/** Cells that didn't finish are named where their number is missing, with the reason. */
import {html} from "htl";
import {plural} from "./format.js";

/** @param {string | null} [cellId] @returns {string | null} address of the page of one cell; a reader's own runs have none */
export const cellAddress = (cellId) => (cellId ? `cell.html?cell=${encodeURIComponent(cellId)}` : null);

/**
 * @param {{cell_id: string, status: string, reason: string | null}[]} cells
 * @param {boolean} [quiet] folded
 * @returns {HTMLElement | null}
 */
export function failureNotice(cells, quiet = false) {
  if (!cells.length) return null;
  return html`<details class="notice failed" open=${!quiet && cells.length < 4}>
    <summary>${plural(cells.length, "cell")} without a result, marked × in the chart</summary>
    <ul>${cells.map((cell) => html`<li><a href=${cellAddress(cell.cell_id)}>${cell.cell_id}</a>:
      ${cell.status.replace("_", " ")}${cell.reason ? `, ${cell.reason}` : ""}`)}</ul></details>`;
}
