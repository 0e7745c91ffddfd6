/** Versions of an engine that behave alike, as one entry: "PostgreSQL 15 to 18". */
import {engineName, engineStyle, orderEngines} from "../charts/engines.js";
import {list} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

/** Figures that differ by less than this share count as alike. */
export const ALIKE = 0.05;

/**
 * @typedef {{engine: string, values: number[]}} Figures of an engine: the same figures in the same order for each
 * @param {Figures[]} figures @param {number} [within] the share by which figures that are alike may differ
 * @returns {{name: string, values: number[][], engines: string[]}[]} versions of a family whose every figure
 *   is alike, with the least and the greatest of each figure; newest first
 */
export function alikeVersions(figures, within = ALIKE) {
  const order = orderEngines(figures.map(({engine}) => engine));
  const sorted = order.map((engine) => figures.find((row) => row.engine === engine));
  return [...groupRows(sorted, ({engine}) => engineStyle(engine).family).values()].flatMap((family) => {
    const groups = [];
    for (const own of family) {
      const found = groups.find((group) => isAlike([...group, own], within));
      if (found) found.push(own);
      else groups.push([own]);
    }
    return groups.map((group) => ({
      name: nameOf(group, family), engines: group.map(({engine}) => engine), values: ranges(group),
    }));
  });
}

/** Whether no figure differs much between the rows. @param {Figures[]} rows @param {number} within */
function isAlike(rows, within) {
  return new Set(rows.map(({values}) => values.length)).size === 1 &&
    ranges(rows).every(([least, most]) => most - least <= within * Math.max(Math.abs(least), Math.abs(most)));
}

/** @param {Figures[]} rows @returns {number[][]} the least and the most of each figure */
function ranges(rows) {
  return rows[0].values.map((_, i) => [Math.min, Math.max].map((end) => end(...rows.map(({values}) => values[i]))));
}

/** "PostgreSQL 15 to 18" for all versions in between, "PostgreSQL 15 and 18" otherwise; newest first in both. */
function nameOf(group, family) {
  if (group.length === 1) return engineName(group[0].engine);
  const engines = group.map(({engine}) => engine).reverse();
  const places = group.map((row) => family.indexOf(row));
  const {name} = engineStyle(engines[0]);
  const versions = engines.map((engine) => engineStyle(engine).version);
  return group.length > 2 && places.at(-1) - places[0] === places.length - 1
    ? `${name} ${versions[0]} to ${versions.at(-1)}` : `${name} ${list(versions)}`;
}

/**
 * @param {number[]} range the least and the most @param {(value: number) => string} format
 * @returns {string} "4.51 to 4.53", or one of them where both read alike
 */
export function rangeWords([least, most], format) {
  const [one, other] = [format(least), format(most)];
  return one === other ? one : `${one} to ${other}`;
}
