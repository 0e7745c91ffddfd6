/** Sentences about versions of an engine side by side; every figure comes from the rows. */
import {engineName, engineStyle, orderEngines} from "../charts/engines.js";
import {list, number, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";
import {measureName, withGain} from "../charts/releases.js";

/** What an experiment is first asked for; the others explain it. */
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
    return [`This study has one version of each engine, ${names(single)}, so there is nothing to ` +
      "set side by side. config/study.yaml names more; so may engines: of any study."];
  }
  return [`This study has ${several.map((engines) => names([...engines].reverse())).join("; ")}${
    single.length ? `, and of ${list(single.map((engine) => engineStyle(engine).name))} one ` +
      `version alone (${names(single)})` : ""}.`];
}

/**
 * @param {object[]} rows of releases.json, of one family
 * @returns {string[]} a sentence for each experiment and later version, on its first measure
 */
export function releaseSentences(rows) {
  const known = rows.filter((row) => row.median !== null).map(withGain);
  return [...groupRows(known, (row) => row.experiment).values()].flatMap((own) => {
    const measure = FIRST.find((name) => own.some((row) => row.measure === name));
    if (!measure) return [];
    const measured = own.filter((row) => row.measure === measure);
    return orderEngines(measured.map((row) => row.later)).map((later) => {
      const gains = measured.filter((row) => row.later === later);
      const title = own[0].title ?? own[0].experiment;
      return `${title}: ${engineName(later)} beside ${engineName(own[0].earlier)}, ` +
        `${measureName(measure)}: ${gainWords(gains)}.`;
    });
  });
}

/** "1.05× to 1.20× as good over 6 settings; better at 4 of them, worse at none". */
function gainWords(rows) {
  const gains = rows.map((row) => row.gain);
  const [least, most] = [Math.min(...gains), Math.max(...gains)];
  const span = least === most ? `${times(most)} as good` : `${times(least)} to ${times(most)} as good`;
  if (rows.length === 1) {
    const {worst, best} = rows[0];
    return worst === null ? `${span} (one seed, so no interval)`
      : `${span} (interval ${times(worst)} to ${times(best)})`;
  }
  const over = `${span} over ${number(rows.length)} settings`;
  if (rows.every((row) => row.worst === null)) return `${over}, each of one run`;
  const better = rows.filter((row) => (row.worst ?? 0) > 1).length;
  const worse = rows.filter((row) => (row.best ?? Infinity) < 1).length;
  return `${over}; the interval leaves no doubt that it is better at ${number(better)} of them ` +
    `and worse at ${number(worse)}`;
}
