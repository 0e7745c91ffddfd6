/** Plain tables: what a chart draws, in numbers, for reading, copying and screen readers. */
import {html} from "htl";
import {fold} from "./fold.js";
import {number} from "./format.js";

/**
 * @typedef {{key: string, label: string, format?: (value: any, row: object) => any,
 *   text?: boolean, wide?: boolean}} Column `wide`: shown where there is room for it
 * @param {object[]} rows @param {Column[]} columns @param {string} [caption]
 * @returns {HTMLElement} scrolls sideways by itself on narrow screens
 */
export function table(rows, columns, caption) {
  if (!rows.length) return html`<p class="notice">${caption ?? "Table"}: no rows in this study.</p>`;
  return html`<div class="table-scroll" tabindex="0" role="region" aria-label=${caption ?? "Table"}>
    <table>${caption ? html`<caption>${caption}</caption>` : null}
    <thead><tr>${columns.map((column) =>
      html`<th scope="col" class=${columnClass(column)}>${column.label}`)}
    <tbody>${rows.map((row) => tableRow(row, columns))}
    </table></div>`;
}

/** @param {object} row @param {Column[]} columns @returns {HTMLTableRowElement} */
export function tableRow(row, columns) {
  return html`<tr>${columns.map(({key, format, text, wide}) => {
    const value = row[key];
    const shown = format ? format(value, row) : text || typeof value !== "number"
      ? value ?? "–" : number(value);
    return html`<td class=${columnClass({text, wide})}>${shown}`;
  })}`;
}

/** @param {Pick<Column, "text" | "wide">} column @returns {string} the class of its header and its cells */
export function columnClass({text, wide}) {
  return `${text ? "text" : "numeric"}${wide ? " wide" : ""}`;
}

const FEW_ROWS = 10;

/** As `table`, folded where it has more than `few` rows and would hide what stands below it. */
export function foldedTable(rows, columns, caption, few = FEW_ROWS) {
  if (rows.length <= few) return table(rows, columns, caption);
  return fold(`${caption ?? "Table"}: ${number(rows.length)} rows`, () => table(rows, columns, caption));
}
