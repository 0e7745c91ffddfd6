/** Sentences about ten settings at two values each: which of them decide who makes more transactions. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, plural, times} from "../charts/format.js";
import {median} from "../charts/group.js";

/** What charts call a factor, and its values where they are words of a study's file. */
const NAMES = {
  "device.bandwidth_mib_s": "Bandwidth, MiB/s",
  "device.read_ahead_kb": "Read-ahead, KiB",
  "device.flush_latency_us": "Latency of a flush, µs",
  "device.pipes": "Pipes for reads and writes",
  "engine_memory_mib": "Memory of the engine, MiB",
  "options.rand-type": "Keys",
  "page-copies": "Copies of pages",
  "log": "Redo log or WAL",
  "isolation": "Isolation",
  "background": "Writing in the background",
};
const VALUES = {
  "copies-on": "on", "copies-off": "off", "log-small": "small", "log-large": "large",
  "read-committed": "read committed", "repeatable-read": "repeatable read",
  "background-default": "default", "background-more": "ten times as much", "special": "skewed",
};

const valueName = (value) => VALUES[value] ?? (Number.isFinite(Number(value)) ? number(Number(value)) : value);
const isOne = (row) => row.first_value !== null;

/** @param {string[]} factors @returns {string} "Keys", or pairs "Keys and Bandwidth, MiB/s" */
function factorName(factors) {
  const names = factors.map((words) => words.split(" and ").map((name) => NAMES[name] ?? name).join(" with "));
  return names.join(", or ");
}

/**
 * Effects on one measure: of an engine, or of the first of two engines over the second.
 * @param {object[]} rows of factor_effects.json @param {string} metric
 * @param {[string] | [string, string]} engines one, or two in the order of engines
 * @returns {(import("../charts/effects.js").Effect & {is_one: boolean})[]}
 */
export function effectsOn(rows, metric, [first, second]) {
  const isOf = (row) => (second === undefined ? row.engine === first && row.denominator_engine === null
    : [row.engine, row.denominator_engine].every((name) => name === first || name === second));
  return rows.filter((row) => row.metric === metric && isOf(row)).map((row) => {
    const isTurned = row.engine !== first;
    return {
      name: factorName(row.factors), is_one: isOne(row), stands_out: row.stands_out,
      change: isOne(row) ? `${valueName(row.first_value)} → ${valueName(row.second_value)}` : "",
      effect: isTurned ? 1 / row.effect_ratio : row.effect_ratio,
      low: isTurned ? 1 / row.high : row.low, high: isTurned ? 1 / row.low : row.high,
    };
  });
}

/** @param {object[]} rows of factor_effects.json @returns {[string, string] | null} the two that are compared */
export function enginesOfEffects(rows) {
  const row = rows.find(({denominator_engine}) => denominator_engine !== null);
  const [first, second] = row ? orderEngines([row.engine, row.denominator_engine]) : [];
  return row ? [first, second] : null;
}

/**
 * @param {object[]} combinations of factor_combinations.json @param {[string, string]} engines
 * @returns {{ratio: number, cell_id: string}[]} the first over the second, by size
 */
export function ratiosOfCombinations(combinations, [first, second]) {
  return combinations
    .filter((row) => [row.numerator_engine, row.denominator_engine].every((name) => name === first || name === second))
    .map((row) => ({ratio: row.numerator_engine === first ? row.ratio : 1 / row.ratio, cell_id: row.cell_id}))
    .sort((a, b) => a.ratio - b.ratio);
}

/**
 * @param {object[]} effects of factor_effects.json @param {object[]} combinations of factor_combinations.json
 * @returns {string[]} in how many combinations who leads, then the settings that decide, and those that don't
 */
export function effectSentences(effects, combinations) {
  const engines = enginesOfEffects(effects);
  if (!engines) return [];
  const [one, other] = engines.map(engineName);
  const ratios = ratiosOfCombinations(combinations, engines).map((row) => row.ratio);
  const ahead = ratios.filter((ratio) => ratio > 1).length;
  const singles = effectsOn(effects, "tps", engines).filter((row) => row.is_one)
    .sort((a, b) => Math.abs(Math.log(b.effect)) - Math.abs(Math.log(a.effect)));
  const [decide, rest] = [singles.filter((row) => row.stands_out), singles.filter((row) => !row.stands_out)];
  const words = ({name, change, effect, low, high}) =>
    `${name} (${change}) multiplies the ratio by ${times(effect)} (${times(low)} to ${times(high)})`;
  const least = rest.length ? Math.max(...rest.map((row) => row.high / row.effect)) : 1;
  return [
    `${one} makes more transactions than ${other} in ${number(ahead)} of ${plural(ratios.length,
      "combination")} of ${number(singles.length)} settings. Its transactions over ${other}'s go from ${
      times(ratios[0])} to ${times(ratios.at(-1))}, with a median of ${times(median(ratios))}.`,
    decide.length ? `${list(decide.map(words))}. ${decide.length === 1 ? "This effect stands" : "These effects stand"
    } out from all others.` : "No setting's effect on the ratio stands out from all others.",
    rest.length ? `Of ${list(rest.map((row) => `${row.name} (${row.change})`))} no effect on the ratio is settled; an effect of a factor of ${
      times(least)} would have been seen in most cases.` : "",
  ].filter(Boolean);
}

/**
 * @param {object[]} effects of factor_effects.json
 * @returns {string[]} the pairs of settings of which one changes what the other does to the ratio
 */
export function interactionSentences(effects) {
  const engines = enginesOfEffects(effects);
  if (!engines) return [];
  const found = effectsOn(effects, "tps", engines).filter((row) => !row.is_one && row.stands_out);
  if (!found.length) return ["Of no two settings does one visibly change what the other does to the ratio."];
  return found.map((row) => `One setting of a pair changes what the other does to the ratio, by ${
    times(row.effect)} (${times(row.low)} to ${times(row.high)}). Which pair it is, the design doesn't tell: ${row.name}.`);
}
