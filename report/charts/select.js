/** Select boxes whose choice is kept in the address. */
import {html} from "htl";
import {followState, readState, reportUnknown, writeState} from "./state.js";

/** @typedef {[group: string | null, choices: [value: string, name: string][]]} Group `null`: its choices have no heading */

/** @param {string} key of the state @param {Group[]} groups @param {string} standard the value without a choice */
function selectBox(key, groups, standard) {
  const values = groups.flatMap(([, choices]) => choices.map(([value]) => value));
  const asked = () => values.find((value) => value === readState(key)) ?? standard;
  const option = ([value, name]) => html`<option value=${value} selected=${value === asked()}>${name}</option>`;
  const box = html`<select>${groups.flatMap(([group, choices]) => group === null ? choices.map(option)
    : [html`<optgroup label=${group}>${choices.map(option)}</optgroup>`])}</select>`;
  box.addEventListener("input", () => writeState(key, box.value, standard, {isStep: true}));
  followState(box, () => (box.value = asked()));
  return box;
}

/**
 * A filter, whose default is "all".
 * @param {string} key of the state @param {string} label @param {string[]} values
 * @param {(value: string) => string} name how a value is shown
 * @param {() => void} changed called after each choice
 * @returns {{box: HTMLSelectElement, label: HTMLElement}} `box.value` is "" for all
 */
export function selectControl(key, label, values, name, changed) {
  const choices = ["", ...values].map((value) => /** @type {[string, string]} */ ([value, value ? name(value) : "all"]));
  const box = selectBox(key, [[null, choices]], "");
  box.addEventListener("input", changed);
  return {box, label: html`<label class="select">${label} ${box}</label>`};
}

/**
 * @param {string} key of the state @param {string} label @param {Group[]} groups @param {string} standard
 * @returns {HTMLElement & {value: string}} with "input" events; not to be seen where there is no choice
 */
export function chooseControl(key, label, groups, standard) {
  const box = selectBox(key, groups, standard);
  reportUnknown(key, [readState(key)].filter((value) => value !== null && value !== box.value));
  const control = html`<p class="control" hidden=${box.options.length < 2}><label class="select">${label} ${box}</label></p>`;
  Object.defineProperty(control, "value", {get: () => box.value});
  return control;
}
