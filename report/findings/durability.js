/** Sentences about durability: what a commit that waits for the device costs. */
import {engineName, ofNewestVersions, orderEngines} from "../charts/engines.js";
import {list, number, plural, times} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";
import {alikeVersions, rangeWords} from "./alike.js";
import {figureOf, quotient, withInterval} from "./intervals.js";

/** Settings of the experiment `durability`, in the order in which they are shown. */
const SAFETIES = ["durable", "asynchronous-commit", "no-page-copies"];

/** A flush latency as words: "20 µs", "2 ms". */
function flushName(us) {
  return us >= 1000 ? `${number(us / 1000)} ms` : `${number(us)} µs`;
}

/**
 * Durable runs by engine, of those engines whose copies of pages these can't price: in some run an engine
 * wrote no page and so no copy, and runs without copies then differ by chance.
 * @param {object[]} rows of durability_runs.json
 * @returns {Map<string, object[]>}
 */
function withoutCopies(rows) {
  const durable = groupRows(rows.filter((row) => row.safety === "durable"), (row) => row.engine);
  return new Map([...durable].filter(([, own]) => own.some((row) => !row.page_copies)));
}

/**
 * @param {object[]} rows of durability_runs.json
 * @returns {object[]} those that answer a question, in the order in which they are shown, each with
 *   `setting`, in words
 */
export function durabilitySettings(rows) {
  const unpriced = withoutCopies(rows);
  return rows
    .filter((row) => row.safety !== "no-page-copies" || !unpriced.has(row.engine))
    .map((row) => ({...row, setting: `${row.safety.replaceAll("-", " ")}, flush ${
      flushName(row.flush_latency_us)}`}))
    .sort((a, b) => a.flush_latency_us - b.flush_latency_us ||
      SAFETIES.indexOf(a.safety) - SAFETIES.indexOf(b.safety));
}

/** The median of `value` in a group of the rows, or undefined where there is none. */
function middle(rows, engine, safety, flush, value) {
  const own = rows.filter((row) => row.engine === engine && row.safety === safety &&
    row.flush_latency_us === flush && isKnown(row[value]));
  return own.length ? median(own.map((row) => row[value])) : undefined;
}

/**
 * @param {object[]} rows of durability_intervals.json, of the engines that are shown
 * @returns {string} the page's answer: what commits that don't wait gain where flushes are slowest, by the newest
 *   version of each engine
 */
export function durabilityAnswer(rows) {
  const newest = ofNewestVersions(rows);
  const flush = Math.max(...newest.map((row) => row.flush_latency_us));
  const gains = orderEngines(newest.map((row) => row.engine)).flatMap((engine) => {
    const of = (safety) => figureOf(newest, "tps", {engine, safety, flush_latency_us: flush});
    const gain = quotient(of("asynchronous-commit"), of("durable"));
    return gain ? [{engine, gain}] : [];
  });
  return gains.length ? `With a flush latency of ${flushName(flush)}, asynchronous commit multiplies throughput by ${list(gains.map(
    ({engine, gain}, i) => `${withInterval(gain, times, i === 0)} in ${engineName(engine)}`))}.`
    : "Durable and asynchronous commits of these engines were not measured.";
}

/**
 * @param {object[]} rows of durability_runs.json
 * @returns {string[]} what commits that don't wait gain, flushes per transaction, and what the copies of pages write
 */
export function durabilitySentences(rows) {
  const flushes = [...new Set(rows.map((row) => row.flush_latency_us))].sort((a, b) => a - b);
  const engines = orderEngines(rows.map((row) => row.engine));
  const byFlush = (valueAt, format) => alikeVersions(engines
    .map((engine) => ({engine, values: flushes.map((flush) => valueAt(engine, flush)).filter(isKnown)}))
    .filter(({values}) => values.length === flushes.length))
    .map(({name, values}) => `${list(values.map((range, i) => `${rangeWords(range, format)} at ${
      flushName(flushes[i])}`))} in ${name}`).join("; ");
  const gains = byFlush((engine, flush) => {
    const [relaxed, durable] = ["asynchronous-commit", "durable"].map((safety) => middle(rows, engine, safety, flush, "tps"));
    return relaxed && durable ? relaxed / durable : undefined;
  }, times);
  const shared = byFlush((engine, flush) => middle(rows, engine, "durable", flush, "flushes_per_transaction"), number);
  return [
    gains ? `Throughput with asynchronous commit over throughput with durable commit, by flush latency: ${gains}.` : "",
    shared ? `Flushes per durable transaction, by flush latency: ${shared}.` : "",
    ...copiesSentences(rows, engines, flushes[0]),
  ].filter(Boolean);
}

/** What the copies of pages write, and which engines they have no price of. */
function copiesSentences(rows, engines, flush) {
  const unpriced = withoutCopies(rows);
  const of = (engine, safety) => middle(rows, engine, safety, flush, "write_pages_per_transaction");
  const measured = engines.filter((engine) => isKnown(of(engine, "no-page-copies")));
  const priced = alikeVersions(measured.filter((engine) => !unpriced.has(engine) && isKnown(of(engine, "durable")))
    .map((engine) => ({engine, values: ["durable", "no-page-copies"].map((safety) => of(engine, safety))})));
  const open = groupRows(measured.filter((engine) => unpriced.has(engine)), (engine) => {
    const durable = unpriced.get(engine);
    const copied = durable.filter((row) => row.page_copies).length;
    return `${copied ? number(copied) : "none"} of ${plural(durable.length, "durable run")}`;
  });
  return [
    ...priced.map(({name, values: [written, bare]}) => `${name}: ${rangeWords(written, number)} pages of 4 KiB written per ` +
      `transaction with copies of pages and ${rangeWords(bare, number)} without.`),
    ...[...open].map(([runs, own]) => `${list(own.map(engineName))} wrote copies of pages in ${runs}${
      own.length > 1 ? " each" : ""}, so the cost of the copies is not known here, and runs without them are left out.`),
  ];
}

/**
 * @param {object[]} rows of flush_methods.json
 * @returns {string[]} by engine and latency of a flush, what O_DIRECT_NO_FSYNC saves and gains
 */
export function flushMethodSentences(rows) {
  const groups = groupRows(rows, (row) => `${row.engine}|${row.flush_latency_us}`);
  return [...groups.values()].flatMap((own) => {
    const [flushed, not] = ["O_DIRECT", "O_DIRECT_NO_FSYNC"].map((method) => own.find((row) => row.method === method));
    if (!flushed || !not) return [];
    return [`With a flush latency of ${flushName(flushed.flush_latency_us)} ${engineName(flushed.engine)} asks for ${
      number(flushed.flushes_per_write)} flushes per write with O_DIRECT and for ${
      number(not.flushes_per_write)} with O_DIRECT_NO_FSYNC, which completes ${times(not.tps / flushed.tps)} as many UPDATEs per second.`];
  });
}
