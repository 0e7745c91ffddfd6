/** Sentences about old versions: pages per SELECT and per UPDATE. */
import {engineName, ofNewestVersions, orderEngines} from "../charts/engines.js";
import {list, number, times} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";
import {alikeVersions, rangeWords} from "./alike.js";
import {figureOf, quotient, withInterval} from "./intervals.js";

/** Median of `value` over the repeats of each group. */
function medians(rows, key, value) {
  const known = rows.filter((row) => isKnown(row[value]));
  return new Map([...groupRows(known, key)].map(([name, own]) =>
    [name, median(own.map((row) => row[value]))]));
}

/** Quotients of two settings in the newest version of each engine, as words. @param {object[]} rows */
function quotientWords(rows, measure, above, below) {
  const newest = ofNewestVersions(rows);
  const found = orderEngines(newest.map((row) => row.engine)).flatMap((engine) => {
    const of = (settings) => figureOf(newest, measure, {engine, ...settings});
    const ratio = quotient(of(above), of(below));
    return ratio ? [{engine, ratio}] : [];
  });
  return list(found.map(({engine, ratio}, i) => `${withInterval(ratio, times, i === 0)} in ${engineName(engine)}`));
}

/**
 * @param {object[]} chains rows of version-chains_intervals.json, of the engines that are shown
 * @param {object[]} collection rows of garbage-collection_intervals.json, of the same
 * @returns {string} the page's answer: what SELECTs read while old versions are there, and what collecting them costs
 */
export function versionAnswer(chains, collection) {
  const read = quotientWords(chains, "read_pages_per_transaction", {phase: "select-chains"}, {phase: "select-loaded"});
  const collected = quotientWords(collection, "pages_per_statement_with_write_back", {autovacuum: "on"}, {autovacuum: "off"});
  const parts = [read && `old versions change the pages that a SELECT reads by a factor of ${read}`,
    collected && `autovacuum that never pauses changes the pages per UPDATE by a factor of ${collected}`].filter(Boolean);
  const words = parts.join("; ");
  return words ? `${words[0].toUpperCase()}${words.slice(1)}.` : "Old versions were not measured in these engines.";
}

/** @param {object[]} rows of version-chains_runs.json @returns {string[]} versions that agree together */
export function versionChainSentences(rows) {
  const reads = rows.filter((row) => row.phase.startsWith("select"));
  const found = medians(reads, (row) => `${row.engine} ${row.phase}`, "read_pages_per_transaction");
  const STEPS = [["select-loaded", "before the UPDATEs"], ["select-chains", "after them"],
    ["select-vacuumed", "after VACUUM"]];
  const figures = orderEngines(reads.map((row) => row.engine)).flatMap((engine) => {
    const steps = STEPS.filter(([phase]) => found.has(`${engine} ${phase}`));
    return steps.some(([phase]) => phase === "select-chains")
      ? [{engine, steps, values: steps.map(([phase]) => found.get(`${engine} ${phase}`))}] : [];
  });
  return alikeVersions(figures).map(({name, engines, values}) => {
    const {steps} = figures.find((row) => row.engine === engines[0]);
    return `${name}: ${list(values.map((range, i) => `${rangeWords(range, number)} ${
      steps[i][0] === "select-chains" && i === 0 ? "after the UPDATEs" : steps[i][1]}`))}, in pages of 4 KiB per SELECT.`;
  });
}

/** @param {object[]} rows of garbage-collection_runs.json @returns {string[]} versions that agree together */
export function garbageCollectionSentences(rows) {
  const found = medians(rows, (row) => `${row.engine} ${row.autovacuum ?? "-"}`,
    "pages_per_statement_with_write_back");
  const figures = orderEngines(rows.map((row) => row.engine)).flatMap((engine) => {
    const both = ["on", "off"].map((setting) => found.get(`${engine} ${setting}`));
    if (both.every(isKnown)) return [{engine, values: both}];
    const [value] = [...found].filter(([key]) => key.startsWith(`${engine} `)).map(([, v]) => v);
    return value === undefined ? [] : [{engine, values: [value]}];
  });
  return alikeVersions(figures).map(({name, values: [on, off]}) => (off === undefined
    ? `${name}: ${rangeWords(on, number)} pages of 4 KiB per UPDATE, with purge.`
    : `${name}: ${rangeWords(on, number)} pages of 4 KiB per UPDATE with autovacuum always running and ${
      rangeWords(off, number)} with it off.`));
}
