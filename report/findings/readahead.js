/** Sentences about the sizes of reads, and the bandwidth that a scan reaches. */
import {engineName} from "../charts/engines.js";
import {bytes, list, number, percent} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

const byReadahead = (a, b) => a.read_ahead_kb - b.read_ahead_kb;

/** @param {object[]} rows of readahead_means.json, first scans @returns {string[]} */
export function readaheadSentences(rows) {
  const known = rows.filter((row) => row.phase === "scan" && row.device_read_bytes_mean !== null);
  return [...groupRows(known, (row) => row.engine)].flatMap(([engine, own]) => {
    const sorted = [...own].sort(byReadahead);
    const [low, high] = [sorted[0], sorted.at(-1)];
    const asked = sorted.map((row) => row.syscall_read_bytes_mean).filter((v) => v !== null);
    return [
      asked.length ? `${engineName(engine)} asks the kernel for ${bytes(Math.min(...asked))}${
        Math.max(...asked) > Math.min(...asked) * 1.01 ? ` to ${bytes(Math.max(...asked))}` : ""
      } a system call on average.` : "",
      sorted.length > 1 ? `For ${engineName(engine)} the size at the device grows from ${
        bytes(low.device_read_bytes_mean)} a read at read_ahead_kb ${number(low.read_ahead_kb)} to ${
        bytes(high.device_read_bytes_mean)} at ${number(high.read_ahead_kb)}.`
        .replace("grows", high.device_read_bytes_mean >= low.device_read_bytes_mean * 1.05
          ? "grows" : high.device_read_bytes_mean <= low.device_read_bytes_mean / 1.05
            ? "shrinks" : "goes") : "",
    ];
  });
}

/** @param {object[]} rows of readahead_scans.json @returns {string[]} */
export function scanSentences(rows) {
  const first = rows.filter((row) => row.phase === "scan" && row.bandwidth_share !== null);
  const best = [...groupRows(first, (row) => row.engine)].map(([engine, own]) => {
    const top = own.reduce((a, b) => (b.bandwidth_share > a.bandwidth_share ? b : a));
    return `${engineName(engine)} reaches ${percent(top.bandwidth_share)} of it at read_ahead_kb ` +
      number(top.read_ahead_kb);
  });
  return best.length ? [`At best, from cold caches, the device's bandwidth is used so: ${
    list(best)}.`] : [];
}
