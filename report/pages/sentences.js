/** What an experiment's page says by itself, whatever the experiment. */
import {amongEngines} from "../charts/engines.js";
import {oltpHeadline, oltpRatioSentences} from "../findings/oltp.js";
import {crossoverSentences} from "../findings/workloads.js";

/**
 * @param {import("./page.js").Page} page over the bandwidth @param {string[]} engines to show
 * @returns {string} the page's answer: how the two engines that are compared first differ at both ends
 */
export function leadAnswer(page, engines) {
  const [ratio, crossover] = [page.ratio, page.crossover].map((rows) => amongEngines(rows, engines));
  return oltpHeadline({ratio, crossover});
}

/**
 * @param {import("./page.js").Page} page over the bandwidth @param {string[]} engines to show
 * @returns {string[]} what the answer leaves out: the trend, the other pairs, and where the lead changes hands
 */
export function leadSentences(page, engines) {
  const [ratio, crossover] = [page.ratio, page.crossover].map((rows) => amongEngines(rows, engines));
  return [...oltpRatioSentences({ratio}), ...crossoverSentences(crossover)];
}
