/**
 * One colour and one shape an engine version, everywhere. Versions of a family have neighbouring
 * colours; all stay apart for the common kinds of colour blindness, and the shape carries the same
 * information without colour.
 */
import {families as engineFamilies} from "../../scripts/engines/families.js";
import {groupRows} from "./group.js";

// fio asks the device itself: no engine, but a line in charts like any.
const families = {
  ...engineFamilies,
  fio: {name: "fio", colour_of_others: "#55534e", versions: {"": {colour: "#55534e", symbol: "square"}}},
};

/** Ends the name of an engine whose runs a reader added. */
const ADDED = " (yours)";
/** @param {string} engine @returns {string} the name that a reader's own runs of it have */
export const asAdded = (engine) => engine + ADDED;
/** @param {string | null} engine @returns {boolean} whether its runs are a reader's own */
export const isAdded = (engine) => Boolean(engine?.endsWith(ADDED));

/** @typedef {{name: string, family: string, version: string, colour: string, symbol: string}} Style */

/**
 * A version that its family's family.json doesn't list gets the colour of others there.
 * @param {string | null} engine a family, a hyphen, and a version @returns {Style}
 */
export function engineStyle(engine) {
  const [family, ...rest] = (engine ?? "fio").split("-");
  const version = rest.join("-");
  const {name = family, colour_of_others: colour = "#7a3e8e", versions = {}} = families[family] ?? {};
  return {family, version, name, ...(versions[version] ?? {colour, symbol: "star"})};
}

/** @param {string | null} engine @returns {string} "PostgreSQL 17" */
export function engineName(engine) {
  const {name, version} = engineStyle(engine);
  return version ? `${name} ${version}` : name;
}

/** @param {string} words in which a query wrote ids of engines or families @returns {string} with names instead */
export function withEngineNames(words) {
  return words.replace(/(?<![-\w])([a-z]+)(?:-\d+(?:\.\d+)*)?(?![-\w])/g, (id, family) => (family in engineFamilies ? engineName(id) : id));
}

/** @param {string[]} engines of one family @returns {string} such as "PostgreSQL 15, 17, 18" */
export function versionsName(engines) {
  const styles = orderEngines(engines).reverse().map(engineStyle);
  return `${styles[0].name} ${styles.map(({version}) => version).join(", ")}`;
}

/** @param {string} family @returns {string} what it is called, such as "PostgreSQL" */
export function familyName(family) {
  return families[family]?.name ?? family;
}

/** @param {string} engine @returns {string} where it keeps old versions of rows: "in the heap" */
export function oldVersionsAre(engine) {
  return families[engineStyle(engine).family]?.old_versions_are ?? "somewhere";
}

/**
 * Rows about engines or about pairs of them, of those that are shown.
 * @template {{engine?: string, numerator?: string, denominator?: string}} Row
 * @param {Row[]} rows @param {string[]} engines @returns {Row[]}
 */
export function amongEngines(rows, engines) {
  return rows.filter((row) => [row.engine, row.numerator, row.denominator]
    .every((engine) => engine === undefined || engines.includes(engine)));
}

/**
 * Names for labels: without the version, where no other version of the family is shown.
 * @param {string[]} engines @returns {(engine: string) => string}
 */
export function engineShortNames(engines) {
  const versions = groupRows(new Set(engines), (engine) => engineStyle(engine).family);
  return (engine) => (versions.get(engineStyle(engine).family)?.length > 1
    ? engineName(engine) : engineStyle(engine).name);
}

/**
 * Scales for Plot, so that colour and symbol mean the same in every chart.
 * @param {string[]} engines
 */
export function engineScales(engines) {
  const styles = engines.map(engineStyle);
  return {
    color: {domain: engines, range: styles.map((style) => style.colour)},
    symbol: {domain: engines, range: styles.map((style) => style.symbol)},
  };
}

/** Engines in a fixed order (families by their ranks, newer versions first). */
export function orderEngines(engines) {
  const rank = Object.keys(families);
  const key = (engine) => {
    const {family, version} = engineStyle(engine);
    const index = rank.indexOf(family);
    const [major = 0, minor = 0] = version.split(".").map((part) => parseInt(part, 10) || 0);
    return [index < 0 ? rank.length : index, -major, -minor, engine];
  };
  return [...new Set(engines)].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    const at = left.findIndex((part, i) => part !== right[i]);
    return at < 0 ? 0 : left[at] < right[at] ? -1 : 1;
  });
}

/**
 * @param {string[]} engines that the reader chose @param {{engine: string}[]} rows of one experiment
 * @returns {string[]} them, with the newest version that the experiment has in place of those that it has not
 */
export function standingIn(engines, rows) {
  const measured = new Set(rows.map((row) => row.engine));
  const familyOf = (engine) => engineStyle(engine).family;
  const absent = new Set(engines.filter((engine) => !measured.has(engine)).map(familyOf));
  const others = newestVersions([...measured]).filter((engine) => absent.has(familyOf(engine)));
  const replaced = new Set(others.map(familyOf));
  return [...new Set(engines.filter((engine) => measured.has(engine) || !replaced.has(familyOf(engine))).concat(others))];
}

/** @param {string[]} engines @returns {string[]} the newest of each family, as ordered by `orderEngines` */
export function newestVersions(engines) {
  return [...groupRows(orderEngines(engines), (engine) => engineStyle(engine).family).values()]
    .map(([first]) => first);
}

/**
 * The pairs worth a chart or a sentence of their own: the newest versions of different families;
 * of one family alone, each version with the one before it.
 * @param {string[]} engines @returns {string[][]} in the order of `orderEngines`
 */
export function comparedPairs(engines) {
  const order = orderEngines(engines);
  const newest = newestVersions(engines);
  return newest.length > 1
    ? newest.flatMap((engine, i) => newest.slice(i + 1).map((other) => [engine, other]))
    : order.slice(1).map((engine, i) => [order[i], engine]);
}

/**
 * Rows about pairs of engines, by pair, for the pairs that are compared.
 * @param {{numerator: string, denominator: string}[]} rows
 * @returns {object[][]} rows of each pair that has any
 */
export function rowsOfPairs(rows) {
  const named = groupRows(rows, (row) => [row.numerator, row.denominator].sort().join("/"));
  const engines = rows.flatMap((row) => [row.numerator, row.denominator]);
  return comparedPairs(engines).flatMap((pair) => {
    const own = named.get([...pair].sort().join("/"));
    return own ? [own] : [];
  });
}
