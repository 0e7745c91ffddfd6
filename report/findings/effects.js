/** Sentences about settings at two values each: which of them decide which engine is faster. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, plural, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";

/** What a factor is called, and the unit of its values; values that are words of a study's file are below. */
const NAMES = {
  "device.bandwidth_mib_s": ["bandwidth", " MiB/s"],
  "device.read_ahead_kb": ["read-ahead", " KiB"],
  "device.flush_latency_us": ["latency of a flush", " µs"],
  "device.pipes": ["pipes for reads and writes", ""],
  "engine_memory_mib": ["memory of the engine", " MiB"],
  "options.rand-type": ["keys", ""],
  "page-copies": ["copies of pages", ""],
  "log": ["redo log or WAL", ""],
  "isolation": ["isolation", ""],
  "background": ["writing in the background", ""],
  "page-bytes": ["size of pages", ""],
  "write-back": ["writing of dirty pages", ""],
  "garbage": ["collection of old versions", ""],
  "kernel": ["the kernel's write-back", ""],
  "filesystem": ["file system", ""],
};
const VALUES = {
  "copies-on": "on", "copies-off": "off", "log-small": "small", "log-large": "large",
  "read-committed": "read committed", "repeatable-read": "repeatable read",
  "background-default": "default", "background-more": "ten times as much", "special": "skewed",
  "pages-whole": "16 KiB", "pages-smaller": "4 KiB or compressed", "write-late": "late", "write-early": "early",
  "garbage-default": "default", "garbage-more": "more",
  "write-back-soon": "from 1 MiB", "write-back-late": "from 10 %",
};

const valueName = (value) => VALUES[value] ?? (Number.isFinite(Number(value)) ? number(Number(value)) : value);
const isOne = (row) => row.first_value !== null;

/** @param {string[]} factors @returns {string} "keys", or pairs: "keys with bandwidth, or isolation with pipes" */
function factorName(factors) {
  const names = factors.map((words) => words.split(" and ").map((name) => NAMES[name]?.[0] ?? name).join(" with "));
  return names.join(", or ");
}

/** From which value to which, with the unit. @param {object} row of one factor */
const changeOf = ({factors: [name], first_value, second_value}) =>
  `${valueName(first_value)} → ${valueName(second_value)}${NAMES[name]?.[1] ?? ""}`;

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
      change: isOne(row) ? changeOf(row) : "",
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

/** Effects of single settings on the ratio of transactions, largest first. */
const singleEffects = (effects, engines) => effectsOn(effects, "tps", engines).filter((row) => row.is_one)
  .sort((a, b) => Math.abs(Math.log(b.effect)) - Math.abs(Math.log(a.effect)));

/**
 * @param {object[]} effects of factor_effects.json, of one or more experiments
 * @returns {string} for each experiment, the settings whose effect on the ratio stands out, largest first; "" without any
 */
export function decidingEffects(effects) {
  const experiments = [...groupRows(effects, (row) => row.experiment).values()];
  return experiments.map((own) => {
    const engines = enginesOfEffects(own);
    const singles = engines ? singleEffects(own, engines) : [];
    const found = singles.filter((row) => row.stands_out);
    if (!found.length) return "";
    const [one, other] = engines.map(engineName);
    return `Of ${plural(singles.length, "setting")} that ${singles.length === 1 ? "was" : "were"} varied together, ${number(found.length)} ${found.length === 1 ? "stands" : "stand"} out ` +
      `in the transactions of ${one} relative to ${other}: ${list(found.map(({name, change, effect, low, high}) =>
        `${name} (${change}) multiplies them by ${times(effect)} (${times(low)} to ${times(high)})`))}.`;
  }).filter(Boolean).join(" ");
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
  const singles = singleEffects(effects, engines);
  const [decide, rest] = [singles.filter((row) => row.stands_out), singles.filter((row) => !row.stands_out)];
  const words = ({name, change, effect, low, high}) =>
    `${name} (${change}) multiplies the ratio by ${times(effect)} (${times(low)} to ${times(high)})`;
  const widest = Math.max(1, ...singles.map((row) => row.high / row.effect));
  return [
    `${one} is faster than ${other} in ${number(ahead)} of ${plural(ratios.length,
      "combination")} of ${number(singles.length)} settings: it commits ${times(ratios[0])} to ${
      times(ratios.at(-1))} as many transactions, with a median of ${times(median(ratios))}.`,
    decide.length ? `${decide.length === 1 ? "One effect stands" : "These effects stand"} out from all others: ${
      list(decide.map(words))}.` : "No setting's effect on the ratio stands out from all others.",
    rest.length ? `The other ${rest.length === 1 ? "setting" : plural(rest.length, "setting")} ${rest.length === 1 ? "does" : "do"} not stand out in this design of single runs: ${list(rest.map((row) =>
      `${row.name} (${row.change})`))}. That does not mean that ${rest.length === 1 ? "it has" : "they have"} no effect: each interval reaches a factor of ${times(widest)} to either side${
      aloneWords(rest)}.` : "",
  ].filter(Boolean);
}

/** Of effects that don't stand out among all, those whose own interval excludes 1. */
function aloneWords(rest) {
  const alone = rest.filter(({low, high}) => low > 1 || high < 1);
  return alone.length ? `, and taken alone ${alone.length === 1 ? "that" : "those"} of ${list(alone.map(({name, effect, low, high}) =>
    `${name} (${times(effect)}, ${times(low)} to ${times(high)})`))} ${alone.length === 1 ? "excludes" : "exclude"} 1` : "";
}

/**
 * @param {object[]} rows of run_stability.json @param {string} experiment
 * @returns {string} how level the rates of its runs are, so how far its effects hold for longer ones; "" without it
 */
export function stabilitySentence(rows, experiment) {
  const row = rows.find((each) => each.experiment === experiment);
  if (!row) return "";
  const passing = row.steady_runs ? `${number(row.steady_runs)} of these ${plural(row.runs, "run")} ${row.steady_runs === 1 ? "is" : "are"} at steady state`
    : `None of these ${plural(row.runs, "run")} is at steady state`;
  return `${passing}: the rate of the second half is ${times(row.rate_ratio_least)} to ${times(row.rate_ratio_most)} that of the first. ` +
    "So the order of the causes, and the share of each, hold for runs of this length.";
}

/**
 * @param {object[]} effects of factor_effects.json
 * @returns {string[]} the pairs of settings of which one changes what the other does to the ratio
 */
export function interactionSentences(effects) {
  const engines = enginesOfEffects(effects);
  if (!engines) return [];
  const found = effectsOn(effects, "tps", engines).filter((row) => !row.is_one && row.stands_out);
  if (!found.length) return ["No pair of settings has an established interaction."];
  return found.map((row) => `Two settings interact: one changes the effect of the other on the ratio by a factor of ${times(row.effect)} (${
    times(row.low)} to ${times(row.high)}). ${row.name.includes(", or ")
    ? `The design can't tell which pair it is: ${row.name}.` : `They are ${row.name}.`}`);
}
