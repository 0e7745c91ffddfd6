/** Which engines the stepwise drawings are of, and sentences about one figure of each. */
import {engineName, oldVersionsAre, orderEngines} from "../charts/engines.js";
import {list} from "../charts/format.js";
import {isKnown, median} from "../charts/group.js";

/** @typedef {{heap: string | undefined, clustered: string | undefined}} Both the newest engine of each kind */

/** @param {string[]} engines that have rows @returns {Both} */
export function bothKinds(engines) {
  const newest = (where) => orderEngines(engines).find((engine) => oldVersionsAre(engine) === where);
  return {heap: newest("in the heap"), clustered: newest("in the undo log")};
}

/** @param {object[]} rows @param {string} value @returns {number | undefined} the median of those that have it */
export function middle(rows, value) {
  const known = rows.map((row) => row[value]).filter(isKnown);
  return known.length ? median(known) : undefined;
}

/**
 * @typedef {[engine: string | undefined, value: number | undefined]} FigureOf an engine
 * @param {FigureOf[]} figures @param {(value: number) => string} format
 * @returns {string} "3.02 in PostgreSQL 18 and 2.03 in MariaDB 11.8", of those that were measured; may be empty
 */
export function inEach(figures, format) {
  return list(figures.filter(([engine, value]) => engine && value !== undefined)
    .map(([engine, value]) => `${format(value)} in ${engineName(engine)}`));
}

/** @param {string} before @param {string} figures @param {string} [after] @returns {string} nothing without figures */
export const sentence = (before, figures, after = "") => (figures ? `${before}${figures}${after}.` : "");
