/** Sentences about what engines wait for while they serve clients. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, plural} from "../charts/format.js";
import {groupRows, isKnown} from "../charts/group.js";

/** What a thread may wait for, as the view off_cpu names it, and in words. */
export const WAITS = new Map([
  ["client", "for the client"], ["CPU", "for a CPU"], ["lock", "for a lock"],
  ["flush", "for a flush"], ["write", "in a write"], ["read", "in a read"],
  ["asynchronous I/O", "for asynchronous I/O"], ["other", "otherwise"],
]);
/** Threads that a sentence still mentions, of all clients. */
const LEAST = 0.02;
/** By how much the threads that wait and run may miss the number of clients and CPUs. */
const WITHIN = 0.1;

/**
 * One row for each run's phase, with the threads that wait for each thing.
 * @param {{cell_id: string, engine: string, cpus: number, threads: number, phase: string,
 *   waits_for: string, threads_waiting: number, threads_waiting_for_rows: number | null}[]} rows of waits.json
 * @returns {object[]} with a column for each of `WAITS`, and `adds_up`: a wait counts in the phase in which it ends, so
 *   in short phases more threads may seem to wait than there are, or so few that the rest would not fit on the CPUs
 */
export function waitRows(rows) {
  return [...groupRows(rows, (row) => `${row.cell_id}|${row.phase}`).values()].map((own) => {
    const {cell_id, engine, cpus, threads, phase} = own[0];
    const waits = Object.fromEntries([...WAITS.keys()].map((key) => [key,
      own.find((row) => row.waits_for === key)?.threads_waiting ?? 0]));
    const waiting = Object.values(waits).reduce((sum, value) => sum + value, 0);
    const running = threads - waiting;
    return {cell_id, engine, cpus, threads, phase, ...waits, rows: own[0].threads_waiting_for_rows,
      adds_up: running >= -WITHIN * threads && running <= cpus + WITHIN * threads};
  });
}

/** The phases of transactions with the most CPUs and clients whose waits add up, one for each engine. @param {object[]} all */
function largest(all) {
  const runs = all.filter((row) => row.phase === "read-write" && row.adds_up);
  return orderEngines(runs.map((row) => row.engine)).map((engine) => runs.filter((row) => row.engine === engine)
    .reduce((best, row) => ((row.cpus - best.cpus || row.threads - best.threads) > 0 ? row : best)));
}

/** Whether the locks are those of rows, where the engine counts that. @param {object} row of `waitRows` @returns {string} */
function ofRows(row) {
  if (!isKnown(row.rows)) return "";
  const few = row.rows < LEAST * row.threads ? "hardly any" : number(row.rows);
  return ` (${few} for locks of rows, the others for latches, mutexes and each other's flushes)`;
}

/** @param {object[]} rows of waits.json @returns {string[]} of transactions with the most CPUs and clients */
export function waitSentences(rows) {
  const all = waitRows(rows);
  const left = all.filter((row) => !row.adds_up).length;
  const sentences = largest(all).map((row) => {
    const shown = [...WAITS].filter(([key]) => row[key] >= LEAST * row.threads).sort(([a], [b]) => row[b] - row[a])
      .map(([key, words], i) => `${number(row[key])} ${i ? "" : "wait "}${words}${key === "lock" ? ofRows(row) : ""}`);
    return `${engineName(row.engine)}, ${number(row.threads)} clients on ${number(row.cpus)} CPUs: ${list(shown)}.`;
  });
  return left ? [...sentences, `In ${number(left)} of ${plural(all.length, "phase")} threads that wait and CPUs do not add up to the clients, ` +
    "since a wait counts in the phase in which it ends. Those phases are left out."] : sentences;
}
