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
        : link(each)}`)}</ul></dd>`)}</dl></nav>`;
}

const link = (row) => html`<a href=${cellAddress(row.neighbour)}>${levelName(row)}${
  row.status === "done" ? "" : ` × ${statusName(row.status)}`}</a>`;

/** @param {Pick<Neighbour, "factor" | "level" | "alone_json">} row @returns {string} its level, with those of factors that it alone has */
export const levelName = ({factor, level, alone_json: alone}) =>
  `${levelWords(factor, level)}${alone ? ` (${factorWords(JSON.parse(alone)).join(", ")})` : ""}`;
