/** Sentences about the experiments that make a table of their own: what UPDATEs write and keep. */
import {collectorOf, oldVersionsAre, orderEngines} from "../charts/engines.js";
import {list, number, percent, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";
import {alikeVersions, rangeWords} from "./alike.js";

const bytes = (value) => `${number(value)} bytes`;

/** The median of `value` over the rows that `match` leaves, or undefined where there is none. */
function middle(rows, match, value) {
  const found = median(rows.filter((row) => match(row) && row[value] !== null)
    .map((row) => row[value]));
  return found === null ? undefined : found;
}

/** @param {object[]} rows of version_storage.json @returns {string[]} versions that agree together */
export function versionStorageSentences(rows) {
  const sizes = [...new Set(rows.map((row) => row.changed_bytes))].sort((a, b) => a - b);
  const [least, most] = [sizes[0], sizes.at(-1)];
  const figures = orderEngines(rows.map((row) => row.engine)).flatMap((engine) => {
    const of = (value, changed) => middle(rows, (row) => row.engine === engine && row.changed_bytes === changed, value);
    const values = [of("kept_bytes_per_update", least), of("kept_bytes_per_update", most)];
    if (values.includes(undefined)) return [];
    return [{engine, values: [...values, of("log_bytes_per_changed_byte", least), of("device_bytes_per_changed_byte", least)]
      .filter((value) => value !== undefined)}];
  });
  return alikeVersions(figures, 0.1).map(({name, engines, values: [few, many, log, device]}) => `${name}: ${
    rangeWords(few, bytes)} are kept ${oldVersionsAre(engines[0])} when an UPDATE changes ${number(least)} bytes${
    least === most ? "" : `, and ${rangeWords(many, bytes)} when it changes ${number(most)}`}.${
    device === undefined ? "" : ` An UPDATE of ${number(least)} bytes writes ${
      rangeWords(log, number)} bytes of log per changed byte and ${rangeWords(device, number)} bytes at the device.`}`);
}

/** Settings of the experiment's factor `room`, as words. */
export const roomNames = new Map([
  ["full-pages", "full pages"], ["fill-factor-85", "fill factor 85"],
  ["fill-factor-70", "fill factor 70"],
]);

/** @param {object[]} rows of index-management_updates.json @returns {string[]} versions that agree together */
export function indexManagementSentences(rows) {
  const counts = [...new Set(rows.map((row) => row.secondary_indexes))].sort((a, b) => a - b);
  const [few, many] = [counts[0], counts.at(-1)];
  const indexes = (count) => `${number(count)} secondary index${count === 1 ? "" : "es"}`;
  const figures = orderEngines(rows.map((row) => row.engine)).map((engine) => {
    const own = rows.filter((row) => row.engine === engine);
    const plain = own.filter((row) => row.column_kind === "plain-column");
    const at = (some, room, count, value) => middle(some, (row) => row.room === room &&
      row.secondary_indexes === count, value);
    const rooms = [...groupRows(plain, (row) => row.room).keys()];
    const costs = rooms.flatMap((room) => {
      const [least, cost] = [few, many].map((count) => at(plain, room, count, "log_bytes_per_statement"));
      const hot = at(plain, room, many, "hot_share");
      const isGrown = few !== many && least !== undefined;
      return cost === undefined ? [] : [{room: rooms.length > 1 ? room : null, isGrown, isHot: hot !== undefined,
        values: [least, cost, hot].filter((value, i) => value !== undefined && (i > 0 || isGrown))}];
    });
    const [indexed, other] = [own.filter((row) => row.column_kind === "indexed-column"), plain]
      .map((some) => at(some, "full-pages", many, "log_bytes_per_statement"));
    const more = indexed !== undefined && other ? indexed / other : undefined;
    return {engine, costs, more, values: [...costs.flatMap((cost) => cost.values), ...(more ? [more] : [])]};
  }).filter(({values}) => values.length);
  return alikeVersions(figures, 0.1).map(({name, engines, values}) => {
    const {costs, more} = figures.find((row) => row.engine === engines[0]);
    let next = 0;
    const words = costs.map((cost) => {
      const own = values.slice(next, next += cost.values.length);
      const most = rangeWords(own[cost.isGrown ? 1 : 0], bytes);
      return `${cost.room === null ? "" : `${roomNames.get(cost.room) ?? cost.room}: `}${cost.isGrown
        ? `${rangeWords(own[0], bytes)} of log with ${indexes(few)} and ${most} with ${number(many)}`
        : `${most} of log with ${indexes(many)}`}${
        cost.isHot ? ` (${rangeWords(own.at(-1), percent)} of the UPDATEs heap-only)` : ""}`;
    });
    return `${name}, UPDATEs of a column without an index: ${words.join("; ")}.${more
      ? ` If the column has an index, the log takes ${rangeWords(values.at(-1), times)} as much.` : ""}`;
  });
}

/** @param {object[]} rows of held_snapshot.json @returns {string[]} versions that agree together */
export function heldSnapshotSentences(rows) {
  const longest = Math.max(...rows.map((row) => row.updates_per_row));
  const figures = orderEngines(rows.map((row) => row.engine)).flatMap((engine) => {
    const of = (snapshot, updates) => middle(rows, (row) => row.engine === engine && row.snapshot === snapshot &&
      row.updates_per_row === updates, "page_accesses_per_row");
    const values = [of("new", 0), of("held", longest), of("new", longest)];
    const released = of("released", longest);
    return values.includes(undefined) ? []
      : [{engine, values: released === undefined ? values : [...values, released]}];
  });
  return alikeVersions(figures).map(({name, engines, values: [first, held, fresh, released]}) => {
    const costlier = held[0] > fresh[1] * 1.05 ? "the old snapshot costs more" : fresh[0] > held[1] * 1.05
      ? "the new snapshot costs more" : "both cost the same";
    return `${name}: reading a row by its key touches ${rangeWords(first, number)} pages before any UPDATE. After ${
      number(longest)} UPDATEs per row it touches ${rangeWords(held, number)} with the old snapshot and ${
      rangeWords(fresh, number)} with a new one: ${costlier}.${released === undefined ? ""
      : ` After the old snapshot has ended and ${collectorOf(engines[0])} has run, it touches ${rangeWords(released, number)}.`}`;
  });
}

const keyNames = new Map([["sequential", "sequential numbers"], ["uuid4", "random UUIDs (v4)"],
  ["uuid7", "UUIDs in the order of time (v7)"]]);
/** @param {string} name @returns {string} of a type of keys */
export const keyName = (name) => keyNames.get(name) ?? name;

/**
 * @param {{sizes: object[], inserts: object[], reads: object[]}} data rows of key-types_*.json and key_type_reads.json
 * @returns {string[]} a sentence for each cost, versions that agree together
 */
export function keyTypeSentences({sizes, inserts, reads}) {
  const types = ["sequential", "uuid4", "uuid7"];
  const engines = orderEngines([...sizes, ...inserts, ...reads].map((row) => row.engine));
  const said = (of, format, from = types) => {
    const figures = engines.map((engine) => {
      const found = from.map((type) => ({type, value: of(engine, type)})).filter(({value}) => value !== undefined);
      return {engine, found: found.map(({type}) => type), values: found.map(({value}) => value)};
    }).filter(({values}) => values.length);
    return [...groupRows(figures, ({found}) => found.join()).values()].flatMap((own) => alikeVersions(own, 0.1)
      .map(({name, values}) => `${list(values.map((range, i) => `${rangeWords(range, format)} with ${
        keyName(own[0].found[i])}`))} in ${name}`)).join("; ");
  };
  const size = (engine, type) => {
    const own = sizes.filter((row) => row.engine === engine && row.key_type === type && row.kind === "secondary");
    return own.length ? own.reduce((sum, row) => sum + row.bytes, 0) : undefined;
  };
  const of = (some, value) => (engine, type) =>
    middle(some, (row) => row.engine === engine && row.key_type === type, value);
  const larger = said((engine, type) => {
    const [own, base] = [size(engine, type), size(engine, "sequential")];
    return own && base ? own / base : undefined;
  }, times, types.slice(1));
  const written = said(of(inserts, "device_pages_per_statement"), number);
  const ranges = said(of(reads.filter((row) => row.phase === "range-primary"), "page_accesses_per_statement"), number);
  return [
    larger ? `Size of the secondary indexes, relative to a primary key of sequential numbers: ${larger}.` : "",
    written ? `Pages of 4 KiB written per INSERT: ${written}.` : "",
    ranges ? `Engine pages touched to read 100 rows in the order of the primary key: ${ranges}.` : "",
  ].filter(Boolean);
}
