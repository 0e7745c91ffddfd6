/** Sentences about durability: what a commit that waits for the device costs. */
import {engineName, orderEngines} from "../charts/engines.js";
import {number, plural, times} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";

/** Settings of the experiment `durability`, in the order in which they are shown. */
const SAFETIES = ["durable", "asynchronous-commit", "no-page-copies"];

/** A flush latency as words: "20 µs", "2 ms". */
function flushName(us) {
  return us >= 1000 ? `${number(us / 1000)} ms` : `${number(us)} µs`;
}

/**
 * Durable runs by engine, of those engines whose copies of pages these can't price: in some run an engine
 * wrote no page and so no copy, and runs without copies then differ by chance.
 * @param {object[]} rows of durability_runs.json
 * @returns {Map<string, object[]>}
 */
function withoutCopies(rows) {
  const durable = groupRows(rows.filter((row) => row.safety === "durable"), (row) => row.engine);
  return new Map([...durable].filter(([, own]) => own.some((row) => !row.page_copies)));
}

/**
 * @param {object[]} rows of durability_runs.json
 * @returns {object[]} those that answer a question, in the order in which they are shown, each with
 *   `setting`, in words
 */
export function durabilitySettings(rows) {
  const unpriced = withoutCopies(rows);
  return rows
    .filter((row) => row.safety !== "no-page-copies" || !unpriced.has(row.engine))
    .map((row) => ({...row, setting: `${row.safety.replaceAll("-", " ")}, flush ${
      flushName(row.flush_latency_us)}`}))
    .sort((a, b) => a.flush_latency_us - b.flush_latency_us ||
      SAFETIES.indexOf(a.safety) - SAFETIES.indexOf(b.safety));
}

/** The median of `value` in a group of the rows, or undefined where there is none. */
function middle(rows, engine, safety, flush, value) {
  const own = rows.filter((row) => row.engine === engine && row.safety === safety &&
    row.flush_latency_us === flush && isKnown(row[value]));
  return own.length ? median(own.map((row) => row[value])) : undefined;
}

/** @param {object[]} rows of durability_runs.json @returns {string[]} */
export function durabilitySentences(rows) {
  const flushes = [...new Set(rows.map((row) => row.flush_latency_us))].sort((a, b) => a - b);
  const unpriced = withoutCopies(rows);
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
      bare === undefined ? "" : unpriced.has(engine) ? unpricedWords(name, unpriced.get(engine))
        : copies !== undefined ? `${name} writes ${number(copies)} pages of 4 KiB per transaction ` +
          `with its copies of pages and ${number(bare)} without.` : "",
    ];
  });
}

/** Why the copies of an engine's pages have no price here. */
function unpricedWords(name, durable) {
  const copied = durable.filter((row) => row.page_copies).length;
  return `${name} wrote copies of pages in ${copied ? number(copied) : "none"} of its ` +
    `${plural(durable.length, "durable run")}, so what copies cost it is not known here, and its runs ` +
    "without them are left out.";
}

/**
 * @param {object[]} rows of flush_methods.json
 * @returns {string[]} by engine and latency of a flush, what O_DIRECT_NO_FSYNC saves and gains
 */
export function flushMethodSentences(rows) {
  const groups = groupRows(rows, (row) => `${row.engine}|${row.flush_latency_us}`);
  return [...groups.values()].flatMap((own) => {
    const [flushed, not] = ["O_DIRECT", "O_DIRECT_NO_FSYNC"].map((method) => own.find((row) => row.method === method));
    if (!flushed || !not) return [];
    return [`With a flush of ${flushName(flushed.flush_latency_us)} ${engineName(flushed.engine)} asks for ${
      number(flushed.flushes_per_write)} flushes per write with O_DIRECT and for ${
      number(not.flushes_per_write)} with O_DIRECT_NO_FSYNC, and makes ${times(not.tps / flushed.tps)} the UPDATEs per second.`];
  });
}
