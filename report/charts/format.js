/** Numbers as the pages write them: three significant figures, thin separators, units apart. */

const threeFigures = new Intl.NumberFormat("en", {maximumSignificantDigits: 3});
const whole = new Intl.NumberFormat("en", {maximumFractionDigits: 0});

/** @param {number} value @returns {string} three significant figures, thousands separated */
export function number(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  return Math.abs(value) >= 1000 ? whole.format(value) : threeFigures.format(value);
}

/** @param {number} value @returns {string} a ratio such as "1.80×"; with a digit more beside 1 */
export function times(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  // A ratio is given for which side of 1 it is on.
  const digits = value !== 1 && value.toFixed(2) === "1.00" ? 3 : 2;
  return `${value >= 100 ? whole.format(value) : value.toFixed(digits)}×`;
}

/** @param {number} share 0 ... 1 @returns {string} such as "87 %" */
export function percent(share) {
  if (share === null || share === undefined || Number.isNaN(share)) return "–";
  return `${threeFigures.format(share * 100)} %`;
}

const byteUnits = ["B", "KiB", "MiB", "GiB", "TiB"];

/** @param {number} value @returns {string} bytes in the largest binary unit that keeps it >= 1 */
export function bytes(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  let unit = 0;
  while (Math.abs(value) >= 1024 && unit < byteUnits.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${threeFigures.format(value)} ${byteUnits[unit]}`;
}

/** @param {string[]} words @returns {string} "a", "a and b" or "a, b and c" */
export function list(words) {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** @param {number} count @param {string} one @param {string} [many] @returns {string} */
export function plural(count, one, many = `${one}s`) {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/**
 * @param {number[]} range the least and the most @param {(value: number) => string} format
 * @returns {string} "4.51 to 4.53", or one of them where both read alike
 */
export function rangeWords([least, most], format) {
  const [one, other] = [format(least), format(most)];
  return one === other ? one : `${one} to ${other}`;
}
