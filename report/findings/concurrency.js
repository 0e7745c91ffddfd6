/** Sentences about concurrency: what more clients and unprepared statements cost. */
import {engineName, ofNewestVersions, orderEngines} from "../charts/engines.js";
import {list, number, times} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";
import {alikeVersions, rangeWords} from "./alike.js";
import {figureOf, quotient, withInterval} from "./intervals.js";

/** Medians of `value` over the seeds of an engine's phase, by number of clients, ascending. */
function byThreads(rows, engine, phase, value) {
  const own = rows.filter((row) => row.engine === engine && row.phase === phase &&
    isKnown(row[value]));
  return [...groupRows(own, (row) => row.threads)]
    .map(([threads, repeats]) => ({threads, value: median(repeats.map((row) => row[value]))}))
    .sort((a, b) => a.threads - b.threads);
}

/** The quotients of two series where both have a value. */
function ratios(above, below) {
  return above.flatMap(({threads, value}) => {
    const other = below.find((row) => row.threads === threads);
    return other?.value ? [{threads, ratio: value / other.value}] : [];
  });
}

const clients = (threads) => `${number(threads)} client${threads === 1 ? "" : "s"}`;

/** Series by number of clients, of versions that agree together: "1.2 with 1 client and 1.3 with 8 in PostgreSQL 17". */
function byClients(series, format) {
  const known = series.filter(({points}) => points.length);
  return alikeVersions(known.map(({engine, points}) => ({engine, values: points.map(({value}) => value)})))
    .map(({name, engines, values}) => {
      const {points} = known.find((row) => row.engine === engines[0]);
      return `${list(values.map((range, i) => `${rangeWords(range, format)} with ${i ? number(points[i].threads)
        : clients(points[i].threads)}`))} in ${name}`;
    }).join("; ");
}

/**
 * @param {object[]} rows of concurrency_intervals.json, of the engines that are shown
 * @returns {string} the page's answer: what preparing brings with one client, by the newest version of each engine
 */
export function concurrencyAnswer(rows) {
  const newest = ofNewestVersions(rows);
  const threads = Math.min(...newest.map((row) => row.threads));
  const found = orderEngines(newest.map((row) => row.engine)).flatMap((engine) => {
    const of = (phase) => figureOf(newest, "tps", {engine, phase, threads});
    const gain = quotient(of("select"), of("select-unprepared"));
    return gain ? [{engine, gain}] : [];
  });
  return found.length ? `With ${clients(threads)}, prepared point SELECTs run, relative to unprepared ones, ${list(found.map(
    ({engine, gain}, i) => `${withInterval(gain, times, i === 0)} as fast in ${engineName(engine)}`))}.`
    : "Prepared and unprepared SELECTs of these engines were not measured.";
}

/** @param {object[]} rows of concurrency_runs.json @returns {string[]} a sentence for each cost, versions that agree together */
export function concurrencySentences(rows) {
  const engines = orderEngines(rows.map((row) => row.engine));
  const series = (of) => engines.map((engine) => ({engine, points: of(engine)}));
  const gain = byClients(series((engine) => ratios(byThreads(rows, engine, "select", "tps"),
    byThreads(rows, engine, "select-unprepared", "tps")).map(({threads, ratio}) => ({threads, value: ratio}))), times);
  const cost = byClients(series((engine) => byThreads(rows, engine, "select", "engine_instructions_per_transaction")
    .map(({threads, value}) => ({threads, value: value / 1e3}))), number);
  const [first, ...others] = orderEngines(ofNewestVersions(rows).map((row) => row.engine));
  const compared = others.flatMap((engine) => {
    const found = ratios(byThreads(rows, first, "select", "tps"), byThreads(rows, engine, "select", "tps"));
    return found.length ? [`${engineName(first)} serves ${list(found.map(({threads, ratio}) =>
      `${times(ratio)} as many with ${clients(threads)}`))} as ${engineName(engine)}`] : [];
  });
  return [
    gain ? `Prepared point SELECTs per second over unprepared ones: ${gain}.` : "",
    cost ? `Thousand instructions per prepared point SELECT: ${cost}.` : "",
    compared.length ? `Prepared point SELECTs per second: ${compared.join("; ")}.` : "",
  ].filter(Boolean);
}

/** What one tool spends beside the other. @param {object[]} rows of tools.json @returns {string[]} */
export function toolSentences(rows) {
  return orderEngines(rows.map((row) => row.engine)).flatMap((engine) =>
    ["prepared", "simple"].flatMap((kind) => {
      const own = rows.filter((row) => row.engine === engine);
      const [pgbench, sysbench] = ["pgbench", "sysbench"].map((tool) => `${tool}-${kind}`);
      const gain = ratios(byThreads(own, engine, pgbench, "tps"),
        byThreads(own, engine, sysbench, "tps"));
      const [its, other] = [pgbench, sysbench].map((phase) =>
        byThreads(own, engine, phase, "client_instructions_per_transaction").at(-1));
      if (!gain.length || !its || !other) return [];
      return [`With ${kind === "simple" ? "unprepared" : "prepared"} statements, ${
        engineName(engine)} answers ${list(gain.map(({threads, ratio}) =>
        `${times(ratio)} (${clients(threads)})`))} as many SELECTs per second with pgbench as with sysbench. A SELECT costs ` +
        `pgbench ${number(its.value / 1e3)} thousand instructions and sysbench ${number(other.value / 1e3)} thousand.`];
    }));
}
