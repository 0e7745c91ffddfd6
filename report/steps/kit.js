/** Shapes of the stepwise drawings. Each is a group that names the steps in which it is seen. */
import {svg} from "htl";

/** Colours of what is drawn in light; publication.css turns them round in the dark. */
export const COLOURS = {
  heap: {line: "#1060a8", ground: "#dcebf8"}, clustered: {line: "#b04508", ground: "#fbe6d6"},
  plain: {line: "#8a867c", ground: "#ffffff"}, old: {line: "#8a867c", ground: "#eceae4"},
  device: {line: "#4a5a3c", ground: "#e3ecd8"},
};
const INK = "#1d1c1a";
const MUTED = "#5f5c55";

/** @param {number} first @param {number} [last] @returns {number[]} the steps from one to another */
export const from = (first, last = 9) => Array.from({length: last - first + 1}, (_, i) => first + i);

/** @param {number[]} steps @param {any} content @returns {SVGElement} */
const group = (steps, content) => svg`<g data-steps=${steps.join(" ")}>${content}</g>`;

/**
 * @param {number[]} steps @param {[number, number, number, number]} place x, y, width, height
 * @param {string[]} lines in its middle @param {{line: string, ground: string}} colour
 */
export function box(steps, [x, y, width, height], lines, {line, ground} = COLOURS.plain) {
  const top = y + height / 2 + 4 - (lines.length - 1) * 7.5;
  return group(steps, svg`<rect x=${x} y=${y} width=${width} height=${height} rx="3" fill=${ground} stroke=${line}></rect>
    ${lines.map((text, i) => svg`<text x=${x + width / 2} y=${top + i * 15} text-anchor="middle"
      fill=${i ? MUTED : INK}>${text}</text>`)}`);
}

/** A box that holds others: its name is at its upper left. */
export function frameBox(steps, [x, y, width, height], name, {line, ground} = COLOURS.plain) {
  return group(steps, svg`<rect x=${x} y=${y} width=${width} height=${height} rx="3" fill=${ground} stroke=${line}></rect>
    <text x=${x + 6} y=${y + 14} fill=${MUTED}>${name}</text>`);
}

/** @param {number[]} steps @param {[number, number]} at @param {string} text @param {{bold?: boolean, colour?: string}} [style] */
export function words(steps, [x, y], text, {bold = false, colour = INK} = {}) {
  return group(steps, svg`<text x=${x} y=${y} fill=${colour} font-weight=${bold ? 700 : 400}>${text}</text>`);
}

/** @param {number[]} steps @param {[number, number][]} points of the line, the last with a head @param {string} [colour] */
export function arrow(steps, points, colour = INK, width = 1.4) {
  const [[x0, y0], [x, y]] = points.slice(-2);
  const angle = Math.atan2(y - y0, x - x0);
  const wing = (turn) => `${x - 7 * Math.cos(angle + turn)},${y - 7 * Math.sin(angle + turn)}`;
  return group(steps, svg`<polyline points=${points.map((point) => point.join(",")).join(" ")} fill="none"
    stroke=${colour} stroke-width=${width}></polyline>
    <polygon points=${`${x},${y} ${wing(0.45)} ${wing(-0.45)}`} fill=${colour}></polygon>`);
}

const [ROW, BAR, NAMES, VALUES] = [27, 9, 118, 58];

/**
 * Bars from zero: what was measured, a row for each step that shows it.
 * @param {[number, number, number]} place x, y and width
 * @param {string} title @param {{steps: number[], name: string,
 *   bars: {value: number, text: string, colour: string}[]}[]} rows a bar without a value is left out
 */
export function bars([x, y, width], title, rows) {
  const values = rows.flatMap((row) => row.bars.map(({value}) => value)).filter(Number.isFinite);
  if (!values.length) return null;
  const scale = (width - NAMES - VALUES) / Math.max(...values);
  return svg`<g>${words(from(1), [x, y], title, {bold: true})}${rows.map(({steps, name, bars: own}, i) => {
    const top = y + 8 + i * ROW;
    return group(steps, svg`<text x=${x} y=${top + 14} fill=${INK}>${name}</text>
      ${own.filter(({value}) => Number.isFinite(value)).map(({value, text, colour}, j) => svg`<rect x=${x + NAMES}
        y=${top + j * (BAR + 2)} width=${Math.max(1, value * scale)} height=${BAR} fill=${colour}></rect>
        <text x=${x + NAMES + Math.max(1, value * scale) + 5} y=${top + j * (BAR + 2) + 9} font-size="11.5"
          fill=${INK}>${text}</text>`)}`);
  })}</g>`;
}

/** @param {number} rows of `bars` @returns {number} their height in pixels, with the title */
export const heightOfBars = (rows) => 14 + rows * ROW;

/** @param {number} height @param {string} label what a reader who can't see it is told @param {any} content */
export function drawing(height, label, content) {
  return svg`<svg viewBox="0 0 360 ${height}" width="360" height=${height} role="img" aria-label=${label}
    font-family="var(--sans)" font-size="12.5">${content}</svg>`;
}
