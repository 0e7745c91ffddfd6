/** Ratios of two engines, whichever of them the data have as the numerator. */
import {orderEngines} from "../charts/engines.js";

/**
 * The ratios of each pair, turned so that the first in the order of engines is the numerator.
 * @param {object[]} rows with `numerator`, `denominator`, `low`, `high` @param {string} [key] of the ratio
 * @returns {object[]} with `first`, `second`, and the ratio, `low` and `high` of the first over the second
 */
export function turnedRatios(rows, key = "ratio") {
  return rows.map((row) => {
    const [first, second] = orderEngines([row.numerator, row.denominator]);
    const turned = (value) => (value === null ? null : 1 / value);
    return row.numerator === first ? {...row, first, second}
      : {...row, first, second, [key]: turned(row[key]), low: turned(row.high), high: turned(row.low)};
  });
}
