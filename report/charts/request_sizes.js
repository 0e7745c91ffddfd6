/** Requests of the device by size, in powers of two: stacked bars by operation. */
import * as Plot from "@observablehq/plot";
import {html} from "htl";
import {plotStyle} from "./drawing.js";
import {engineStyle} from "./engines.js";
import {bytes, number, percent} from "./format.js";
import {frame} from "./frame.js";
import {patchLegend} from "./legend.js";
import {markText} from "./mark.js";
import {apart, gridAt, labelledAxis, linearTicks} from "./ticks.js";

const OPERATIONS = [
  {operation: "read", opacity: 0.95},
  {operation: "readahead", opacity: 0.5},
  {operation: "write", opacity: 0.75, isInk: true},
  {operation: "discard", opacity: 0.25, isInk: true},
];
const HEIGHT = 230;

/**
 * @param {{operation: string, least_bytes: number, requests: number[]}[]} sizes of one phase: how many requests are in
 *   each power of two from `least_bytes` on
 * @param {{engine: string | null}} options
 * @returns {HTMLElement}
 */
export function requestSizesChart(sizes, {engine}) {
  const own = engine ? engineStyle(engine).colour : "var(--accent)";
  const shown = OPERATIONS.filter(({operation}) => sizes.some((row) => row.operation === operation))
    .map((each) => ({...each, name: each.operation, colour: each.isInk ? "var(--ink)" : own}));
  const styles = new Map(shown.map((each) => [each.operation, each]));
  const rows = shown.flatMap(({operation}) => sizes.filter((row) => row.operation === operation))
    .flatMap(({operation, least_bytes: least, requests}) =>
      requests.map((count, i) => ({operation, bytes: least * 2 ** i, requests: count}))).filter((row) => row.requests > 0);
  const all = rows.reduce((sum, row) => sum + row.requests, 0);
  const powers = rows.map((row) => Math.log2(row.bytes));
  const [least, most] = [Math.min(...powers), Math.max(...powers)];
  const domain = Array.from({length: most - least + 1}, (_, i) => 2 ** (least + i));
  const height = Math.max(...domain.map((size) => rows.filter((row) => row.bytes === size).reduce((sum, row) => sum + row.requests, 0)));
  return frame({
    title: "Requests by size", empty: !rows.length, rows, columns: [
      {key: "operation", label: "Operation", text: true},
      {key: "bytes", label: "Size from", format: bytes}, {key: "requests", label: "Requests"},
    ],
    draw: (width, plot) => {
      const ticks = linearTicks([0, height * 1.05], number);
      const margin = {marginLeft: 50, marginRight: 12};
      const x = {type: /** @type {const} */ ("band"), domain, padding: 0.2, range: [margin.marginLeft, width - margin.marginRight]};
      const place = Plot.scale({x});
      return html`<div>${patchLegend(shown, width)}${plot({
        width, height: HEIGHT, style: plotStyle, ...margin, marginTop: 26, marginBottom: 44,
        ariaLabel: "Requests by size", x, y: {domain: [0, height * 1.05]},
        marks: [
          gridAt("y", ticks),
          labelledAxis("y", ticks, number, {label: "↑ Requests", labelOffset: 40}),
          labelledAxis("x", apart(domain, bytes, place.apply), bytes, {label: "Size, from →", labelAnchor: "center", labelOffset: 38}),
          Plot.barY(rows, Plot.stackY({x: "bytes", y: "requests", order: null, fill: (row) => styles.get(row.operation).colour,
            fillOpacity: (row) => styles.get(row.operation).opacity, stroke: "var(--paper)", strokeWidth: 1,
            title: (row) => markText({series: row.operation, at: `From ${bytes(row.bytes)}`,
              value: `Requests: ${number(row.requests)} (${percent(row.requests / all)})`})})),
        ],
      })}</div>`;
    },
  });
}
