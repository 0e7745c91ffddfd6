/** What remains of a lead if one engine's instructions take less or more time. */
import {number} from "../charts/format.js";

/** What a row's curve was set to: factors by name. */
const factorsOf = ({experiment, curve_group: curve}) =>
  (curve.startsWith(`${experiment} {`) ? JSON.parse(curve.slice(experiment.length + 1)) : {});

/**
 * @param {object} row of cpu_time_ratios.json @param {object[]} rows among which it is to be told from others
 * @returns {string} the setting, with the factors in which rows of its experiment differ: "at 16 MiB/s, threads 24"
 */
function cpuTimeSetting(row, rows) {
  const others = rows.filter(({experiment}) => experiment === row.experiment).map(factorsOf);
  const own = Object.entries(factorsOf(row)).filter(([name, value]) => others.some((each) => each[name] !== value));
  const words = own.map(([name, value]) => `, ${name.replace(/^device\./, "").replaceAll("_", " ")} ${value}`);
  return `at ${number(row.read_bandwidth_mib_s)} MiB/s${words.join("")}`;
}

/**
 * Those that `sql/facts/cpu_time.sql` counts as leads that do not remain; "lost" is a lead whose interval then has 1.
 * @param {object[]} rows of cpu_time_ratios.json: each established lead, with the change that takes most from it
 * @returns {object[]} for a table
 */
export function lostLeads(rows) {
  return rows.filter(({fate}) => fate === "lost" || fate === "turns")
    .map((row) => ({...row, setting: cpuTimeSetting(row, rows)}));
}
