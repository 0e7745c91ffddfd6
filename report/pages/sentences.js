/** What an experiment's page says by itself, whatever the experiment. */
import {amongEngines} from "../charts/engines.js";
import {olapRatioSentences} from "../findings/olap.js";
import {oltpHeadline, oltpRatioSentences} from "../findings/oltp.js";
import {crossoverSentences} from "../findings/workloads.js";

/**
 * @param {import("./page.js").Page} page over the bandwidth @param {string[]} engines to show
 * @returns {string[]} who is ahead where, by how much, and where the lead changes hands
 */
export function leadSentences(page, engines) {
  const [ratio, crossover] = [page.ratio, page.crossover].map((rows) => amongEngines(rows, engines));
  if (page.measure !== "tps") return olapRatioSentences({ratio});
  return [oltpHeadline({ratio, crossover}), ...crossoverSentences(crossover),
    ...oltpRatioSentences({ratio})];
}
