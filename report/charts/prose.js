/** Sentences that the findings compute, as paragraphs or a list. */
import {html} from "htl";
import {engineName, orderEngines} from "./engines.js";
import {list} from "./format.js";

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

/**
 * @param {string[]} sentences as of `paragraph`
 * @returns {HTMLElement} a list, one item per sentence
 */
export function bullets(sentences) {
  if (!sentences.length) return nothingMeasured();
  return html`<ul class="computed">${sentences.filter(Boolean).map((sentence) => html`<li>${sentence}</li>`)}</ul>`;
}

/** @param {string} sentence @returns {HTMLElement} the page's answer, above its chart */
export function headline(sentence) {
  return html`<p class="headline computed">${sentence}</p>`;
}
