/** How much after the instant of the timing model the device completed commands. */
import * as Plot from "@observablehq/plot";
import {number, percent} from "./format.js";
import {frame, plotStyle} from "./frame.js";
import {groupRows} from "./group.js";

/** Left end of the axis: what is earlier is finer than the clock of some machines. */
const leastNs = 100;

/**
 * @typedef {{cell_id: string, phase: string, bandwidth_mib_s: number, bucket_min_ns: number,
 *   bucket_max_ns: number | null, commands: number}} Bucket
 * @param {Bucket[]} buckets
 * @param {{title: string, subtitle?: string, note?: string, data?: string}} options
 */
export function latenessChart(buckets, options) {
  const jobs = [...groupRows(buckets, (row) => row.phase)].map(([phase, own]) => {
    const total = own.reduce((sum, row) => sum + row.commands, 0);
    return [...groupRows(own, (row) => String(row.bucket_min_ns)).values()].map((same) => {
      const commands = same.reduce((sum, row) => sum + row.commands, 0);
      const {bucket_min_ns: from} = same[0];
      return {phase, from, to: (same[0].bucket_max_ns ?? 2 * from) + 1, commands,
        share: commands / total};
    }).sort((a, b) => a.from - b.from);
  });
  const rows = jobs.flat();
  const names = [...new Set(rows.map((row) => row.phase))];
  const mostNs = Math.max(1e4, ...rows.map((row) => row.to));
  const ticks = [100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8].filter((ns) => ns <= mostNs);
  const microseconds = (ns) => number(ns / 1000);
  return frame({
    ...options, empty: rows.length === 0,
    rows, columns: [
      {key: "phase", label: "fio", text: true},
      {key: "from", label: "From, µs", format: microseconds},
      {key: "to", label: "Below, µs", format: microseconds},
      {key: "commands", label: "Commands"}, {key: "share", label: "Share", format: percent},
    ],
    draw: (width) => Plot.plot({
      width, height: 62 + names.length * 58, style: plotStyle, marginTop: 20, marginLeft: 6,
      marginRight: 14, marginBottom: 44, ariaLabel: "Completions after the model's instant",
      x: {type: "log", domain: [leastNs / 2, mostNs * 1.1], ticks, tickFormat: microseconds,
        label: "After the model's instant, µs →", labelArrow: "none", labelAnchor: "center"},
      y: {domain: [0, Math.max(0.1, ...rows.map((row) => row.share))], axis: null},
      fy: {domain: names, axis: null, padding: 0.3},
      marks: [
        Plot.gridX(ticks, {stroke: "var(--rule)", strokeOpacity: 1}),
        Plot.rect(rows, {fy: "phase", x1: (row) => Math.max(row.from, leastNs / 2),
          x2: (row) => Math.max(row.to, leastNs), y1: 0, y2: "share", fill: "#1060a8",
          fillOpacity: 0.8, inset: 0.4, tip: true,
          title: (row) => `fio ${row.phase}\n${number(row.commands)} commands ` +
            `(${percent(row.share)})\n${microseconds(row.from)} to ${microseconds(row.to)} µs late`}),
        Plot.ruleY([0], {stroke: "var(--ink)"}),
        Plot.text(names, {fy: (name) => name, frameAnchor: "top-right", dy: -6,
          text: (name) => `fio ${name}`, fontWeight: 600}),
      ],
    }),
  });
}
