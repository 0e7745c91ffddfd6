/**
 * What each change of a setting multiplies a quantity by: a line a setting, with its interval, about
 * the line of 1. The largest comes first.
 */
import * as Plot from "@observablehq/plot";
import {plotStyle} from "./drawing.js";
import {times} from "./format.js";
import {frame} from "./frame.js";
import {markText} from "./mark.js";
import {gridAt, labelledAxis, ratioTicks} from "./ticks.js";

const LINE = 32;
const LINE_WITH_NAME = 44;

/**
 * @typedef {{name: string, change: string, effect: number, low: number, high: number,
 *   stands_out: boolean}} Effect
 *   `change` says from which value to which; `stands_out` whether it is an effect by all intervals at once
 * @param {Effect[]} rows
 * @param {{label: string, title: string, subtitle?: string, note?: string, data?: string,
 *   leftOfOne?: string, rightOfOne?: string, scaledWith?: Effect[]}} options `leftOfOne` and `rightOfOne` say what it
 *   means to be left and right of 1; `scaledWith` are the rows of all charts on the same scale
 */
export function effectsChart(rows, options) {
  const {label, leftOfOne = "", rightOfOne = ""} = options;
  const shown = [...rows].sort((a, b) => Math.abs(Math.log(b.effect)) - Math.abs(Math.log(a.effect)));
  return frame({
    ...options, empty: shown.length === 0, rows: shown, columns: [
      {key: "name", label: "Setting", text: true}, {key: "change", label: "Change", text: true},
      {key: "effect", label, format: times}, {key: "low", label: "from", format: times},
      {key: "high", label: "to", format: times},
    ],
    draw: (width, plot) => {
      const narrow = width < 560;
      const farthest = Math.max(1.1, ...(options.scaledWith ?? shown).flatMap((row) => [row.high, 1 / row.low])) * 1.06;
      const domain = [1 / farthest, farthest];
      const ticks = ratioTicks(domain);
      // In narrow charts a setting's name is above its line.
      const dy = narrow ? 10 : 0;
      return plot({
        width, height: 74 + shown.length * (narrow ? LINE_WITH_NAME : LINE), style: plotStyle, marginTop: 30,
        marginBottom: 44, marginLeft: narrow ? 12 : 320, marginRight: 20, ariaLabel: label,
        x: {type: "log", domain}, y: {domain: shown.map((row) => row.name), axis: null, padding: 0.6},
        marks: [
          labelledAxis("x", ticks, times, {label: `${label} →`, labelAnchor: "center"}), gridAt("x", ticks),
          Plot.ruleX([1], {stroke: "var(--muted)", strokeDasharray: "2 3"}),
          Plot.text([leftOfOne], {frameAnchor: "top-left", dy: -22, fill: "var(--muted)"}),
          Plot.text([rightOfOne], {frameAnchor: "top-right", dy: -22, fill: "var(--muted)"}),
          Plot.ruleY(shown, {y: "name", x1: "low", x2: "high", stroke: "var(--ink)", strokeWidth: 2.4,
            strokeOpacity: (row) => (row.stands_out ? 1 : 0.45), dy}),
          Plot.text(shown, {y: "name", frameAnchor: "left", textAnchor: narrow ? "start" : "end",
            dx: narrow ? 0 : -10, dy: narrow ? -8 : 0, fontWeight: 600, stroke: "var(--paper)", strokeWidth: 5, fill: "var(--ink)",
            text: (row) => `${row.name[0].toUpperCase()}${row.name.slice(1)}: ${row.change}`}),
          Plot.dot(shown, {y: "name", x: "effect", r: 5, dy, stroke: "var(--ink)",
            fill: (row) => (row.stands_out ? "var(--ink)" : "var(--paper)"),
            title: (row) => markText({series: row.name, at: row.change, value: `${label}: ${times(row.effect)}`,
              spread: `Interval ${times(row.low)} to ${times(row.high)}`,
              more: [row.stands_out && "Stands out from all others"]})}),
        ],
      });
    },
  });
}
