/** What tests at random found: a list, as its sentences have no place in a column of a narrow screen. */
import {html} from "htl";
import {fold} from "./fold.js";
import {number, plural} from "./format.js";

/** @param {string} words in which `...` is code @returns {(string | Node)[]} */
const withCode = (words) => words.split("`").map((part, i) => (i % 2 ? html`<code>${part}</code>` : part));

/**
 * @param {{campaign: string, tried: number, faults: number, ended: string, date: string, commit: string}[]} rows of tested.json
 * @returns {HTMLElement} folded: a list of them
 */
export function campaignList(rows) {
  const faults = rows.reduce((sum, row) => sum + row.faults, 0);
  return fold(`${plural(rows.length, "campaign")}, ${plural(faults, "fault")} found`, () => html`<ul class="campaigns">${rows.map((row) => html`<li>
    <strong>${row.campaign}</strong>, ${number(row.tried)} tried, ${plural(row.faults, "fault")}: ${withCode(row.ended)}.
    <small>${row.date}, ${row.commit}</small></li>`)}</ul>`);
}
