/** The list of all cells: what each set, whether it finished, and the way to its provenance. */
import {html} from "htl";
import {engineName, orderEngines} from "./engines.js";
import {cellAddress} from "./failures.js";
import {plural} from "./format.js";
import {selectControl} from "./select.js";
import {table} from "./table.js";

export const statusNames = {
  done: "done", failed: "failed", timed_out: "timed out", parse_failed: "outputs unreadable",
  not_run: "not run",
};

/**
 * @typedef {{cell_id: string, experiment: string, engine: string | null, status: string,
 *   reason: string | null, disturbance: string | null, read_bandwidth_mib_s: number, filesystem: string, seed: number,
 *   virtual_s: number}} Cell
 * @param {Cell[]} cells
 * @returns {HTMLElement} select boxes and a table that follows them; state in the URL
 */
export function cellList(cells) {
  const distinct = (key) => [...new Set(cells.map((cell) => cell[key]))].filter(Boolean).sort();
  const experiment = selectControl("experiment", "Experiment", distinct("experiment"),
    (name) => name, () => show());
  const engine = selectControl("engine", "Engine", orderEngines(distinct("engine")), engineName,
    () => show());
  const status = selectControl("status", "Status", distinct("status"),
    (name) => statusNames[name] ?? name, () => show());
  const body = html`<div>`;
  const show = () => {
    const rows = cells.filter((cell) =>
      (!experiment.box.value || cell.experiment === experiment.box.value) &&
      (!engine.box.value || cell.engine === engine.box.value) &&
      (!status.box.value || cell.status === status.box.value));
    body.replaceChildren(html`<p>${plural(rows.length, "cell")} of ${cells.length}.</p>`,
      table(rows, [
        {key: "cell_id", label: "Cell", text: true,
          format: (id) => html`<a href=${cellAddress(id)}>${id}</a>`},
        {key: "status", label: "Status", text: true, format: (name, row) => statusWords(row)},
        {key: "engine", label: "Engine", text: true, format: (e) => (e ? engineName(e) : "none")},
        {key: "read_bandwidth_mib_s", label: "MiB/s"},
        {key: "filesystem", label: "File system", text: true},
        {key: "seed", label: "Seed"},
        {key: "virtual_s", label: "Virtual s"},
      ], "Cells"));
  };
  show();
  return html`<div class="cells"><fieldset class="control"><legend>Show</legend>
    ${experiment.label}${engine.label}${status.label}</fieldset>${body}</div>`;
}

/** @param {Cell} cell @returns {Node} status with the reason of a failure, or what disturbed the host, beside it */
export function statusWords(cell) {
  const name = statusNames[cell.status] ?? cell.status;
  if (cell.status === "done") {
    return html`<span class="status-done">${name}</span>${cell.disturbance
      ? html`, <span class="reason">kept although ${cell.disturbance}</span>` : null}`;
  }
  return html`<span class="status-failed">× ${name}</span>${
    cell.reason ? html`<br><span class="reason">${cell.reason}</span>` : null}`;
}
