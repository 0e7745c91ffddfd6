/** What came of one statement: a table that can be sorted, and a file of all rows. */
import {csvFormatRows} from "d3";
import {html} from "htl";
import {number} from "../charts/format.js";
import {sortableTable} from "../charts/sortable.js";

const MOST_ROWS = 500;

/** @typedef {import("./database.js").Answer} Answer */

/** @param {Answer} answer of DuckDB @returns {Answer} with values as a table and a file can hold them */
export function plainAnswer({columns, rows}) {
  return {columns, rows: rows.map((row) =>
    Object.fromEntries(columns.map((name) => [name, plain(row[name])])))};
}

function plain(value) {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "object") {
    return value instanceof Date ? value.toISOString() : JSON.stringify(value, (key, inner) =>
      (typeof inner === "bigint" ? Number(inner) : inner));
  }
  return value;
}

/** A number in full where it is short, else with six figures; here the values are not rounded before. */
function figure(value) {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}

/** @param {Answer} answer a plain one @param {string} caption @returns {HTMLElement} */
export function resultTable({columns, rows}, caption) {
  if (!columns.length || !rows.length) return html`<p>No rows.</p>`;
  const about = columns.map((name) => ({key: name, label: name,
    text: rows.some((row) => typeof row[name] === "string"), format: shown}));
  return html`<div>${rows.length > MOST_ROWS ? html`<p>The first ${number(MOST_ROWS)} rows are shown, in
    the order that you choose.</p>` : null}${sortableTable(rows, about, {caption, most: MOST_ROWS})}</div>`;
}

/** A plan of EXPLAIN is drawn with lines. */
function shown(value) {
  if (value === null) return "";
  if (typeof value === "number") return figure(value);
  return String(value).includes("\n") ? html`<pre>${value}</pre>` : String(value);
}

/** @param {Answer} answer a plain one @returns {HTMLElement} the link to a file of all its rows */
export function csvLink({columns, rows}) {
  const text = csvFormatRows([columns, ...rows.map((row) => columns.map((name) => row[name]))]);
  const address = URL.createObjectURL(new Blob([`${text}\n`], {type: "text/csv"}));
  return html`<a href=${address} download="result.csv">All rows as CSV</a>`;
}
