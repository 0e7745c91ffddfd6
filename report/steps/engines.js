/** Which engines the stepwise drawings are of, and a figure of each. */
import {oldVersionsAre, orderEngines} from "../charts/engines.js";
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
