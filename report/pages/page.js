/**
 * The page of an experiment, by its specification (`report/experiments/<name>.yaml`): the rows of its
 * data files, and the charts that it names. What it is drawn over, the bandwidth or another factor,
 * decides the kind of chart.
 */
import {html} from "htl";
import {rowsOf as attachedRows} from "../charts/attached.js";
import {bandwidthChart} from "../charts/bandwidth.js";
import {overBandwidthChart} from "../charts/over_bandwidth.js";
import {dotsChart} from "../charts/dots.js";
import {amongEngines, engineName} from "../charts/engines.js";
import * as formats from "../charts/format.js";
import {settingLabel} from "../charts/settings.js";
import {foldedTable} from "../charts/table.js";
import {runSentence} from "../findings/basis.js";
import {oltpHeadline} from "../findings/oltp.js";
import {basisSentences} from "../findings/workloads.js";

const data = new URL("../data/", import.meta.url);
export const BANDWIDTH = "bandwidth";
/** @param {Specification} page @returns {string} the column of its runs that its charts are drawn over */
export const keyOf = ({over}) => (over === BANDWIDTH ? "read_bandwidth_mib_s" : over);

async function rowsOf(name) {
  const file = `data/${name}.json`;
  return attachedRows({name: file, json: async () => {
    const answer = await fetch(new URL(`${name}.json`, data));
    if (!answer.ok) throw new Error(`${file} can't be fetched: ${answer.status}`);
    return answer.json();
  }});
}

/**
 * @typedef {{measure: string, label: string, title: string, subtitle: string | null,
 *   scale: "log" | "linear", full: number | null, format: "number" | "percent" | "bytes",
 *   divide_by: number}} Chart
 * @typedef {{name: string, experiment: string, measure: string, over: string, queries: string[],
 *   main: object | null, charts: Chart[]}} Specification as scripts/site/specification.py has it
 * @typedef {Record<"runs" | "summary" | "ratio" | "crossover" | "basis", object[]>} Rows by the query's name, undefined
 *   of queries that the page doesn't have
 * @typedef {Specification & Rows & {failed: object[], engines: string[]}} Page
 *   with its cells that failed, and the engines that these or its runs have
 */

/** @param {Specification} specification @returns {Promise<Page>} */
export async function readPage(specification) {
  const {name, experiment, queries} = specification;
  const [failedCells, ...found] = await Promise.all([rowsOf("failed_cells"),
    ...queries.map((query) => rowsOf(`${name}_${query}`))]);
  const rows = /** @type {Rows} */ (Object.fromEntries(queries.map((query, i) => [query, found[i]])));
  const failed = failedCells.filter((cell) => cell.experiment === experiment);
  const engines = [...new Set([...rows.runs ?? [], ...failed].map((row) => row.engine))];
  return {...specification, ...rows, failed, engines};
}

/** What is written of a chart, as the functions that draw have it. @param {Chart} chart */
function drawn({format = "number", divide_by: divisor, full, subtitle, ...chart}) {
  return {...chart, subtitle: subtitle ?? undefined, full: full ?? undefined, format: formats[format]};
}

/** Rows with a chart's measure in the unit that its label names. @param {object[]} rows @param {Chart} chart */
function inUnit(rows, {measure, divide_by: divisor = 1}) {
  if (divisor === 1 || !rows) return rows;
  const divided = (row, keys) => Object.fromEntries(keys.map((key) =>
    [key, (row[key] ?? null) === null ? row[key] : row[key] / divisor]));
  return rows.map((row) => (row.measure === measure ? {...row, ...divided(row, ["median", "low", "high"])}
    : {...row, ...divided(row, [measure])}));
}

/**
 * The chart that the page is about.
 * @param {Page} page @param {string[]} engines to show
 * @param {{scale?: "log" | "linear", note?: string, title?: string, finding?: string, rows?: object[],
 *   category?: string, unit?: string}} [options] for another factor than the bandwidth, `rows` in place of the
 *   page's runs, `category` in place of the factor, and `unit` as of `runSentence`
 */
export function mainChart(page, engines, options = {}) {
  const {measure, main} = page;
  const chart = {...main, measure};
  if (page.over !== BANDWIDTH) {
    const {unit, ...others} = options;
    const behind = runSentence(amongEngines(others.rows ?? page.runs, engines), unit);
    return dots(page, {...chart, note: [behind, main.note].filter(Boolean).join(" ")}, engines, others);
  }
  const [summary, runs] = [page.summary, page.runs].map((rows) => inUnit(rows, chart));
  const basis = page.basis ? basisSentences(amongEngines(page.basis, engines)) : [];
  return bandwidthChart({...page, summary, runs, engines}, {...drawn(chart), data: `${page.name}_summary.json`, ...options,
    note: [...basis, main.note, options.note].filter(Boolean).join(" ")});
}

/**
 * @param {Page} page over the bandwidth @param {string[]} engines to show
 * @returns {string} the page's answer: how the two engines that are compared first differ at both ends
 */
export function leadAnswer(page, engines) {
  return oltpHeadline({ratio: amongEngines(page.ratio, engines), crossover: amongEngines(page.crossover, engines)});
}

/**
 * One of the page's other charts.
 * @param {Page} page @param {string} measure @param {string[]} engines to show
 * @param {{finding?: string, rows?: object[], category?: string}} [options] as of `mainChart`
 */
export function measureChart(page, measure, engines, options = {}) {
  const found = page.charts.find((chart) => chart.measure === measure);
  if (!found) throw new Error(`report/experiments/${page.name}.yaml has no chart of ${measure}`);
  if (page.over !== BANDWIDTH) return dots(page, found, engines, options);
  const [summary, runs] = [page.summary, page.runs].map((rows) => inUnit(rows, found));
  return overBandwidthChart({...page, summary, runs, engines},
    {...drawn(found), data: `${page.name}_summary.json`, ...options});
}

/** All of the page's other charts, in the order of its specification. As `measureChart`. */
export function measureCharts(page, engines, options = {}) {
  return html`<div>${page.charts.map(({measure}) => measureChart(page, measure, engines, options))}</div>`;
}

/** A chart over a factor with few values: a line of dots for each. */
function dots(page, chart, engines, {rows = page.runs, ...options}) {
  const {scale, ...about} = drawn(chart);
  const words = (value) => (typeof value === "number" || /^\d/.test(value)
    ? `${settingLabel(page.over)}: ${value}` : value);
  return dotsChart(inUnit(rows, chart), {category: page.over, categoryLabel: words, ...about, ...options, engines,
    value: chart.measure, failed: page.failed, data: `${page.name}_runs.json`});
}

/**
 * Every run, with what it is drawn over and the measures that the page has charts of.
 * @param {Page} page @param {string[]} engines to show
 */
export function runsTable(page, engines) {
  const charts = [{measure: page.measure, ...page.main}, ...page.charts];
  const over = page.over === BANDWIDTH ? {key: "read_bandwidth_mib_s", label: "MiB/s"}
    : {key: page.over, label: settingLabel(page.over), text: true};
  const rows = charts.reduce(inUnit, amongEngines(page.runs, engines));
  return foldedTable(rows, [
    {key: "engine", label: "Engine", text: true, format: engineName}, over,
    {key: "phase", label: "Phase", text: true}, {key: "seed", label: "Seed"},
    ...charts.map(drawn).map(({measure, label, format}) => ({key: measure, label, format})),
  ], `${page.main?.title ?? page.experiment}, every run`);
}
