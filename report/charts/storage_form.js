/** What the answer on storage is asked for: throughput, a workload, an engine, a machine, as fields of a form. */
import {html} from "htl";
import {CORE_GIPS, loadName} from "../findings/storage.js";
import {engineName, orderEngines} from "./engines.js";
import {number, plural} from "./format.js";
import {followState, readState, reportUnknown, writeState} from "./state.js";

/** The heading above the form. */
const PLACE = "storage";
const CORES = [1, 2, 4, 8, 16, 32, 64];
const CLIENTS = [1, 4, 8, 16, 32, 64, 128, 256];

/**
 * @template T
 * @param {string} key of the address @param {string} label @param {T[]} values
 * @param {{standard?: T, name?: (value: T) => string}} [options]
 * @returns {{label: HTMLElement, chosen: () => T, offer: (values: T[]) => void}} `offer` other values
 */
function box(key, label, values, {standard, name = String} = {}) {
  let offered = values;
  const select = html`<select>`;
  const usual = () => (offered.includes(standard) ? standard : offered[0]);
  const chosen = () => offered[select.selectedIndex] ?? null;
  /** @param {T[]} others @param {T | string | null} [wanted] */
  const offer = (others, wanted = chosen()) => {
    offered = others;
    const at = offered.findIndex((value) => String(value) === String(wanted));
    select.replaceChildren(...offered.map((value, i) => html`<option value=${String(value)}
      selected=${at < 0 ? value === usual() : i === at}>${name(value)}</option>`));
  };
  const named = readState(key);
  offer(values, named);
  if (values.length) reportUnknown(key, [named].filter((value) => value !== null && String(chosen()) !== value));
  select.addEventListener("input", () => writeState(key, String(chosen()), String(usual()), {isStep: true, place: PLACE}));
  followState(select, () => offer(offered, readState(key)));
  return {label: html`<label class="select">${label} ${select}</label>`, chosen, offer};
}

/** A field for a number above zero, which may be left empty: null. */
function field(key, label, standard, placeholder) {
  const named = readState(key);
  const input = html`<input type="number" min="1" step="any" inputmode="decimal" placeholder=${placeholder} value=${named ?? standard}>`;
  const value = () => (Number(input.value) > 0 ? Number(input.value) : null);
  reportUnknown(key, [named].filter((text) => text && value() === null));
  input.addEventListener("input", () => writeState(key, String(value() ?? ""), String(standard), {isStep: true, place: PLACE}));
  followState(input, () => (input.value = readState(key) ?? standard));
  return {label: html`<label class="select">${label} ${input}</label>`, value};
}

/**
 * @param {object[]} needs rows of storage_needs.json @param {object[]} measured rows of storage_measured.json: the engine that
 *   was measured most is the one to begin with @param {{name: string, cores: number}[]} instances rows of instances.json
 * @returns {HTMLElement} with `.value`, all that was chosen, and "input" events
 */
export function storageControl(needs, measured, instances) {
  const of = (load, engine) => needs.filter((row) => row.load === load && (!engine || row.engine === engine));
  const enginesOf = (load) => orderEngines([...new Set(of(load).map((row) => row.engine))]);
  const readAheadsOf = (load, engine) => of(load, engine).map((row) => row.read_ahead_kb);
  const wanted = field("tps", "Transactions per second", 300, "90 % of the CPU's");
  const load = box("load", "Workload", [...new Set(needs.map((row) => row.load))], {name: loadName});
  const runsOf = (engine) => measured.filter((row) => row.engine === engine && row.load === load.chosen()).length;
  const [known] = [...enginesOf(load.chosen())].sort((a, b) => runsOf(b) - runsOf(a));
  const engine = box("need", "Engine", enginesOf(load.chosen()), {standard: known, name: engineName});
  const readAhead = box("ahead", "Read-ahead", readAheadsOf(load.chosen(), engine.chosen()),
    {standard: 128, name: (kib) => (kib ? `${number(kib)} KiB` : "off")});
  const machines = new Map([...CORES.map((cores) => ({name: "", cores})), ...instances].map((row) => [row.name || String(row.cores), row]));
  const machine = box("cores", "Cores or instance", [...machines.keys()], {standard: "4",
    name: (key) => (machines.get(key).name ? `${key} (${plural(machines.get(key).cores, "core")})` : key)});
  const clients = box("clients", "Clients", CLIENTS, {standard: 32});
  const form = html`<fieldset class="control storage-choice"><legend>What you need</legend>
    ${[wanted, load, engine, readAhead, machine, clients].map(({label}) => label)}</fieldset>`;
  // Ahead of the page's own listeners, so that they find what the workload that was chosen has.
  form.addEventListener("input", (event) => {
    if (load.label.contains(event.target)) engine.offer(enginesOf(load.chosen()));
    if (![load, engine].some(({label}) => label.contains(event.target))) return;
    readAhead.offer(readAheadsOf(load.chosen(), engine.chosen()));
  }, true);
  Object.defineProperty(form, "value", {get: () => ({wanted: wanted.value(), load: load.chosen(), engine: engine.chosen(),
    readAhead: readAhead.chosen(), machine: {...machines.get(machine.chosen()), gips: CORE_GIPS}, clients: clients.chosen()})});
  return form;
}
