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
 * @returns {string[]} a sentence for each experiment, on its first measure
 */
export function releaseSentences(rows) {
  const known = rows.filter((row) => row.median !== null).map(withGain);
  return [...groupRows(known, (row) => row.experiment).values()].flatMap((own) => {
    const measure = FIRST.find((name) => own.some((row) => row.measure === name));
    if (!measure) return [];
    const measured = own.filter((row) => row.measure === measure);
    const versions = orderEngines(measured.map((row) => row.later)).map((later) =>
      `${engineName(later)} is ${gainWords(measured.filter((row) => row.later === later))}`);
    return [`${own[0].title ?? own[0].experiment}, ${measureName(measure)} beside ${
      engineName(own[0].earlier)}: ${versions.join("; ")}.`];
  });
}

/** "1.05× to 1.20× as good (6 settings; clearly better at 4, clearly worse at 0)". */
function gainWords(rows) {
  const gains = rows.map((row) => row.gain);
  const [least, most] = [Math.min(...gains), Math.max(...gains)].map(times);
  const span = `${least === most ? most : `${least} to ${most}`} as good`;
  if (rows.length === 1) {
    const {worst, best} = rows[0];
    return worst === null ? `${span} (one run, so no interval)`
      : `${span} (interval ${times(worst)} to ${times(best)})`;
  }
  const settings = `${number(rows.length)} settings`;
  if (rows.every((row) => row.worst === null)) return `${span} (${settings}, a run each)`;
  // Clearly: all of the interval is on one side.
  const better = rows.filter((row) => row.worst !== null && row.worst > 1).length;
  const worse = rows.filter((row) => row.best !== null && row.best < 1).length;
  return `${span} (${settings}; clearly better at ${number(better)}, clearly worse at ${
    number(worse)})`;
}
