/** Sentences about what engines wait for while they serve clients. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, plural} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

/** What a thread may wait for, as the view off_cpu names it, and in words. */
export const WAITS = new Map([
  ["client", "for its client"], ["CPU", "for a CPU"], ["lock", "for a lock or latch"],
  ["flush", "for a flush"], ["write", "in a write"], ["read", "in a read"],
  ["asynchronous I/O", "for asynchronous I/O"], ["other", "otherwise"],
]);
/** Threads that a sentence still mentions, of all clients. */
const LEAST = 0.02;
/** By how much the threads that wait and run may miss the number of clients and CPUs. */
const WITHIN = 0.1;

/**
 * One row for each run's phase, with the threads that wait for each thing, and those that run.
 * @param {{cell_id: string, engine: string, cpus: number, threads: number, phase: string,
 *   waits_for: string, threads_waiting: number}[]} rows of waits.json
 * @returns {object[]} with a column for each of `WAITS`, `running`, which is what of the clients is left, and
 *   `adds_up`: a wait counts in the phase in which it ends, so in short phases more threads may seem to wait than
 *   there are, or fewer, so that more seem to run than there are CPUs
 */
export function waitRows(rows) {
  return [...groupRows(rows, (row) => `${row.cell_id}|${row.phase}`).values()].map((own) => {
    const {cell_id, engine, cpus, threads, phase} = own[0];
    const waits = Object.fromEntries([...WAITS.keys()].map((key) => [key,
      own.find((row) => row.waits_for === key)?.threads_waiting ?? 0]));
    const waiting = Object.values(waits).reduce((sum, value) => sum + value, 0);
    const running = threads - waiting;
    return {cell_id, engine, cpus, threads, phase, ...waits, running: Math.max(0, running),
      adds_up: running >= -WITHIN * threads && running <= cpus + WITHIN * threads};
  });
}

/** @param {object[]} rows of waits.json @returns {string[]} of transactions with the most CPUs and clients */
export function waitSentences(rows) {
  const all = waitRows(rows);
  const runs = all.filter((row) => row.phase === "read-write" && row.adds_up);
  const left = all.filter((row) => !row.adds_up).length;
  const sentences = orderEngines(runs.map((row) => row.engine)).map((engine) => {
    const own = runs.filter((row) => row.engine === engine);
    const most = own.reduce((best, row) =>
      (row.cpus - best.cpus || row.threads - best.threads) > 0 ? row : best);
    const shown = [...WAITS].filter(([key]) => most[key] >= LEAST * most.threads)
      .sort(([a], [b]) => most[b] - most[a]).map(([key, words]) => `${number(most[key])} wait ${words}`);
    return `With ${number(most.threads)} clients on ${number(most.cpus)} CPUs, ${engineName(engine)} has ` +
      `${number(most.running)} threads running on average, and ${list(shown)}.`;
  });
  return left ? [...sentences, `In ${number(left)} of ${plural(all.length, "phase")} threads that wait and CPUs do not add up to the clients, ` +
    "since a wait counts in the phase in which it ends. Those phases are left out."] : sentences;
}
