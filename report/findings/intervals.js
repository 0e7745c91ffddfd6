/** Figures with their intervals: looked up, divided, and written. */
import {times} from "../charts/format.js";
import {isKnown} from "../charts/group.js";

/** @typedef {{value: number, low: number | null, high: number | null}} Figure */

/**
 * @param {Figure | null} above @param {Figure | null} below
 * @returns {Figure | null} the quotient, with the quotient of both intervals, which is wider than need be
 */
export function quotient(above, below) {
  if (!above || !below || !below.value) return null;
  const isRanged = [above, below].every(({low, high}) => isKnown(low) && isKnown(high)) && below.low > 0;
  return {value: above.value / below.value, low: isRanged ? above.low / below.high : null,
    high: isRanged ? above.high / below.low : null};
}

/**
 * @param {Figure} figure @param {(value: number) => string} [format]
 * @param {boolean} [isFirst] of its sentence: the first interval says that it is one of 95 %
 * @returns {string} such as "1.20× (95 % interval 1.10× to 1.31×)"
 */
export function withInterval({value, low, high}, format = times, isFirst = true) {
  if (!isKnown(low) || !isKnown(high)) return format(value);
  return `${format(value)} (${isFirst ? "95 % interval " : ""}${format(low)} to ${format(high)})`;
}
