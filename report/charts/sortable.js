/** A table whose reader sorts it: each header is a button, once upwards and once downwards. */
import {html} from "htl";
import {number} from "./format.js";
import {columnClass, tableRow} from "./table.js";

/** @typedef {{key: string, descending: boolean}} Sort by a column's key */

const words = new Intl.Collator("en", {numeric: true});
/** So many rows are drawn at once without a wait that a reader notices. */
const STEP = 500;

/**
 * @param {number} shown rows @param {number} all of them
 * @returns {{rows: number, label: string}} how many are shown next, and what the button says
 */
export function nextRows(shown, all) {
  const rows = Math.min(shown + STEP, all);
  return {rows, label: rows === all ? "Show all" : `Show ${number(rows - shown)} more`};
}

/**
 * @param {object[]} rows @param {Sort | null} sort @param {import("./table.js").Column[]} columns
 * @returns {object[]} in order; those without a value come last, whatever the direction
 */
export function sortRows(rows, sort, columns) {
  const column = sort && columns.find(({key}) => key === sort.key);
  if (!column) return rows;
  const sign = sort.descending ? -1 : 1;
  const value = (row) => row[column.key] ?? null;
  return [...rows].sort((a, b) => {
    const [one, other] = [value(a), value(b)];
    if (one === null || other === null) return Number(one === null) - Number(other === null);
    return sign * (typeof one === "number" && typeof other === "number" ? one - other
      : words.compare(String(one), String(other)));
  });
}

/** @param {string | null} text such as "-seed" @returns {Sort | null} */
export function readSort(text) {
  return text ? {key: text.replace(/^-/, ""), descending: text.startsWith("-")} : null;
}

/** @param {Sort | null} sort @returns {string} as `readSort` takes it; "" for the rows' own order */
export function sortText(sort) {
  return sort ? `${sort.descending ? "-" : ""}${sort.key}` : "";
}

/**
 * @param {object[]} rows @param {import("./table.js").Column[]} columns
 * @param {{caption: string, sort?: Sort | null, changed?: (sort: Sort | null) => void,
 *   most?: number, first?: number}} options `changed` is called after a click, `most` the most rows that are shown;
 *   of more rows than `first`, a button shows those beyond it, some hundreds at a time
 * @returns {HTMLElement & {show: (rows: object[]) => void}} `show` keeps the order
 */
export function sortableTable(rows, columns, {caption, sort = null, changed = () => {}, most = Infinity, first = most}) {
  const body = html`<tbody>`;
  const headers = columns.map((column) => {
    const button = html`<button type="button" class="sort">${column.label}</button>`;
    button.addEventListener("click", () => turn(column.key));
    return html`<th scope="col" class=${columnClass(column)}>${button}`;
  });
  const [count, all] = [html`<span>`, html`<button type="button">`];
  const more = html`<p class="more-rows">${count} ${all}</p>`;
  let limit = first;
  all.addEventListener("click", () => {
    const next = body.rows.length;
    limit = nextRows(next, Math.min(rows.length, most)).rows;
    draw();
    // The button may be gone: the first row that it brought takes its place.
    body.rows[next]?.querySelector("a, button")?.focus();
  });
  const draw = () => {
    headers.forEach((header, i) => {
      if (columns[i].key !== sort?.key) header.removeAttribute("aria-sort");
      else header.setAttribute("aria-sort", sort.descending ? "descending" : "ascending");
    });
    const available = Math.min(rows.length, most);
    const shown = sortRows(rows, sort, columns).slice(0, Math.min(limit, available));
    body.replaceChildren(...shown.map((row) => tableRow(row, columns)));
    more.hidden = shown.length === available;
    count.textContent = `The first ${number(shown.length)} are shown.`;
    all.textContent = nextRows(shown.length, available).label;
  };
  const turn = (key) => {
    sort = sort?.key !== key ? {key, descending: false} : sort.descending ? null
      : {key, descending: true};
    draw();
    changed(sort);
  };
  draw();
  const box = html`<div class="table-scroll" tabindex="0" role="region" aria-label=${caption}>
    <table class="sortable"><caption>${caption}</caption><thead><tr>${headers}</thead>${body}</table>${more}</div>`;
  return Object.assign(box, {show: (others) => {
    rows = others;
    draw();
  }});
}
