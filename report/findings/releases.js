/** Sentences about versions of an engine side by side; every figure comes from the rows. */
import {engineName, engineStyle, orderEngines} from "../charts/engines.js";
import {list, number} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {measureName, withGain} from "../charts/releases.js";
import {withInterval} from "./intervals.js";

/** The measures that an experiment is about; the others explain them. */
const FIRST = ["tps", "query_s", "scanned_mib_s", "pages_per_transaction"];

/** @param {object[]} rows of engines.json @returns {string[]} which versions there are to compare */
export function versionSentences(rows) {
  if (!rows.length) return ["The study has no engine."];
  const families = groupRows(orderEngines(rows.map((row) => row.engine)),
    (engine) => engineStyle(engine).family);
  const several = [...families.values()].filter((engines) => engines.length > 1);
  const single = [...families.values()].filter((engines) => engines.length === 1).flat();
  const names = (engines) => list(engines.map(engineName));
  if (!several.length) {
    return [`This study has one version of each engine, ${names(single)}. To compare versions, list more ` +
      "engines in config/study.yaml."];
  }
  return [`This study compares ${several.map((engines) => names([...engines].reverse())).join("; ")}.${
    single.length ? ` It has only one version of ${list(single.map((engine) => engineStyle(engine).name))} (${
      names(single)}).` : ""}`];
}

/** Rows of an experiment's first measure. @param {object[]} rows of releases.json @param {string} experiment */
function firstMeasure(rows, experiment) {
  const own = rows.filter((row) => row.experiment === experiment && row.median !== null).map(withGain);
  const measure = FIRST.find((name) => own.some((row) => row.measure === name));
  return own.filter((row) => row.measure === measure);
}

/** Settings at which all of the interval is on one side. @param {object[]} rows as of `withGain` */
const clearly = (rows) => ({better: rows.filter((row) => row.worst !== null && row.worst > 1).length,
  worse: rows.filter((row) => row.best !== null && row.best < 1).length});

/**
 * @param {object[]} rows of releases.json, of one family @param {string} [experiment]
 * @returns {string} the page's answer: the newest version over the earliest, at the setting where they differ most
 */
export function releaseAnswer(rows, experiment = "oltp") {
  const all = firstMeasure(rows, experiment);
  const [later] = orderEngines(all.map((row) => row.later));
  const own = all.filter((row) => row.later === later);
  if (!own.length) return "This study has no two versions of this engine with the same workload.";
  const most = own.reduce((a, b) => (Math.abs(Math.log(b.gain)) > Math.abs(Math.log(a.gain)) ? b : a));
  const {better, worse} = clearly(own);
  return `Where they differ most, at ${number(most.bandwidth_mib_s)} MiB/s, ${engineName(later)} has ${
    withInterval({value: most.gain, low: most.worst, high: most.best})} the ${measureName(most.measure)} of ${engineName(most.earlier)}; ` +
    `of ${number(own.length)} settings it is clearly better at ${number(better)} and clearly worse at ${number(worse)}.`;
}

/**
 * @param {object[]} rows of releases.json, of one family
 * @returns {object[]} a row for each experiment and later version: its first measure over the earliest version's
 */
export function releaseRows(rows) {
  return [...groupRows(rows, (row) => row.experiment).values()].flatMap(([{experiment, title}]) => {
    const measured = firstMeasure(rows, experiment);
    return orderEngines(measured.map((row) => row.later)).map((later) => {
      const own = measured.filter((row) => row.later === later);
      const gains = own.map((row) => row.gain);
      const isRepeated = own.some((row) => row.worst !== null);
      const {better, worse} = clearly(own);
      return {experiment: title ?? experiment, measure: measureName(own[0].measure), later, earlier: own[0].earlier,
        settings: own.length, least: Math.min(...gains), most: Math.max(...gains),
        better: isRepeated ? better : null, worse: isRepeated ? worse : null};
    });
  });
}
