/** Legends, drawn as charts are, so that they are in the files that readers take along. */
import {svg} from "htl";
import {engineName} from "./engines.js";
import {engineMark} from "./symbol.js";

/** Patterns of lines, from the most important. */
export const dashes = ["none", "5 4", "1.5 3.5", "9 3 2 3", "12 4"];

/** Colours of series of one engine; the first is of none. */
export const hues = ["#1f5fa8", "#b04508", "#3c7a4a", "#7a4fa3", "#8a6d12"];

const LINE = 20;

/** @param {string[]} engines @param {number} width in pixels @returns {SVGElement} their marks and names */
export function engineLegend(engines, width) {
  return legend(engines.map((engine) => ({name: engineName(engine), symbol: engineMark(engine), room: 12})), width);
}

/**
 * @param {string[]} names of series, in the order of `dashes`: the first is solid with filled marks
 * @param {number} width in pixels
 * @param {{colours?: string[], fullness?: number[]}} [options] where colours tell series apart, and of categories, which have no
 *   lines, how full the mark of each is
 * @returns {SVGElement}
 */
export function seriesLegend(names, width, {colours, fullness} = {}) {
  return legend(names.map((name, i) => {
    const colour = colours?.[i] ?? "var(--ink)";
    return {name, room: fullness ? 12 : 30, symbol: svg`<g stroke="${colour}" stroke-width="2">
      ${fullness ? null : svg`<path d="M0,6H30" stroke-dasharray="${dashes[i % dashes.length]}"></path>`}
      <circle cx="${fullness ? 6 : 15}" cy="6" r="${fullness ? 4.2 : 3.4}" stroke-width="1.4" fill="${fullness || i === 0 ? colour : "var(--paper)"}"
        fill-opacity="${fullness?.[i] ?? 1}"></circle></g>`};
  }), width);
}

/**
 * @param {{name: string, colour: string, opacity?: number}[]} entries @param {number} width in pixels
 * @returns {SVGElement} a patch of each colour
 */
export function patchLegend(entries, width) {
  return legend(entries.map(({name, colour, opacity = 1}) => ({name, room: 16,
    symbol: svg`<rect y="1" width="16" height="10" fill="${colour}" fill-opacity="${opacity}"></rect>`})), width);
}

/** Entries side by side, in as many lines as they take. */
function legend(entries, width) {
  let [x, line] = [0, 0];
  const placed = entries.map(({name, symbol, room}) => {
    // Text is not measured: that would take a layout of the page.
    const taken = room + 6 + 6.7 * name.length;
    if (x > 0 && x + taken > width) [x, line] = [0, line + 1];
    const entry = svg`<g transform="translate(${x},${line * LINE})"><g transform="translate(0,4)">${symbol}</g>
      <text x="${room + 6}" y="14">${name}</text></g>`;
    x += taken + 16;
    return entry;
  });
  const height = (line + 1) * LINE + 4;
  return svg`<svg class="legend" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img"
    aria-label="Legend: ${entries.map(({name}) => name).join(", ")}" font-family="var(--sans)" font-size="12.5"
    fill="currentColor">${placed}</svg>`;
}
