/** A select whose choice is kept in the address. */
import {html} from "htl";
import {followState, readState, reportUnknown, writeState} from "../charts/state.js";

/**
 * @param {string} key of the state @param {string} label
 * @param {[group: string | null, choices: [value: string, name: string][]][]} groups
 * @param {string} standard the value without a choice
 * @returns {HTMLElement & {value: string}} with "input" events; not to be seen where there is no choice
 */
export function chooseControl(key, label, groups, standard) {
  const values = groups.flatMap(([, choices]) => choices.map(([value]) => value));
  const asked = () => values.find((value) => value === readState(key)) ?? standard;
  reportUnknown(key, [readState(key)].filter((value) => value !== null && value !== asked()));
  const option = ([value, name]) => html`<option value=${value} selected=${value === asked()}>${name}</option>`;
  const box = html`<select>${groups.flatMap(([group, choices]) => group === null ? choices.map(option)
    : [html`<optgroup label=${group}>${choices.map(option)}</optgroup>`])}</select>`;
  const control = html`<p class="control" hidden=${values.length < 2}><label class="select">${label} ${box}</label></p>`;
  Object.defineProperty(control, "value", {get: () => box.value});
  box.addEventListener("input", () => writeState(key, box.value, standard, {isStep: true}));
  followState(box, () => (box.value = asked()));
  return control;
}
