/** Errors, sentences and figures by the words of advise.json, which scripts/advise has, too. */

/** What a reader has to do otherwise, in one line. */
export class AdviseError extends Error {}

/**
 * @param {object} rules advise.json
 * @param {string} name of an error there
 * @param {Record<string, any>} [values]
 */
export function refusal(rules, name, values = {}) {
  return new AdviseError(filled(rules.errors[name], values));
}

/** @param {string} words @param {Record<string, any>} values @returns {string} of values none leaves its line */
export function filled(words, values) {
  return words.replace(/\{(\w+)\}/g, (_, name) => String(values[name]).replace(/[^ -~\u00a0-\u{10ffff}]/gu, "?"));
}

/** @param {number} value @param {number} [digits] @returns {string} with separators of thousands, its half rounded up */
export function grouped(value, digits = 0) {
  const factor = 10 ** digits;
  return (Math.floor(value * factor + 0.5) / factor).toLocaleString("en-US",
    {minimumFractionDigits: digits, maximumFractionDigits: digits});
}
