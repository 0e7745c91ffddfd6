/** The list of all cells: searched by words, filtered by factor, sorted by column. */
import {html} from "htl";
import {engineName} from "../charts/engines.js";
import {cellAddress} from "../charts/failures.js";
import {number, plural} from "../charts/format.js";
import {readSort, sortableTable, sortText} from "../charts/sortable.js";
import {followState, readState, writeState} from "../charts/state.js";
import {filters} from "./filters.js";
import {cellName, factorsOf, factorWords} from "./names.js";
import {statusWords} from "./status.js";

/**
 * @typedef {{cell_id: string, experiment: string, lab: string, engine: string | null, status: string,
 *   reason: string | null, disturbance: string | null, read_bandwidth_mib_s: number | null,
 *   seed: number, virtual_s: number, factors_json: string}} Cell
 * @typedef {Cell & {factors: Record<string, string | number>, settings: string, words: string}} Row
 */

/** Columns of their own in the table. */
const OWN_COLUMNS = new Set(["engine", "seed", "device.bandwidth_mib_s"]);

/** Rows that are shown at first: of all of them, a phone would scroll through a hundred screens. */
const FIRST_ROWS = 50;

/** @param {Cell} cell @returns {Row} */
function rowOf(cell) {
  const factors = factorsOf(cell);
  const others = Object.entries(factors).filter(([factor]) => !OWN_COLUMNS.has(factor));
  const settings = factorWords(Object.fromEntries(others)).join(", ");
  const words = [cell.cell_id, cellName(cell), cell.lab, cell.status, cell.reason].join(" ");
  return {...cell, factors, settings, words: words.toLowerCase()};
}

const columns = [
  {key: "experiment", label: "Cell", text: true, format: (experiment, row) => html`<a
    href=${cellAddress(row.cell_id)} title=${row.cell_id}
    aria-label=${cellName(row)}>${experiment}</a><span class="narrow">${
    [row.engine && engineName(row.engine), row.settings].filter(Boolean).join(", ")}</span>`},
  {key: "engine", label: "Engine", text: true, wide: true, format: (engine) => (engine
    ? engineName(engine) : "none")},
  {key: "read_bandwidth_mib_s", label: "MiB/s"},
  {key: "settings", label: "Other factors", text: true, wide: true},
  {key: "seed", label: "Seed"},
  {key: "status", label: "Status", text: true, format: (status, row) => statusWords(row)},
  {key: "virtual_s", label: "Seconds", wide: true},
];

/**
 * @param {Cell[]} cells
 * @returns {HTMLElement} filters and a table that follows them; state in the URL
 */
export function cellList(cells) {
  const rows = cells.map(rowOf);
  const text = html`<input type="search" value=${readState("text") ?? ""}>`;
  const chosen = filters(rows, () => show());
  const count = html`<p role="status">`;
  const list = sortableTable([], columns, {caption: "Cells", first: FIRST_ROWS, sort: readSort(readState("sort")),
    changed: (sort) => writeState("sort", sortText(sort), "")});
  const show = () => {
    const wanted = text.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = rows.filter((row) => chosen.match(row) &&
      wanted.every((word) => row.words.includes(word)));
    count.textContent = `${plural(found.length, "cell")} of ${number(cells.length)}.`;
    list.show(found);
    list.hidden = !found.length;
  };
  text.addEventListener("input", () => {
    writeState("text", text.value, "", {isStep: true});
    show();
  });
  followState(text, () => (text.value = readState("text") ?? ""));
  show();
  return html`<div class="cells">
    <fieldset class="control"><legend>Show</legend>
      <label class="select">Words ${text}</label>${chosen.form}</fieldset>
    ${chosen.notice}${count}${list}</div>`;
}
