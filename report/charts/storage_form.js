/** What the answer on storage is asked for: a workload, an engine, a machine, a device, as select boxes. */
import {html} from "htl";
import {loadName} from "../findings/storage.js";
import {engineName, orderEngines} from "./engines.js";
import {readState, reportUnknown, writeState} from "./state.js";

const CORES = [2, 4, 8, 16, 32, 64];
const GIPS = [1, 2, 2.5, 3, 4];

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
  select.addEventListener("input", () => writeState(key, String(chosen()), String(usual())));
  return {label: html`<label class="select">${label} ${select}</label>`, chosen, offer};
}

/**
 * @param {object[]} needs rows of storage_needs.json
 * @param {import("../findings/storage.js").DeviceKind[]} devices
 * @returns {HTMLElement} with `.value`, all that was chosen, and "input" events
 */
export function storageControl(needs, devices) {
  const enginesOf = (load) => orderEngines(needs.filter((row) => row.experiment === load).map((row) => row.engine));
  const load = box("load", "Workload", [...new Set(needs.map((row) => row.experiment))],
    {name: loadName});
  const engine = box("need", "Engine", enginesOf(load.chosen()), {name: engineName});
  const cores = box("cores", "Cores", CORES, {standard: 4});
  const gips = box("gips", "GIPS per core", GIPS, {standard: 2.5});
  const device = box("device", "Device", devices.map((row) => row.name));
  const form = html`<fieldset class="control storage-choice"><legend>What you have</legend>
    ${[load, engine, cores, gips, device].map(({label}) => label)}</fieldset>`;
  // Ahead of the page's own listeners, so that they find the engines of the workload that was chosen.
  form.addEventListener("input", (event) => {
    if (load.label.contains(event.target)) engine.offer(enginesOf(load.chosen()));
  }, true);
  Object.defineProperty(form, "value", {get: () => ({load: load.chosen(), engine: engine.chosen(),
    device: devices.find((row) => row.name === device.chosen()), machine: {cores: cores.chosen(), gips: gips.chosen()}})});
  return form;
}
