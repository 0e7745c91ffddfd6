/** Sentences about durability: what a commit that waits for the device costs. */
import {engineName, orderEngines} from "../charts/engines.js";
import {number, times} from "../charts/format.js";
import {median} from "../charts/group.js";

/** Settings of the experiment `durability`, in the order in which they are shown. */
const SAFETIES = ["durable", "asynchronous-commit", "no-page-copies"];

/** A flush latency as words: "20 µs", "2 ms". */
function flushName(us) {
  return us >= 1000 ? `${number(us / 1000)} ms` : `${number(us)} µs`;
}

/**
 * @param {object[]} rows of durability.json
 * @returns {object[]} the same in the order in which they are shown, each with `setting`, in words
 */
export function durabilitySettings(rows) {
  return rows
    .map((row) => ({...row, setting: `${row.safety.replaceAll("-", " ")}, flush ${
      flushName(row.flush_latency_us)}`}))
    .sort((a, b) => a.flush_latency_us - b.flush_latency_us ||
      SAFETIES.indexOf(a.safety) - SAFETIES.indexOf(b.safety));
}

/** The median of `value` in a group of the rows, or undefined where there is none. */
function middle(rows, engine, safety, flush, value) {
  const own = rows.filter((row) => row.engine === engine && row.safety === safety &&
    row.flush_latency_us === flush && row[value] !== null);
  return own.length ? median(own.map((row) => row[value])) : undefined;
}

/** @param {object[]} rows of durability.json @returns {string[]} */
export function durabilitySentences(rows) {
  const flushes = [...new Set(rows.map((row) => row.flush_latency_us))].sort((a, b) => a - b);
  return orderEngines(rows.map((row) => row.engine)).flatMap((engine) => {
    const gains = flushes.flatMap((flush) => {
      const durable = middle(rows, engine, "durable", flush, "tps");
      const relaxed = middle(rows, engine, "asynchronous-commit", flush, "tps");
      return durable && relaxed
        ? [`${times(relaxed / durable)} where a flush takes ${flushName(flush)}`] : [];
    });
    const shared = flushes.flatMap((flush) => {
      const each = middle(rows, engine, "durable", flush, "flushes_per_transaction");
      return each === undefined ? [] : [`${number(each)} at ${flushName(flush)}`];
    });
    const copies = middle(rows, engine, "durable", flushes[0], "write_pages_per_transaction");
    const bare = middle(rows, engine, "no-page-copies", flushes[0], "write_pages_per_transaction");
    const name = engineName(engine);
    return [
      gains.length ? `Commits that don't wait multiply the throughput of ${name} by ` +
        `${gains.join(", and by ")}.` : "",
      shared.length ? `${name}'s durable transactions need ${shared.join(" and ")} flushes each.` : "",
      copies !== undefined && bare !== undefined ? `${name} writes ${number(copies)} pages of ` +
        `4 KiB a transaction with its copies of pages and ${number(bare)} without.` : "",
    ];
  });
}
