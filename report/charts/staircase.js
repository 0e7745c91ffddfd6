/** Bandwidth over time while a schedule changes it: what was set, and what the device moved. */
import * as Plot from "@observablehq/plot";
import {html} from "htl";
import {plotStyle} from "./drawing.js";
import {cellAddress} from "./failures.js";
import {number} from "./format.js";
import {frame} from "./frame.js";
import {patchLegend} from "./legend.js";
import {markText} from "./mark.js";
import {binaryTicks, gridAt, labelledAxis} from "./ticks.js";

const levels = {
  set: {name: "set", colour: "var(--ink)"},
  device: {name: "moved by the device", colour: "#1060a8"},
};

/**
 * @typedef {{cell_id: string, phase: string, level: "set" | "device", begin_s: number,
 *   end_s: number, mib_s: number}} Piece
 * @param {Piece[]} pieces
 * @param {{title: string, subtitle?: string, note?: string, data?: string,
 *   failed?: object[]}} options
 */
export function staircaseChart(pieces, options) {
  const at = (level) => pieces.filter((row) => row.level === level && row.mib_s > 0);
  const values = [...at("set"), ...at("device")].map((row) => row.mib_s);
  const domain = [Math.min(4, ...values) / 1.2, Math.max(8, ...values) * 1.3];
  const ticks = binaryTicks(domain);
  const text = (row) => markText({series: `Bandwidth ${levels[row.level].name}`,
    at: `${number(row.begin_s)} to ${number(row.end_s)} s`, value: `${number(row.mib_s)} MiB/s`});
  return frame({
    ...options, empty: pieces.length + (options.failed ?? []).length === 0,
    rows: pieces, columns: [
      {key: "level", label: "Bandwidth", text: true, format: (level) => levels[level]?.name ?? level},
      {key: "begin_s", label: "From, s"}, {key: "end_s", label: "To, s"},
      {key: "mib_s", label: "MiB/s"},
    ],
    // Lines and no bars: a bar's length says nothing on a logarithmic axis.
    draw: (width, plot) => html`<div>${patchLegend(Object.values(levels), width)}${plot({
      width, height: 260, style: plotStyle, marginTop: 26, marginLeft: 52, marginRight: 14,
      marginBottom: 44, ariaLabel: "Set and delivered bandwidth over time",
      x: {label: "Time since the start, s →", labelArrow: "none", labelAnchor: "center"},
      y: {type: "log", base: 2, domain},
      marks: [
        labelledAxis("y", ticks, String, {label: "↑ Bandwidth, MiB/s"}), gridAt("y", ticks),
        Plot.ruleY(at("device"), {x1: "begin_s", x2: "end_s", y: "mib_s", stroke: levels.device.colour,
          strokeWidth: 5, insetLeft: 1, insetRight: 1, strokeOpacity: 0.75,
          href: (row) => cellAddress(row.cell_id), title: text}),
        Plot.ruleY(at("set"), {x1: "begin_s", x2: "end_s", y: "mib_s", stroke: levels.set.colour,
          strokeWidth: 2.5, title: text}),
      ],
    })}</div>`,
  });
}
