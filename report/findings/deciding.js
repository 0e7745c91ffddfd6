/** Sentences about OLTP over the kernel's read-ahead: whether it decides which engine is faster. */
import {engineName, engineStyle, orderEngines, rowsOfPairs} from "../charts/engines.js";
import {bytes, list, number, times} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";
import {alikeVersions, rangeWords} from "./alike.js";

const PAGE_KIB = 4;

/** "without read-ahead", "with 128 KiB of read-ahead". @param {number} kib */
export const readAheadWords = (kib) => (kib ? `with ${number(kib)} KiB of read-ahead` : "without read-ahead");

const interval = ({low, high}, name = "") => (low === null || high === null ? ""
  : ` (${name}${times(low)} to ${times(high)})`);

/**
 * The ratios of each pair that is compared, turned so that the first in the order of engines is the numerator.
 * @param {object[]} ratios rows of deciding_ratios.json, of the engines that are shown
 * @returns {{first: string, second: string, mib_s: number, kib: number, ratio: number,
 *   low: number | null, high: number | null}[]} by pair, bandwidth and read-ahead
 */
export function readAheadRatios(ratios) {
  return rowsOfPairs(ratios.filter((row) => isKnown(row.median))).flatMap(turned);
}

/** Rows of one pair, as `readAheadRatios` has them. @param {object[]} rows */
function turned(rows) {
  const [first, second] = orderEngines([rows[0].numerator, rows[0].denominator]);
  return rows.map((row) => {
    const as = row.numerator === first ? (value) => value : (value) => (value === null ? null : 1 / value);
    const [low, high] = row.numerator === first ? [row.low, row.high] : [row.high, row.low];
    return {first, second, mib_s: row.read_bandwidth_mib_s, kib: row.read_ahead_kb,
      ratio: as(row.median), low: as(low), high: as(high)};
  }).sort((a, b) => a.mib_s - b.mib_s || a.kib - b.kib);
}

/** Ratios of each pair at each bandwidth, each with both ends of the read-ahead. @param {object[]} ratios turned */
function ends(ratios) {
  const places = groupRows(ratios, (row) => `${row.first}|${row.second}|${row.mib_s}`);
  return [...places.values()].filter((own) => own.length > 1).map((own) => {
    const [least, most] = [own[0], own.at(-1)];
    const [one, other] = [leader(least), leader(most)];
    return {least, most, turns: Boolean(one && other && one !== other)};
  });
}

/** The engine that leads in a turned row: null where the interval includes 1, or there is none. */
function leader({first, second, low, high}) {
  if (low !== null && low > 1) return first;
  return high !== null && high < 1 ? second : null;
}

/** What the setting does to the lead, between both ends of the read-ahead. @param {object} least @param {object} most */
function effectOnLead(least, most) {
  const [one, other] = [leader(least), leader(most)];
  if (one && other) {
    return one === other ? "one setting of the kernel changes the ratio, but not who leads"
      : "one setting of the kernel changes who leads";
  }
  if ([least, most].some(({low, high}) => low === null || high === null)) {
    return "one seed per setting does not show whether the setting changes who leads";
  }
  if (!one && !other) return "both intervals include 1, so neither engine leads at either setting";
  return one ? `${engineName(one)} leads ${readAheadWords(least.kib)}, and neither engine ${readAheadWords(most.kib)}`
    : `neither engine leads ${readAheadWords(least.kib)}, and ${engineName(other)} does ${readAheadWords(most.kib)}`;
}

/**
 * @param {object[]} ratios as of `readAheadRatios`
 * @param {string} [conditions] what else the finding depends on, such as "in runs of 7 s"
 * @returns {string} the finding in a sentence, of the slowest device; empty where it was not measured
 */
export function decidingHeadline(ratios, conditions = "") {
  const [found] = ends(readAheadRatios(ratios));
  if (!found) return "";
  const {least, most} = found;
  const [one, other] = [least.first, least.second].map(engineName);
  const figures = `At ${number(least.mib_s)} MiB/s${conditions && `, ${conditions},`} ${one} commits ${times(least.ratio)}${interval(least, "95 % interval ")} as many ` +
    `OLTP transactions as ${other} ${readAheadWords(least.kib)}, and ${times(most.ratio)}${interval(most)} as many ${
      readAheadWords(most.kib)}`;
  return `${figures}: ${effectOnLead(least, most)}.`;
}

/** @param {object[]} ratios as of `readAheadRatios` @returns {string[]} one for each pair and bandwidth */
export function decidingSentences(ratios) {
  return ends(readAheadRatios(ratios)).map(({least, most}) => {
    const change = least.ratio / most.ratio;
    return `At ${number(least.mib_s)} MiB/s the ratio of ${engineName(least.first)} to ${
      engineName(least.second)} is ${times(least.ratio)}${interval(least)} ${readAheadWords(least.kib)} and ${
      times(most.ratio)}${interval(most)} ${readAheadWords(most.kib)}, which differ by a factor of ${
      times(Math.max(change, 1 / change))}: ${effectOnLead(least, most)}.`;
  });
}

/**
 * @param {object[]} ratios as of `readAheadRatios`
 * @returns {string[]} in how many pairs of versions of two families the lead changes hands; none for one pair
 */
export function decidingVersions(ratios) {
  const known = ratios.filter((row) => isKnown(row.median) &&
    engineStyle(row.numerator).family !== engineStyle(row.denominator).family);
  const pairs = groupRows(known, (row) => `${row.numerator}|${row.denominator}`);
  if (pairs.size < 2) return [];
  const found = ends([...pairs.values()].flatMap(turned));
  return [...groupRows(found, (row) => row.least.mib_s)].map(([mibS, own]) =>
    `At ${number(mibS)} MiB/s the lead changes in ${number(own.filter((row) => row.turns).length)} of ${
      number(own.length)} pairs of engine versions.`);
}

/**
 * @param {object[]} runs rows of deciding_runs.json, of the engines that are shown
 * @returns {string[]} what a transaction reads at both ends, at the lowest bandwidth; versions that agree together
 */
export function readAheadCosts(runs) {
  const known = runs.filter((row) => isKnown(row.read_pages_per_transaction));
  const slowest = Math.min(...known.map((row) => row.read_bandwidth_mib_s));
  const figures = orderEngines(known.map((row) => row.engine)).flatMap((engine) => {
    const own = known.filter((row) => row.engine === engine && row.read_bandwidth_mib_s === slowest);
    const places = [...groupRows(own, (row) => Number(row.read_ahead_kb))].map(([kib, rows]) => {
      const of = (measure) => median(rows.map((row) => row[measure]));
      const read = of("read_pages_per_transaction") * PAGE_KIB;
      return {kib, values: [read, read / of("read_commands_per_transaction")]};
    }).sort((a, b) => a.kib - b.kib);
    return places.length < 2 ? [] : [{engine, places, values: places.flatMap(({values}) => values)}];
  });
  return alikeVersions(figures).map(({name, engines, values}) => {
    const {places} = figures.find((row) => row.engine === engines[0]);
    return `${name} at ${number(slowest)} MiB/s: a transaction reads ${list(places.map(({kib}, i) =>
      `${rangeWords(values[2 * i], number)} KiB ${readAheadWords(kib)} (${rangeWords(values[2 * i + 1], number)} KiB per request)`))}.`;
  });
}

/**
 * @param {object[]} rows of read_request_sizes.json, of the engines that are shown
 * @returns {string[]} how many reads of a transaction are of one page and how many larger, over read-ahead, at the lowest
 *   bandwidth; versions that agree together
 */
export function readSizeSentences(rows) {
  const slowest = Math.min(...rows.map((row) => row.read_bandwidth_mib_s));
  const ahead = rows.filter((row) => row.read_bandwidth_mib_s === slowest && row.read_ahead_kb > 0);
  const kibs = [...new Set(ahead.map((row) => row.read_ahead_kb))].sort((a, b) => a - b);
  const figures = orderEngines(ahead.map((row) => row.engine)).map((engine) => ({engine, values: kibs.flatMap((kib) => {
    const own = ahead.filter((row) => row.engine === engine && row.read_ahead_kb === kib);
    return ["page_reads_per_transaction", "larger_reads_per_transaction", "larger_read_bytes_mean"]
      .map((measure) => median(own.map((row) => row[measure])) ?? 0);
  })}));
  return alikeVersions(figures).map(({name, values}) => {
    const words = kibs.map((kib, i) => {
      const [single, larger, size] = values.slice(3 * i, 3 * i + 3);
      return `${rangeWords(single, number)} of one page and ${larger[1] ? `${rangeWords(larger, number)} larger ones of ${
        rangeWords(size, bytes)} on average` : "none larger"} ${readAheadWords(kib)}`;
    });
    return `${name} at ${number(slowest)} MiB/s: the reads of a transaction are ${list(words)}.`;
  });
}
