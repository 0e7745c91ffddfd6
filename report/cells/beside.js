/** A cell beside one of its neighbours: what both measured, and how many times as much this one did. */
import {html} from "htl";
import {engineStyle, orderEngines} from "../charts/engines.js";
import {cellAddress} from "../charts/failures.js";
import {fold} from "../charts/fold.js";
import {times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {chooseControl} from "../charts/select.js";
import {table} from "../charts/table.js";
import {factorLabel, levelWords} from "./names.js";
import {levelName} from "./neighbours.js";
import {firstPhase} from "./requests.js";

const data = new URL("../data/cells/", import.meta.url);

/** @typedef {import("./neighbours.js").Neighbour} Neighbour */
/** @typedef {{phase: string, measure: string, value: number, better: string | null, meaning: string | null}} Value */

/**
 * The other engine under the same settings: the newest of another family, else another version.
 * @param {{cell_id: string, engine: string | null}} cell @param {Neighbour[]} others with results, without the cell
 * @returns {Neighbour | undefined} where there is none, the first of the others
 */
export function firstBeside(cell, others) {
  const engines = others.filter(({factor, level}) => factor === "engine" && level !== "none");
  const {family} = engineStyle(cell.engine);
  const ordered = orderEngines(engines.map(({level}) => level));
  const engine = ordered.find((each) => engineStyle(each).family !== family) ?? ordered[0];
  return engines.find(({level}) => level === engine) ?? others[0];
}

/**
 * What both measured in the same phase.
 * @param {Value[]} own @param {Value[]} theirs
 * @returns {(Value & {theirs: number, ratio: number | null})[]} of those that are judged, first what more of is
 *   better; where there is none, of all
 */
export function sharedValues(own, theirs) {
  const name = ({phase, measure}) => `${phase}|${measure}`;
  const others = new Map(theirs.map((row) => [name(row), row.value]));
  const shared = own.filter((row) => others.has(name(row))).map((row) => {
    const other = others.get(name(row));
    return {...row, theirs: other, ratio: other ? row.value / other : null};
  });
  const judged = shared.filter(({better}) => better);
  return judged.length ? judged.sort((a, b) => Number(b.better === "more") - Number(a.better === "more")) : shared;
}

/**
 * @param {{about: {cell_id: string, engine: string | null}, values: Value[], neighbours: Neighbour[],
 *   requests: import("./requests.js").Requests[]}} cell
 * @returns {HTMLElement | null} nothing where no neighbour has results
 */
export function besideNeighbour({about: cell, values, neighbours, requests}) {
  const others = neighbours.filter(({neighbour, status}) => neighbour !== cell.cell_id && status === "done");
  if (!others.length || !values.length) return null;
  const named = new Map(others.map((row) => [row.neighbour, row]));
  const control = chooseControl("beside", "Beside", [...groupRows(others, ({factor}) => factor)].map(([factor, rows]) =>
    [factorLabel(factor), rows.map((row) => [row.neighbour, levelName(row)])]), firstBeside(cell, others).neighbour);
  const place = html`<div class="beside-place">`;
  const phase = requests.length ? firstPhase(requests, values) : null;
  const show = async () => {
    const id = control.value;
    const rows = await fetchedValues(id);
    // Another may have been chosen meanwhile.
    if (control.value === id) place.replaceChildren(compared(cell, values, named.get(id), rows, neighbours, phase));
  };
  control.addEventListener("input", show);
  show();
  return html`<div class="beside"><h2 id="beside">Beside its neighbour</h2>${control}${place}</div>`;
}

/** @returns {Promise<Value[] | null>} null where the file can't be fetched */
async function fetchedValues(id) {
  try {
    const answer = await fetch(new URL(`${encodeURIComponent(id)}.json`, data));
    return answer.ok ? (await answer.json()).values : null;
  } catch {
    return null;
  }
}

function compared(cell, values, other, theirs, neighbours, phase) {
  if (!theirs) return html`<p class="notice">The file of <code>${other.neighbour}</code> can't be fetched.</p>`;
  const rows = sharedValues(values, theirs);
  const link = html`<p><a href=${cellAddress(other.neighbour)}>The page of ${levelName(other)}</a></p>`;
  if (!rows.length) return html`<div><p>They share no measure.</p>${link}</div>`;
  const own = neighbours.find(({factor, neighbour}) => factor === other.factor && neighbour === cell.cell_id);
  const tableOf = (some, caption) => table(some, [
    {key: "measure", label: "Measure", text: true, format: (measure, row) =>
      html.fragment`${row.meaning ?? measure}${row.phase === phase ? "" : html`<span class="meaning">${row.phase}</span>`}`},
    {key: "value", label: own ? levelWords(own.factor, own.level) : "This cell"},
    {key: "theirs", label: levelWords(other.factor, other.level)},
    {key: "ratio", label: "Ratio", format: times},
  ], caption);
  // A phase before, such as one that fills caches, would hide the one that counts.
  const first = rows.filter((row) => row.phase === phase);
  const rest = first.length ? rows.filter((row) => row.phase !== phase) : [];
  return html`<div>${tableOf(first.length ? first : rows, `Beside ${levelName(other)}`)}
    ${rest.length ? fold("Other phases", () => tableOf(rest, "Other phases")) : null}${link}</div>`;
}
