/** What fixed work costs one release of an engine and the next, or the same with settings: changed rows by size. */
import {html} from "htl";
import {engineName} from "./engines.js";
import {cellAddress} from "./failures.js";
import {fold} from "./fold.js";
import {number, percent, plural} from "./format.js";
import {groupRows} from "./group.js";
import {table} from "./table.js";

/**
 * @typedef {{operation: string, place: string, measure: string, unit: string, earlier: string, later: string,
 *   earlier_mean: number, later_mean: number, change_share: number | null, band: number,
 *   state: "changed" | "level" | "same", earlier_cell: string, later_cell: string}} Change rows of release_changes.json, the largest first
 */

/** @typedef {{earlier: string, later: string, measure: string, mean_change_share: number | null, more: number, less: number,
 *   level: number}} Measure a row of release_summary.json */

const SHOWN = 10;

/** Of a release that is compiled with a patch, as scripts/analyse/comparisons.py has it: the release, and the patch. */
const PATCHED = /^([a-z]+-[\d.]+)-(.+)-[0-9a-f]{12}$/;
const COMPILED = /-source$/;

/** @param {string} side such as postgresql-18{io_method=sync} @returns {string} "with io_method=sync", or a release's name */
function sideName(side) {
  const settings = side.match(/\{(.+)\}/)?.[1] ?? side.match(PATCHED)?.[2];
  return settings ? `with ${settings}` : engineName(side.replace(COMPILED, ""));
}

/** @param {{earlier: string, later: string}} pair @returns {string} "PostgreSQL 18 with io_method=sync" */
function pairName({earlier, later}) {
  const isOther = later.includes("{") || PATCHED.test(later);
  return isOther ? `${sideName(earlier)} ${sideName(later)}` : `From ${engineName(earlier)} to ${engineName(later)}`;
}

/** What measures both again; published patches are in examples/. @param {{earlier: string, later: string}} pair @returns {string} a line for a shell */
export function compareCommand({earlier, later}) {
  const [, release, patch] = later.match(PATCHED) ?? [];
  const [first, other] = patch ? [release, `${release}+examples/${patch}.patch`] : [earlier, later.includes("{") ? `'${later}'` : later];
  return `python -m scripts.compare run ${first} ${other}`;
}

/** A figure of a measure; `unit` is s, ms, B or none. @param {number} value @param {Change} row @returns {string} */
function figure(value, {unit}) {
  return unit === "s" ? `${number(value * 1000)} ms` : `${number(value)}${unit ? ` ${unit}` : ""}`;
}

/** @param {{change_share: number | null}} row @returns {string} with its sign; from nothing there is no share */
export function changeWords({change_share: share}) {
  return share === null ? "from 0" : `${share > 0 ? "+" : ""}${percent(share).replace("-", "−")}`;
}

/** The cells of both sides' first twins. @param {Change} row @returns {Node} */
function cellsOf(row) {
  return html`<a href=${cellAddress(row.earlier_cell)}>first</a>, <a href=${cellAddress(row.later_cell)}>second</a>`;
}

/** @param {Change[]} rows of one pair of releases @param {string} caption @returns {Node} */
function changesTable(rows, caption) {
  const [{earlier, later}] = rows;
  return table(rows, [
    {key: "operation", label: "Operation", text: true, format: (name, {place}) => (place ? `${name}, ${place}` : name)},
    {key: "measure", label: "Measure", text: true},
    {key: "earlier_mean", label: sideName(earlier), format: figure},
    {key: "later_mean", label: sideName(later), format: figure},
    {key: "change_share", label: "Change", format: (_, row) => changeWords(row)},
    {key: "band", label: "Chance ±", format: figure, wide: true},
    {key: "later_cell", label: "Its cells", text: true, format: (_, row) => cellsOf(row)},
  ], caption);
}

/** @param {Measure[]} rows of one pair of sides @param {string} caption @returns {Node} */
function summaryTable(rows, caption) {
  return table(rows, [
    {key: "measure", label: "Measure", text: true},
    {key: "mean_change_share", label: "Mean change", format: (share) => (share === null ? "" : changeWords({change_share: share}))},
    {key: "more", label: "Operations with more"}, {key: "less", label: "With less"}, {key: "level", label: "Level"},
  ], caption);
}

/** @param {Change[]} rows of one pair of sides @param {Measure[]} measures of it @returns {Node} */
function pairOfSides(rows, measures) {
  const of = (state) => rows.filter((row) => row.state === state);
  const [changed, level, same] = ["changed", "level", "same"].map(of);
  const pair = pairName(rows[0]);
  return html`<div>
    <p>${plural(level.length, "figure")} ${level.length === 1 ? "differs" : "differ"} by no more than chance (“level”), and ${number(same.length)} not at all. To repeat this comparison: <code>${compareCommand(rows[0])}</code></p>
    ${summaryTable(measures, `${pair}: by measure`)}
    ${changed.length ? changesTable(changed.slice(0, SHOWN), `${pair}: what changed, the largest first`) : null}
    ${changed.length > SHOWN ? fold(plural(changed.length - SHOWN, "smaller change"),
      () => changesTable(changed.slice(SHOWN), `${pair}: smaller changes`)) : null}
    ${level.length ? fold(plural(level.length, "level row"), () => changesTable(level, `${pair}: level rows`)) : null}
    </div>`;
}

/**
 * @param {Change[]} rows of release_changes.json @param {Measure[]} summary
 * @returns {Node} a section in which each pair opens, first the one with most changes; nothing where the study compares none
 */
export function releaseChanges(rows, summary) {
  const pairs = [...groupRows(rows, (row) => `${row.earlier} ${row.later}`).values()];
  const measuresOf = ({earlier, later}) => summary.filter((row) => row.earlier === earlier && row.later === later);
  const changed = (pair) => pair.filter((row) => row.state === "changed").length;
  const most = Math.max(...pairs.map(changed));
  return html`<div>${pairs.length ? html`<h2>What a new release or a setting changes</h2>
    <p>One client does the same fixed work on both sides. Each figure is the mean of twins: runs that differ only in incidental details, such as a later start. A change counts only if it exceeds the spread that such details cause.</p>` : null}
    ${pairs.map((pair) => {
      const words = `${pairName(pair[0])}: ${number(changed(pair))} of ${plural(pair.length, "figure")} changed by more than chance`;
      const make = () => pairOfSides(pair, measuresOf(pair[0]));
      return changed(pair) === most ? html`<details class="chart-numbers" open><summary>${words}</summary>${make()}</details>` : fold(words, make);
    })}</div>`;
}
