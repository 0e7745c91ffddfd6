/** What more CPUs bring, and with how many clients. */
import {groupRows, isKnown, median} from "../charts/group.js";

/** The numbers of CPUs that runs had, ascending. @param {object[]} rows @returns {string[]} */
export function cpusOf(rows) {
  return [...new Set(rows.map((row) => Number(row.cpus)))].sort((a, b) => a - b).map(String);
}

/**
 * Each engine's best median over seeds for a number of CPUs.
 * @param {object[]} rows of scaling_runs.json
 * @returns {{engine: string, phase: string, cpus: number, threads: number, value: number,
 *   cell_id: string, speedup: number | null}[]} `threads` clients make the peak; `speedup` over one CPU
 */
export function peaksOverCpus(rows) {
  const known = rows.filter((row) => isKnown(row.tps));
  const places = groupRows(known, (row) => `${row.engine}|${row.phase}|${row.cpus}|${row.threads}`);
  const medians = [...places.values()].map((own) => ({engine: own[0].engine, phase: own[0].phase,
    cpus: Number(own[0].cpus), threads: Number(own[0].threads), cell_id: own[0].cell_id,
    value: median(own.map((row) => row.tps))}));
  const peaks = [...groupRows(medians, (row) => `${row.engine}|${row.phase}|${row.cpus}`).values()]
    .map((own) => own.reduce((best, row) => (row.value > best.value ? row : best)));
  return peaks.map((row) => {
    const alone = peaks.find((other) => other.engine === row.engine &&
      other.phase === row.phase && other.cpus === 1);
    return {...row, speedup: alone ? row.value / alone.value : null};
  });
}
