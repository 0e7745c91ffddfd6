/** Sentences that the findings compute, as paragraphs or a list. */
import {html} from "htl";

/** @param {string[]} sentences @returns {HTMLElement} one paragraph */
export function paragraph(sentences) {
  return html`<p class="computed">${sentences.filter(Boolean).join(" ")}</p>`;
}

/** @param {string[]} sentences @returns {HTMLElement} a list, one sentence an item */
export function bullets(sentences) {
  return html`<ul class="computed">${sentences.filter(Boolean).map((sentence) =>
    html`<li>${sentence}</li>`)}</ul>`;
}

/** @param {string} sentence @returns {HTMLElement} the finding in one line above the chart */
export function headline(sentence) {
  return html`<p class="headline computed">${sentence}</p>`;
}
