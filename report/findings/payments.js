/** Sentences about payments: who makes more, and what deletes and a second log cost. */
import {engineName, orderEngines} from "../charts/engines.js";
import {number, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";

/** What was promised and what was deleted, in the order in which they are shown. */
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

/** @param {object[]} rows of payments_runs.json @returns {string} by what the payments are distinguished */
export function paymentTitle(rows) {
  const flushes = flushLatencies(rows);
  const by = "Payments by the logs that are written, by what is deleted";
  return flushes.length > 1 ? `${by}, and by what a flush takes`
    : flushes.length ? `${by}; a flush takes ${flushName(flushes[0])}` : by;
}

/** @param {object[]} rows of payments_runs.json @returns {string[]} */
export function paymentSentences(rows) {
  const middle = (own) => median(own.map((row) => row.tps));
  const flushes = flushLatencies(rows);
  const of = (engine, durability, deletes, flush) => rows.filter((row) => row.engine === engine &&
    row.durability === durability && row.deletes === deletes && row.flush_latency_us === flush);
  const leaders = flushes.flatMap((flush) => ["equal", "own-default"].flatMap((durability) => {
    const own = rows.filter((row) => row.durability === durability &&
      row.deletes === "with-deletes" && row.flush_latency_us === flush && row.tps !== null);
    const each = [...groupRows(own, (row) => row.engine)]
      .map(([engine, some]) => ({engine, tps: middle(some)})).sort((a, b) => b.tps - a.tps);
    return each.length > 1 ? [`With deletes, ${LOGS[durability]} and a flush of ${flushName(flush)}, ${engineName(each[0].engine)} makes ` +
      `the most payments, ${number(each[0].tps)} per second, ${times(each[0].tps / each.at(-1).tps)} ` +
      `those of ${engineName(each.at(-1).engine)}.`] : [];
  }));
  const costs = orderEngines(rows.map((row) => row.engine)).flatMap((engine) => flushes.flatMap(
    (flush) => {
      const [kept, deleted] = ["without-deletes", "with-deletes"].map((deletes) =>
        middle(of(engine, "equal", deletes, flush)));
      return kept && deleted ? [`Where a flush takes ${flushName(flush)}, deletes multiply the ` +
        `payments of ${engineName(engine)} by ${times(deleted / kept)}.`] : [];
    }));
  return [...leaders, ...costs, ...planned(rows)];
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
    return `${engineName(engine)} scans an index ${number(scans)} times a payment ` +
      `${deletes.replace("-", " ")}; its statements ask for ${WANTED_SCANS[deletes]} of these scans, ` +
      "its planner for the others.";
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
