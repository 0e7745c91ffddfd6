/** Bandwidth over time while a schedule changes it: what was set, and what the device moved. */
import * as Plot from "@observablehq/plot";
import {number} from "./format.js";
import {frame, plotStyle} from "./frame.js";

const levels = {set: "set", device: "moved by the device"};

/**
 * @typedef {{cell_id: string, phase: string, level: "set" | "device", begin_s: number,
 *   end_s: number, mib_s: number}} Piece
 * @param {Piece[]} pieces
 * @param {{title: string, subtitle?: string, note?: string, data?: string,
 *   failed?: object[]}} options
 */
export function staircaseChart(pieces, options) {
  const at = (level) => pieces.filter((row) => row.level === level);
  return frame({
    ...options, empty: pieces.length + (options.failed ?? []).length === 0,
    rows: pieces, columns: [
      {key: "level", label: "", text: true, format: (level) => levels[level] ?? level},
      {key: "begin_s", label: "From, s"}, {key: "end_s", label: "To, s"},
      {key: "mib_s", label: "MiB/s"},
    ],
    draw: (width) => Plot.plot({
      width, height: 260, style: plotStyle, marginTop: 26, marginLeft: 52, marginRight: 14,
      marginBottom: 44, ariaLabel: "Bandwidth set and delivered over time",
      x: {label: "Time from the beginning, s →", labelArrow: "none", labelAnchor: "center"},
      y: {type: "log", base: 2, label: "↑ MiB/s", labelArrow: "none", tickFormat: String,
        domain: [Math.min(4, ...at("set").map((row) => row.mib_s)),
          1.3 * Math.max(8, ...at("set").map((row) => row.mib_s))]},
      marks: [
        Plot.gridY({stroke: "var(--rule)", strokeOpacity: 1}),
        Plot.rect(at("device").filter((row) => row.mib_s > 0), {x1: "begin_s", x2: "end_s",
          y1: (row) => Math.min(4, row.mib_s), y2: "mib_s", fill: "#1060a8", fillOpacity: 0.55,
          insetLeft: 0.5, insetRight: 0.5, clip: true, tip: true,
          title: (row) => `${number(row.begin_s)} to ${number(row.end_s)} s\n` +
            `${number(row.mib_s)} MiB/s moved`}),
        Plot.ruleY(at("set"), {x1: "begin_s", x2: "end_s", y: "mib_s", stroke: "var(--ink)",
          strokeWidth: 2.5}),
      ],
    }),
  });
}
