/** What the pages found beside the main question: one sentence per page, with a figure of each engine's newest version. */
import {engineName, engineStyle, ofNewestVersions, orderEngines} from "../charts/engines.js";
import {bytes, list, number, plural, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

/** @typedef {{topic: string, engine: string | null, part: string, figure: number}} Figure row of topics.json */

/** Figures of a topic by engine, each by its part. @param {Figure[]} rows @returns {[string, Map<string, number>][]} */
function byEngine(rows) {
  const groups = groupRows(ofNewestVersions(rows.filter((row) => row.engine !== null)), (row) => row.engine);
  return orderEngines([...groups.keys()]).map((engine) =>
    [engine, new Map(groups.get(engine).map(({part, figure}) => [part, figure]))]);
}

/** "1.64× in PostgreSQL 18 and 1.26× in MySQL 9.7", the most and the least; empty where none has both parts. */
function ratios(rows, above, below) {
  const found = byEngine(rows).filter(([, parts]) => parts.has(above) && parts.get(below))
    .map(([engine, parts]) => ({engine, ratio: parts.get(above) / parts.get(below)}))
    .sort((a, b) => b.ratio - a.ratio);
  return list([...new Set([found[0], found.at(-1)])].filter(Boolean)
    .map(({engine, ratio}) => `${times(ratio)} in ${engineName(engine)}`));
}

const versions = (rows) => {
  const found = ratios(rows, "held", "released");
  return found && `A snapshot held open since before UPDATEs multiplies the page accesses of its reads, relative to reads once old versions are collected, by ${found}.`;
};

const layout = (rows) => {
  const found = ratios(rows, "secondary", "primary");
  return found && `Pages read by a look-up by secondary index, over one by primary key: ${found}.`;
};

const prepared = (rows) => {
  const found = ratios(rows, "select", "select-unprepared");
  return found && `Preparing a point SELECT multiplies SELECTs per second by ${found}.`;
};

const commits = (rows) => {
  const found = ratios(rows, "asynchronous-commit", "durable");
  const flush = rows.find(({part}) => part === "flush in µs")?.figure;
  return found && `Commits that do not wait for a flush${flush ? ` of ${number(flush / 1000)} ms` : ""} multiply throughput by ${found}.`;
};

const reads = (rows) => {
  const kib = (part) => Number(part.split(" ")[0]);
  const sizes = byEngine(rows).filter(([, parts]) => parts.size > 1).map(([engine, parts]) => {
    const sorted = [...parts].sort((a, b) => kib(a[0]) - kib(b[0]));
    return {engine, least: sorted[0][1], most: sorted.at(-1)[1], to: kib(sorted.at(-1)[0])};
  });
  if (!sizes.length) return "";
  return `With ${number(sizes[0].to)} KiB of read-ahead instead of none, the reads of a scan ${list(sizes.map(
    ({engine, least, most}) => `${Math.abs(most / least - 1) < 0.05 ? `stay at ${bytes(most)}`
      : `go from ${bytes(least)} to ${bytes(most)}`} in ${engineName(engine)}`))}.`;
};

const writes = (rows) => {
  const sorted = byEngine(rows).map(([engine, parts]) => ({engine, size: parts.get("bytes")}))
    .sort((a, b) => a.size - b.size);
  return sorted.length < 2 ? "" : `An UPDATE writes ${list(sorted.map(({engine, size}) =>
    `${bytes(size)} in ${engineName(engine)}`))}.`;
};

const device = (rows) => {
  const of = (name) => rows.find(({part}) => part === name)?.figure ?? 0;
  const all = of("near") + of("far");
  return all && `${number(of("near"))} of ${plural(all, "measurement")} of the emulated device lie within 2 % of its model.`;
};

const claims = (rows) => {
  const counts = [...rows].sort((a, b) => b.figure - a.figure);
  const all = counts.reduce((sum, row) => sum + row.figure, 0);
  return all && `Verdicts on ${plural(all, "published claim")}: ${list(counts.map(({part, figure}) => `${number(figure)} ${part}`))}.`;
};

/**
 * Topics in the order of the page: what the line is called, the page with the rest, the sentence.
 * @type {[string, string, string, (rows: Figure[]) => string][]}
 */
const TOPICS = [
  ["versions", "Row versions", "mvcc", versions], ["layout", "Heap and clustered index", "storage-layout", layout],
  ["reads", "Read-ahead", "readahead", reads], ["commits", "Durability", "durability", commits],
  ["prepared", "Prepared statements", "concurrency", prepared], ["writes", "Bytes written", "write-amplification", writes],
  ["claims", "Claims of others", "claims", claims], ["device", "Calibration", "calibration", device],
];

/**
 * @param {Figure[]} rows @param {string[]} engines that are shown
 * @returns {{label: string, page: string, sentence: string}[]}
 */
export function topicLines(rows, engines) {
  return TOPICS.flatMap(([topic, label, page, say]) => {
    const own = rows.filter((row) => row.topic === topic && (row.engine === null || engines.includes(row.engine)));
    const sentence = say(own);
    return sentence ? [{label, page, sentence}] : [];
  });
}

/**
 * @param {object[]} rows of workload_ratios.json @param {string[]} engines that are shown
 * @returns {{label: string, page: string, sentence: string}[]} the newest version of each family over its oldest,
 *   with the first workload, at its fastest device
 */
export function releaseLines(rows, engines) {
  const own = rows.filter((row) => row.place === 1 && [row.numerator, row.denominator].every((engine) => engines.includes(engine)));
  const fastest = Math.max(...own.map((row) => row.read_bandwidth_mib_s));
  const families = groupRows(orderEngines(engines), (engine) => engineStyle(engine).family);
  const found = [...families.values()].flatMap((versions) => {
    const [newest, oldest] = [versions[0], versions.at(-1)];
    const row = own.find(({numerator, denominator, read_bandwidth_mib_s: at}) => at === fastest && newest !== oldest &&
      [newest, oldest].includes(numerator) && [newest, oldest].includes(denominator));
    if (!row) return [];
    const turned = row.numerator === newest ? [row.median, row.low, row.high]
      : [1 / row.median, row.high && 1 / row.high, row.low && 1 / row.low];
    const [ratio, low, high] = turned.map((value) => (value === null ? null : times(value)));
    return [`${engineName(newest)} ${ratio}${low === null ? "" : ` (${low} to ${high})`} of ${engineName(oldest)}`];
  });
  return found.length ? [{label: "Releases", page: "releases", sentence:
    `Transactions with ${own[0].workload} at ${number(fastest)} MiB/s, new over old: ${list(found)}.`}] : [];
}
