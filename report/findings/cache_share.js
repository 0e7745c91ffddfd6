/** How the ratio of the engines depends on whether their limits of memory or their caches are equal. */
import {engineName, rowsOfPairs} from "../charts/engines.js";
import {number, plural, times} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";
import {turnedRatios} from "./ratios.js";

const LIMITS = "equal-limits";
const CACHES = "equal-caches";

/** Ratios of the first pair, turned. */
const ofFirstPair = (rows) => turnedRatios(rowsOfPairs(rows)[0] ?? []);

/**
 * @param {object[]} rows of cache_shares.json
 * @returns {object[]} the rows turned, with `series` and `x` for a chart over read-ahead
 */
export function cacheSharePoints(rows) {
  return ofFirstPair(rows).map((row) => ({...row, engine: row.first, series: `${row.memory}|${row.read_bandwidth_mib_s}`,
    x: row.read_ahead_kb, value: row.ratio}));
}

/** @param {object[]} points of cacheSharePoints @returns {{key: string, name: string}[]} from the most to the least equal */
export function cacheShareSeries(points) {
  const words = {[CACHES]: "equal caches", [LIMITS]: "equal limits"};
  const keys = groupRows(points, (row) => row.series);
  return Object.keys(words).flatMap((memory) => [...keys].filter(([, [row]]) => row.memory === memory)
    .sort(([, [a]], [, [b]]) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s)
    .map(([key, [row]]) => ({key, name: `${words[memory]}, ${number(row.read_bandwidth_mib_s)} MiB/s`})));
}

/**
 * @param {object[]} rows of cache_shares.json
 * @returns {string[]} how large the caches are, and what it changes to make them equal
 */
export function cacheShareSentences(rows) {
  const squares = ofFirstPair(rows);
  if (!squares.length) return [];
  const {first, second} = squares[0];
  return [cacheSizes(squares, first, second), overMemory(squares, first, second)].filter(Boolean);
}

function cacheSizes(squares, first, second) {
  const of = (memory, engine) => median(squares.filter((row) => row.memory === memory)
    .map((row) => (row.numerator === engine ? row.numerator_cache_mib : row.denominator_cache_mib)).filter(isKnown));
  const [one, other, made] = [of(LIMITS, first), of(LIMITS, second), of(CACHES, second)];
  if (one === null || other === null) return null;
  const equal = made === null ? "" : ` With equal caches ${engineName(second)} has ${number(made)} MiB.`;
  return `With the same limit of memory ${engineName(first)} caches ${number(one)} MiB and ${engineName(second)} ${number(other)} MiB.${equal}`;
}

function overMemory(squares, first, second) {
  const pairs = squares.filter((row) => row.memory === LIMITS).flatMap((row) => {
    const match = squares.find((to) => to.memory === CACHES && to.read_ahead_kb === row.read_ahead_kb &&
      to.read_bandwidth_mib_s === row.read_bandwidth_mib_s);
    return match ? [[row, match]] : [];
  });
  if (!pairs.length) return null;
  const factors = pairs.map(([from, to]) => to.ratio / from.ratio);
  const ahead = (index) => number(pairs.filter((pair) => pair[index].ratio > 1).length);
  return `Equal caches multiply the ratio of ${engineName(first)} to ${engineName(second)} by ${times(Math.min(...factors))} to ${
    times(Math.max(...factors))}: ${engineName(first)} commits more transactions in ${ahead(0)} of ${plural(pairs.length, "setting")} with equal limits, and in ${
    ahead(1)} with equal caches.`;
}
