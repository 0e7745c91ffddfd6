/** What of a result is drawn over what, before a reader chooses. */

const SETTING = /(bandwidth_mib_s|^threads$|^clients$|^cpus$|latency_us$|read_ahead_kb|^memory|_ms$|time)/;
const NO_FIGURE = /(^seed$|_index$|^repeats$|_ns$)/;

/** @typedef {{kind: "line" | "dots", x: string, y: string, colour: string}} Axes `colour` is "" for none */

/**
 * @param {import("./database.js").Answer} answer
 * @returns {{numbers: string[], words: string[]}} its columns by what they hold
 */
export function columnKinds({columns, rows}) {
  const known = (name) => rows.map((row) => row[name]).filter((value) => value !== null);
  const numbers = columns.filter((name) => known(name).length > 0 &&
    known(name).every((value) => typeof value === "number"));
  return {numbers, words: columns.filter((name) => !numbers.includes(name))};
}

/**
 * @param {import("./database.js").Answer} answer
 * @returns {Axes | null} null for a result that has no figure to draw
 */
export function guessAxes(answer) {
  const {numbers, words} = columnKinds(answer);
  const distinct = (name) => new Set(answer.rows.map((row) => row[name])).size;
  const y = numbers.find((name) => !SETTING.test(name) && !NO_FIGURE.test(name)) ?? numbers.at(-1);
  if (!y || !answer.rows.length) return null;
  const number = numbers.find((name) => name !== y && SETTING.test(name) && distinct(name) > 1) ??
    (words.length ? undefined : numbers.find((name) => name !== y));
  const colour = words.includes("engine") && distinct("engine") > 1 ? "engine"
    : words.find((name) => distinct(name) > 1 && distinct(name) <= 12) ?? "";
  const x = number ?? words.find((name) => name !== colour) ?? colour;
  if (!x) return null;
  const places = new Set(answer.rows.map((row) => JSON.stringify([row[x], row[colour]])));
  const line = x === number && places.size === answer.rows.length && distinct(x) > 1;
  return {kind: line ? "line" : "dots", x, y, colour: colour === x ? "" : colour};
}
