/** Sizes of reads where the engine asks (system call) and where the device is asked. */
import * as Plot from "@observablehq/plot";
import {html} from "htl";
import {plotStyle} from "./drawing.js";
import {engineName, engineStyle, orderEngines} from "./engines.js";
import {cellAddress} from "./failures.js";
import {bytes, number, percent} from "./format.js";
import {frame} from "./frame.js";
import {patchLegend} from "./legend.js";
import {markText} from "./mark.js";
import {gridAt, labelledAxis} from "./ticks.js";

const levels = {
  syscall: "at the system call",
  device: "at the device",
};
const opacities = {syscall: 0.35, device: 0.9};
/** Pixels of one engine with one read-ahead; where their names have no place beside it, with those. */
const PANEL = {wide: 52, narrow: 66};

/**
 * @typedef {{cell_id: string, engine: string, filesystem: string, read_ahead_kb: number,
 *   level: "syscall" | "device", bucket_min_bytes: number, bucket_max_bytes: number,
 *   requests: number}} Bucket
 * @param {Bucket[]} buckets of one file system
 * @param {{engines: string[], title: string, subtitle?: string, note?: string, data?: string,
 *   failed?: object[]}} options
 */
export function requestSizesChart(buckets, options) {
  const shown = buckets.filter((row) => options.engines.includes(row.engine) && row.requests > 0);
  const failed = (options.failed ?? []).filter((row) => options.engines.includes(row.engine));
  const engines = orderEngines(shown.map((row) => row.engine));
  const line = (row) => `${row.engine}\u0000${row.read_ahead_kb}`;
  const lines = engines.flatMap((engine) => [...new Set(shown.filter((row) => row.engine === engine)
    .sort((a, b) => a.read_ahead_kb - b.read_ahead_kb).map(line))]);
  const rows = lines.flatMap((key) => Object.keys(levels).flatMap((level) => {
    const own = shown.filter((row) => line(row) === key && row.level === level)
      .sort((a, b) => a.bucket_min_bytes - b.bucket_min_bytes);
    const total = own.reduce((sum, row) => sum + row.requests, 0);
    return own.map((row) => ({...row, share: row.requests / total}));
  }));
  const largest = Math.max(2 ** 17, ...rows.map((row) => row.bucket_max_bytes));
  const ticks = [12, 14, 16, 18, 20, 22].map((power) => 2 ** power)
    .filter((size) => size <= largest);
  return frame({
    ...options, failed, empty: shown.length + failed.length === 0,
    rows, columns: [
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "read_ahead_kb", label: "read_ahead_kb"},
      {key: "level", label: "Level", text: true, format: (level) => levels[level] ?? level},
      {key: "bucket_min_bytes", label: "From", format: bytes},
      {key: "bucket_max_bytes", label: "Below", format: bytes},
      {key: "requests", label: "Reads"}, {key: "share", label: "Share", format: percent},
    ],
    draw: (width, plot) => {
      const narrow = width < 560;
      const panel = narrow ? PANEL.narrow : PANEL.wide;
      const drawing = plot({
        width, height: 84 + lines.length * panel, style: plotStyle, marginTop: 40,
        marginLeft: narrow ? 6 : 176, marginRight: 14, marginBottom: 44,
        ariaLabel: "Sizes of reads at the system call and at the device",
        x: {type: "log", base: 2, domain: [2 ** 11, largest * 2]},
        y: {domain: [-1, 1], axis: null},
        fy: {domain: lines, axis: null, padding: narrow ? 0.5 : 0.2},
        marks: [
          labelledAxis("x", ticks, bytes, {label: "Size of a read →", labelAnchor: "center"}),
          labelledAxis("x", ticks, bytes, {anchor: "top", label: null,
            // Its ticks would cross the name of the first line.
            ...(narrow ? {dy: -12, tickSize: 0, tickPadding: 9} : {})}), gridAt("x", ticks),
          Plot.rect(rows, {fy: line, x1: "bucket_min_bytes", x2: "bucket_max_bytes", y1: 0,
            y2: (row) => (row.level === "device" ? -row.share : row.share),
            fill: (row) => engineStyle(row.engine).colour, fillOpacity: (row) => opacities[row.level],
            inset: 0.8, href: (row) => cellAddress(row.cell_id), title: (row) => markText({
              series: `${engineName(row.engine)}, read-ahead ${number(row.read_ahead_kb)} KiB, ${levels[row.level]}`,
              at: `Reads of ${bytes(row.bucket_min_bytes)} to ${bytes(row.bucket_max_bytes)}`,
              value: `${number(row.requests)} reads, ${percent(row.share)} of all`})}),
          Plot.ruleY([0], {stroke: "var(--ink)"}),
          Plot.text(lines, {fy: (key) => key, frameAnchor: narrow ? "top-left" : "left",
            dx: narrow ? 2 : -170, dy: narrow ? -6 : 0, lineAnchor: narrow ? "bottom" : "middle", textAnchor: "start", fontWeight: 600,
            fill: (key) => engineStyle(key.split("\u0000")[0]).colour,
            text: (key) => `${engineName(key.split("\u0000")[0])}${narrow ? ", " : "\n"}` +
              `read-ahead ${number(Number(key.split("\u0000")[1]))} KiB`}),
        ],
      });
      return html`<div>${patchLegend([{name: `up: ${levels.syscall}`, opacity: opacities.syscall},
        {name: `down: ${levels.device}`, opacity: opacities.device}].map((entry) => (
        {...entry, colour: engineStyle(engines[0]).colour})), width)}${drawing}</div>`;
    },
  });
}
