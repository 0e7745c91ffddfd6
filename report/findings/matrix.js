/** Workloads by pairs of engines: who makes how much more of each, and the two sentences that say so. */
import {amongEngines, engineName, engineStyle, familyName, orderEngines, rowsOfPairs} from "../charts/engines.js";
import {list, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

/** So many columns fit on a phone. */
const MOST_PAIRS = 3;

/**
 * @typedef {{leader: string, other: string, ratio: number, low: number | null, high: number | null,
 *   is_settled: boolean}} Lead
 *   of the engine with the greater median; `low` is null of single runs, which are settled as they are
 * @typedef {{key: string, first: string, second: string}} Pair families' names, or those of versions of one family
 * @typedef {{setting: string, leads: Map<string, Lead>}} Setting `leads` by the pair's key
 * @typedef {{name: string, page: string, settings: Setting[]}} Workload
 * @typedef {{pairs: Pair[], workloads: Workload[]}} Matrix
 */

/** @param {object} row of workload_ratios.json @returns {Lead} */
function leadOf({numerator, denominator, median, low, high}) {
  const single = low === null || high === null;
  return median >= 1
    ? {leader: numerator, other: denominator, ratio: median, low, high, is_settled: single || low > 1}
    : {leader: denominator, other: numerator, ratio: 1 / median, low: single ? null : 1 / high,
      high: single ? null : 1 / low, is_settled: single || high < 1};
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
  const workloads = [...groupRows(shown, (row) => row.workload)].map(([name, own]) => ({
    name, page: own[0].page,
    settings: [...groupRows(own, (row) => row.setting)].map(([setting, at]) => {
      const leads = rowsOfPairs(at).map(([row]) => leadOf(row))
        .filter(({leader, other}) => nameOf(leader) !== nameOf(other));
      return {setting, leads: new Map(leads.map((lead) => [keyOf(lead), lead]))};
    }).filter(({leads}) => leads.size),
  })).filter(({settings}) => settings.length);
  const counts = groupRows(workloads.flatMap(({settings}) =>
    settings.flatMap(({leads}) => [...leads.keys()])), (key) => key);
  const found = names.flatMap((first, i) => names.slice(i + 1).map((second) => ({
    key: `${first}/${second}`, first, second}))).filter(({key}) => counts.has(key));
  const rank = ({second}) => names.indexOf(second);
  const kept = new Set([...found].sort((a, b) => counts.get(b.key).length - counts.get(a.key).length ||
    rank(a) - rank(b)).slice(0, MOST_PAIRS));
  return {pairs: found.filter((pair) => kept.has(pair)), workloads};
}

/** @param {Setting[]} settings @returns {Setting[]} of many the first, the middle one, and the last */
export function endsOf(settings) {
  return settings.length <= 3 ? settings : [settings[0], settings[settings.length >> 1], settings.at(-1)];
}

/**
 * @param {Matrix} matrix
 * @returns {string} of the first pair, who leads with which workloads and by how much at most
 */
export function matrixHeadline({pairs, workloads}) {
  if (!pairs.length) return "No runs of two different engines are shown.";
  const {key, first, second} = pairs[0];
  const found = workloads.flatMap(({name, settings}) => {
    const leads = settings.flatMap(({leads: at}) => at.get(key) ?? []);
    const settled = leads.filter((lead) => lead.is_settled);
    return leads.length ? [{name, settled, leaders: new Set(settled.map(({leader}) => engineStyle(leader).family +
      (engineStyle(leader).family === engineStyle(settled[0].other).family ? leader : "")))}] : [];
  });
  const nameOf = (engine) => [first, second].find((name) =>
    name === engineName(engine) || name === familyName(engineStyle(engine).family));
  const by = ({name, settled}) => `${settled.length > 1 ? "up to " : ""}${
    times(Math.max(...settled.map(({ratio}) => ratio)))} with ${name}`;
  const clear = groupRows(found.filter(({leaders}) => leaders.size === 1), ({settled}) => nameOf(settled[0].leader));
  const parts = [...clear].map(([leader, own], i) =>
    `${leader} leads ${i ? "" : `${leader === first ? second : first} `}by ${list(own.map(by))}`);
  const open = found.filter(({leaders}) => leaders.size !== 1).map(({name}) => name);
  if (!parts.length) return `Neither ${first} nor ${second} leads with ${list(open)}.`;
  return `${parts.join("; ")}.${open.length ? ` With ${list(open)} neither leads everywhere.` : ""}`;
}

/**
 * @param {Matrix} matrix
 * @returns {string} which version of each engine the table compares, with which workload; empty for one engine's versions
 */
export function matrixVersions({pairs, workloads}) {
  const used = workloads.flatMap(({name, settings}) => settings.flatMap(({leads}) =>
    pairs.flatMap(({key}) => (leads.has(key) ? [leads.get(key).leader, leads.get(key).other] : []))
      .map((engine) => ({name, engine}))));
  const families = groupRows(orderEngines(used.map(({engine}) => engine)), (engine) => engineStyle(engine).family);
  if (families.size < 2) return "";
  return `Compared are ${list([...families.values()].map(([newest, ...older]) => [engineName(newest),
    ...older.map((engine) => `${engineStyle(engine).version} with ${list([...new Set(used.filter((row) =>
      row.engine === engine).map(({name}) => name))])}`)].join(" (").concat(older.length ? ")" : "")))}.`;
}

/**
 * @param {Matrix} matrix
 * @returns {string} the largest lead of each pair that the table has no column for
 */
export function matrixOthers({pairs, workloads}) {
  const shown = new Set(pairs.map(({key}) => key));
  const others = groupRows(workloads.flatMap(({name, settings}) => settings.flatMap(({leads}) =>
    [...leads].filter(([key, lead]) => !shown.has(key) && lead.is_settled).map(([key, lead]) => ({key, name, lead})))),
  ({key}) => key);
  const words = [...others.values()].map((own) => {
    const {name, lead} = own.reduce((a, b) => (b.lead.ratio > a.lead.ratio ? b : a));
    return `${engineName(lead.leader)} leads ${engineName(lead.other)} by up to ${times(lead.ratio)} with ${name}`;
  });
  return words.length ? `Not in the table: ${list(words)}.` : "";
}
