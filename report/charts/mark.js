/** What a mark of a chart says of itself: the same facts, in the same order, in every chart. */

/**
 * @param {{series: string, at?: string, value: string, seed?: number | null, spread?: string | null,
 *   more?: (string | null | undefined | false)[]}} facts
 *   `at` is where on the axis it is, `value` what was measured, both with their units; `spread` is
 *   the median and the interval of the repeats
 * @returns {string} a line for each fact, the series first
 */
export function markText({series, at, value, seed, spread, more = []}) {
  return [series, at, value, spread, (seed ?? null) === null ? null : `Seed ${seed}`, ...more]
    .filter(Boolean).join("\n");
}

/**
 * The median and the interval behind a run, for `markText`.
 * @param {{median: number, low?: number | null, high?: number | null, repeats: number} | undefined} summary
 * @param {(value: number) => string} format
 * @returns {string | null} none where the run is all there is
 */
export function spreadText(summary, format) {
  if (!summary || summary.median === null || !(summary.repeats > 1)) return null;
  const {median, low, high, repeats} = summary;
  const interval = (low ?? null) === null ? "" : `, interval ${format(low)} to ${format(high)}`;
  return `Median of ${repeats} runs: ${format(median)}${interval}`;
}
