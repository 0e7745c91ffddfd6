/** Sentences that the findings compute, as paragraphs or a list. */
import {html} from "htl";

/**
 * @param {Node} [remedy] what the reader can do about it
 * @returns {HTMLElement} what stands where a study has no cells of a question
 */
export function nothingMeasured(remedy) {
  return html`<p class="notice">No finished cell of this study answers this question.${remedy ?? null}</p>`;
}

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
 * @returns {HTMLElement} a list, one sentence an item
 */
export function bullets(sentences) {
  if (!sentences.length) return nothingMeasured();
  return html`<ul class="computed">${sentences.filter(Boolean).map((sentence) =>
    html`<li>${sentence}</li>`)}</ul>`;
}

/** @param {string} sentence @returns {HTMLElement} the finding in one line above the chart */
export function headline(sentence) {
  return html`<p class="headline computed">${sentence}</p>`;
}

/**
 * @param {{label: string, page: string, sentence: string}[]} lines
 * @returns {HTMLElement} a list, one page with its sentence an item
 */
export function topicList(lines) {
  if (!lines.length) return nothingMeasured();
  return html`<ul class="computed topics">${lines.map(({label, page, sentence}) =>
    html`<li><a href=${`${page}.html`}>${label}</a>: ${sentence}</li>`)}</ul>`;
}
