/** What engines wait for while they serve clients. */
import {groupRows} from "../charts/group.js";

/** What a thread may wait for, as the view off_cpu names it, and in words. */
const WAITS = new Map([
  ["client", "for the client"], ["CPU", "for a CPU"], ["lock", "for a lock"],
  ["flush", "for a flush"], ["write", "in a write"], ["read", "in a read"],
  ["asynchronous I/O", "for asynchronous I/O"], ["other", "otherwise"],
]);

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
