/** Sentences about payments: which engine completes more, and what deletes and a second log cost. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";
import {figureOf, quotient, withInterval} from "./intervals.js";

/** Logs and deletes, in the order in which they are shown. */
const ORDER = ["equal with-deletes", "equal without-deletes", "own-default with-deletes",
  "own-default without-deletes"];

const LOGS = {equal: "one log", "own-default": "default logs"};

const flushLatencies = (rows) =>
  [...new Set(rows.map((row) => row.flush_latency_us))].sort((a, b) => a - b);

const flushName = (us) => (us >= 1000 ? `${number(us / 1000)} ms` : `${number(us)} µs`);

/**
 * @param {object[]} rows of payments_runs.json
 * @returns {object[]} the same in the order in which they are shown, each with `setting`, in words
 */
export function paymentSettings(rows) {
  const place = (row) => ORDER.indexOf(`${row.durability} ${row.deletes}`);
  const several = flushLatencies(rows).length > 1;
  return rows.map((row) => ({...row, setting: `${LOGS[row.durability]}, ${
    row.deletes.replace("-", " ")}${several ? `, flush ${flushName(row.flush_latency_us)}` : ""}`}))
    .sort((a, b) => a.flush_latency_us - b.flush_latency_us || place(a) - place(b));
}

/** @param {object[]} rows of payments_runs.json @returns {string} with what the payments are grouped by */
export function paymentTitle(rows) {
  const flushes = flushLatencies(rows);
  const by = "Payments per second by logs and deletes";
  return flushes.length > 1 ? "Payments per second by logs, deletes and flush latency"
    : flushes.length ? `${by}, with a flush latency of ${flushName(flushes[0])}` : by;
}

/** Both settings of deletes with one log, or with default logs: where every engine that is shown has a figure. */
const settingOf = (durability, deletes, flush) => ({durability, deletes, flush_latency_us: flush});

/**
 * @param {object[]} rows of payments_intervals.json, of the engines that are shown
 * @returns {string} the page's answer: the fastest engine with one log and deletes, over each other
 */
export function paymentAnswer(rows) {
  const [flush] = flushLatencies(rows);
  const of = (engine) => figureOf(rows, "tps", {engine, ...settingOf("equal", "with-deletes", flush)});
  const found = orderEngines(rows.map((row) => row.engine)).map((engine) => ({engine, figure: of(engine)}))
    .filter(({figure}) => figure).sort((a, b) => b.figure.value - a.figure.value);
  if (found.length < 2) return "Fewer than two engines of this choice were measured.";
  const [best, ...others] = found;
  return `With one log each, ${engineName(best.engine)} completes ${number(best.figure.value)} payments per second, ${
    list(others.map(({engine, figure}, i) => `${withInterval(quotient(best.figure, figure), times, i === 0)} as many as ${
      engineName(engine)}`))}.`;
}

/**
 * @param {object[]} rows of payments_runs.json, of the engines that are shown
 * @param {object[]} intervals rows of payments_intervals.json, of the same
 * @returns {string[]} what a second log and deletes change, and what the planner looks up
 */
export function paymentSentences(rows, intervals) {
  const engines = orderEngines(intervals.map((row) => row.engine));
  const compared = (above, below) => flushLatencies(intervals).flatMap((flush) => engines.flatMap((engine) => {
    const of = ([durability, deletes]) => figureOf(intervals, "tps", {engine, ...settingOf(durability, deletes, flush)});
    const ratio = quotient(of(above), of(below));
    return ratio ? [{engine, flush, ratio}] : [];
  }));
  const several = flushLatencies(intervals).length > 1;
  const words = ({engine, flush, ratio}, i) => `${withInterval(ratio, times, i === 0)} as many in ${engineName(engine)}${
    several ? ` at ${flushName(flush)}` : ""}`;
  const logs = compared(["own-default", "with-deletes"], ["equal", "with-deletes"]);
  const deletes = compared(["equal", "with-deletes"], ["equal", "without-deletes"]);
  return [
    logs.length ? `Default logs instead of one, payments per second: ${logs.map(words).join("; ")}.` : "",
    deletes.length ? `With deletes instead of without, payments per second: ${deletes.map(words).join("; ")}.` : "",
    ...planned(rows),
  ].filter(Boolean);
}

/**
 * Scans of an index that the statements of a payment ask for: token, user and permission of two users,
 * card, account, both balances; and the transfer that is deleted.
 */
const WANTED_SCANS = {"with-deletes": 11, "without-deletes": 10};

/** What the planner looks up for its own sake, where the engine counts scans. */
function planned(rows) {
  return [...groupRows(rows.filter((row) => row.index_scans_per_transaction != null),
    (row) => `${row.engine} ${row.deletes}`).values()].map((own) => {
    const {engine, deletes} = own[0];
    const scans = median(own.map((row) => row.index_scans_per_transaction));
    return `${engineName(engine)} scans indexes ${number(scans)} times per payment ${deletes.replace("-", " ")}: ` +
      `${WANTED_SCANS[deletes]} scans are for its statements, the others for its planner.`;
  });
}

/**
 * @param {object[]} rows of payments_runs.json
 * @returns {string} how large the data are, beside the engines' memory; empty where no run counted them
 */
export function paymentData(rows) {
  const known = rows.filter((row) => row.data_mib != null);
  if (known.length === 0) return "";
  const sizes = orderEngines(known.map((row) => row.engine)).map((engine) => `${number(
    median(known.filter((row) => row.engine === engine).map((row) => row.data_mib)))} MiB in ${
    engineName(engine)}`);
  const memories = [...new Set(known.map((row) => row.engine_memory_mib))].sort((a, b) => a - b);
  return `Tables and indexes take ${sizes.join(", ")}; an engine has ${memories.join(" or ")} MiB of memory.`;
}
