/** What a cell is called: by its experiment, its engine and the levels of its factors. */
import {deviceSettings} from "../charts/device_settings.js";
import {engineName} from "../charts/engines.js";
import {number} from "../charts/format.js";

/** Label and unit of factors; of others the name says both. @type {Map<string, string[]>} */
const known = new Map(Object.entries({
  ...Object.fromEntries(deviceSettings.map(({name, label, unit}) => [name, [label, unit]])),
  bandwidth_mib_s: ["Bandwidth", "MiB/s"],
  engine_memory_mib: ["Engine memory", "MiB"],
  cpus: ["CPUs", ""],
}));
/** Factors whose level says by itself what it is a level of. */
const SPEAKS = new Set(["bandwidth_mib_s", "engine", "lab"]);

/** @param {string} factor such as "tuning.postgresql.autovacuum" @returns {string} its last part */
function shortFactor(factor) {
  return factor.slice(factor.lastIndexOf(".") + 1);
}

/** @param {string} factor @returns {string} words for it, such as "Engine memory" */
export function factorLabel(factor) {
  const name = shortFactor(factor);
  const words = known.get(name)?.[0] ?? name.replaceAll("_", " ");
  return `${words[0].toUpperCase()}${words.slice(1)}`;
}

/**
 * @param {string} factor @param {string | number | null} level
 * @returns {string} the level as read beside the factor's label, such as "4 MiB/s"
 */
export function levelWords(factor, level) {
  if (factor === "engine") return level === "none" ? "none" : engineName(String(level));
  const unit = known.get(shortFactor(factor))?.[1];
  const text = String(level);
  const amount = unit && text.trim() && Number.isFinite(Number(text)) ? number(Number(text)) : text;
  return unit ? `${amount} ${unit}` : amount;
}

/** The same where no label stands beside it, such as "seed 2". */
function alone(factor, level) {
  const words = levelWords(factor, level);
  const name = shortFactor(factor);
  // Words speak for themselves; numbers, "on" and "off" don't.
  const speaks = SPEAKS.has(name) || /[a-z]{4}/i.test(String(level));
  return speaks ? words : `${factorLabel(factor).replace(/^[A-Z](?![A-Z])/, (first) =>
    first.toLowerCase())} ${words}`;
}

/**
 * Levels in words, the seed last.
 * @param {Record<string, string | number>} factors @returns {string[]}
 */
export function factorWords(factors) {
  const order = (factor) => (factor === "engine" ? 0 : factor === "seed" ? 2 : 1);
  return Object.entries(factors).sort(([one], [other]) => order(one) - order(other))
    .map(([factor, level]) => alone(factor, level));
}

/**
 * @param {{factors_json: string}} cell
 * @returns {Record<string, string | number>} its levels by factor
 */
export function factorsOf(cell) {
  return JSON.parse(cell.factors_json);
}

/**
 * @param {{cell_id: string, experiment: string, factors_json: string}} cell
 * @returns {string} such as "oltp: PostgreSQL 17, 4 MiB/s, seed 1"
 */
export function cellName(cell) {
  const words = factorWords(factorsOf(cell));
  return words.length ? `${cell.experiment}: ${words.join(", ")}` : cell.experiment;
}
