/** Words for the runs at steady state. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number} from "../charts/format.js";

/** What a check looks at, as `steady_checks` names it. */
const CHECKS = {
  transactions: "the number of transactions", rate: "the rate of its second half", windows: "the rates of its quarters",
  bytes: "bytes per transaction", "dirty pages": "dirty pages", log: "the log", MSER: "where its warm-up ends",
  "old versions": "old versions that are left"};

/** @param {string[]} checks @returns {string} */
export const checkNames = (checks) => list(checks.map((name) => CHECKS[name] ?? name));

/** What distinguishes an experiment at steady state from the first, in which data are fresh and keys uniform. */
const VARIANTS = {"steady-aged": "aged data", "steady-skewed": "skewed keys"};

/** @param {string} experiment @returns {string} its data and keys */
export const steadyVariant = (experiment) => VARIANTS[experiment] ?? "fresh data, uniform keys";

/**
 * @param {object[]} published rows of proportions.json @param {object[]} measured rows of steady_proportions.json
 * @returns {object[]} each proportion with `here`: the engines' values, as one where they are the same
 */
export function proportionRows(published, measured) {
  return published.map((row) => {
    const own = measured.filter(({proportion}) => proportion === row.key);
    const engines = orderEngines(own.map(({engine}) => engine));
    const words = engines.map((engine) => number(own.find((one) => one.engine === engine).value));
    const here = new Set(words).size === 1 ? words[0]
      : engines.map((engine, index) => `${words[index]} (${engineName(engine)})`).join(", ");
    return {...row, here: here || "not measured"};
  });
}
