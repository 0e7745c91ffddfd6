/** Sentences about TPC-C over the number of terminals: the best of each engine, and what of its writes a run pays for. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, plural, times} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";
import {rangeWords} from "./alike.js";

const KIB_PER_PAGE = 4;

/**
 * @param {object[]} runs rows of terminals_runs.json
 * @returns {string[]} per bandwidth each engine's most transactions, then what it writes, and how long runs take
 */
export function terminalSentences(runs) {
  const known = runs.filter((row) => isKnown(row.tps));
  const engines = orderEngines([...new Set(known.map((row) => row.engine))]);
  const bandwidths = [...groupRows(known, (row) => row.read_bandwidth_mib_s)].sort(([a], [b]) => b - a);
  return bandwidths.flatMap(([mibS, own]) => [ofBandwidth(mibS, own, engines), written(mibS, own, engines)].filter(Boolean));
}

/** Medians over seeds of an engine's transactions per second, by ascending number of terminals. */
const overTerminals = (rows, engine) => [...groupRows(rows.filter((row) => row.engine === engine), (row) => Number(row.threads))]
  .map(([terminals, own]) => ({terminals, tps: median(own.map((row) => row.tps))})).sort((a, b) => a.terminals - b.terminals);

function ofBandwidth(mibS, rows, engines) {
  const words = engines.flatMap((engine) => {
    const found = overTerminals(rows, engine);
    if (found.length < 2) return [];
    const best = found.reduce((most, row) => (row.tps > most.tps ? row : most));
    const last = found.at(-1);
    const after = last === best ? "" : ` and ${times(last.tps / best.tps)} of that with ${number(last.terminals)}`;
    return [`${engineName(engine)} ${number(best.tps)} with ${number(best.terminals)} terminals${after}`];
  });
  return words.length ? `At ${number(mibS)} MiB/s the most transactions per second are (${plural(Math.min(...[...groupRows(rows, (row) => `${row.engine}|${row.threads}`).values()].map((own) => own.length)), "run")} of each): ${words.join("; ")}.` : "";
}

function written(mibS, rows, engines) {
  const of = (measure, engine) => rows.filter((row) => row.engine === engine && isKnown(row[measure])).map((row) => row[measure]);
  const range = (values, words) => rangeWords([Math.min(...values), Math.max(...values)], words);
  const words = engines.flatMap((engine) => {
    const kib = of("write_pages_per_transaction", engine).map((pages) => pages * KIB_PER_PAGE);
    return kib.length ? [`${engineName(engine)} ${range(kib, number)} KiB`] : [];
  });
  const seconds = rows.map((row) => row.duration_s).filter(isKnown);
  return words.length && seconds.length ? `For each transaction ${list(words)} are written before the run of ${
    range(seconds, number)} s ends. What an engine keeps to write later is not in its figure.` : "";
}
