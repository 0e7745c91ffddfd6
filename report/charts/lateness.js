/** How much after the instant of the timing model the device completed commands. */
import * as Plot from "@observablehq/plot";
import {plotStyle} from "./drawing.js";
import {number, percent} from "./format.js";
import {frame} from "./frame.js";
import {groupRows} from "./group.js";
import {markText} from "./mark.js";
import {gridAt, labelledAxis} from "./ticks.js";

/** What is earlier is finer than the clock of some machines, and is one bucket. */
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
    return [...groupRows(own, (row) => String(begin(row))).values()].map((same) => {
      const commands = same.reduce((sum, row) => sum + row.commands, 0);
      const from = begin(same[0]);
      const to = Math.max(leastNs, ...same.map((row) => (row.bucket_max_ns ?? 2 * row.bucket_min_ns) + 1));
      return {phase, from, to, commands, share: commands / total};
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
    draw: (width, plot) => plot({
      width, height: 62 + names.length * 66, style: plotStyle, marginTop: 30, marginLeft: 48,
      marginRight: 14, marginBottom: 44, ariaLabel: "Delay of completions after the due time",
      x: {type: "log", domain: [leastNs / 2, mostNs * 1.1]},
      y: {domain: [0, Math.max(0.1, ...rows.map((row) => row.share))], label: null, tickFormat: percent,
        ticks: 2},
      fy: {domain: names, axis: null, padding: 0.4},
      marks: [
        labelledAxis("x", ticks, microseconds, {label: "Delay after the due time, µs →",
          labelAnchor: "center"}), gridAt("x", ticks),
        Plot.rect(rows, {fy: "phase", x1: (row) => row.from || leastNs / 2, x2: "to", y1: 0, y2: "share",
          fill: "#1060a8", fillOpacity: 0.8, inset: 0.4, title: (row) => markText({
            series: `fio ${row.phase}`, at: `${microseconds(row.from)} to ${microseconds(row.to)} µs late`,
            value: `${number(row.commands)} commands, ${percent(row.share)} of all`})}),
        Plot.ruleY([0], {stroke: "var(--ink)"}),
        Plot.text(names, {fy: (name) => name, frameAnchor: "top-left", dy: -5, dx: 4, lineAnchor: "bottom",
          text: (name) => `fio ${name}`, fontWeight: 600}),
      ],
    }),
  });
}

/** Where a bucket begins; one for all that the clocks don't tell apart. */
function begin({bucket_min_ns: from}) {
  return from < leastNs ? 0 : from;
}
