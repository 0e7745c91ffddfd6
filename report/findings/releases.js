/** Versions of an engine side by side. */
import {orderEngines} from "../charts/engines.js";
import {groupRows} from "../charts/group.js";
import {measureName, withGain} from "../charts/releases.js";

/** The measures that an experiment is about; the others explain them. */
const FIRST = ["tps", "query_s", "scanned_mib_s", "pages_per_transaction"];

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
