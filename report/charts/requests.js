/** Sizes of reads where the engine asks (system call) and where the device is asked. */
import * as Plot from "@observablehq/plot";
import {engineName, engineStyle} from "./engines.js";
import {bytes, number, percent} from "./format.js";
import {frame, plotStyle} from "./frame.js";
import {groupRows} from "./group.js";

const levels = {
  syscall: "asked by the engine (system call)",
  device: "asked of the device",
};

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
  const panels = groupRows(shown, (row) => `${row.engine}\u0000${row.read_ahead_kb}`);
  const rows = [...panels.values()].flatMap((panel) =>
    [...groupRows(panel, (row) => row.level).values()].flatMap((own) => {
      const total = own.reduce((sum, row) => sum + row.requests, 0);
      return own.map((row) => ({...row, share: row.requests / total}));
    }));
  const lines = [...panels.keys()].sort((a, b) => {
    const [left, right] = [a.split("\u0000"), b.split("\u0000")];
    return left[0] < right[0] ? 1 : left[0] > right[0] ? -1 : left[1] - right[1];
  });
  const line = (row) => `${row.engine}\u0000${row.read_ahead_kb}`;
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
    draw: (width) => {
      const narrow = width < 560;
      return Plot.plot({
        width, height: 62 + lines.length * 62, style: plotStyle, marginTop: 20,
        marginLeft: narrow ? 6 : 176, marginRight: 14, marginBottom: 44,
        ariaLabel: "Sizes of reads at the system call and at the device",
        x: {type: "log", base: 2, domain: [2 ** 11, largest * 2], ticks, tickFormat: bytes,
          label: "Size of a read →", labelArrow: "none", labelAnchor: "center"},
        y: {domain: [-1, 1], axis: null},
        fy: {domain: lines, axis: null, padding: 0.24},
        marks: [
          Plot.gridX(ticks, {stroke: "var(--rule)", strokeOpacity: 1}),
          Plot.rect(rows, {fy: line, x1: "bucket_min_bytes", x2: "bucket_max_bytes", y1: 0,
            y2: (row) => (row.level === "device" ? -row.share : row.share),
            fill: (row) => engineStyle(row.engine).colour,
            fillOpacity: (row) => (row.level === "device" ? 0.9 : 0.35), inset: 0.8,
            title: (row) => `${number(row.requests)} reads of ${bytes(row.bucket_min_bytes)} ` +
              `to ${bytes(row.bucket_max_bytes)}\n${levels[row.level]}\n` +
              `${percent(row.share)} of the reads`, tip: true}),
          Plot.ruleY([0], {stroke: "var(--ink)"}),
          Plot.text(lines, {fy: (key) => key, frameAnchor: narrow ? "top-left" : "left",
            dx: narrow ? 2 : -170, dy: narrow ? -12 : 0, textAnchor: "start", fontWeight: 600,
            fill: (key) => engineStyle(key.split("\u0000")[0]).colour,
            text: (key) => `${engineName(key.split("\u0000")[0])}${narrow ? ", " : "\n"}` +
              `readahead ${key.split("\u0000")[1]} KiB`}),
          Plot.text(lines.slice(0, 1), {fy: (key) => key, frameAnchor: "top-right", dx: -2,
            text: ["↑ system call"], fill: "var(--muted)"}),
          Plot.text(lines.slice(0, 1), {fy: (key) => key, frameAnchor: "bottom-right", dx: -2,
            text: ["↓ device"], fill: "var(--muted)"}),
        ],
      });
    },
  });
}
