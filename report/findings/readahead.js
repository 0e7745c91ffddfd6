/** Sentences about the sizes of reads, and the bandwidth that a scan reaches. */
import {engineName, ofNewestVersions, orderEngines} from "../charts/engines.js";
import {bytes, list, number, percent} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {alikeVersions, rangeWords} from "./alike.js";

const byReadahead = (a, b) => a.read_ahead_kb - b.read_ahead_kb;

/** First scans with a size at the device. @param {object[]} rows of readahead_means.json */
const firstScans = (rows) => rows.filter((row) => row.phase === "scan" && row.device_read_bytes_mean !== null);

/** From this growth on, the kernel is said to change the size of reads. */
const GROWTH = 1.05;

/**
 * @param {object[]} rows of readahead_means.json, of the engines that are shown
 * @returns {string} the page's answer: whether the kernel's read-ahead changes the size of reads at the device
 */
export function readaheadAnswer(rows) {
  const newest = ofNewestVersions(firstScans(rows));
  const words = orderEngines(newest.map((row) => row.engine)).flatMap((engine) => {
    const own = newest.filter((row) => row.engine === engine).sort(byReadahead);
    const [low, high] = [own[0], own.at(-1)].map((row) => row.device_read_bytes_mean);
    if (own.length < 2) return [];
    return [high > low * GROWTH ? `the kernel in ${engineName(engine)} (from ${bytes(low)} to ${bytes(high)} per read)`
      : `the engine alone in ${engineName(engine)} (${bytes(high)} per read with any read-ahead)`];
  });
  return words.length ? `The size of reads at the device depends on ${list(words)}; one run per setting, so no interval.`
    : "Scans of these engines were not measured with more than one read-ahead.";
}

/** @param {object[]} rows of readahead_means.json, first scans @returns {string[]} versions that agree together */
export function readaheadSentences(rows) {
  const figures = [...groupRows(firstScans(rows), (row) => row.engine)].map(([engine, own]) => {
    const sorted = [...own].sort(byReadahead);
    const asked = sorted.map((row) => row.syscall_read_bytes_mean).filter((v) => v !== null);
    return {engine, ends: [sorted[0], sorted.at(-1)], values: [sorted[0].device_read_bytes_mean,
      sorted.at(-1).device_read_bytes_mean, ...(asked.length ? [Math.min(...asked), Math.max(...asked)] : [])]};
  });
  return alikeVersions(figures).map(({name, engines, values: [low, high, least, most]}) => {
    const {ends} = figures.find((row) => row.engine === engines[0]);
    const atDevice = ends[0] === ends[1] ? rangeWords(low, bytes)
      : `${rangeWords(low, bytes)} with read_ahead_kb ${number(ends[0].read_ahead_kb)} and ${
        rangeWords(high, bytes)} with ${number(ends[1].read_ahead_kb)}`;
    return `${name}: ${atDevice} per read at the device${least === undefined ? ""
      : `; ${rangeWords([least[0], most[1]], bytes)} per read at the system call`}.`;
  });
}

/** @param {object[]} rows of readahead_scans.json @returns {string[]} the best of each engine, versions that agree together */
export function scanSentences(rows) {
  const first = rows.filter((row) => row.phase === "scan" && row.bandwidth_share !== null);
  const figures = [...groupRows(first, (row) => row.engine)].map(([engine, own]) => {
    const best = own.reduce((a, b) => (b.bandwidth_share > a.bandwidth_share ? b : a));
    return {engine, best, values: [best.bandwidth_share]};
  });
  const words = alikeVersions(figures).map(({name, engines, values: [range]}) => {
    const places = new Set(figures.filter((row) => engines.includes(row.engine)).map((row) => row.best.read_ahead_kb));
    return `${rangeWords(range, percent)} in ${name}${places.size === 1 ? ` (read_ahead_kb ${number([...places][0])})` : ""}`;
  });
  return words.length ? [`The largest share of the device's bandwidth that a scan from cold caches reaches: ${words.join("; ")}.`] : [];
}
