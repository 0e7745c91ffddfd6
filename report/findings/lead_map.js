/** The leading engine over read-ahead, bandwidth and pipes: squares of a map, and what they come to. */
import {engineName, rowsOfPairs} from "../charts/engines.js";
import {number, percent, plural, times} from "../charts/format.js";
import {turnedRatios} from "./ratios.js";

/**
 * Ratios this near to 1, in either direction, are called level: as in claims, the larger of two single runs counts
 * only if they differ by more (single_run_margin in sql/views/80_claims.sql).
 */
export const LEVEL = 1.15;

const PIPES = {shared: "one bandwidth for reads and writes", separate: "the full bandwidth for each of reads and writes"};

/** @param {string} pipes @returns {string} what the device does with reads and writes */
export const pipesName = (pipes) => PIPES[pipes] ?? pipes;

/**
 * The ratios of the first pair that is worth comparing, turned so that the first in the order of engines is the
 * numerator.
 * @param {object[]} rows of lead_map.json
 * @returns {object[]} with `first`, `second`, `ratio` of the first over the second, and `leader`, null if level
 */
export function leadSquares(rows) {
  return turnedRatios(rowsOfPairs(rows)[0] ?? []).map((row) => ({...row,
    leader: row.ratio > LEVEL ? row.first : row.ratio < 1 / LEVEL ? row.second : null}));
}

/** @param {object[]} rows of lead_map.json @returns {string} what the numbers and colours of the map are */
export function leadSubtitle(rows) {
  const [square] = leadSquares(rows);
  return square ? `Number: transactions of ${engineName(square.first)} over those of ${engineName(square.second)}. ` +
    "The stronger the colour, the larger the lead." : "";
}

/**
 * @param {object[]} rows of lead_map.json
 * @returns {string[]} how much of the map is whose, and what each of the settings changes
 */
export function leadSentences(rows) {
  const squares = leadSquares(rows);
  if (!squares.length) return [];
  const {first, second} = squares[0];
  const led = (engine) => squares.filter(({leader}) => leader === engine);
  const level = led(null).length;
  return [
    `Of ${number(squares.length)} combinations, ${engineName(first)} leads in ${number(led(first).length)} and ${
      engineName(second)} in ${number(led(second).length)}; ${level === 1 ? "one is" : `${number(level)} are`} level (within ${
      percent(LEVEL - 1)}). The ratio goes from ${times(Math.min(...squares.map(({ratio}) => ratio)))} to ${
      times(Math.max(...squares.map(({ratio}) => ratio)))}.`,
    ...[overReadAhead(squares), overPipes(squares)].filter(Boolean),
  ];
}

/** In how many columns of the map the lead changes hands from the least read-ahead to the most. */
function overReadAhead(squares) {
  const values = [...new Set(squares.map((row) => row.read_ahead_kb))].sort((a, b) => a - b);
  const [least, most] = [values[0], values.at(-1)];
  const pairs = matched(squares, "read_ahead_kb", least, most, ["pipes", "read_bandwidth_mib_s"]);
  if (least === most || !pairs.length) return null;
  return `From ${number(least)} to ${number(most)} KiB of read-ahead, ${changes(pairs)}.`;
}

/** In how many squares a second pipe changes who leads. */
function overPipes(squares) {
  const pairs = matched(squares, "pipes", "shared", "separate", ["read_ahead_kb", "read_bandwidth_mib_s"]);
  return pairs.length ? `With ${pipesName("separate")} instead of one for both, ${changes(pairs)}.` : null;
}

/**
 * @param {object[]} squares of leadSquares @param {string} key of the setting @param {*} one @param {*} other its values
 * @param {string[]} same what is equal in a pair
 * @returns {object[][]} pairs of squares that differ in one setting
 */
export function matched(squares, key, one, other, same) {
  return squares.filter((row) => row[key] === one).flatMap((row) => {
    const match = squares.find((to) => to[key] === other && same.every((name) => to[name] === row[name]));
    return match ? [[row, match]] : [];
  });
}

/** What becomes of the ratio from the first of each pair to the second. */
function changes(pairs) {
  const factors = pairs.map(([from, to]) => to.ratio / from.ratio);
  const turned = pairs.filter(([from, to]) => from.leader !== to.leader).length;
  const [least, most] = [Math.min(...factors), Math.max(...factors)].map(times);
  return `the ratio is multiplied by ${least} to ${most}, and the leader changes in ${number(turned)} of ${
    plural(pairs.length, "case")}`;
}
