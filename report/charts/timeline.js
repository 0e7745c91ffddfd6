/**
 * A quantity second by second, one line per repeat.
 */
import * as Plot from "@observablehq/plot";
import {plotStyle} from "./drawing.js";
import {engineName, engineStyle, orderEngines} from "./engines.js";
import {cellAddress} from "./failures.js";
import {number} from "./format.js";
import {frame} from "./frame.js";
import {groupRows} from "./group.js";
import {markText} from "./mark.js";

/**
 * @typedef {{cell_id: string, engine: string, read_bandwidth_mib_s: number, seed: number,
 *   phase: string, time_s: number}} Interval
 * @param {Interval[]} intervals of one bandwidth
 * @param {{engines: string[], value: string, label: string, title: string, subtitle?: string,
 *   note?: string, data?: string, format?: (value: number) => string}} options
 */
export function timelineChart(intervals, options) {
  const {engines, value, label, format = number} = options;
  const shown = intervals.filter((row) => engines.includes(row.engine) && row[value] !== null)
    .sort((a, b) => a.time_s - b.time_s);
  const order = orderEngines(shown.map((row) => row.engine));
  const runs = groupRows(shown, (row) => `${row.engine} ${row.seed}`);
  const inOrder = order.flatMap((engine) => [...runs.values()].filter(([first]) => first.engine === engine))
    .flat();
  return frame({
    ...options, empty: shown.length === 0,
    rows: shown, columns: [
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "seed", label: "Seed"}, {key: "time_s", label: "Second"},
      {key: value, label},
    ],
    draw: (width, plot) => plot({
      width, height: 90 + 130 * order.length, style: plotStyle, marginLeft: 48,
      marginRight: width < 520 ? 16 : 108,
      marginTop: 26, marginBottom: 44, ariaLabel: `${label} over time`,
      x: {label: "Virtual time since the phase began, s →", labelArrow: "none",
        labelAnchor: "center", ticks: width < 520 ? 5 : 10},
      y: {label: `↑ ${label}`, labelArrow: "none", zero: true, nice: true, ticks: 4,
        tickFormat: format},
      fy: {domain: order, axis: null, padding: 0.14},
      marks: [
        Plot.gridY({stroke: "var(--rule)", strokeOpacity: 1, ticks: 4}),
        Plot.text(order, {fy: (engine) => engine, text: engineName, dy: width < 520 ? -4 : 0,
          frameAnchor: width < 520 ? "top-right" : "right", dx: width < 520 ? 0 : 8,
          textAnchor: width < 520 ? "end" : "start", lineAnchor: width < 520 ? "bottom" : "middle",
          fontWeight: 600, fill: (engine) => engineStyle(engine).colour}),
        [...runs.values()].map((rows) => Plot.line(rows, {fy: "engine", x: "time_s", y: value,
          stroke: engineStyle(rows[0].engine).colour, strokeWidth: 1.4})),
        Plot.dot(inOrder, {fy: "engine", x: "time_s", y: value, r: 1.8,
          fill: (row) => engineStyle(row.engine).colour,
          href: (row) => cellAddress(row.cell_id), title: (row) => markText({
            series: engineName(row.engine), at: `Second ${number(row.time_s)}`, seed: row.seed,
            value: `${label}: ${format(row[value])}`})}),
      ],
    }),
  });
}
