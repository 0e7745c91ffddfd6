/** Sentences about memory: what engines use of it, how much of that caches data, and why InnoDB writes. */
import {engineName, orderEngines} from "../charts/engines.js";
import {number, percent} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

/** @param {object[]} rows of an experiment's caches.sql @returns {string[]} */
export function cacheSentences(rows) {
  return orderEngines(rows.map((row) => row.engine)).flatMap((engine) => {
    const row = rows.find((one) => one.engine === engine);
    if (row.used_mib === null) return [];
    const cached = row.cache_mib === null ? "" : `, with room for ${number(row.cache_mib)} MiB of data` +
      (row.data_mib === null ? "" : `, which take ${number(row.data_mib)} MiB`);
    return [`${engineName(engine)} uses ${number(row.used_mib)} of ${
      number(row.engine_memory_mib)} MiB${cached}.`];
  });
}

/** @param {object[]} rows of oltp_page_writes.json @returns {string[]} why InnoDB wrote pages */
export function pageWriteSentences(rows) {
  return [...groupRows(rows, (row) => row.engine)].map(([engine, own]) => {
    const sorted = [...own].sort((a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s);
    const at = (row) => `${percent(row.lru_share)} at ${number(row.read_bandwidth_mib_s)} MiB/s`;
    const shares = sorted.length > 1 ? `${at(sorted[0])} and ${at(sorted.at(-1))}` : at(sorted[0]);
    const filled = sorted.map((row) => row.log_share_max).filter((share) => share !== null);
    return `Of the pages that ${engineName(engine)} writes, ${shares} make room in its memory for other ` +
      `pages${filled.length ? `; its log is filled to at most ${percent(Math.max(...filled))} of what ` +
        "would force it to write" : ""}.`;
  });
}
