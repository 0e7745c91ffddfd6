/** Sentences about memory: what engines use of it, how much of that caches data, and why InnoDB writes. */
import {orderEngines} from "../charts/engines.js";
import {number, percent} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {alikeVersions, rangeWords} from "./alike.js";

/** @param {object[]} rows of an experiment's caches.sql @returns {string[]} versions that agree together */
export function cacheSentences(rows) {
  const known = rows.filter((row) => row.used_mib !== null);
  const figures = orderEngines(known.map((row) => row.engine)).map((engine) => {
    const row = known.find((one) => one.engine === engine);
    return {engine, values: [row.used_mib, row.cache_mib, row.data_mib].filter((value) => value !== null), row};
  });
  return alikeVersions(figures).map(({name, engines, values}) => {
    const {row} = figures.find((one) => one.engine === engines[0]);
    const [used, ...others] = values.map((range) => rangeWords(range, number));
    const isAll = row.cache_mib >= row.data_mib;
    const ofData = row.data_mib === null ? "" : isAll ? `, and so for all ${others[1]} MiB of data` : ` of the ${others[1]} MiB of data`;
    const cached = row.cache_mib === null ? "" : `; caches have room for ${others[0]} MiB${ofData}`;
    return `${name}: ${used} of ${number(row.engine_memory_mib)} MiB are in use${cached}.`;
  });
}

/** @param {object[]} rows of oltp_page_writes.json @returns {string[]} why InnoDB wrote pages */
export function pageWriteSentences(rows) {
  const figures = [...groupRows(rows, (row) => row.engine)].map(([engine, own]) => {
    const sorted = [...own].sort((a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s);
    const filled = sorted.map((row) => row.log_share_max).filter((share) => share !== null);
    return {engine, sorted, values: [sorted[0].lru_share, sorted.at(-1).lru_share,
      ...(filled.length ? [Math.max(...filled)] : [])]};
  });
  return alikeVersions(figures).map(({name, engines, values: [slow, fast, filled]}) => {
    const {sorted} = figures.find((row) => row.engine === engines[0]);
    const at = (range, row) => `${rangeWords(range, percent)} at ${number(row.read_bandwidth_mib_s)} MiB/s`;
    const shares = sorted.length > 1 ? `${at(slow, sorted[0])} and ${at(fast, sorted.at(-1))}` : at(slow, sorted[0]);
    return `${name}: ${shares} of the pages written make room in memory for others${filled
      ? `; the log fills to at most ${rangeWords(filled, percent)} of the limit that forces writes` : ""}.`;
  });
}
