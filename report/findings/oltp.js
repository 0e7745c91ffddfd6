/** The answer on transactions over bandwidth; every figure and every direction comes from the rows. */
import {engineName, rowsOfPairs} from "../charts/engines.js";
import {list, number, times} from "../charts/format.js";
import {isKnown} from "../charts/group.js";
import {turnedRatios} from "./ratios.js";

/**
 * @param {{value: number, low: number | null, high: number | null}} figure @param {boolean} [isFirst] of its sentence: the
 *   first interval says that it is one of 95 % @returns {string} such as "1.20× (95 % interval 1.10× to 1.31×)"
 */
const withInterval = ({value, low, high}, isFirst = true) => (!isKnown(low) || !isKnown(high) ? times(value)
  : `${times(value)} (${isFirst ? "95 % interval " : ""}${times(low)} to ${times(high)})`);

const at = ({read_bandwidth_mib_s: mibS}) => `${number(mibS)} MiB/s`;

/**
 * @param {{ratio: object[], crossover: object[]}} data rows of ratio.sql and crossover.sql
 * @returns {string} the page's answer: how many times as many transactions, at both ends of the bandwidth
 */
export function oltpHeadline({ratio, crossover}) {
  const [pair] = rowsOfPairs(ratio.filter((row) => row.median !== null));
  if (!pair) return "No two engines of this choice were measured at the same bandwidth.";
  const rows = turnedRatios(pair, "median").sort((a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s)
    .map((row) => ({...row, value: row.median}));
  const [slow, fast] = [rows[0], rows.at(-1)];
  const [first, second] = [slow.first, slow.second].map(engineName);
  const start = `${first} commits ${withInterval(slow)} as many transactions as ${second} at ${at(slow)}`;
  return rows.length === 1 ? `${start}.` : `${start}, and ${withInterval(fast, slow.low === null)} as many at ${at(fast)}${
    crossoverWords(crossover, slow)}.`;
}

function crossoverWords(crossover, {numerator, denominator}) {
  const found = crossover.filter((row) => row.numerator === numerator &&
    row.denominator === denominator && row.crossover_mib_s !== null);
  if (!found.length) return "";
  return `; both are equally fast at ${list(found.map((row) => `${number(row.crossover_mib_s)} MiB/s${
    row.low_mib_s === null ? "" : ` (${number(row.low_mib_s)} to ${number(row.high_mib_s)})`}`))}`;
}
