/**
 * The strip of a claim: what was published and what was measured, on one axis of ratios that all claims share. It is as
 * wide as its place, without being measured: all places on it are percents.
 */
import {html, svg} from "htl";
import {number, times} from "./format.js";

/** The axis: octaves from a quarter to 16 times, with some room at both ends for what lies beyond. */
const LEAST = 1 / 4, MOST = 16;
const ROOM = 3;
const MARKS = new Map([[1 / 4, "¼"], [1 / 2, "½"], [1, "1×"], [2, "2"], [4, "4"], [8, "8"], [MOST, "16"]]);
const HEIGHT = 24, MIDDLE = HEIGHT / 2;
/** An arrow to the right from 0, 0: a direction without a figure, and a figure beyond the axis. */
const DIRECTION = "M0,-6V6M0,0H20M15.5,-3.5L20,0L15.5,3.5", BEYOND = "M-4,-5L4,0L-4,5Z";

/**
 * @typedef {{value: number | null, low: number | null, high: number | null, unit: string | null,
 *   published_low: number | null, published_high: number | null}} Figures
 */

/** @param {number} ratio @returns {number} its place in percent of the width, on the axis at the nearest end if beyond */
export function placeOf(ratio) {
  const share = Math.log2(Math.min(MOST, Math.max(LEAST, ratio)) / LEAST) / Math.log2(MOST / LEAST);
  return ROOM + share * (100 - 2 * ROOM);
}

/** @param {number} ratio @returns {-1 | 0 | 1} at which end it lies beyond the axis; 0 for neither */
const beyond = (ratio) => (ratio < LEAST ? -1 : ratio > MOST ? 1 : 0);

/** Whether its figures are ratios, and have a place on the axis: a claim without a figure may get one. */
export const isRatio = ({unit}) => unit === null || unit === "times";

/** @param {Figures} figures @returns {string} as it was published: "1.19–1.8×", and "> 1×" for a direction; "–" for none */
export function publishedFigure({unit, published_low: low, published_high: high}) {
  const after = isRatio({unit}) ? "×" : unit.startsWith("%") ? " %" : "";
  if (low === null && high === null) return "–";
  return `${low === null ? `< ${high}` : high === null ? `> ${low}` : low === high ? low : `${low}–${high}`}${after}`;
}

/** @param {Figures} figures @returns {string} such as "0.84×"; "–" for none */
export function measuredFigure({unit, value}) {
  if (value === null) return "–";
  if (unit !== "times") return `${number(value).replace("-", "−")}${unit.startsWith("%") ? " %" : ""}`;
  return value < 0.01 ? `${number(value)}×` : times(value);
}

/** The lines of the axis behind a strip, in percents both ways. */
function lines() {
  const path = (ratios) => ratios.map((ratio) => `M${placeOf(ratio)},0V1`).join("");
  return svg`<svg width="100%" height="100%" viewBox="0 0 100 1" preserveAspectRatio="none">
    <path class="strip-lines" d=${path([...MARKS.keys()])}></path><path class="strip-one" d=${path([1])}></path></svg>`;
}

/** @param {number} ratio @param {Element} mark drawn around 0, 0 */
const at = (ratio, mark) => svg`<svg class="strip-place" x="${placeOf(ratio)}%" y=${MIDDLE}>${mark}</svg>`;

/** What was published: a band, a vertical line for one figure, an arrow for a direction. */
function published({published_low: low, published_high: high}) {
  if (low === null && high === null) return null;
  const turned = low === null ? "scale(-1 1)" : null;
  if (low === null || high === null) return at(low ?? high, svg`<path class="strip-direction" d=${DIRECTION} transform=${turned}></path>`);
  const side = beyond(low) === beyond(high) ? beyond(low) : 0;
  if (side) return at(low, svg`<path class="strip-beyond" d=${BEYOND} transform="scale(${side} 1)"></path>`);
  if (low === high) return at(low, svg`<path class="strip-figure" d="M0,-8V8"></path>`);
  return svg`<rect class="strip-band" x="${placeOf(low)}%" width="${placeOf(high) - placeOf(low)}%" y=${MIDDLE - 7} height="14"></rect>`;
}

/** What was measured: a dot and its interval, an arrow beyond the end of the axis. */
function measured({value, low, high}) {
  if (value === null) return null;
  const interval = low === null || high === null || beyond(value) ? null
    : svg`<line class="strip-interval" x1="${placeOf(low)}%" x2="${placeOf(high)}%" y1=${MIDDLE} y2=${MIDDLE}></line>`;
  const mark = beyond(value) ? svg`<path class="strip-dot" d=${BEYOND} transform="scale(${beyond(value)} 1)"></path>`
    : svg`<circle class="strip-dot" r="4"></circle>`;
  return [interval, at(value, mark)];
}

/**
 * @param {Figures} figures @returns {Element} a drawing whose facts stand beside it as text; for other figures than
 *   ratios, which have no place on the axis, what they are in
 */
export function claimStrip(figures) {
  if (!isRatio(figures)) return html`<span class="claim-strip">${figures.unit.startsWith("%") ? "" : "in "}${figures.unit}</span>`;
  return svg`<svg class="claim-strip" width="100%" height=${HEIGHT} aria-hidden="true">${lines()}${published(figures)}${measured(figures)}</svg>`;
}

/** @returns {Element} the numbers of the axis, for above the strips */
export function stripAxis() {
  return svg`<svg class="claim-strip" width="100%" height="18" role="img" aria-label="Axis of ratios from a quarter to 16 times">${
    [...MARKS].map(([ratio, name]) => svg`<text x="${placeOf(ratio)}%" y="13" text-anchor="middle">${name}</text>`)}</svg>`;
}

/** @returns {Element[]} what the marks of a strip mean, each a symbol and its words */
export function stripLegend() {
  const symbol = (width, mark) => svg`<svg width=${width} height="16" viewBox="0 -8 ${width} 16" aria-hidden="true">${mark}</svg>`;
  return [
    [symbol(24, svg`<rect class="strip-band" x="1" y="-6" width="22" height="12"></rect>`), "published range"],
    [symbol(8, svg`<path class="strip-figure" d="M4,-7V7"></path>`), "one published figure"],
    [symbol(26, svg`<path class="strip-direction" d=${DIRECTION} transform="translate(2 0)"></path>`), "a direction alone"],
    [symbol(32, svg`<line class="strip-interval" x1="1" x2="31"></line><circle class="strip-dot" cx="16" r="4"></circle>`), "measured here, with its interval"],
    [symbol(10, svg`<path class="strip-beyond" d=${BEYOND} transform="translate(5 0)"></path>`), "beyond the axis"],
  ].map(([drawn, words]) => html`<span>${drawn} ${words}</span>`);
}
