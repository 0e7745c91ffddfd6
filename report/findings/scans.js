/** Sentences about scans: strategies, file systems, memory, settings, and bytes per row. */
import {engineName} from "../charts/engines.js";
import {bytes, list, number, percent, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {alikeVersions, rangeWords} from "./alike.js";

/** Names of the strategies, from those of PostgreSQL to that of Oracle. */
export const strategyNames = new Map([
  ["buffered-8k", "8 KiB cached"], ["buffered-128k", "128 KiB cached"],
  ["direct-8k-d1", "8 KiB direct"], ["direct-16k-d64", "64 × 16 KiB direct"],
  ["direct-1024k-d4", "4 × 1 MiB direct"],
]);

/** Names of the settings that differ from the default. */
export const settingNames = new Map([
  ["default", "default"], ["io_combine_limit-8kB", "reads of 8 KiB"],
  ["io_combine_limit-256kB", "reads up to 256 KiB"],
  ["io_combine_limit-1MB", "reads up to 1 MiB"], ["io_method-sync", "synchronous reads"],
  ["io_method-io_uring", "io_uring"], ["innodb_read_ahead_threshold-0", "no read-ahead"],
  ["innodb_random_read_ahead-ON", "random read-ahead"],
]);

/** @param {object[]} rows of scan_strategies.json, of one file system @returns {string[]} */
export function strategySentences(rows) {
  const groups = groupRows(rows, (row) => row.strategy);
  return [...strategyNames].flatMap(([strategy, name]) => {
    const own = [...(groups.get(strategy) ?? [])].sort((a, b) => a.read_ahead_kb - b.read_ahead_kb);
    if (!own.length) return [];
    const [low, high] = [own[0], own.at(-1)];
    if (own.length === 1 || Math.abs(high.bandwidth_share - low.bandwidth_share) < 0.01) {
      return [`${name}: ${percent(high.bandwidth_share)} of the bandwidth${
        own.length > 1 ? " with any read_ahead_kb" : ""}.`];
    }
    return [`${name}: ${percent(low.bandwidth_share)} of the bandwidth with read_ahead_kb ${
      number(low.read_ahead_kb)} (${bytes(low.device_read_bytes_mean)} per read at the device) and ${
      percent(high.bandwidth_share)} with ${number(high.read_ahead_kb)} (${bytes(high.device_read_bytes_mean)}).`];
  });
}

/** @param {object[]} rows of scan_filesystems.json @returns {string[]} */
export function filesystemSentences(rows) {
  return [...groupRows(rows, (row) => row.engine)].flatMap(([engine, own]) => {
    const shared = [...groupRows(own, (row) => row.read_ahead_kb).values()]
      .map((at) => at.filter((row) => row.device_read_bytes_mean !== null))
      .filter((at) => new Set(at.map((row) => row.filesystem)).size > 1)
      .sort((a, b) => a[0].read_ahead_kb - b[0].read_ahead_kb);
    if (!shared.length) return [];
    const said = shared.map((at) => `${list(at.map((row) =>
      `${bytes(row.device_read_bytes_mean)} on ${row.filesystem}`))} with read_ahead_kb ${
      number(at[0].read_ahead_kb)}`);
    return [`${engineName(engine)}, mean read at the device: ${said.join("; ")}.`];
  });
}

/** @param {object[]} rows of cached-scans_scans.json @returns {string[]} the smallest and the largest table of each engine */
export function cachedSentences(rows) {
  const figures = [...groupRows(rows, (row) => row.engine)].flatMap(([engine, some]) => {
    const cells = [...groupRows(some, (row) => row.cell_id).values()].map((own) => {
      const of = (index) => own.find((row) => row.scan_index === index);
      return {first: of(1), second: of(2), kept: own.find((row) => row.phase === "scan-kept")};
    }).filter(({first, second}) => first && second)
      .sort((a, b) => a.first.relation_over_memory - b.first.relation_over_memory);
    const ends = cells.length > 1 ? [cells[0], cells.at(-1)] : cells;
    return ends.length ? [{engine, values: ends.flatMap(({first, second, kept}) => [first.relation_over_memory,
      second.scanned_mib_s / first.scanned_mib_s, ...(kept ? [kept.scanned_mib_s / first.scanned_mib_s] : [])]),
      width: ends[0].kept ? 3 : 2}] : [];
  });
  return alikeVersions(figures, 0.1).flatMap(({name, engines, values}) => {
    const {width} = figures.find((row) => row.engine === engines[0]);
    const parts = values.flatMap((_, i) => (i % width ? [] : [values.slice(i, i + width)]));
    return [`${name}: ${parts.map(([size, again, kept]) => `a table of ${rangeWords(size, number)} times the memory is scanned ${
      rangeWords(again, times)} as fast the second time${kept ? ` and ${rangeWords(kept, times)} with the engine's cache kept` : ""}`)
      .join("; ")}.`];
  });
}

/** @param {object[]} rows of cached-scans_scans.json @returns {string[]} what sizes were not measured */
export function cachedLimitSentences(rows) {
  const largest = Math.max(...rows.map((row) => row.relation_over_memory));
  return rows.length && largest < 1 ? ["No table larger than the memory was measured: the largest is " +
    `${number(largest)} times as large.`] : [];
}

/** @param {object[]} rows of scan-settings_scans.json @returns {string[]} each setting over the default, at one read-ahead */
export function settingSentences(rows) {
  const groups = groupRows(rows, (row) => `${row.read_ahead_kb}|${row.engine}`);
  return [...groups.values()].sort((a, b) => a[0].read_ahead_kb - b[0].read_ahead_kb)
    .flatMap((own) => {
      const standard = own.find((row) => row.settings === "default");
      const others = [...settingNames.keys()].flatMap((name) =>
        own.filter((row) => row.settings === name && name !== "default"));
      if (!standard || !others.length) return [];
      return [`${engineName(standard.engine)} with read_ahead_kb ${number(standard.read_ahead_kb)} scans ${
        number(standard.scanned_mib_s)} MiB/s by default. Relative to that: ${list(others.map((row) =>
        `${times(row.scanned_mib_s / standard.scanned_mib_s)} with ${settingNames.get(row.settings)}`))}.`];
    });
}

/**
 * @param {object[]} rows of async-reads_scans.json, first scans alone
 * @returns {string[]} by read-ahead and latency, how much faster asynchronous reads make a scan
 */
export function asynchronousSentences(rows) {
  const groups = groupRows(rows, (row) => `${row.read_ahead_kb}|${row.read_latency_us}`);
  return [...groups.values()].sort(([a], [b]) =>
    a.read_ahead_kb - b.read_ahead_kb || a.read_latency_us - b.read_latency_us).flatMap((own) => {
    const standard = own.find((row) => row.settings === "sync");
    const others = own.filter((row) => row.settings !== "sync");
    if (!standard || !others.length) return [];
    return [`With a read latency of ${number(standard.read_latency_us)} µs and read_ahead_kb ${
      number(standard.read_ahead_kb)}, ${engineName(standard.engine)} scans ${
      number(standard.scanned_mib_s)} MiB/s synchronously; ${list(others.map((row) => `${
      times(row.scanned_mib_s / standard.scanned_mib_s)} as much with ${row.settings}`))}.`];
  });
}

/** @param {object[]} rows of freight_sizes.json @returns {string[]} versions that agree together, least first */
export function rowSizeSentences(rows) {
  const groups = alikeVersions(rows.filter((row) => row.bytes_per_row > 0)
    .map((row) => ({engine: row.engine, values: [row.bytes_per_row]})), 0.01)
    .sort((a, b) => a.values[0][0] - b.values[0][0]);
  if (!groups.length) return [];
  const said = `A row takes ${list(groups.map(({name, values: [range]}) =>
    `${rangeWords(range, number)} bytes in ${name}`))}.`;
  const [least, most] = [groups[0], groups.at(-1)];
  return groups.length < 2 ? [said] : [said, `That is ${times(most.values[0][1] / least.values[0][0])} as much in ${
    most.name} as in ${least.name}.`];
}
