/** A range of values, in words. */

/**
 * @param {number[]} range the least and the most @param {(value: number) => string} format
 * @returns {string} "4.51 to 4.53", or one of them where both read alike
 */
export function rangeWords([least, most], format) {
  const [one, other] = [format(least), format(most)];
  return one === other ? one : `${one} to ${other}`;
}
