/** Controls: native check boxes and radio buttons, so the keyboard works as everywhere. */
import {html} from "htl";
import {engineName, isAdded, newestVersions, orderEngines} from "./engines.js";
import {followState, readState, reportUnknown, writeState} from "./state.js";
import {engineMark} from "./symbol.js";

let groups = 0;

/**
 * Check boxes for the engines shown, at first the newest version of each, or all of them; the last one checked can't be unchecked.
 * What a reader added is shown as well, and no address has it.
 * @param {string[]} engines @param {{key?: string, label?: string, all?: boolean}} [options]
 * @returns {HTMLElement} with `.value`, the chosen engines, and "input" events
 */
export function engineControl(engines, {key = "engines", label = "Engines", all: showsAll = false} = {}) {
  const all = orderEngines(engines);
  const published = all.filter((engine) => !isAdded(engine));
  const first = showsAll ? published : newestVersions(published);
  const standard = first.join(",");
  const named = () => (readState(key) ?? standard).split(",");
  const chosen = () => {
    const asked = named().filter((engine) => published.includes(engine));
    return [...(asked.length ? asked : first), ...all.filter(isAdded)];
  };
  if (all.length) reportUnknown(key, named().filter((engine) => !published.includes(engine)));
  const boxes = all.map((engine) => html`<input type="checkbox" value=${engine}
    checked=${chosen().includes(engine)}>`);
  const form = html`<fieldset class="control"><legend>${label}</legend>${boxes.map((box, i) =>
    html`<label>${box}${engineMark(all[i])} ${engineName(all[i])}</label>`)}</fieldset>`;
  const value = () => boxes.filter((box) => box.checked).map((box) => box.value);
  Object.defineProperty(form, "value", {get: value});
  form.addEventListener("input", (event) => {
    if (value().length === 0) event.target.checked = true;
    writeState(key, value().filter((engine) => !isAdded(engine)).join(","), standard, {isStep: true});
  }, true);
  followState(form, () => boxes.forEach((box) => (box.checked = chosen().includes(box.value))));
  return form;
}

/**
 * A slider over a few values, which need not be evenly apart.
 * @template T
 * @param {T[]} values at least one @param {{key: string, label: string, standard?: T, format?: (value: T) => string}} options
 * @returns {HTMLElement} with `.value` and "input" events
 */
export function sliderControl(values, {key, label, standard = values[0], format = String}) {
  const asked = () => values.findIndex((value) => String(value) === readState(key));
  const first = () => String(Math.max(0, asked() < 0 ? values.indexOf(standard) : asked()));
  if (values.length) reportUnknown(key, [readState(key)].filter((value) => value !== null && asked() < 0));
  const slider = html`<input type="range" min="0" max=${Math.max(0, values.length - 1)} step="1"
    value=${first()} aria-label=${label}>`;
  const value = () => values[Number(slider.value)] ?? null;
  const shown = html`<output>`;
  const show = () => {
    shown.textContent = value() === null ? "" : format(value());
    slider.setAttribute("aria-valuetext", shown.textContent);
  };
  show();
  const form = html`<fieldset class="control control-slider" hidden=${values.length < 2}><legend>${label}</legend>${slider}${shown}</fieldset>`;
  Object.defineProperty(form, "value", {get: value});
  form.addEventListener("input", () => {
    show();
    writeState(key, String(value()), String(standard), {isStep: true});
  }, true);
  followState(form, () => (slider.value = first()));
  return form;
}

/**
 * Radio buttons for one of a few values (the arrow keys step through them).
 * @template T
 * @param {T[]} values
 * @param {{key: string, label: string, standard?: T, format?: (value: T) => string}} options
 * @returns {HTMLElement} with `.value`, null without values, and "input" events
 */
export function choiceControl(values, {key, label, standard = values[0], format = String}) {
  const name = `choice-${key}-${groups++}`;
  const asked = () => values.find((value) => String(value) === readState(key)) ?? standard;
  if (values.length) reportUnknown(key, [readState(key)].filter((value) => value !== null && String(asked()) !== value));
  const buttons = values.map((value) => html`<input type="radio" name=${name}
    value=${String(value)} checked=${value === asked()}>`);
  const form = html`<fieldset class="control control-choice" hidden=${!values.length}><legend>${label}</legend>
    <span class="choices">${buttons.map((button, i) =>
      html`<label>${button}<span>${format(values[i])}</span></label>`)}</span></fieldset>`;
  // Null where there is nothing to choose: Observable's runtime waits for ever for an undefined value.
  const value = () => values[Math.max(0, buttons.findIndex((button) => button.checked))] ?? null;
  Object.defineProperty(form, "value", {get: value});
  form.addEventListener("input", () => writeState(key, String(value()), String(standard), {isStep: true}), true);
  followState(form, () => buttons.forEach((button, i) => (button.checked = values[i] === asked())));
  return form;
}
