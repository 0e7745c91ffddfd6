/** Sentences about causes: how much of the variation goes with each setting, and by which engine it comes about. */
import {engineName} from "../charts/engines.js";
import {list, number, percent, plural, times} from "../charts/format.js";
import {effectsOn, enginesOfEffects, ratiosOfCombinations} from "./effects.js";

/** What a transaction does that a cause may change, by metric. */
const BYTES = "pages_per_transaction";
/** Settings that a sentence on shares names. */
const NAMED = 4;

const whole = (share) => percent(Math.round(100 * share) / 100);
const singles = (effects, metric, engines) => effectsOn(effects, metric, engines).filter((row) => row.is_one);

/**
 * The share of the variation of the ratio that goes with each setting by itself, largest first. In a design in which all
 * effects are balanced the sums of squares add up (Jain, The Art of Computer Systems Performance Analysis, 1991, 17.6).
 * @param {object[]} effects of factor_effects.json, of one experiment
 * @param {object[]} combinations of factor_combinations.json, of the same
 * @returns {{name: string, share: number}[]}
 */
export function sharesOfVariation(effects, combinations) {
  const engines = enginesOfEffects(effects);
  if (!engines) return [];
  const logs = ratiosOfCombinations(combinations, engines).map((row) => Math.log(row.ratio));
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  const all = logs.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  if (!(all > 0)) return [];
  return singles(effects, "tps", engines)
    .map(({name, effect}) => ({name, share: logs.length * (Math.log(effect) / 2) ** 2 / all}))
    .sort((a, b) => b.share - a.share);
}

/** @param {object[]} effects @param {object[]} combinations as of `sharesOfVariation` @returns {string[]} one sentence, or none */
export function shareSentences(effects, combinations) {
  const shares = sharesOfVariation(effects, combinations);
  if (!shares.length) return [];
  const sum = shares.reduce((total, {share}) => total + share, 0);
  const few = shares.slice(0, NAMED);
  const others = sum - few.reduce((total, {share}) => total + share, 0);
  const each = few.map(({name, share}) => `${name} ${whole(share)}`);
  if (shares.length > few.length) each.push(`${plural(shares.length - few.length, "other")} ${whole(others)}`);
  return [`Of the variation of the ratio among these combinations ${whole(sum)} goes with single settings (${list(each)}), ` +
    `and ${whole(Math.max(0, 1 - sum))} with their combination and with chance. The shares hold for these values: a setting that is varied further has a larger one.`];
}

/**
 * @param {object[]} effects of factor_effects.json, of one experiment
 * @returns {string[]} for each setting that stands out in the ratio of transactions or of bytes, what it does to each engine
 */
export function causeSentences(effects) {
  const engines = enginesOfEffects(effects);
  if (!engines) return [];
  const [ofTransactions, ofBytes] = ["tps", BYTES].map((metric) => singles(effects, metric, engines));
  const causes = ofTransactions.filter((row) => row.stands_out ||
    ofBytes.some((other) => other.name === row.name && other.stands_out));
  causes.sort((a, b) => Math.abs(Math.log(b.effect)) - Math.abs(Math.log(a.effect)));
  return causes.map(({name, change}) => {
    const own = (metric, engine) => singles(effects, metric, [engine]).find((row) => row.name === name)?.effect;
    const each = engines.map((engine, i) => {
      const [tps, bytes] = [own("tps", engine), own(BYTES, engine)];
      return `${engineName(engine)} ${i ? "" : "commits "}${times(tps)} as many transactions${bytes === undefined ? "" : ` and ${i ? "" : "moves "}${times(bytes)} the bytes in each`}`;
    });
    return `${name[0].toUpperCase()}${name.slice(1)} (${change}): ${each.join("; ")}.`;
  });
}

/** @param {object[]} effects of factor_effects.json, of one experiment @returns {string[]} which settings stand out in the ratio of the bytes */
export function byteSentences(effects) {
  const engines = enginesOfEffects(effects);
  const found = engines ? singles(effects, BYTES, engines).filter((row) => row.stands_out) : [];
  if (!found.length) return [];
  const [one, other] = engines.map(engineName);
  return [`In the bytes that a transaction moves, ${one} over ${other}, ${number(found.length)} of these settings ${
    found.length === 1 ? "stands" : "stand"} out: ${list(found.map(({name, change, effect, low, high}) =>
    `${name} (${change}) multiplies that ratio by ${times(effect)} (${times(low)} to ${times(high)})`))}.`];
}
