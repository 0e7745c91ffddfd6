/** How a cell ended, in words. */
import {html} from "htl";

const names = {
  done: "done", failed: "failed", timed_out: "timed out", parse_failed: "outputs unreadable",
  not_run: "not run",
};

/** @param {string} status @returns {string} */
export function statusName(status) {
  return names[status] ?? status;
}

/**
 * @param {{status: string, reason: string | null, disturbance: string | null}} cell
 * @returns {Node} status with the reason of a failure, or what disturbed the host, beside it
 */
export function statusWords(cell) {
  const name = statusName(cell.status);
  if (cell.status === "done") {
    return html`<span class="status-done">${name}</span>${cell.disturbance
      ? html`, <span class="reason">kept although ${cell.disturbance}</span>` : null}`;
  }
  return html`<span class="status-failed">× ${name}</span>${
    cell.reason ? html`<br><span class="reason">${cell.reason}</span>` : null}`;
}
