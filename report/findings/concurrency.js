/** Sentences about concurrency: what more clients and unprepared statements cost. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, times} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";

/** Medians of `value` over the seeds of an engine's phase, by number of clients, ascending. */
function byThreads(rows, engine, phase, value) {
  const own = rows.filter((row) => row.engine === engine && row.phase === phase &&
    isKnown(row[value]));
  return [...groupRows(own, (row) => row.threads)]
    .map(([threads, repeats]) => ({threads, value: median(repeats.map((row) => row[value]))}))
    .sort((a, b) => a.threads - b.threads);
}

/** "1.20× at 1 client and 1.30× at 8": the ratio of two series where both have a value. */
function ratios(above, below) {
  return above.flatMap(({threads, value}) => {
    const other = below.find((row) => row.threads === threads);
    return other?.value ? [`${times(value / other.value)} at ${number(threads)} client${
      threads === 1 ? "" : "s"}`] : [];
  });
}

/** @param {object[]} rows of concurrency_runs.json @returns {string[]} */
export function concurrencySentences(rows) {
  const engines = orderEngines(rows.map((row) => row.engine));
  const own = engines.flatMap((engine) => {
    const prepared = byThreads(rows, engine, "select", "tps");
    const gain = ratios(prepared, byThreads(rows, engine, "select-unprepared", "tps"));
    const cost = byThreads(rows, engine, "select", "engine_instructions_per_transaction");
    const name = engineName(engine);
    return [
      gain.length ? `Preparing the statement multiplies the point SELECTs per second of ${name} by ` +
        `${list(gain)}.` : "",
      cost.length > 1 ? `A prepared point SELECT costs ${name} ${number(cost[0].value / 1e3)} ` +
        `thousand instructions with ${number(cost[0].threads)} client${
          cost[0].threads === 1 ? "" : "s"} and ${number(cost.at(-1).value / 1e3)} thousand with ` +
        `${number(cost.at(-1).threads)}.` : "",
    ];
  });
  const pairs = engines.slice(1).flatMap((engine) => {
    const found = ratios(byThreads(rows, engines[0], "select", "tps"),
      byThreads(rows, engine, "select", "tps"));
    return found.length ? [`${engineName(engines[0])} makes, of the point SELECTs per second of ` +
      `${engineName(engine)}, ${list(found)}.`] : [];
  });
  return [...own, ...pairs];
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
      return [`With ${kind === "simple" ? "statements that are not prepared" :
        "prepared statements"}, ${engineName(engine)} answers pgbench ${list(gain)} as often as ` +
        `sysbench: each costs pgbench ${number(its.value / 1e3)} thousand instructions and ` +
        `sysbench ${number(other.value / 1e3)} thousand.`];
    }));
}
