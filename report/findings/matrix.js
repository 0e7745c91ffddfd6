/** Workloads by pairs of engines: who makes how much more of each. */
import {amongEngines, engineName, engineStyle, familyName, orderEngines, rowsOfPairs} from "../charts/engines.js";
import {groupRows, isKnown} from "../charts/group.js";

/** So many columns fit on a phone. */
const MOST_PAIRS = 3;

/**
 * @typedef {{leader: string, other: string, ratio: number, low: number | null, high: number | null,
 *   is_settled: boolean, is_single: boolean, one_caches_all: boolean, cpu_time_decides: boolean,
 *   cpu_time_computed: boolean}} Lead
 *   of the engine with the greater median. Settled where the interval excludes 1, which a single run hasn't; where not
 *   one engine alone has all data in its cache, as that decides then; and where the lead remains if an instruction of
 *   one engine takes another time
 * @typedef {{key: string, first: string, second: string}} Pair families' names, or those of versions of one family
 * @typedef {{setting: string, leads: Map<string, Lead>, older: string[]}} Setting `leads` by the pair's key; `older` are the engines
 *   of them whose family has a newer version in the table
 * @typedef {{name: string, page: string, settings: Setting[], run_s: [number, number] | null, memory_mib: number | null}} Workload
 *   `run_s` is how long the shortest run was, and the longest; one workload with two sizes of memory is two of them
 * @typedef {{pairs: Pair[], workloads: Workload[], colours: Map<string, string>, newest: Map<string, string>}} Matrix `newest`
 *   version of each name in pairs, and the `colours` of these
 */

/** @param {object} row of workload_ratios.json @returns {Lead} */
function leadOf({numerator, denominator, median, low, high, one_caches_all: oneCachesAll = false,
  cpu_time_decides: cpuTimeDecides = false, cpu_time_computed: cpuTimeComputed = false}) {
  const isSingle = low === null || high === null;
  const isTurned = median < 1;
  const of = (value) => (isSingle ? null : isTurned ? 1 / value : value);
  const [least, most] = isTurned ? [of(high), of(low)] : [of(low), of(high)];
  return {leader: isTurned ? denominator : numerator, other: isTurned ? numerator : denominator,
    ratio: isTurned ? 1 / median : median, low: least, high: most, is_single: isSingle, one_caches_all: oneCachesAll,
    cpu_time_decides: cpuTimeDecides, cpu_time_computed: cpuTimeComputed, is_settled: !isSingle && !oneCachesAll && !cpuTimeDecides && least > 1};
}

/** The shortest and the longest of runs. @param {object[]} rows of workload_ratios.json @returns {[number, number] | null} */
function lengthOf(rows) {
  const known = rows.filter((row) => isKnown(row.run_s_least));
  return known.length ? [Math.min(...known.map((row) => row.run_s_least)), Math.max(...known.map((row) => row.run_s_most))] : null;
}

/**
 * The newest versions of different families are compared, at each setting those that were measured there; of
 * one family alone, its versions. The pairs that the most settings compare are kept.
 * @param {object[]} rows of workload_ratios.json, by place @param {string[]} engines that are shown
 * @returns {Matrix}
 */
export function workloadMatrix(rows, engines) {
  const shown = amongEngines(rows, engines).filter((row) => row.median !== null);
  const all = orderEngines(shown.flatMap((row) => [row.numerator, row.denominator]));
  const areFamilies = new Set(all.map((engine) => engineStyle(engine).family)).size > 1;
  const nameOf = (engine) => (areFamilies ? familyName(engineStyle(engine).family) : engineName(engine));
  const names = [...new Set(all.map(nameOf))];
  const keyOf = ({leader, other}) => [leader, other].map(nameOf).sort((a, b) =>
    names.indexOf(a) - names.indexOf(b)).join("/");
  const workloads = [...groupRows(shown, (row) => `${row.workload}|${row.engine_memory_mib}`).values()].map((own) => ({
    name: own[0].workload, page: own[0].page, run_s: lengthOf(own), memory_mib: own[0].engine_memory_mib ?? null,
    settings: [...groupRows(own, (row) => row.setting)].map(([setting, at]) => {
      const leads = rowsOfPairs(at).map(([row]) => leadOf(row))
        .filter(({leader, other}) => nameOf(leader) !== nameOf(other));
      return {setting, leads: new Map(leads.map((lead) => [keyOf(lead), lead])), older: []};
    }).filter(({leads}) => leads.size),
  })).filter(({settings}) => settings.length);
  const counts = groupRows(workloads.flatMap(({settings}) =>
    settings.flatMap(({leads}) => [...leads.keys()])), (key) => key);
  const found = names.flatMap((first, i) => names.slice(i + 1).map((second) => ({
    key: `${first}/${second}`, first, second}))).filter(({key}) => counts.has(key));
  const rank = ({second}) => names.indexOf(second);
  const kept = new Set([...found].sort((a, b) => counts.get(b.key).length - counts.get(a.key).length ||
    rank(a) - rank(b)).slice(0, MOST_PAIRS));
  const newest = new Map(names.map((name) => [name, all.find((engine) => nameOf(engine) === name)]));
  const pairs = found.filter((pair) => kept.has(pair));
  for (const setting of workloads.flatMap(({settings}) => settings)) {
    const used = pairs.flatMap(({key}) => (setting.leads.has(key) ? [setting.leads.get(key).leader, setting.leads.get(key).other] : []));
    setting.older = orderEngines(used).filter((engine) => newest.get(nameOf(engine)) !== engine);
  }
  const colours = new Map([...newest].map(([name, engine]) => [name, engineStyle(engine).colour]));
  return {pairs, workloads, colours, newest};
}

/** @param {Setting[]} settings @returns {Setting[]} of many the first, the middle one, and the last */
export function endsOf(settings) {
  return settings.length <= 3 ? settings : [settings[0], settings[settings.length >> 1], settings.at(-1)];
}
