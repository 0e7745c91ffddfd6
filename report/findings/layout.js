/** Sentences about look-ups and sizes in a heap and in a clustered index. */
import {engineName, ofNewestVersions, orderEngines} from "../charts/engines.js";
import {bytes, list, number, times} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";
import {alikeVersions, rangeWords} from "./alike.js";
import {figureOf, quotient, withInterval} from "./intervals.js";

/**
 * @param {object[]} rows of storage-layout_intervals.json, of the engines that are shown
 * @returns {string} the page's answer: pages by secondary index over those by primary key
 */
export function lookupAnswer(rows) {
  const newest = ofNewestVersions(rows);
  const found = orderEngines(newest.map((row) => row.engine)).flatMap((engine) => {
    const of = (phase) => figureOf(newest, "read_pages_per_transaction", {engine, phase});
    const ratio = quotient(of("secondary"), of("primary"));
    return ratio ? [{engine, ratio}] : [];
  });
  return found.length ? `A look-up by a secondary index reads, relative to one by primary key, ${list(found.map(
    ({engine, ratio}, i) => `${withInterval(ratio, times, i === 0)} as many pages in ${engineName(engine)}`))}.`
    : "Look-ups of these engines were not measured.";
}

/** @param {object[]} rows of storage-layout_runs.json @returns {string[]} versions that agree together */
export function lookupSentences(rows) {
  const figures = [...groupRows(rows, (row) => row.engine)].flatMap(([engine, own]) => {
    const values = ["primary", "secondary"].map((kind) => median(own.filter((row) => row.phase === kind)
      .map((row) => row.read_pages_per_transaction)));
    return values.includes(null) ? [] : [{engine, values}];
  });
  return alikeVersions(figures).map(({name, values: [primary, secondary]}) =>
    `${name}: ${rangeWords(primary, number)} pages of 4 KiB per look-up by primary key and ${
      rangeWords(secondary, number)} by secondary index.`);
}

/** @param {object[]} rows of storage-layout_sizes.json @returns {string[]} least first */
export function sizeSentences(rows) {
  const figures = [...groupRows(rows, (row) => row.engine)].map(([engine, own]) => ({engine, values: [
    own.reduce((sum, row) => sum + row.bytes, 0),
    own.filter((row) => row.kind === "secondary").reduce((sum, row) => sum + row.bytes, 0)]}));
  if (!figures.length) return [];
  const groups = alikeVersions(figures).sort((a, b) => a.values[0][0] - b.values[0][0]);
  const [least, most] = [groups[0], groups.at(-1)];
  return [
    ...groups.map(({name, values: [total, secondary]}) => `${name}: ${rangeWords(total, bytes)} for the tables, of which ${
      rangeWords(secondary, bytes)} are secondary indexes.`),
    groups.length > 1 ? `The tables in ${most.name} take ${times(most.values[0][1] / least.values[0][0])} the space of those in ${least.name}.` : "",
  ].filter(Boolean);
}
