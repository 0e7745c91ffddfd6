/**
 * One colour and one shape an engine version, everywhere. Versions of a family have neighbouring
 * colours; all stay apart for the common kinds of colour blindness, and the shape carries the same
 * information without colour.
 */
import {groupRows} from "./group.js";

const families = {
  postgresql: {name: "PostgreSQL", other: "#54708c", versions: {
    "15": {colour: "#5a3fa8", symbol: "hexagon"},
    "17": {colour: "#1060a8", symbol: "circle"},
    "18": {colour: "#0a7a85", symbol: "cross"},
  }},
  mariadb: {name: "MariaDB", other: "#8a5a3c", versions: {
    "10.11": {colour: "#96233c", symbol: "square2"},
    "11.8": {colour: "#c2500c", symbol: "diamond2"},
  }},
  mysql: {name: "MySQL", other: "#66752b", versions: {
    "9.7": {colour: "#3f7f3a", symbol: "triangle2"},
  }},
  fio: {name: "fio", other: "#55534e", versions: {"": {colour: "#55534e", symbol: "square"}}},
};

/** @typedef {{name: string, family: string, version: string, colour: string, symbol: string}} Style */

/**
 * A version that isn't listed above gets its family's colour for others; a line there gives it
 * one of its own.
 * @param {string | null} engine such as "postgresql-17" @returns {Style}
 */
export function engineStyle(engine) {
  const [, family, version = ""] = /^(.*?)(?:-([\d.]+))?$/.exec(engine ?? "fio");
  const {name = family, other = "#7a3e8e", versions = {}} = families[family] ?? {};
  return {family, version, name, ...(versions[version] ?? {colour: other, symbol: "star"})};
}

/** @param {string | null} engine @returns {string} "PostgreSQL 17" */
export function engineName(engine) {
  const {name, version} = engineStyle(engine);
  return version ? `${name} ${version}` : name;
}

/** @param {string} family such as "postgresql" @returns {string} "PostgreSQL" */
export function familyName(family) {
  return families[family]?.name ?? family;
}

/**
 * Rows about engines or about pairs of them, of those that are shown.
 * @template Row @param {Row[]} rows @param {string[]} engines @returns {Row[]}
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

/** Engines in a fixed order (families as listed above, newer versions first). */
export function orderEngines(engines) {
  const rank = Object.keys(families);
  const key = (engine) => {
    const {family, version} = engineStyle(engine);
    const index = rank.indexOf(family);
    const [major = 0, minor = 0] = version.split(".").map(Number);
    return [index < 0 ? rank.length : index, -major, -minor, engine];
  };
  return [...new Set(engines)].sort((a, b) => {
    const [left, right] = [key(a), key(b)];
    const at = left.findIndex((part, i) => part !== right[i]);
    return at < 0 ? 0 : left[at] < right[at] ? -1 : 1;
  });
}

/**
 * Rows about engines, of the newest version of each family alone.
 * @template {{engine: string}} Row @param {Row[]} rows @returns {Row[]}
 */
export function ofNewestVersions(rows) {
  const newest = newestVersions(rows.map((row) => row.engine));
  return rows.filter((row) => newest.includes(row.engine));
}

/** @param {string[]} engines @returns {string[]} the newest of each family, as ordered by `orderEngines` */
function newestVersions(engines) {
  return [...groupRows(orderEngines(engines), (engine) => engineStyle(engine).family).values()]
    .map(([first]) => first);
}

/**
 * The pairs worth a chart or a sentence of their own: the newest versions of different families;
 * of one family alone, each version with the one before it.
 * @param {string[]} engines @returns {[string, string][]} in the order of `orderEngines`
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
