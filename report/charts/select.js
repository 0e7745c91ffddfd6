/** A select box whose choice is kept in the address; "all" is the default. */
import {html} from "htl";
import {followState, readState, writeState} from "./state.js";

/**
 * @param {string} key of the state @param {string} label @param {string[]} values
 * @param {(value: string) => string} name how a value is shown
 * @param {() => void} changed called after each choice
 * @returns {{box: HTMLSelectElement, label: HTMLElement}} `box.value` is "" for all
 */
export function selectControl(key, label, values, name, changed) {
  const asked = () => values.find((value) => value === readState(key)) ?? "";
  const box = html`<select><option value="">all</option>${values.map((value) =>
    html`<option value=${value} selected=${value === asked()}>${name(value)}</option>`)}</select>`;
  box.addEventListener("input", () => {
    writeState(key, box.value, "", {isStep: true});
    changed();
  });
  followState(box, () => (box.value = asked()));
  return {box, label: html`<label class="select">${label} ${box}</label>`};
}
