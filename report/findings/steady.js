/** Sentences about OLTP at steady state, and about details that change a result although they should not. */
import {engineName, orderEngines, withEngineNames} from "../charts/engines.js";
import {bytes, list, number, percent, plural, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {turnedRatios} from "./ratios.js";

/** What a check looks at, as `steady_checks` names it. */
const CHECKS = {
  transactions: "the number of transactions", rate: "the rate of its second half", windows: "the rates of its quarters",
  bytes: "bytes per transaction", "dirty pages": "dirty pages", log: "the log", MSER: "where its warm-up ends",
  "old versions": "old versions that are left",
};

/** @param {string[]} checks @returns {string} */
export const checkNames = (checks) => list(checks.map((name) => CHECKS[name] ?? name));

/** What distinguishes an experiment at steady state from the first, in which data are fresh and keys uniform. */
const VARIANTS = {"steady-aged": "aged data", "steady-skewed": "skewed keys"};

/** @param {string} experiment @returns {string} its data and keys */
export const steadyVariant = (experiment) => VARIANTS[experiment] ?? "fresh data, uniform keys";

/**
 * @param {object[]} rows of steady_checks.json
 * @returns {string} at which bandwidths each kind of data and keys was measured; "" without any
 */
export function steadyBandwidthsSentence(rows) {
  const kinds = [...groupRows(rows, (row) => row.experiment).values()].map((own) => {
    const bandwidths = [...new Set(own.map((row) => row.read_bandwidth_mib_s))].sort((a, b) => a - b);
    return `${steadyVariant(own[0].experiment)} at ${list(bandwidths.map(number))} MiB/s`;
  });
  return kinds.length ? `Measured were ${list(kinds)}. On a faster device the CPU decides more.` : "";
}

const place = ({experiment, read_bandwidth_mib_s, read_ahead_kb}) => `at ${number(read_bandwidth_mib_s)} MiB/s ${
  read_ahead_kb ? `with ${number(read_ahead_kb)} KiB of read-ahead` : "without read-ahead"}${
  VARIANTS[experiment] ? ` and ${VARIANTS[experiment]}` : ""}`;

/** @param {object} row turned, and a verdict @returns {string} which engine leads */
const outcome = ({first, second, low}) => `${engineName(low > 1 ? first : second)} leads`;

/**
 * @param {object[]} rows of steady_ratios.json
 * @returns {string} the page's answer, of the first pair of engines; "" without rows
 */
export function steadyAnswer(rows) {
  const ratios = turnedRatios(rows).filter((row, _, [one]) => row.first === one.first && row.second === one.second);
  if (!ratios.length) return "";
  const verdicts = ratios.filter((row) => row.is_verdict);
  const [first, second] = [engineName(ratios[0].first), engineName(ratios[0].second)];
  const sizes = (verdicts.length ? verdicts : ratios).map((row) => row.ratio).sort((a, b) => a - b);
  const range = sizes.length === 1 ? times(sizes[0]) : `${times(sizes[0])} to ${times(sizes.at(-1))}`;
  if (!verdicts.length) {
    return `In ${plural(ratios.length, "long comparison")} ${first} commits ${range} as many transactions as ${
      second}, but no envelope lies on one side of 1, so none counts as a verdict.`;
  }
  const refused = ratios.length - verdicts.length;
  const rest = refused ? ` ${plural(refused, "other comparison")} ${refused === 1 ? "is" : "are"} open.` : "";
  if (verdicts.length === 1) {
    const [row] = verdicts;
    return `At steady state, ${place(row)}, ${first} commits ${times(row.ratio)} (envelope ${times(row.low)} to ${times(row.high)}) as many ` +
      `transactions as ${second}: ${outcome(row)}.${rest}`;
  }
  const ahead = verdicts.filter((row) => row.low > 1).length;
  return `At steady state ${first} commits ${range} as many transactions as ${second}: it leads at ${
    number(ahead)} of ${plural(verdicts.length, "setting")}, ${second} leads at ${number(verdicts.length - ahead)}.${rest}`;
}

/**
 * @param {object[]} rows of steady_ratios.json
 * @returns {string[]} one per setting: which engine leads at steady state, or what holds that open
 */
export function steadySentences(rows) {
  return turnedRatios(rows).map((row) => {
    const envelope = row.low === null ? "" : ` (envelope ${times(row.low)} to ${times(row.high)})`;
    const figures = `${times(row.ratio)}${envelope} as many transactions as ${engineName(row.second)}`;
    const said = `${place(row)} ${engineName(row.first)} commits ${figures}`;
    const [capital, rest] = [said[0].toUpperCase(), said.slice(1)];
    if (row.is_verdict) return `${capital}${rest}: ${outcome(row)}.`;
    return `${capital}${rest}. Neither is known to lead: ${withEngineNames(row.open_because ?? "no claim compares the two")}.`;
  });
}

/** @param {number[]} values @returns {number} their geometric mean */
const geometricMean = (values) => Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** @param {number} ratio of rates @returns {string} in which direction, and by how much, they differ */
const change = (ratio) => (Math.abs(ratio - 1) < 0.0005 ? "stays as it is"
  : `${ratio > 1 ? "rises" : "falls"} by ${percent(Math.abs(ratio - 1))}`);

/**
 * How a rate changes within a run, and whether the later half alone would say something else. A half is a half of the run's time, so its rate is 2 q / (1 + q) of the whole run's,
 * where q is the later half's rate over the earlier one's.
 * @param {object[]} ratios rows of steady_ratios.json
 * @param {object[]} checks rows of steady_checks.json
 * @returns {string[]} one for each ratio
 */
export function driftSentences(ratios, checks) {
  return turnedRatios(ratios).flatMap((row) => {
    const runs = checks.filter((run) => ["experiment", "read_bandwidth_mib_s", "read_ahead_kb"].every((key) => run[key] === row[key]));
    const rates = (engine) => runs.filter((run) => run.engine === engine && run.rate_ratio > 0).map((run) => run.rate_ratio);
    const [first, second] = [rates(row.first), rates(row.second)];
    if (!first.length || !second.length) return [];
    const later = (values) => geometricMean(values.map((value) => (2 * value) / (1 + value)));
    const said = `${place(row)}, from the first half of a run to the second, the rate of ${engineName(row.first)} ${
      change(geometricMean(first))} and that of ${engineName(row.second)} ${change(geometricMean(second))}`;
    return [`${said[0].toUpperCase()}${said.slice(1)}. The second halves alone have a ratio of ${
      times(row.ratio * later(first) / later(second))}, instead of ${times(row.ratio)}.`];
  });
}

/** @param {(number|null)[]} values @returns {number|null} the mean of those that are known */
const mean = (values) => {
  const known = values.filter((value) => value !== null && value !== undefined);
  return known.length ? known.reduce((sum, value) => sum + value, 0) / known.length : null;
};

/**
 * What full pages of fresh data cost an engine: it splits them before a row goes in, and the log holds the rows that
 * move. An engine is left out whose log differs by less than half with the kind of data or keys.
 * @param {object[]} checks rows of steady_checks.json
 * @returns {string[]} one per engine and kind of data and keys besides fresh and uniform
 */
export function splitSentences(checks) {
  const of = (experiment, engine) => {
    const runs = checks.filter((run) => run.experiment === experiment && run.engine === engine);
    return {log: mean(runs.map((run) => run.log_bytes_per_transaction)), splits: mean(runs.map((run) => run.page_splits_per_transaction))};
  };
  const engines = orderEngines([...new Set(checks.map((run) => run.engine))]);
  return engines.flatMap((engine) => Object.keys(VARIANTS).flatMap((experiment) => {
    const [fresh, other] = [of("steady", engine), of(experiment, engine)];
    if (!fresh.log || !other.log || fresh.splits === null || other.splits === null || other.log > 0.5 * fresh.log) return [];
    return [`Per transaction ${engineName(engine)} writes ${bytes(other.log)} to its log with ${VARIANTS[experiment]}, and ${
      bytes(fresh.log)} with fresh data and uniform keys. Freshly built indexes leave little room in their pages, so a new row often splits one: ${
      number(fresh.splits)} per transaction there, ${number(other.splits)} with ${VARIANTS[experiment]}. The rows that move in a split are logged.`];
  }));
}

/**
 * @param {object[]} checks rows of steady_checks.json
 * @returns {string} what a dot of the chart stands for: runs with fresh data and uniform keys; "" without any
 */
export function steadyRunSentence(checks) {
  const runs = checks.filter((run) => run.experiment === "steady");
  if (!runs.length) return "";
  const [counts, lengths] = ["transactions", "measured_s"].map((key) => runs.map((run) => run[key]));
  return `Each dot compares the engines by ${plural(new Set(runs.map((run) => run.seed)).size, "run")} of each, of ${
    number(Math.min(...counts))} transactions or more in ${number(Math.min(...lengths))} to ${number(Math.max(...lengths))} s.`;
}

/** @param {object[]} checks rows of steady_checks.json @returns {string} how many transactions go before those that count */
export function leadInWords(checks) {
  const counts = [...new Set(checks.map((run) => run.lead_in_transactions).filter(Boolean))].sort((a, b) => a - b);
  return counts.length ? `${counts.map(number).join(" or ")} uncounted transactions` : "no uncounted transactions";
}

/** By the runs of each: two variances whose ratio is beyond this differ (two-sided 95 % quantile of the F distribution). */
const VARIANCE_RATIOS = {3: 39, 4: 15.4, 5: 9.6, 6: 7.15, 8: 4.99, 10: 4.03};

/**
 * @param {object} accidents row of accident_spreads.json @param {object} both likewise
 * @returns {string} whether keys add to the spread, as far as so few runs can tell
 */
function keysWords(accidents, both) {
  const limit = VARIANCE_RATIOS[Math.min(accidents.runs, both.runs)];
  const ratio = (both.deviation / accidents.deviation) ** 2;
  if (!limit) return "";
  const condition = `of ${number(accidents.runs)} runs each, variances differ beyond chance (F test, 95 %) from a factor of ${number(limit)} on`;
  return ratio > limit ? ` So nearly all of the spread comes from the keys: their variance is ${number(ratio)} times as large, and ${condition}.`
    : ` So these runs don't show that keys add to what accidents do: ${condition}, and this one is ${number(ratio)}.`;
}

/**
 * @param {object[]} rows of accident_spreads.json
 * @returns {string[]} one per engine: the spread of throughput by accidents, and by seeds and accidents
 */
export function accidentSentences(rows) {
  const ofTps = rows.filter((row) => row.metric === "tps");
  const engines = groupRows(ofTps, (row) => row.engine);
  return orderEngines([...engines.keys()]).flatMap((engine) => {
    const find = (varied) => engines.get(engine).find((row) => row.varied === varied);
    const [accidents, both] = [find("accidents"), find("seeds-and-accidents")];
    if (!accidents || !both) return [];
    return [`${engineName(engine)}: ${plural(accidents.runs, "run")} with the same keys have a standard deviation of ${
      percent(accidents.deviation)} of their transactions per second, from accidents alone (${
      number(accidents.lowest)} to ${number(accidents.highest)} per second); ${number(both.runs)} runs with different keys have ${
      percent(both.deviation)}.${keysWords(accidents, both)}`];
  });
}

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
