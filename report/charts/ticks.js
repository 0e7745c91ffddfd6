/** Ticks of axes. Each gets its label: on a logarithmic axis Plot leaves some out. */
import * as Plot from "@observablehq/plot";
import {ticks as roundTicks} from "d3";
import {bytes} from "./format.js";

/** At 1, 2 and 5 in each decade. @param {number[]} domain @returns {number[]} */
export function logTicks([low, high]) {
  const steps = high / low > 1500 ? [1] : high / low > 3 ? [1, 2, 5] : [1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8];
  const found = decades(low, high).flatMap((decade) => steps.map((step) => exact(step * decade)))
    .filter((tick) => tick >= low && tick <= high);
  return found.length > 1 ? found : roundTicks(low, high, 3);
}

/** Powers of two, or of 4 or 16 where there are many. @param {number[]} domain @returns {number[]} */
export function binaryTicks([low, high]) {
  const [first, last] = [Math.ceil(Math.log2(low)), Math.floor(Math.log2(high))];
  const each = last - first > 12 ? 4 : last - first > 6 ? 2 : 1;
  const powers = Array.from({length: last - first + 1}, (_, i) => first + i);
  return powers.filter((power) => power % each === 0).map((power) => 2 ** power);
}

/**
 * Round numbers, of bytes in the largest unit that the axis has.
 * @param {number[]} domain @param {(value: number) => string} format how they are written
 * @returns {number[]}
 */
export function linearTicks([low, high], format) {
  const unit = format === bytes ? 1024 ** Math.max(0, Math.floor(Math.log2(high) / 10)) : 1;
  return roundTicks(low / unit, high / unit, 5).map((tick) => tick * unit);
}

/** Of a ratio on a logarithmic axis, 1 among them. @param {number[]} domain @returns {number[]} */
export function ratioTicks([low, high]) {
  const span = high / low;
  const steps = span > 40 ? [1, 3] : span > 10 ? [1, 2, 5] : span > 2.4 ? [1, 1.5, 2, 3, 5, 7] : null;
  if (steps) {
    return decades(low, high).flatMap((decade) => steps.map((step) => exact(step * decade)))
      .filter((tick) => tick >= low && tick <= high);
  }
  const step = [0.005, 0.02, 0.05, 0.1, 0.2].find((each) => (high - low) / each <= 5) ?? 0.5;
  const first = Math.ceil(exact(low / step));
  return Array.from({length: Math.floor(exact(high / step)) - first + 1}, (_, i) => exact((first + i) * step));
}

/** Pixels of a letter of a label, and between two labels. */
export const LETTER = 7;
export const GAP = 8;

/**
 * The ticks whose labels have room beside those before them, below an axis.
 * @param {number[]} ticks ascending @param {(tick: number) => string} format
 * @param {(tick: number) => number} place of a tick, in pixels @returns {number[]}
 */
export function apart(ticks, format, place) {
  const room = (tick) => LETTER * String(format(tick)).length / 2;
  return ticks.reduce((shown, tick) => {
    const last = shown.at(-1);
    const fits = last === undefined || place(tick) - place(last) >= room(tick) + room(last) + GAP;
    return fits ? [...shown, tick] : shown;
  }, []);
}

/**
 * An axis on which every tick is labelled.
 * @param {"x" | "y"} side @param {number[]} ticks @param {(tick: number) => string} format
 * @param {object} [options] of Plot's axis, such as its label
 * @returns {object} a mark for Plot
 */
export function labelledAxis(side, ticks, format, options = {}) {
  const about = {text: (tick) => format(tick), labelArrow: "none", ...options};
  return side === "x" ? Plot.axisX(ticks, about) : Plot.axisY(ticks, about);
}

/** The lines that go with it. @param {"x" | "y"} side @param {number[]} ticks @returns {object} a mark */
export function gridAt(side, ticks) {
  const style = {stroke: "var(--rule)", strokeOpacity: 1};
  return side === "x" ? Plot.gridX(ticks, style) : Plot.gridY(ticks, style);
}

function decades(low, high) {
  const first = Math.floor(Math.log10(low));
  return Array.from({length: Math.floor(Math.log10(high)) - first + 1}, (_, i) => 10 ** (first + i));
}

/** Without what floating point adds: 0.30000000000000004 is 0.3. */
function exact(value) {
  return Number(value.toPrecision(6));
}
