/** Old versions that runs leave behind. */
import {orderEngines} from "../charts/engines.js";
import {groupRows} from "../charts/group.js";

/**
 * @param {object[]} rows of uncollected.json
 * @returns {object[]} the same with the experiments that leave most first, engines in their order
 */
export function uncollectedRows(rows) {
  const most = new Map([...groupRows(rows, (row) => row.experiment)]
    .map(([experiment, own]) => [experiment, Math.max(...own.map((row) => row.left_share_median))]));
  const place = new Map(orderEngines([...new Set(rows.map((row) => row.engine))]).map((engine, index) => [engine, index]));
  return [...rows].sort((a, b) => most.get(b.experiment) - most.get(a.experiment)
    || a.experiment.localeCompare(b.experiment) || place.get(a.engine) - place.get(b.engine));
}
