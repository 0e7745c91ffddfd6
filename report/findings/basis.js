/** What stands behind a mark: how many runs, transactions and seconds. */
import {number, plural, rangeWords} from "../charts/format.js";
import {isKnown} from "../charts/group.js";

/** "120", or "120 to 600". @param {number[]} values */
const rangeOf = (values) => rangeWords([Math.min(...values), Math.max(...values)], number);

/**
 * @param {{seed?: number, transactions?: number | null, duration_s?: number | null}[]} rows of an experiment's
 *   runs.sql, or scans, of the engines that are shown
 * @param {string} [unit] what a run repeats
 * @returns {string} "Each dot is one run of 120 transactions in 0.3 to 2 s; 2 seeds per setting."
 */
export function runSentence(rows, unit = "transactions") {
  const known = (key) => rows.map((row) => row[key]).filter(isKnown);
  const [counts, lengths, seeds] = [known("transactions"), known("duration_s"), new Set(known("seed"))];
  if (!lengths.length) return "";
  return `Each dot is one run of ${counts.length ? `${rangeOf(counts)} ${unit} in ` : ""}${rangeOf(lengths)} s; ${
    seeds.size > 1 ? `${plural(seeds.size, "seed")} per setting` : "one run per setting"}.`;
}
