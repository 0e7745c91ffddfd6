/** Sentences about what remains of a lead if one engine's instructions take less or more time. */
import {engineName, rowsOfPairs} from "../charts/engines.js";
import {list, number, plural, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

const sideOf = (low, high) => (low === null || high === null ? 0 : low > 1 ? 1 : high < 1 ? -1 : 0);

/**
 * What becomes of each lead that is settled: it "holds", is "lost" (the interval has 1), or "turns".
 * @param {object[]} rows of cpu_time_ratios.json
 * @returns {(object & {fate: "holds" | "lost" | "turns"})[]} one per setting of a pair of newest versions; of the two
 *   factors the worse
 */
export function fatesOfLeads(rows) {
  const experiments = groupRows(rows, (row) => row.experiment);
  return [...experiments.values()].flatMap((own) => rowsOfPairs(own).flatMap((pair) => {
    const places = groupRows(pair, (row) => `${row.curve_group}|${row.read_bandwidth_mib_s}`);
    return [...places.values()].flatMap((both) => {
      const side = sideOf(both[0].low, both[0].high);
      if (!side) return [];
      const fates = both.map((row) => {
        const now = sideOf(row.changed_low, row.changed_high);
        return {...row, fate: now === side ? "holds" : now ? "turns" : "lost"};
      });
      const worst = ["turns", "lost", "holds"].map((fate) => fates.find((row) => row.fate === fate)).find(Boolean);
      return [worst];
    });
  }));
}

/** @param {object[]} rows of cpu_time_ratios.json @returns {string[]} one per experiment and pair of engines */
export function cpuTimeSentences(rows) {
  const groups = groupRows(fatesOfLeads(rows), (row) => `${row.experiment}|${row.numerator}|${row.denominator}`);
  return [...groups.values()].map((own) => {
    const changed = own.filter((row) => row.fate !== "holds");
    const {title, experiment, numerator, denominator} = own[0];
    const words = changed.map((row) => `at ${number(row.read_bandwidth_mib_s)} MiB/s ${times(row.ratio)} becomes ${
      times(row.changed_ratio)} if the CPU time of ${engineName(numerator)} is ${number(row.cpu_time_factor)} times as long`);
    return `${title ?? experiment}, ${engineName(numerator)} and ${engineName(denominator)}: ${
      number(own.length - changed.length)} of ${plural(own.length, "established lead")} ${
      own.length - changed.length === 1 ? "remains" : "remain"}${words.length ? `; ${list(words)}` : ""}.`;
  });
}

/** @param {object[]} rows of cpu_time_ratios.json @returns {string} how near the model is to what was measured */
export function modelSentence(rows) {
  if (!rows.length) return "";
  const shares = rows.map((row) => row.model_share);
  return `The throughput of the model is ${times(Math.min(...shares))} to ${times(Math.max(...shares))} of the measured throughput.`;
}
