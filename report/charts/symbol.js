/** Small drawings of the engines' marks, for controls and legends. */
import {svg} from "htl";
import {engineStyle} from "./engines.js";

const paths = {
  circle: "M6 1.8a4.2 4.2 0 1 0 .01 0z",
  diamond2: "M6 .8 11.2 6 6 11.2 .8 6z",
  triangle2: "M6 1 11.2 10.4H.8z",
  square: "M2 2h8v8H2z",
  square2: "M1.6 1.6h8.8v8.8H1.6z",
  hexagon: "M6 .8 10.6 3.4v5.2L6 11.2 1.4 8.6V3.4z",
  cross: "M4.3 1h3.4v3.3H11v3.4H7.7V11H4.3V7.7H1V4.3h3.3z",
  star: "M6 .6 7.5 4.4 11.6 4.6 8.4 7.2 9.5 11.2 6 8.9 2.5 11.2 3.6 7.2 .4 4.6 4.5 4.4z",
  times: "M2.6 .9 6 4.3 9.4 .9 11.1 2.6 7.7 6 11.1 9.4 9.4 11.1 6 7.7 2.6 11.1 .9 9.4 4.3 6 .9 2.6z",
  wye: "M4.7 11.4h2.6V7L11.1 4.8 9.8 2.6 6 4.8 2.2 2.6 .9 4.8 4.7 7z",
};

/** @param {string} engine @returns {SVGElement} 12 px mark in the engine's colour and shape */
export function engineMark(engine) {
  const {colour, symbol} = engineStyle(engine);
  return svg`<svg class="engine-mark" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
    <path d="${paths[symbol] ?? paths.star}" fill="${colour}"></path></svg>`;
}
