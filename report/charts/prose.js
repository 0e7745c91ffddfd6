/** Sentences that the findings compute, as paragraphs or a list. */
import {html} from "htl";
import {engineName, orderEngines} from "./engines.js";
import {list, plural} from "./format.js";

/**
 * @param {Node} [remedy] what the reader can do about it
 * @param {string[]} [engines] that the reader chose
 * @returns {HTMLElement} what stands where a study has no cells of a question
 */
export function nothingMeasured(remedy, engines = []) {
  return html`<p class="notice">No finished cell of this study answers this question${
    engines.length ? ` for ${list(orderEngines(engines).map(engineName))}` : ""}.${remedy ?? null}</p>`;
}

/** Of a part of a page whose experiment the study hasn't. @param {string} experiment @returns {string} */
export const unmeasured = (experiment) => `This study has no finished cell of the experiment ${experiment}, which measures this.`;

/**
 * @param {string[]} sentences none at all if nothing was measured, an empty one to say nothing
 * @returns {HTMLElement} one paragraph
 */
export function paragraph(sentences) {
  if (!sentences.length) return nothingMeasured();
  return html`<p class="computed">${sentences.filter(Boolean).join(" ")}</p>`;
}

/** What stands open between two figures, in lines, and how long a line is about. */
const OPEN_LINES = 5;
const LINE = 90;

/** How many of the sentences are shown open: those that fit, and at least one. */
function openCount(sentences) {
  let lines = 0;
  const first = sentences.findIndex((words) => (lines += Math.ceil(words.length / LINE)) > OPEN_LINES);
  return first < 0 ? sentences.length : Math.max(1, first);
}

/**
 * @param {string[]} sentences as of `paragraph`
 * @returns {HTMLElement} a list, one item per sentence; what exceeds a few lines is folded
 */
export function bullets(sentences) {
  if (!sentences.length) return nothingMeasured();
  const said = sentences.filter(Boolean);
  const open = openCount(said);
  const listed = (words) => html`<ul class="computed">${words.map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
  // A fold for one sentence takes as much room as the sentence.
  if (said.length - open < 2) return listed(said);
  return html`<div>${listed(said.slice(0, open))}<details class="more-sentences">
    <summary>${plural(said.length - open, "more sentence")}</summary>${listed(said.slice(open))}</details></div>`;
}

/** @param {string} sentence @returns {HTMLElement} the page's answer, above its chart */
export function headline(sentence) {
  return html`<p class="headline computed">${sentence}</p>`;
}
