/**
 * What each change of a setting multiplies a quantity by: a line a setting, with its interval, about
 * the line of 1. The largest comes first.
 */
import * as Plot from "@observablehq/plot";
import {times} from "./format.js";
import {frame, plotStyle} from "./frame.js";

const LINE = 34;

/**
 * @typedef {{name: string, change: string, effect: number, low: number, high: number,
 *   stands_out: boolean}} Effect
 *   `change` says from which value to which; `stands_out` whether the effect is one by all intervals at once
 * @param {Effect[]} rows
 * @param {{label: string, title: string, subtitle?: string, note?: string, data?: string, less?: string,
 *   more?: string}} options `less` and `more` say what it means to be left and right of 1
 */
export function effectsChart(rows, options) {
  const {label, less = "", more = ""} = options;
  const shown = [...rows].sort((a, b) => Math.abs(Math.log(b.effect)) - Math.abs(Math.log(a.effect)));
  return frame({
    ...options, empty: shown.length === 0, rows: shown, columns: [
      {key: "name", label: "Setting", text: true}, {key: "change", label: "Change", text: true},
      {key: "effect", label, format: times}, {key: "low", label: "from", format: times},
      {key: "high", label: "to", format: times},
    ],
    draw: (width) => {
      const narrow = width < 560;
      const names = new Map(shown.map((row) => [row.name, row]));
      const farthest = Math.max(1.1, ...shown.flatMap((row) => [row.high, 1 / row.low])) * 1.06;
      const strength = (row) => (row.stands_out ? 1 : 0.45);
      return Plot.plot({
        width, height: 74 + LINE * shown.length * (narrow ? 1.25 : 1), style: plotStyle, marginTop: 30,
        marginBottom: 44, marginLeft: narrow ? 12 : 300, marginRight: 20, ariaLabel: label,
        x: {type: "log", domain: [1 / farthest, farthest], label: `${label} →`, labelArrow: "none",
          labelAnchor: "center", labelOffset: 38, tickFormat: times, ticks: ticksTo(farthest)},
        y: {domain: [...names.keys()], axis: null, padding: 0.1},
        marks: [
          Plot.gridX({stroke: "var(--rule)", strokeOpacity: 1, ticks: ticksTo(farthest)}),
          Plot.ruleX([1], {stroke: "var(--muted)", strokeDasharray: "2 3"}),
          Plot.text([less], {frameAnchor: "top-left", dy: -22, fill: "var(--muted)"}),
          Plot.text([more], {frameAnchor: "top-right", dy: -22, fill: "var(--muted)"}),
          Plot.ruleY(shown, {y: "name", x1: "low", x2: "high", stroke: "var(--ink)", strokeWidth: 2.4,
            strokeOpacity: strength, dy: narrow ? 8 : 0}),
          Plot.dot(shown, {y: "name", x: "effect", r: 5, dy: narrow ? 8 : 0, stroke: "var(--ink)",
            fill: (row) => (row.stands_out ? "var(--ink)" : "var(--paper)"),
            ariaLabel: (row) => `${row.name}, ${row.change}: ${times(row.effect)}`}),
          Plot.text(shown, {y: "name", frameAnchor: "left", textAnchor: narrow ? "start" : "end",
            dx: narrow ? 0 : -10, dy: narrow ? -10 : 0, fontWeight: (row) => (row.stands_out ? 600 : 400),
            text: (row) => `${row.name}: ${row.change}`}),
          Plot.tip(shown, Plot.pointerY({y: "name", x: "effect", title: (row) =>
            `${row.name}: ${row.change}\n${times(row.effect)} (${times(row.low)} to ${times(row.high)})`})),
        ],
      });
    },
  });
}

/** Round factors on both sides of 1, as far as the axis goes. @param {number} farthest */
function ticksTo(farthest) {
  const step = farthest > 6 ? 4 : farthest > 3 ? 2 : farthest > 1.6 ? 1.5 : farthest > 1.25 ? 1.2 : 1.1;
  const ticks = [];
  for (let factor = step; factor <= farthest; factor *= step) ticks.push(1 / factor, factor);
  return [...ticks, 1].sort((a, b) => a - b);
}
