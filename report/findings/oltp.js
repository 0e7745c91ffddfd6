/** The answer on transactions over bandwidth; every figure and every direction comes from the rows. */
import {engineName, orderEngines, rowsOfPairs} from "../charts/engines.js";
import {list, number, times} from "../charts/format.js";
import {withInterval} from "./intervals.js";

const bandwidthOrder = (a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s;

/**
 * @param {object[]} ratio rows of an experiment's ratio.sql
 * @returns {object[][]} rows of each pair that is compared, by bandwidth: first over second, in the order of engines
 */
function pairs(ratio) {
  return rowsOfPairs(ratio.filter((row) => row.median !== null)).map((rows) => rows.map((row) => {
    const [first, second] = orderEngines([row.numerator, row.denominator]);
    const isTurned = first !== row.numerator;
    const of = (value) => (value === null || !isTurned ? value : 1 / value);
    const [low, high] = isTurned ? [row.high, row.low] : [row.low, row.high];
    return {...row, first, second, value: of(row.median), low: of(low), high: of(high)};
  }).sort(bandwidthOrder));
}

const at = ({read_bandwidth_mib_s: mibS}) => `${number(mibS)} MiB/s`;

/**
 * @param {{ratio: object[], crossover: object[]}} data rows of ratio.sql and crossover.sql
 * @returns {string} the page's answer: how many times as many transactions, at both ends of the bandwidth
 */
export function oltpHeadline({ratio, crossover}) {
  const [rows] = pairs(ratio);
  if (!rows) return "No two engines of this choice were measured at the same bandwidth.";
  const [slow, fast] = [rows[0], rows.at(-1)];
  const [first, second] = [slow.first, slow.second].map(engineName);
  const start = `${first} commits ${withInterval(slow)} as many transactions as ${second} at ${at(slow)}`;
  return rows.length === 1 ? `${start}.` : `${start}, and ${withInterval(fast, times, slow.low === null)} as many at ${at(fast)}${
    crossoverWords(crossover, slow)}.`;
}

function crossoverWords(crossover, {numerator, denominator}) {
  const found = crossover.filter((row) => row.numerator === numerator &&
    row.denominator === denominator && row.crossover_mib_s !== null);
  if (!found.length) return "";
  return `; both are equally fast at ${list(found.map((row) => `${number(row.crossover_mib_s)} MiB/s${
    row.low_mib_s === null ? "" : ` (${number(row.low_mib_s)} to ${number(row.high_mib_s)})`}`))}`;
}
