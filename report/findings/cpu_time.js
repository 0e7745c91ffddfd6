/** Sentences about what remains of a lead if one engine's instructions take less or more time. */
import {engineName, rowsOfPairs} from "../charts/engines.js";
import {list, number, plural, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

/** So many leads that are lost are named in a sentence; the table has all. */
const MOST_NAMED = 3;

/** What a row's curve was set to: factors by name. */
const factorsOf = ({experiment, curve_group: curve}) =>
  (curve.startsWith(`${experiment} {`) ? JSON.parse(curve.slice(experiment.length + 1)) : {});

/**
 * @param {object} row of cpu_time_ratios.json @param {object[]} rows among which it is to be told from others
 * @returns {string} the setting, with the factors in which rows of its experiment differ: "at 16 MiB/s, threads 24"
 */
export function cpuTimeSetting(row, rows) {
  const others = rows.filter(({experiment}) => experiment === row.experiment).map(factorsOf);
  const own = Object.entries(factorsOf(row)).filter(([name, value]) => others.some((each) => each[name] !== value));
  const words = own.map(([name, value]) => `, ${name.replace(/^device\./, "").replaceAll("_", " ")} ${value}`);
  return `at ${number(row.read_bandwidth_mib_s)} MiB/s${words.join("")}`;
}

/**
 * Of the newest versions of different families; "lost" is a lead whose interval then has 1.
 * @param {object[]} rows of cpu_time_ratios.json: each established lead, with the change that takes most from it
 * @returns {(object & {fate: "holds" | "lost" | "turns" | "not computed"})[]}
 */
export function fatesOfLeads(rows) {
  return [...groupRows(rows, (row) => row.experiment).values()].flatMap((own) => rowsOfPairs(own).flat());
}

/** @param {object[]} rows of cpu_time_ratios.json @returns {object[]} leads that do not remain, for a table */
export function lostLeads(rows) {
  return fatesOfLeads(rows).filter(({fate}) => fate === "lost" || fate === "turns")
    .map((row) => ({...row, setting: cpuTimeSetting(row, rows)}));
}

/** @param {object} row of cpu_time_ratios.json @returns {string} what the ratio becomes, and by which change */
export function changeWords({ratio, changed_ratio: changed, changed_engine: engine, cpu_time_factor: factor}) {
  return `${times(ratio)} becomes ${times(changed)} if the CPU time of ${engineName(engine)} is ${number(factor)} times as long`;
}

/** @param {object[]} rows of cpu_time_ratios.json @returns {string[]} one per experiment, phase and pair of engines */
export function cpuTimeSentences(rows) {
  const groups = groupRows(fatesOfLeads(rows), (row) => `${row.experiment}|${row.phase}|${row.numerator}|${row.denominator}`);
  const phases = groupRows(fatesOfLeads(rows), (row) => row.experiment);
  return [...groups.values()].map((own) => {
    const {title, experiment, phase, numerator, denominator} = own[0];
    const hasPhases = new Set(phases.get(experiment).map((row) => row.phase)).size > 1;
    const changed = own.filter(({fate}) => fate === "lost" || fate === "turns");
    const unknown = own.filter(({fate}) => fate === "not computed");
    const remaining = own.length - changed.length - unknown.length;
    const words = changed.length > MOST_NAMED ? [] : changed.map((row) => `${cpuTimeSetting(row, rows)} ${changeWords(row)}`);
    return `${title ?? experiment}${hasPhases ? ` (${phase})` : ""}, ${engineName(numerator)} and ${engineName(denominator)}: ${
      number(remaining)} of ${plural(own.length, "established lead")} ${remaining === 1 ? "remains" : "remain"}${
      unknown.length ? `, ${number(unknown.length)} not computed` : ""}${words.length ? `; ${list(words)}` : ""}.`;
  });
}

/** @param {object[]} rows of cpu_time_ratios.json @returns {string} how near the model is to what was measured, and where it is not */
export function modelSentence(rows) {
  const [unknown, computed] = [true, false].map((isOff) => rows.filter(({fate}) => (fate === "not computed") === isOff));
  const range = (own) => `${times(Math.min(...own.map((row) => row.model_share_least)))} to ${
    times(Math.max(...own.map((row) => row.model_share_most)))}`;
  const places = new Set(unknown.map((row) => row.title ?? row.experiment));
  return [computed.length ? `Where leads were recomputed, the throughput of the model is ${range(computed)} of the measured throughput.` : "",
    unknown.length ? `Where it is more than a quarter off in one of the engines, no lead is recomputed: transactions wait there for something that the model lacks, such as flushes or locks, or the engine works on while they wait. That is so for ${
      plural(unknown.length, "lead")} in ${list([...places])}, where it is ${range(unknown)}.` : ""].filter(Boolean).join(" ");
}
