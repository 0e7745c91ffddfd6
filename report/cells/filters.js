/** Select boxes for the list of cells: those of all cells, and those of one experiment's own factors. */
import {html} from "htl";
import {engineName, orderEngines} from "../charts/engines.js";
import {selectControl} from "../charts/select.js";
import {readState, writeState} from "../charts/state.js";
import {factorLabel, levelWords} from "./names.js";
import {statusName} from "./status.js";

/** @typedef {import("./list.js").Row} Row */

/** @type {Parameters<typeof box>[1][]} */
const common = [
  {key: "experiment", label: "Experiment", of: (row) => row.experiment},
  {key: "engine", label: "Engine", of: (row) => row.engine, name: engineName},
  {key: "bandwidth", label: "MiB/s", of: (row) => row.read_bandwidth_mib_s},
  {key: "seed", label: "Seed", of: (row) => row.seed},
  {key: "status", label: "Status", of: (row) => row.status, name: statusName},
  {key: "lab", label: "Lab", of: (row) => row.lab},
];
/** Factors that have a box for all experiments. */
const COVERED = new Set(["engine", "seed", "device.bandwidth_mib_s"]);
const OWN = "factor.";

/**
 * @param {Row[]} rows @param {() => void} changed called after each choice
 * @returns {{form: HTMLElement, match: (row: Row) => boolean, notice: HTMLElement | null}} `notice` says
 *   which part of the address no cell answers to
 */
export function filters(rows, changed) {
  const boxes = common.map((about) => box(rows, about, () => {
    if (about.key === "experiment") ownBoxes(true);
    changed();
  }));
  const place = html`<span class="own-factors">`;
  let own = [];
  const ownBoxes = (isNew) => {
    if (isNew) forgetOwn();
    const experiment = boxes[0].chosen();
    const among = rows.filter((row) => row.experiment === experiment);
    const factors = new Set(among.flatMap((row) => Object.keys(row.factors)));
    own = [...factors].filter((factor) => !COVERED.has(factor)).sort().map((factor) => box(among, {
      key: `${OWN}${factor}`, label: factorLabel(factor), of: (row) => row.factors[factor],
      name: (level) => levelWords(factor, level),
    }, changed));
    place.replaceChildren(...own.map(({label}) => label).filter(Boolean));
  };
  ownBoxes(false);
  const unknown = [...boxes, ...own].filter((each) => each.unknown);
  return {
    form: html`<span class="filters">${boxes.map(({label}) => label)}${place}</span>`,
    match: (row) => [...boxes, ...own].every((each) => each.match(row)),
    notice: unknown.length ? html`<p class="notice">The address names ${unknown.map(({key, asked}, i) =>
      html`${i ? ", " : ""}${key} <code>${asked}</code>`)}, which no cell here has.</p>` : null,
  };
}

/**
 * A factor's box; without a label where there is nothing to choose.
 * @param {Row[]} rows @param {{key: string, label: string, of: (row: Row) => any, name?: (value: string) => string}} about
 * @param {() => void} changed
 */
function box(rows, {key, label, of, name = String}, changed) {
  const known = (row) => (of(row) === null || of(row) === undefined ? null : String(of(row)));
  const values = inOrder(key, [...new Set(rows.map(known))].filter((value) => value !== null));
  const asked = readState(key);
  const control = selectControl(key, label, values, name, changed);
  const chosen = () => control.box.value;
  return {key, asked, chosen, unknown: asked && !values.includes(asked),
    label: values.length > 1 ? control.label : null,
    match: (row) => !chosen() || known(row) === chosen()};
}

function inOrder(key, values) {
  return key === "engine" ? orderEngines(values)
    : values.sort(new Intl.Collator("en", {numeric: true}).compare);
}

/** Another experiment has other factors. */
function forgetOwn() {
  for (const key of [...new URLSearchParams(location.search).keys()]) {
    if (key.startsWith(OWN)) writeState(key, "", "");
  }
}
