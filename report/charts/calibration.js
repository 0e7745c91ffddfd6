/** The setting against what fio measured: the device must do what is set. */
import * as Plot from "@observablehq/plot";
import {html} from "htl";
import {atOneGips, bandwidthAxis} from "./axis.js";
import {plotStyle} from "./drawing.js";
import {cellAddress} from "./failures.js";
import {number, percent} from "./format.js";
import {frame} from "./frame.js";
import {patchLegend} from "./legend.js";
import {markText} from "./mark.js";

const directions = {
  read: {name: "reads", colour: "#1060a8", symbol: "circle"},
  write: {name: "writes", colour: "#c2500c", symbol: "diamond2"},
};

/**
 * @typedef {{cell_id: string, bandwidth_mib_s: number, direction: "read" | "write", phase: string,
 *   seed: number, measured_mib_s: number | null, expected_bandwidth_mib_s: number | null,
 *   bandwidth_mib_s_per_gips: number | null}} Point
 * @param {Point[]} points
 * @param {{title: string, subtitle?: string, note?: string, data?: string,
 *   failed?: object[]}} options
 */
export function calibrationChart(points, options) {
  const rows = points.filter((row) => row.measured_mib_s !== null)
    .map((row) => ({...row, share: row.measured_mib_s / row.bandwidth_mib_s}));
  const jobs = [...new Set(rows.map((row) => row.phase))];
  const names = Object.keys(directions).filter((name) =>
    rows.some((row) => row.direction === name));
  const inOrder = [...rows].sort((a, b) => jobs.indexOf(a.phase) - jobs.indexOf(b.phase) ||
    names.indexOf(a.direction) - names.indexOf(b.direction) || a.bandwidth_mib_s - b.bandwidth_mib_s);
  return frame({
    ...options, empty: rows.length + (options.failed ?? []).length === 0,
    rows, columns: [
      {key: "phase", label: "fio", text: true},
      {key: "direction", label: "Direction", text: true},
      {key: "bandwidth_mib_s", label: "Set, MiB/s"},
      {key: "measured_mib_s", label: "Measured, MiB/s"},
      {key: "share", label: "Measured ÷ set", format: percent},
    ],
    draw: (width, plot) => {
      const drawing = plot({
        width, height: 60 + (jobs.length > 2 ? 104 : 180) * Math.max(1, jobs.length), style: plotStyle,
        marginTop: 34, marginLeft: 52, marginRight: 20, marginBottom: 46,
        ariaLabel: "Measured bandwidth as a share of the set bandwidth",
        x: bandwidthAxis(rows.map((row) => row.bandwidth_mib_s), width, atOneGips(rows)),
        y: {label: "↑ Measured ÷ set", labelArrow: "none", percent: false, tickFormat: percent,
          domain: [0, Math.max(1.12, ...rows.map((row) => row.share * 1.05))], ticks: [0, 0.5, 1]},
        fy: {domain: jobs, axis: null, padding: 0.3},
        color: {domain: names, range: names.map((name) => directions[name].colour)},
        symbol: {domain: names, range: names.map((name) => directions[name].symbol)},
        marks: [
          Plot.gridY({stroke: "var(--rule)", strokeOpacity: 1, ticks: [0, 0.5, 1]}),
          Plot.ruleY([1], {stroke: "var(--ink)", strokeDasharray: "3 3"}),
          Plot.text(jobs, {fy: (job) => job, frameAnchor: "top-left", dx: 6, dy: -5, lineAnchor: "bottom",
            text: (job) => `fio ${job}`, fontWeight: 600}),
          Plot.lineY(rows, {fy: "phase", x: "bandwidth_mib_s", y: "share", z: "direction",
            stroke: "direction", sort: "bandwidth_mib_s", strokeWidth: 1.6}),
          Plot.dot(rows.filter((row) => row.expected_bandwidth_mib_s !== null), {fy: "phase",
            x: "bandwidth_mib_s", y: (row) => row.expected_bandwidth_mib_s / row.bandwidth_mib_s,
            stroke: "var(--muted)", r: 6, strokeWidth: 1}),
          Plot.dot(inOrder, {fy: "phase", x: "bandwidth_mib_s", y: "share", fill: "direction",
            symbol: "direction", r: 4, stroke: "var(--paper)", href: (row) => cellAddress(row.cell_id),
            title: (row) => markText({series: `fio ${row.phase}, ${directions[row.direction]?.name ?? row.direction}`,
              at: `Set: ${number(row.bandwidth_mib_s)} MiB/s`, seed: row.seed,
              value: `Measured: ${number(row.measured_mib_s)} MiB/s, ${percent(row.share)} of it`,
              more: [row.expected_bandwidth_mib_s !== null &&
                `Timing model: ${number(row.expected_bandwidth_mib_s)} MiB/s`]})}),
        ],
      });
      return html`<div>${names.length > 1 ? patchLegend(names.map((name) => directions[name]), width) : null}${
        drawing}</div>`;
    },
  });
}
