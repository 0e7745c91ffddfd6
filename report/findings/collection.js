/** Sentences about old versions that runs leave behind, and what it would cost to collect them. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, percent, plural} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

const KIB = 1024;

/** Shares may be below nothing: where older versions were collected, too. */
const shareWords = (share) => (share > 0 ? percent(share) : "none");
const atMost = (share) => (share > 0 ? `at most ${percent(share)}` : "none");

/**
 * @param {object[]} rows of collection_costs.json
 * @returns {string[]} one per engine: what collecting costs a transaction, and what the runs at steady state owe
 */
export function collectionSentences(rows) {
  const by = groupRows(rows, (row) => row.engine);
  return orderEngines([...by.keys()]).map((engine) => {
    const [row] = by.get(engine);
    const cost = `${engineName(engine)}: of the ${number(row.changes_per_transaction)} rows that a transaction changed or deleted, ${
      number(row.old_versions_per_transaction)} old versions were left at the end, and collecting these moved at most ${
      number(row.collection_bytes_per_transaction / KIB)} KiB per transaction (${plural(row.runs, "run")})`;
    if (row.left_share_max === null) return `${cost}.`;
    return `${cost}. Runs at steady state leave ${atMost(row.left_share_max)} of their old versions${
      row.uncollected_share_max > 0 ? `; at this price collecting them would move ${
        atMost(row.uncollected_share_max)} of what the run moved` : ""}.`;
  });
}

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
