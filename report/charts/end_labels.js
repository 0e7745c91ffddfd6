/**
 * Names at the ends of lines. Versions of a family whose lines coincide share one name, names keep apart,
 * and a thin leader joins each to its line where it had to move.
 */
import {svg} from "htl";
import {engineStyle, versionsName} from "./engines.js";

/** Pixels from one name to the next, and between lines that count as one. */
const GAP = 16;
const SAME = 4;

/**
 * @typedef {{engine: string, series?: string, points: {x: number | string, y: number}[]}} Line
 * @typedef {{name: string, colour: string, end: {x: number | string, y: number}, y: number}} Label
 *   `y` is the pixel of the name
 */

/**
 * @param {Line[]} lines that have points, in the order that equal ones keep
 * @param {(value: number) => number} pixel the y scale
 * @param {{bottom: number, nameOf: (engine: string) => string, seriesName?: (series: string) => string,
 *   colourOf?: (line: Line) => string}}
 *   options `bottom` is the lowest pixel of a name
 * @returns {Label[]} from top to bottom
 */
export function endLabels(lines, pixel, {bottom, nameOf, seriesName, colourOf = ({engine}) => engineStyle(engine).colour}) {
  const groups = [];
  for (const line of lines) {
    const same = groups.find(([first]) => first.series === line.series && coincide(first, line, pixel) &&
      engineStyle(first.engine).family === engineStyle(line.engine).family);
    if (same) same.push(line);
    else groups.push([line]);
  }
  const labels = groups.map((own) => {
    const end = own[0].points.at(-1);
    const engines = own.map(({engine}) => engine);
    const name = own.length > 1 ? versionsName(engines) : nameOf(own[0].engine);
    return {name: [name, seriesName?.(own[0].series)].filter(Boolean).join(", "),
      colour: colourOf(own[0]), end, y: pixel(end.y)};
  });
  return spread(labels, GAP, bottom);
}

/**
 * @param {Label[]} labels @returns {Function} a mark for Plot: names beside the frame, with leaders
 */
export function endLabelsMark(labels) {
  return (_, scales, channels, {width, marginRight}) => {
    const left = width - marginRight + 12;
    return svg`<g aria-hidden="true" text-anchor="start">${labels.map(({name, colour, end, y}) => {
      const [x, at] = [scales.x(end.x), scales.y(end.y)];
      const leader = Math.abs(y - at) > 3 || left - x > 20
        ? svg`<path d="M${x + 6},${at}L${left - 2},${y}" stroke="${colour}" stroke-opacity="0.55"></path>` : null;
      return svg`${leader}<text x="${left}" y="${y}" dy="0.32em" fill="${colour}" font-weight="600">${name}</text>`;
    })}</g>`;
  };
}

/** Whether two lines are at most some pixels apart at each x, and have all x in common. */
function coincide(one, other, pixel) {
  if (one.points.length !== other.points.length) return false;
  const at = new Map(one.points.map(({x, y}) => [x, pixel(y)]));
  return other.points.every(({x, y}) => at.has(x) && Math.abs(at.get(x) - pixel(y)) <= SAME);
}

/**
 * Moves labels apart that would overprint each other, keeping their order: each cluster of them is centred on its lines.
 * @param {Label[]} labels pixel positions, changed in place
 * @param {number} gap least distance in pixels
 * @param {number} bottom pixel that no label may pass
 * @returns {Label[]}
 */
function spread(labels, gap, bottom) {
  labels.sort((a, b) => a.y - b.y);
  const clusters = [];
  for (const label of labels) {
    let last = {own: [label], top: label.y};
    while (clusters.length && clusters.at(-1).top + clusters.at(-1).own.length * gap > last.top) {
      const own = [...clusters.pop().own, ...last.own];
      last = {own, top: own.reduce((sum, {y}, i) => sum + y - i * gap, 0) / own.length};
    }
    clusters.push(last);
  }
  for (const {own, top} of clusters) own.forEach((label, i) => (label.y = Math.max(gap / 2, top) + i * gap));
  for (let i = 1; i < labels.length; i += 1) labels[i].y = Math.max(labels[i].y, labels[i - 1].y + gap);
  for (let i = labels.length - 1, floor = bottom; i >= 0; i -= 1, floor -= gap) {
    labels[i].y = Math.min(labels[i].y, floor);
    floor = labels[i].y;
  }
  return labels;
}
