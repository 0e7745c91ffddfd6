/** The device's settings in words: labels of axes, and the values of a cell. */
import {deviceSettings} from "./device_settings.js";
import {number} from "./format.js";

const byName = new Map(deviceSettings.map((setting) => [setting.name, setting]));

/**
 * @param {string} name of a setting, as in the configuration and in columns
 * @returns {string} the label of its axis, with the unit
 */
export function settingAxis(name) {
  const {label, unit} = byName.get(name);
  return unit ? `${label}, ${unit}` : label;
}

/**
 * @param {string} name of what rows differ in, be it a setting of the device or not
 * @returns {string} words for it
 */
export function settingLabel(name) {
  return byName.has(name) ? settingAxis(name) : name.replaceAll("_", " ");
}

/**
 * @param {Record<string, string | number | null>} cell with a column for each setting
 * @returns {[string, string][]} label and value of the settings that the cell's device has
 */
export function settingFacts(cell) {
  return deviceSettings.filter(({name}) => (cell[name] ?? null) !== null)
    .map(({name, label, unit, default: standard}) => [label, standard === 0 && cell[name] === 0 ? "not set"
      : valueWords(cell[name], unit)]);
}

function valueWords(value, unit) {
  return typeof value === "string" ? value : `${number(value)} ${unit}`.trim();
}
