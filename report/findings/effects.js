/** Effects of settings at two values each, as a chart draws them. */
import {orderEngines} from "../charts/engines.js";
import {number} from "../charts/format.js";

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
