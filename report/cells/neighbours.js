/** The way from a cell to those that differ from it in one factor alone. */
import {html} from "htl";
import {cellAddress} from "../charts/failures.js";
import {groupRows} from "../charts/group.js";
import {factorLabel, factorWords, levelWords} from "./names.js";
import {statusName} from "./status.js";

/**
 * @typedef {{factor: string, level: string, neighbour: string, status: string,
 *   alone_json: string | null}} Neighbour `alone_json`: levels of factors that it alone has
 * @param {string} id of the cell @param {Neighbour[]} neighbours itself among them, in order
 * @returns {HTMLElement | null} a line for each factor, its levels as links
 */
export function neighbourLinks(id, neighbours) {
  if (!neighbours.length) return null;
  const lines = [...groupRows(neighbours, (row) => row.factor)];
  return html`<nav class="neighbours" aria-label="Cells that differ in one factor">
    <dl class="facts">${lines.map(([factor, row]) => html.fragment`<dt>${factorLabel(factor)}</dt>
      <dd><ul>${row.map((each) => html`<li>${each.neighbour === id
        ? html`<strong aria-current="page">${levelWords(factor, each.level)}</strong>`
        : link(factor, each)}`)}</ul></dd>`)}</dl></nav>`;
}

function link(factor, {level, neighbour, status, alone_json: alone}) {
  const more = alone ? ` (${factorWords(JSON.parse(alone)).join(", ")})` : "";
  return html`<a href=${cellAddress(neighbour)}>${levelWords(factor, level)}${more}${
    status === "done" ? "" : ` × ${statusName(status)}`}</a>`;
}
