/** Sentences about CPUs: what more of them bring, and with how many clients. */
import {engineName, ofNewestVersions, orderEngines} from "../charts/engines.js";
import {list, number, percent, times} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";
import {figureOf, quotient, withInterval} from "./intervals.js";

const KINDS = new Map([["select", "point SELECTs"], ["read-write", "transactions"]]);

/** The numbers of CPUs that runs had, ascending. @param {object[]} rows @returns {string[]} */
export function cpusOf(rows) {
  return [...new Set(rows.map((row) => Number(row.cpus)))].sort((a, b) => a - b).map(String);
}

/**
 * Each engine's best median over seeds for a number of CPUs.
 * @param {object[]} rows of scaling_runs.json
 * @returns {{engine: string, phase: string, cpus: number, threads: number, value: number,
 *   cell_id: string, instructions: number, speedup: number | null, work: number | null}[]} `threads` clients make the
 *   peak; `speedup` over one CPU; `work`: instructions of a transaction, as a multiple of those on one CPU
 */
export function peaksOverCpus(rows) {
  const known = rows.filter((row) => isKnown(row.tps));
  const places = groupRows(known, (row) => `${row.engine}|${row.phase}|${row.cpus}|${row.threads}`);
  const medians = [...places.values()].map((own) => ({engine: own[0].engine, phase: own[0].phase,
    cpus: Number(own[0].cpus), threads: Number(own[0].threads), cell_id: own[0].cell_id,
    value: median(own.map((row) => row.tps)),
    instructions: median(own.map((row) => row.engine_instructions_per_transaction).filter(isKnown))}));
  const peaks = [...groupRows(medians, (row) => `${row.engine}|${row.phase}|${row.cpus}`).values()]
    .map((own) => own.reduce((best, row) => (row.value > best.value ? row : best)));
  return peaks.map((row) => {
    const alone = peaks.find((other) => other.engine === row.engine &&
      other.phase === row.phase && other.cpus === 1);
    return {...row, speedup: alone ? row.value / alone.value : null,
      work: alone?.instructions && row.instructions ? row.instructions / alone.instructions : null};
  });
}

/**
 * @param {object[]} rows of scaling_runs.json, of the engines that are shown
 * @param {object[]} intervals rows of scaling_intervals.json, of the same
 * @returns {string} the page's answer: transactions at the best number of clients, most CPUs over one
 */
export function scalingAnswer(rows, intervals) {
  const newest = ofNewestVersions(rows);
  const peaks = peaksOverCpus(newest).filter((row) => row.phase === "read-write");
  const most = Math.max(...peaks.map((row) => row.cpus));
  const figure = ({engine, phase, cpus, threads}) => figureOf(intervals
    .map((row) => ({...row, cpus: Number(row.cpus), threads: Number(row.threads)})), "tps", {engine, phase, cpus, threads});
  const found = orderEngines(newest.map((row) => row.engine)).flatMap((engine) => {
    const [all, one] = [most, 1].map((cpus) => peaks.find((row) => row.engine === engine && row.cpus === cpus));
    const gain = all && one && most > 1 ? quotient(figure(all), figure(one)) : null;
    return gain ? [{engine, gain}] : [];
  });
  return found.length ? `${number(most)} CPUs instead of one multiply the peak of transactions per second by ${list(found.map(
    ({engine, gain}, i) => `${withInterval(gain, times, i === 0)} in ${engineName(engine)}`))}${lengthsOf(peaks, newest)}.`
    : "This study has no finished cells with one CPU and with several.";
}

/** How long the runs of the peaks were: with many CPUs far shorter than with one. @param {object[]} peaks @param {object[]} rows */
function lengthsOf(peaks, rows) {
  const lengths = rows.filter((row) => peaks.some((peak) => ["engine", "phase"].every((key) => peak[key] === row[key]) &&
    ["cpus", "threads"].every((key) => peak[key] === Number(row[key])))).map((row) => row.duration_s).filter(isKnown);
  const [least, most] = [Math.min(...lengths), Math.max(...lengths)].map((seconds) => number(Number(seconds.toPrecision(2))));
  return lengths.length ? `, in runs of ${least} to ${most} s` : "";
}

/** @param {object[]} rows of scaling_runs.json @returns {string[]} */
export function scalingSentences(rows) {
  const peaks = peaksOverCpus(rows);
  const most = Math.max(...peaks.map((row) => row.cpus));
  return orderEngines(peaks.map((row) => row.engine)).map((engine) => {
    const found = [...KINDS].flatMap(([phase, name]) => {
      const row = peaks.find((peak) => peak.engine === engine && peak.phase === phase &&
        peak.cpus === most);
      return row?.speedup ? [`${times(row.speedup)} as many ${name} (${number(row.value)} per second, with ` +
        `${number(row.threads)} client${row.threads === 1 ? "" : "s"})`] : [];
    });
    const more = peaks.find((row) => row.engine === engine && row.cpus === most && row.speedup > most && row.work < 1);
    return found.length ? `${engineName(engine)} with ${number(most)} CPUs completes ${found.join(" and ")}, relative to one CPU.${more
      ? ` More than ${number(most)} times as many are possible since each takes ${percent(more.work)} of the instructions that it takes on one CPU.` : ""}` : "";
  }).filter(Boolean);
}
