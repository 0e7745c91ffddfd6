/** Sentences about more purge threads: what they cost, and what fewer leave undone. */
import {engineName} from "../charts/engines.js";
import {list, number, percent, times} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";
import {rangeWords} from "./alike.js";

/** The median of a value over the seeds of each number of purge threads. */
const overThreads = (rows, value) => new Map([...groupRows(rows, (row) => Number(row.innodb_purge_threads))]
  .sort(([a], [b]) => a - b).map(([threads, own]) => [threads, median(own.map(value).filter(isKnown))]));

/**
 * @param {object[]} runs rows of background-threads_runs.json, of one engine
 * @param {{cell_id: string, left_share: number}[]} uncollected rows of purged.json
 * @returns {string[]} throughput with the most threads over that with the fewest, and what each leaves unpurged
 */
export function purgeSentences(runs, uncollected) {
  const places = [...groupRows(runs.filter((row) => isKnown(row.tps)), (row) => `${row.cpus}|${row.read_bandwidth_mib_s}`).values()];
  const gains = places.flatMap((own) => {
    const found = [...overThreads(own, (row) => row.tps)];
    return found.length < 2 ? [] : [{cpus: Number(own[0].cpus), mib_s: own[0].read_bandwidth_mib_s, fewest: found[0][0],
      most: found.at(-1)[0], value: found.at(-1)[1] / found[0][1]}];
  }).sort((a, b) => a.cpus - b.cpus || a.mib_s - b.mib_s);
  if (!gains.length) return [];
  const {fewest, most} = gains[0];
  const words = gains.map(({cpus, mib_s: mibS, value}) => `${times(value)} at ${number(mibS)} MiB/s with ${number(cpus)} ${cpus === 1 ? "CPU" : "CPUs"}`);
  const leftOf = new Map(uncollected.map((row) => [row.cell_id, row.left_share]));
  const left = (threads) => runs.filter((row) => Number(row.innodb_purge_threads) === threads && leftOf.has(row.cell_id))
    .map((row) => leftOf.get(row.cell_id));
  const leaves = [fewest, most].map((threads) => ({threads, shares: left(threads)})).filter(({shares}) => shares.length)
    .map(({threads, shares}) => `${rangeWords([Math.min(...shares), Math.max(...shares)], percent)} with ${number(threads)}`);
  return [`With ${number(most)} purge threads ${engineName(runs[0].engine)} commits the following multiples of its transactions with ${
    number(fewest)}: ${list(words)}.`,
    ...(leaves.length ? [`But old versions of a run's transactions are still there when it ends: those of ${list(leaves)}. Part of what fewer ` +
      "threads win in so short a run may be work that they put off."] : [])];
}
