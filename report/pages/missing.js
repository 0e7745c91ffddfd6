/** What an experiment's page says of figures that are missing. */
import {engineName} from "../charts/engines.js";
import {plural} from "../charts/format.js";

/**
 * @param {import("./page.js").Page} page
 * @returns {string[]} a sentence for each reason why figures are missing; none where all are there
 */
export function whatIsMissing({runs, failed}) {
  const measured = new Set(runs.map((row) => row.cell_id)).size;
  if (measured + failed.length === 0) {
    return ["Nothing was measured: the study's plan has no cell of this workload. Name its " +
      "experiment in the study's experiments, and engines in its engines."];
  }
  const reasons = new Map();
  for (const {engine, status, reason} of failed) {
    const why = `${engineName(engine)}: ${status.replaceAll("_", " ")}${reason ? `: ${reason}` : ""}`;
    reasons.set(why, (reasons.get(why) ?? 0) + 1);
  }
  const lost = [...reasons].map(([why, count]) =>
    `${plural(count, "cell")} without a result. ${why}`);
  return measured ? lost : ["No cell of this workload has a result, so the charts are empty.", ...lost];
}
