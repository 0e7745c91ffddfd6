/**
 * A reader's own runs over a page's published curves. A file is read in the browser, and nothing leaves it.
 */
import {csvParseRows} from "d3";
import {html} from "htl";
import {asAdded} from "../charts/engines.js";
import {list, plural} from "../charts/format.js";
import {BANDWIDTH, keyOf} from "./page.js";

const MOST_ROWS = 5000;
const INSTEAD = "Drop the file *_runs.json of this page from the folder data of your study's site";

/** @typedef {import("./page.js").Page} Page */
/** @typedef {{cell_id: null, engine: string, phase: string, seed: number | null} & Record<string, any>} Added a run */

/**
 * @param {Page} page @param {Added[]} added
 * @returns {Page} with the reader's runs; curves, intervals and ratios stay those of the published ones
 */
export function withAdded(page, added) {
  if (!added.length) return page;
  const engines = new Set(added.map((row) => row.engine));
  return {...page, runs: [...page.runs, ...added], engines: [...page.engines, ...engines]};
}

/**
 * What a file has of the page's runs.
 * @param {Page} page @param {string} name of the file @param {string} text its content
 * @returns {Added[]} at least one
 * @throws {Error} with a sentence for the reader, where nothing of it can be shown
 */
export function addedRuns(page, name, text) {
  const key = keyOf(page);
  const measures = [page.measure, ...page.charts.map(({measure}) => measure)];
  const wanted = `It needs the columns engine and ${key}, and one or more of ${list(measures)}.`;
  const rows = parsed(name, text);
  if (!rows.length) throw new Error(`${name} has no rows. ${wanted}`);
  if (rows.length > MOST_ROWS) throw new Error(`${name} has ${plural(rows.length, "row")}, more than the ${MOST_ROWS} that a chart can show.`);
  const absent = ["engine", key].filter((column) => rows.every((row) => !(column in row)));
  if (absent.length) throw new Error(`${name} has no column ${list(absent)}. ${wanted}`);
  return rows.map((row, i) => {
    const at = `${name}, row ${i + 1}`;
    if (!/^[a-z][a-z0-9]*(-[\w.+]+)*$/.test(row.engine)) throw new Error(`${at}: engine ${JSON.stringify(row.engine)} is not a name such as ${exampleOf(page)}.`);
    const figures = Object.fromEntries(measures.filter((measure) => !isEmpty(row[measure]))
      .map((measure) => [measure, figure(row[measure], `${at}: ${measure}`)]));
    if (!Object.keys(figures).length) throw new Error(`${at} has none of the measures of this page. ${wanted}`);
    const place = page.over === BANDWIDTH ? figure(row[key], `${at}: ${key}`) : level(row[key], page);
    return {...figures, [key]: place, cell_id: null, engine: asAdded(row.engine), phase: row.phase ?? "",
      seed: isEmpty(row.seed) ? null : Number(row.seed)};
  });
}

/** @param {string} name @param {string} text @returns {Record<string, any>[]} */
function parsed(name, text) {
  if (text.startsWith("DUCK", 8)) {
    throw new Error(`${name} is a database, which is newer than this page's DuckDB. ${INSTEAD}.`);
  }
  if (text.startsWith("PAR1")) {
    throw new Error(`${name} is a Parquet file, which this page cannot read. ${INSTEAD}, or the rows as comma-separated values.`);
  }
  const plain = text.replace(/^\uFEFF/, "").trim();
  if (!/^[[{]/.test(plain)) {
    // d3's csvParse evaluates text as a program, which the site's pages may not.
    const [columns = [], ...lines] = csvParseRows(plain);
    return lines.map((line) => Object.fromEntries(columns.map((column, i) => [column.trim(), line[i] ?? ""])));
  }
  let rows;
  try {
    rows = JSON.parse(plain);
  } catch {
    throw new Error(`${name} is cut off, or is not JSON.`);
  }
  if (!Array.isArray(rows) || !rows.every((row) => row && typeof row === "object")) {
    throw new Error(`${name} is not a list of rows, as data/*_runs.json is.`);
  }
  return rows;
}

/** A name of an engine, as a file has it. */
const exampleOf = (page) => page.engines[0] ?? "engine-1";

const isEmpty = (value) => value === null || value === undefined || value === "";

/** @param {any} value @param {string} at @returns {number} above 0 */
function figure(value, at) {
  const number = typeof value === "string" ? Number(value.trim() || NaN) : value;
  if (typeof number === "number" && Number.isFinite(number) && number >= 0) return number;
  throw new Error(`${at} is ${JSON.stringify(value ?? null)}, which is no number of 0 or more.`);
}

/** A level of the page's factor, as its runs write it. */
function level(value, page) {
  const known = page.runs.map((row) => row[page.over]);
  return known.find((one) => String(one) === String(value)) ?? value;
}

/**
 * A place for files, folded below the page's chart.
 * @param {Page} page as published
 * @returns {HTMLElement} with `.value`, the runs that were added, and "input" events
 */
export function addControl(page) {
  /** @type {Added[]} */
  let added = [];
  const key = keyOf(page);
  const status = html`<p role="status">`;
  const input = html`<input type="file" multiple accept=".json,.csv,.txt">`;
  const clear = html`<button type="button" hidden>Take them away</button>`;
  const form = html`<details class="add-points"><summary>Add your own points</summary>
    <p>Choose files here, or drop them on this page. They are read in your browser; nothing is sent. A file is
      <code>data/${page.name}_runs.json</code> of your own study's site, or a table as comma-separated values, whose first line
      names its columns, such as:</p>
    <pre>engine,${key},${page.measure}
${exampleOf(page)},${page.runs[0]?.[key] ?? 125},${Math.round(page.runs[0]?.[page.measure] ?? 100)}</pre>
    <p><label class="select">Files ${input}</label> ${clear}</p>${status}</details>`;
  Object.defineProperty(form, "value", {get: () => added});
  const show = (runs, words) => {
    added = runs;
    clear.hidden = !runs.length;
    status.textContent = words;
    form.dispatchEvent(new Event("input", {bubbles: true}));
  };
  const take = async (files) => {
    form.open = true;
    try {
      const texts = await Promise.all([...files].map((file) => file.text()));
      const runs = texts.flatMap((text, i) => addedRuns(page, files[i].name, text));
      show([...added, ...runs], `${plural(runs.length, "run")} of ${list([...files].map(({name}) => name))} added, as stars.`);
    } catch (error) {
      show(added, error.message);
    }
    input.value = "";
  };
  input.addEventListener("input", (event) => event.stopPropagation());
  input.addEventListener("change", () => input.files.length && take(input.files));
  clear.addEventListener("click", () => show([], ""));
  globalThis.addEventListener?.("dragover", (event) => form.isConnected && event.preventDefault());
  globalThis.addEventListener?.("drop", (event) => {
    if (!form.isConnected || !event.dataTransfer?.files.length) return;
    event.preventDefault();
    take(event.dataTransfer.files);
  });
  return form;
}
