/** Plain tables: what a chart draws, in numbers, for reading, copying and screen readers. */
import {html} from "htl";
import {number} from "./format.js";

/**
 * @typedef {{key: string, label: string, format?: (value: any, row: object) => any,
 *   text?: boolean}} Column
 * @param {object[]} rows @param {Column[]} columns @param {string} [caption]
 * @returns {HTMLElement} scrolls sideways by itself on narrow screens
 */
export function table(rows, columns, caption) {
  if (!rows.length) return html`<p class="notice">${caption ?? "Table"}: no rows in this study.</p>`;
  const cell = (row, {key, format, text}) => {
    const value = row[key];
    const shown = format ? format(value, row) : text || typeof value !== "number"
      ? value ?? "–" : number(value);
    return html`<td class=${text ? "text" : "numeric"}>${shown}`;
  };
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${caption ?? "Table"}>
    <table>${caption ? html`<caption>${caption}</caption>` : null}
    <thead><tr>${columns.map((column) =>
      html`<th scope="col" class=${column.text ? "text" : "numeric"}>${column.label}`)}
    <tbody>${rows.map((row) => html`<tr>${columns.map((column) => cell(row, column))}`)}
    </table></div>`;
}

const FEW_ROWS = 30;

/** As `table`, folded where it is so long that it would hide what stands below it. */
export function foldedTable(rows, columns, caption) {
  if (rows.length <= FEW_ROWS) return table(rows, columns, caption);
  return html`<details class="chart-numbers"><summary>${caption ?? "Table"}: ${
    number(rows.length)} rows</summary>${table(rows, columns, caption)}</details>`;
}
