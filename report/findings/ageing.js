/** How the age of the data, as the share of rows that were changed since they were loaded, changes who leads. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, plural, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";

/** By how much a ratio must differ, fixed before the first run (config/experiments/ageing.yaml). */
const MATTERS = 1.05;
const FULL = "pages-full";
const ROOM = "pages-with-room";

const readAhead = (kib) => (kib ? `with ${number(kib)} KiB of read-ahead` : "without read-ahead");
const capital = (words) => words[0].toUpperCase() + words.slice(1);
const age = (percent) => (percent ? `${number(percent)} % of the rows were changed` : "nothing was changed");

/**
 * @param {object[]} rows of ageing.json @param {string} measure @returns {object[]} points for a chart over the share
 */
export const ageingPoints = (rows, measure) => rows.map((row) => ({engine: row.engine, series: `${row.room}|${row.read_ahead_kb}`,
  x: row.changed_percent, value: row[measure], seed: row.seed, cell_id: row.cell_id}));

/** @param {object[]} rows of ageing.json @returns {{key: string, name: string}[]} full pages first, then with room */
export function ageingSeries(rows) {
  const keys = groupRows(rows, (row) => `${row.room}|${row.read_ahead_kb}`);
  return [FULL, ROOM].flatMap((room) => [...keys].filter(([, [row]]) => row.room === room)
    .sort(([, [a]], [, [b]]) => a.read_ahead_kb - b.read_ahead_kb)
    .map(([key, [row]]) => ({key, name: `${room === ROOM ? "room in pages, " : ""}${readAhead(row.read_ahead_kb)}`})));
}

/** Medians over seeds of a measure, by share of changed rows. */
function byAge(rows, engine, room, kib, measure) {
  const own = rows.filter((row) => row.engine === engine && row.room === room && row.read_ahead_kb === kib);
  return new Map([...groupRows(own, (row) => row.changed_percent)].sort(([a], [b]) => a - b)
    .map(([percent, runs]) => [percent, median(runs.map((row) => row[measure]))]));
}

/** The ratio of two engines by age, of ages that both have. */
function ratios(rows, [first, second], room, kib) {
  const [one, other] = [byAge(rows, first, room, kib, "tps"), byAge(rows, second, FULL, kib, "tps")];
  return [...one].filter(([percent]) => other.has(percent)).map(([percent, tps]) => ({percent, ratio: tps / other.get(percent)}));
}

/** What the rule says of ratios at several ages. */
function verdict(found, first, second) {
  const sizes = found.map((row) => row.ratio);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  if (most > MATTERS && least < 1 / MATTERS) return `changing rows decides whether ${engineName(first)} or ${engineName(second)} leads`;
  const pair = `${engineName(first)} and ${engineName(second)}`;
  return most / least > MATTERS ? `changing rows matters for ${pair}, but does not change who leads`
    : `changing rows makes no difference of 5 % between ${pair}`;
}

/**
 * @param {object[]} rows of ageing.json
 * @returns {string[]} per read-ahead the ratio of the engines by age, with what the rule says; then pages, then room
 */
export function ageingSentences(rows) {
  const engines = orderEngines([...new Set(rows.map((row) => row.engine))]);
  const kibs = [...new Set(rows.map((row) => row.read_ahead_kb))].sort((a, b) => a - b);
  if (engines.length !== 2) return [];
  return kibs.flatMap((kib) => ofReadAhead(rows, engines, kib));
}

function ofReadAhead(rows, engines, kib) {
  const [first, second] = engines;
  const found = ratios(rows, engines, FULL, kib);
  if (found.length < 2) return [];
  const runs = groupRows(rows, (row) => `${row.engine} ${row.room} ${row.read_ahead_kb} ${row.changed_percent}`);
  const fewest = Math.min(...[...runs.values()].map((own) => own.length));
  const said = list(found.map(({percent, ratio}) => `${times(ratio)} when ${age(percent)}`));
  const pages = engines.flatMap((engine) => growth(rows, engine, FULL, kib) ?? []);
  const room = ratios(rows, engines, ROOM, kib);
  return [
    `${capital(readAhead(kib))}, ${verdict(found, first, second)}: the ratio of their transactions is ${
      said} (${plural(fewest, "run")} of each${fewest === 1 ? ", so no interval" : ""}).`,
    pages.length ? `From the least to the most changed data, pages per transaction change ${readAhead(kib)} ${list(pages)}.` : "",
    room.length > 1 ? `Where a tenth of each page of ${engineName(first)} is left free, the ratio is ${
      list(room.map(({percent, ratio}) => `${times(ratio)} when ${age(percent)}`))}.` : "",
  ].filter(Boolean);
}

/** How the pages per transaction of an engine change with age. */
function growth(rows, engine, room, kib) {
  const pages = [...byAge(rows, engine, room, kib, "pages_per_transaction").values()];
  return pages.length < 2 ? null : `from ${number(pages[0])} to ${number(pages.at(-1))} in ${engineName(engine)}`;
}
