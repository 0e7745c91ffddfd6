/** Sentences about the experiments that make a table of their own: what UPDATEs write and keep. */
import {collectorOf, engineName, oldVersionsAre, orderEngines} from "../charts/engines.js";
import {list, number, percent, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";

const bytes = (value) => `${number(value)} bytes`;

/** The median of `value` over the rows that `match` leaves, or undefined where there is none. */
function middle(rows, match, value) {
  const found = median(rows.filter((row) => match(row) && row[value] !== null)
    .map((row) => row[value]));
  return found === null ? undefined : found;
}

/** @param {object[]} rows of version_storage.json @returns {string[]} */
export function versionStorageSentences(rows) {
  return orderEngines(rows.map((row) => row.engine)).flatMap((engine) => {
    const own = rows.filter((row) => row.engine === engine);
    const sizes = [...new Set(own.map((row) => row.changed_bytes))].sort((a, b) => a - b);
    const [least, most] = [sizes[0], sizes.at(-1)];
    const of = (value, changed) => middle(own, (row) => row.changed_bytes === changed, value);
    const [few, many] = [of("kept_bytes_per_update", least), of("kept_bytes_per_update", most)];
    if (few === undefined || many === undefined) return [];
    const where = oldVersionsAre(engine);
    const what = least === most ? `${bytes(few)} ${where} of a row of which ${number(least)} changed`
      : `${bytes(few)} ${where} when an UPDATE changes ${number(least)} bytes, and ${bytes(many)} ` +
        `when it changes ${number(most)}`;
    const log = of("log_bytes_per_changed_byte", least);
    const device = of("device_bytes_per_changed_byte", least);
    return [
      `${engineName(engine)} keeps ${what}.`,
      log !== undefined && device !== undefined ? `Of each UPDATE of ${number(least)} bytes, its ` +
        `log takes ${number(log)} bytes a changed byte, and the device ${number(device)}.` : "",
    ].filter(Boolean).join(" ");
  });
}

/** Settings of the experiment's factor `room`, as words. */
export const roomNames = new Map([
  ["full-pages", "full pages"], ["fill-factor-85", "fill factor 85"],
  ["fill-factor-70", "fill factor 70"],
]);

/** @param {object[]} rows of index-management_updates.json @returns {string[]} */
export function indexManagementSentences(rows) {
  const counts = [...new Set(rows.map((row) => row.secondary_indexes))].sort((a, b) => a - b);
  const [few, many] = [counts[0], counts.at(-1)];
  const indexes = (count) => `${number(count)} secondary index${count === 1 ? "" : "es"}`;
  return orderEngines(rows.map((row) => row.engine)).flatMap((engine) => {
    const own = rows.filter((row) => row.engine === engine);
    const plain = own.filter((row) => row.column_kind === "plain-column");
    const at = (some, room, count, value) => middle(some, (row) => row.room === room &&
      row.secondary_indexes === count, value);
    const rooms = [...groupRows(plain, (row) => row.room).keys()];
    const costs = rooms.flatMap((room) => {
      const cost = at(plain, room, many, "log_bytes_per_statement");
      const least = at(plain, room, few, "log_bytes_per_statement");
      const hot = at(plain, room, many, "hot_share");
      if (cost === undefined) return [];
      const growth = many > few && least !== undefined
        ? `${bytes(least)} of log with ${indexes(few)} and ${bytes(cost)} with ${number(many)}`
        : `${bytes(cost)} of log with ${indexes(many)}`;
      // An engine without a fill factor has one setting of it.
      const of = rooms.length > 1 ? `${roomNames.get(room) ?? room}: ` : "";
      return [`${of}${growth}${hot === undefined ? "" : `, ${percent(hot)} of the UPDATEs ` +
        "heap-only"}`];
    });
    const indexed = at(own.filter((row) => row.column_kind === "indexed-column"), "full-pages", many,
      "log_bytes_per_statement");
    const other = at(plain, "full-pages", many, "log_bytes_per_statement");
    return [
      costs.length ? `An UPDATE of a column without an index costs ${engineName(engine)} ${
        costs.join("; ")}.` : "",
      indexed !== undefined && other ? `Where the column has an index it costs ${
        engineName(engine)} ${times(indexed / other)} as much.` : "",
    ];
  });
}

/** @param {object[]} rows of held_snapshot.json @returns {string[]} */
export function heldSnapshotSentences(rows) {
  return orderEngines(rows.map((row) => row.engine)).flatMap((engine) => {
    const own = rows.filter((row) => row.engine === engine);
    const longest = Math.max(...own.map((row) => row.updates_per_row));
    const of = (snapshot, updates) => middle(own, (row) => row.snapshot === snapshot &&
      row.updates_per_row === updates, "page_accesses_per_row");
    const [first, held, fresh] = [of("new", 0), of("held", longest), of("new", longest)];
    if (held === undefined || fresh === undefined || first === undefined) return [];
    const released = of("released", longest);
    const dearer = held > fresh * 1.05 ? "the old one pays" : fresh > held * 1.05
      ? "the new one pays" : "both pay alike";
    return [`Reading a row by its key touches ${number(first)} pages of ${engineName(engine)} before ` +
      `any UPDATE. After ${number(longest)} UPDATEs of each row it touches ${number(held)} by the ` +
      `snapshot held since before, and ${number(fresh)} by a new one: ${dearer}.${
        released === undefined ? "" : ` When the old snapshot is gone and ${
          collectorOf(engine)} has run, a new one touches ${number(released)}.`}`];
  });
}

const keyNames = new Map([["sequential", "sequential numbers"], ["uuid4", "random UUIDs (v4)"],
  ["uuid7", "UUIDs in the order of time (v7)"]]);
/** @param {string} name @returns {string} of a type of keys */
export const keyName = (name) => keyNames.get(name) ?? name;

/**
 * @param {{sizes: object[], inserts: object[], reads: object[]}} data rows of key-types_*.json and key_type_reads.json
 * @returns {string[]}
 */
export function keyTypeSentences({sizes, inserts, reads}) {
  return orderEngines(sizes.map((row) => row.engine)).flatMap((engine) => {
    const size = (type) => {
      const own = sizes.filter((row) => row.engine === engine && row.key_type === type &&
        row.kind === "secondary");
      return own.length ? own.reduce((sum, row) => sum + row.bytes, 0) : undefined;
    };
    const base = size("sequential");
    const swollen = ["uuid4", "uuid7"].flatMap((type) => (base && size(type)
      ? [`${times(size(type) / base)} with ${keyName(type)}`] : []));
    const of = (some, type, value) => middle(some, (row) => row.engine === engine &&
      row.key_type === type, value);
    const written = ["sequential", "uuid4", "uuid7"].flatMap((type) => {
      const pages = of(inserts, type, "device_pages_per_statement");
      return pages === undefined ? [] : [`${number(pages)} with ${keyName(type)}`];
    });
    const ranges = reads.filter((row) => row.phase === "range-primary");
    const scanned = ["sequential", "uuid4", "uuid7"].flatMap((type) => {
      const pages = of(ranges, type, "page_accesses_per_statement");
      return pages === undefined ? [] : [`${number(pages)} with ${keyName(type)}`];
    });
    return [
      swollen.length ? `The secondary indexes of ${engineName(engine)} take ${list(swollen)} of what ` +
        "they take with sequential numbers as the primary key." : "",
      written.length ? `An INSERT has ${engineName(engine)} write ${list(written)} pages of 4 KiB.`
        : "",
      scanned.length ? `A range of a hundred rows in the order of the primary key makes ` +
        `${engineName(engine)} touch ${list(scanned)} of its pages.` : "",
    ];
  });
}
