/** A map of the leading engine: a square for each pair of settings, in the leader's colour, with the ratio on it. */
import * as Plot from "@observablehq/plot";
import {html} from "htl";
import {leadSquares, pipesName} from "../findings/lead_map.js";
import {plotStyle} from "./drawing.js";
import {engineName, engineStyle} from "./engines.js";
import {number, times} from "./format.js";
import {frame} from "./frame.js";
import {patchLegend} from "./legend.js";
import {markText} from "./mark.js";

const ROW = 40;
const [TOP, BOTTOM, BETWEEN] = [36, 46, 26];

/** How much of the leader's colour a square takes: more with each doubling. */
const strength = (ratio) => Math.min(0.6, 0.12 + 0.3 * Math.abs(Math.log2(ratio)));

/**
 * @param {object[]} rows of lead_map.json, of which the first pair of engines is drawn
 * @param {{title: string, subtitle?: string, note?: string, data?: string, failed?: object[]}} options
 */
export function leadMap(rows, options) {
  const squares = leadSquares(rows);
  const [first, second] = [squares[0]?.first, squares[0]?.second].map((engine) => engineName(engine ?? null));
  const values = (key) => [...new Set(squares.map((row) => row[key]))].sort((a, b) => a - b);
  const pipes = ["shared", "separate"].filter((kind) => squares.some((row) => row.pipes === kind));
  return frame({
    ...options, empty: squares.length === 0, rows: squares,
    columns: [
      {key: "pipes", label: "Device", text: true, format: pipesName},
      {key: "read_bandwidth_mib_s", label: "MiB/s"}, {key: "read_ahead_kb", label: "Read-ahead, KiB"},
      {key: "ratio", label: `${first} ÷ ${second}`, format: times},
      {key: "leader", label: "Leader", text: true, format: (engine) => (engine ? engineName(engine) : "level")},
    ],
    draw: (width, plot) => {
      // Side by side, or below one another where a square would be too small for its number.
      const narrow = width < 640;
      const facet = narrow ? {fy: "pipes"} : {fx: "pipes"};
      const rowsDrawn = values("read_ahead_kb").length * (narrow ? pipes.length : 1);
      const drawing = plot({
        width, height: TOP + BOTTOM + rowsDrawn * ROW + (narrow ? BETWEEN * pipes.length : 0), style: plotStyle,
        marginTop: TOP, marginBottom: BOTTOM, marginLeft: 58, marginRight: 8,
        ariaLabel: `Transactions of ${first} over those of ${second}`,
        x: {type: "band", domain: values("read_bandwidth_mib_s"), padding: 0.04, label: "Bandwidth of the device, MiB/s →",
          labelAnchor: "center", labelArrow: "none", tickSize: 0},
        y: {type: "band", domain: values("read_ahead_kb"), padding: 0.04, reverse: true, tickSize: 0,
          label: "↑ Read-ahead, KiB", labelArrow: "none", tickFormat: (kib) => (kib ? number(kib) : "off")},
        fx: {domain: pipes, axis: null, padding: 0.06}, fy: {domain: pipes, axis: null, padding: 0.16},
        marks: [
          Plot.axisX({anchor: "bottom", tickFormat: number}),
          Plot.cell(squares, {...facet, x: "read_bandwidth_mib_s", y: "read_ahead_kb", rx: 3,
            fill: (row) => (row.leader ? engineStyle(row.leader).colour : "var(--muted)"),
            fillOpacity: (row) => (row.leader ? strength(row.ratio) : 0.1),
            title: (row) => markText({series: `${first} ÷ ${second}`, value: `Ratio: ${times(row.ratio)}`,
              at: `${number(row.read_bandwidth_mib_s)} MiB/s, ${row.read_ahead_kb
                ? `${number(row.read_ahead_kb)} KiB of read-ahead` : "no read-ahead"}`,
              more: [pipesName(row.pipes), row.leader ? `${engineName(row.leader)} leads` : "Level"]})}),
          ...[600, 400].map((fontWeight) => Plot.text(squares.filter((row) => fontWeight === (row.leader ? 600 : 400)),
            {...facet, x: "read_bandwidth_mib_s", y: "read_ahead_kb", text: (row) => times(row.ratio), fontWeight,
              pointerEvents: "none"})),
          Plot.text(pipes, {[narrow ? "fy" : "fx"]: (kind) => kind, frameAnchor: "top-left", dy: -12, lineAnchor: "bottom",
            text: (kind) => `${pipesName(kind)[0].toUpperCase()}${pipesName(kind).slice(1)}`, fontWeight: 600}),
        ],
      });
      const entries = [first, second].map((name, i) => ({name: `${name} leads`, opacity: 0.6,
        colour: engineStyle([squares[0].first, squares[0].second][i]).colour}));
      return html`<div>${patchLegend([...entries, {name: "level", colour: "var(--muted)", opacity: 0.1}], width)}${drawing}</div>`;
    },
  });
}
