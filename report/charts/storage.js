/**
 * Share of an engine's peak over bandwidth per CPU speed, and where devices lie on that axis for one machine.
 */
import * as Plot from "@observablehq/plot";
import {html} from "htl";
import {limitWords, standing} from "../findings/storage.js";
import {plotStyle} from "./drawing.js";
import {engineName, engineStyle} from "./engines.js";
import {number, percent} from "./format.js";
import {frame} from "./frame.js";
import {markText} from "./mark.js";
import {binaryTicks, gridAt, labelledAxis} from "./ticks.js";

const SHARES = [0, 0.25, 0.5, 0.75, 1];

/** Pixels between the names of devices, which are written aslant, and at the sides. */
const APART = 17;
const LEFT = 58;
/** The last name leans over the edge. */
const RIGHT = {narrow: 46, wide: 32};
/** Shares at which the frame ends, and above it the lines that lead to the names. */
const TOP = 1.08;
const NAMES = 1.14;

/**
 * @param {string} engine @param {import("../findings/storage.js").Point[]} points of it, by bandwidth
 * @param {import("../findings/storage.js").DeviceKind[]} devices @param {string} chosen name of one of them
 * @param {import("../findings/storage.js").Machine} machine
 * @param {{title: string, subtitle?: string, note?: string | Node, data?: string}} options
 * @param {import("../findings/storage.js").Run[]} [runs] of it on whole devices
 */
export function storageChart(engine, points, devices, chosen, machine, options, runs = []) {
  const peak = Math.max(...points.map((point) => point.tps));
  const places = (points.length ? devices : []).map((device) => {
    const stands = standing(points, device, machine, runs);
    return {...device, ...stands, place: stands.mib_s_per_gips};
  });
  const colour = engineStyle(engine).colour;
  return frame({
    ...options, empty: points.length === 0, rows: points, columns: [
      {key: "mib_s_per_gips", label: "MiB/s per GIPS"}, {key: "tps", label: "Transactions per second and GIPS"},
      {key: "tps_low", label: "from"}, {key: "tps_high", label: "to"},
    ],
    draw: (width, plot) => {
      const all = [...places.map(({place}) => place), ...points.map((point) => point.mib_s_per_gips)];
      const domain = [Math.min(...all) / 1.3, Math.max(...all) * 1.3];
      const ticks = binaryTicks(domain);
      const right = width < 520 ? RIGHT.narrow : RIGHT.wide;
      const apart = (domain[1] / domain[0]) ** (APART / (width - LEFT - right));
      let last = 0;
      const names = [...places].sort((a, b) => a.place - b.place).map((device) =>
        ({...device, beside: last = Math.max(device.place, last * apart)}));
      const ofChosen = (yes, no) => (device) => (device.name === chosen ? yes : no);
      const share = (key) => (point) => (point[key] ?? point.tps) / peak;
      const x = "mib_s_per_gips";
      return plot({
        width, height: 300, style: plotStyle, marginTop: 112, marginBottom: 46, marginLeft: LEFT, marginRight: right,
        ariaLabel: "Share of the peak by bandwidth per CPU speed",
        x: {type: "log", base: 2, domain}, y: {domain: [0, TOP]},
        marks: [
          labelledAxis("x", ticks, number, {label: "MiB/s per GIPS →", labelAnchor: "center", labelOffset: 38}),
          labelledAxis("y", SHARES, percent, {label: "↑ Share of the peak"}), gridAt("y", SHARES),
          Plot.ruleX(places, {x: "place", stroke: ofChosen(colour, "var(--rule)"), strokeWidth: ofChosen(2.4, 1.4)}),
          Plot.link(names, {x1: "place", x2: "beside", y1: TOP, y2: NAMES, stroke: ofChosen(colour, "var(--rule)"),
            strokeWidth: ofChosen(2.4, 1.4)}),
          ...[700, 400].map((fontWeight) => Plot.text(
            names.filter((device) => fontWeight === ofChosen(700, 400)(device)),
            {x: "beside", y: NAMES, rotate: -60, textAnchor: "start", dx: 3, dy: -5, text: "short_name", fontWeight})),
          Plot.areaY(points, {x, y1: share("tps_low"), y2: share("tps_high"), fill: colour, fillOpacity: 0.3}),
          Plot.line(points, {x, y: share("tps"), stroke: colour, strokeWidth: 1.4}),
          Plot.dot(points, {x, y: share("tps"), fill: colour, r: 2.6,
            title: (point) => markText({series: engineName(engine), at: `${number(point[x])} MiB/s per GIPS`,
              value: `${percent(point.tps / peak)} of the peak`,
              spread: point.tps_low === null ? null : `Interval ${percent(point.tps_low / peak)} to ${
                percent(point.tps_high / peak)}`})}),
          // Below the line where requests per second, and not the bandwidth, are the limit.
          Plot.dot(places, {x: "place", y: "share", r: ofChosen(6, 4.4), fill: "var(--paper)",
            stroke: ofChosen(colour, "var(--muted)"), strokeWidth: ofChosen(2.6, 1.6),
            title: (device) => markText({series: device.name, at: `${number(device.place)} MiB/s per GIPS`,
              value: `${percent(device.share)} of the peak${device.is_measured ? ", measured" : ""}: ${limitWords(device.bound)}`})}),
        ],
      });
    },
  });
}

/** Who says what a device can do. @param {import("../findings/storage.js").DeviceKind} device */
export const sourceLink = ({source, url}) => html`<a href=${url}>${source}</a>`;
