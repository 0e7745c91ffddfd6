/**
 * Later versions of an engine beside the earliest: how many times as good each measure is, a line a
 * setting, a mark a version with its interval. Right of 1 is better, whatever the measure.
 */
import * as Plot from "@observablehq/plot";
import {html} from "htl";
import {roomForNames} from "./axis.js";
import {plotStyle} from "./drawing.js";
import {engineName, engineScales, orderEngines} from "./engines.js";
import {number, times} from "./format.js";
import {frame} from "./frame.js";
import {groupRows} from "./group.js";
import {engineLegend} from "./legend.js";
import {markText} from "./mark.js";
import {gridAt, labelledAxis, ratioTicks} from "./ticks.js";

const measureNames = {
  tps: "transactions per second",
  query_s: "speed of the query",
  scanned_mib_s: "speed of the scan",
  latency_ms_p95: "latency, 95th percentile",
  pages_per_transaction: "pages per transaction",
  read_pages: "pages read",
  flushes_per_transaction: "flushes per transaction",
  engine_instructions_per_transaction: "instructions per transaction",
  engine_cpu_s: "CPU time",
};

/** @param {string} measure @returns {string} in words, without its unit */
export function measureName(measure) {
  return measureNames[measure] ?? measure;
}

/**
 * @typedef {{experiment: string, title: string | null, family: string, later: string,
 *   earlier: string, measure: string, better: "more" | "less", workload: string, phase: string,
 *   bandwidth_mib_s: number, factors_json: string, median: number, low: number | null,
 *   high: number | null, repeats: number}} Release rows of releases.json
 * @param {Release} row @returns {Release & {gain: number, worst: number | null,
 *   best: number | null}} how many times as good the later version is
 */
export function withGain(row) {
  const [gain, worst, best] = row.better === "more" ? [row.median, row.low, row.high]
    : [row.median, row.high, row.low].map((value) => (value === null ? null : 1 / value));
  return {...row, gain, worst, best};
}

/**
 * What distinguishes the rows of one experiment and measure: phase, bandwidth, other factors.
 * @param {Release[]} rows @returns {(row: Release) => string}
 */
export function settingNames(rows) {
  const factors = (row) => Object.entries(JSON.parse(row.factors_json || "{}"))
    .filter(([key]) => !["engine", "seed", "device.bandwidth_mib_s"].includes(key));
  const words = ([key, value]) => (typeof value === "string" && key === "safety" ? value
    : `${key.split(".").at(-1)} ${value}`);
  const phases = new Set(rows.map((row) => row.phase));
  const bandwidths = new Set(rows.map((row) => row.bandwidth_mib_s));
  return (row) => [phases.size > 1 ? row.phase : "", ...factors(row).map(words),
    bandwidths.size > 1 ? `${number(row.bandwidth_mib_s)} MiB/s` : ""].filter(Boolean).join(", ")
    || row.phase;
}

/**
 * @param {Release[]} rows of one family and experiment
 * @param {{title: string, subtitle?: string, note?: string, data?: string}} options
 */
export function releasesChart(rows, options) {
  const nameOf = settingNames(rows);
  const shown = rows.filter((row) => row.median !== null).map(withGain)
    .map((row) => ({...row, setting: nameOf(row), line: `${row.measure}\u0000${nameOf(row)}`}));
  const engines = orderEngines(shown.map((row) => row.later));
  const measures = groupRows(shown, (row) => row.measure);
  const order = Object.keys(measureNames).filter((measure) => measures.has(measure));
  const natural = new Intl.Collator("en", {numeric: true}).compare;
  // Devices in the order of their bandwidth, not of its words: "1,000 MiB/s" would come before "8 MiB/s".
  const withoutBandwidth = (row) => row.setting.replace(/(?:, |^)[\d.,]+ MiB\/s$/, "");
  const inOrderOfSettings = (one, other) => natural(withoutBandwidth(one), withoutBandwidth(other)) || one.bandwidth_mib_s - other.bandwidth_mib_s;
  const lines = order.flatMap((measure) => [measure,
    ...new Set([...measures.get(measure)].sort(inOrderOfSettings).map((row) => row.line))]);
  const settings = [...new Set(shown.map((row) => row.setting))];
  const values = shown.flatMap((row) => [row.gain, row.worst, row.best]).filter((value) => value > 0);
  const domain = [Math.min(0.9, ...values) / 1.04, Math.max(1.1, ...values) * 1.04];
  const inOrder = lines.flatMap((line) => shown.filter((row) => row.line === line)
    .sort((a, b) => a.gain - b.gain));
  return frame({
    ...options, empty: shown.length === 0,
    rows: shown, columns: [
      {key: "measure", label: "Measure", text: true, format: measureName},
      {key: "setting", label: "Setting", text: true},
      {key: "later", label: "Version", text: true, format: engineName},
      {key: "earlier", label: "Over", text: true, format: engineName},
      {key: "median", label: "Ratio", format: times}, {key: "low", label: "Low", format: times},
      {key: "high", label: "High", format: times},
      {key: "better", label: "Better is", text: true}, {key: "repeats", label: "Seeds"},
    ],
    draw: (width, plot) => {
      const room = roomForNames(settings);
      const left = Math.min(room, Math.floor(width * (width < 560 ? 0.42 : 0.4)));
      const ticks = ratioTicks(domain).filter((tick, i, all) => width >= 560 || all.length < 6 || tick === 1 ||
        i % 2 === all.indexOf(1) % 2);
      const drawing = plot({
        width, height: 62 + lines.length * 22, style: plotStyle, marginTop: 12, marginBottom: 46,
        marginLeft: left, marginRight: 18, ariaLabel: "Performance of later versions relative to the earliest",
        x: {type: "log", domain}, y: {domain: lines, axis: null, padding: 0.1}, ...engineScales(engines),
        marks: [
          labelledAxis("x", ticks, (tick) => `${tick}×`, {labelAnchor: "center",
            label: width < 560 ? "← worse · better →" : "← worse · times as good · better →"}),
          gridAt("x", ticks),
          Plot.ruleX([1], {stroke: "var(--ink)"}),
          Plot.text(order, {y: (measure) => measure, frameAnchor: "left", dx: 4 - left, dy: 3,
            textAnchor: "start", fontWeight: 600, text: (measure) =>
              measureName(measure).replace(/^./, (first) => first.toUpperCase()),
            stroke: "var(--paper)", strokeWidth: 5, fill: "var(--ink)"}),
          Plot.text(lines.filter((line) => line.includes("\u0000")), {y: (line) => line,
            frameAnchor: "left", dx: -8, textAnchor: "end", text: (line) => line.split("\u0000")[1],
            lineWidth: (left - 12) / 12.5, textOverflow: "ellipsis-middle"}),
          Plot.ruleY(shown.filter((row) => row.worst !== null), {y: "line", x1: "worst",
            x2: "best", stroke: "later", strokeWidth: 2}),
          Plot.dot(inOrder, {y: "line", x: "gain", fill: "later", symbol: "later", r: 4.4,
            stroke: "var(--paper)", title: (row) => markText({
              series: `${engineName(row.later)} over ${engineName(row.earlier)}`,
              at: `${measureName(row.measure)}, ${row.setting}`, value: `Ratio: ${times(row.median)}`,
              spread: row.low === null ? null : `Interval ${times(row.low)} to ${times(row.high)}`,
              more: [`${row.better} is better`]})}),
        ],
      });
      return html`<div>${engineLegend(engines, width)}${drawing}</div>`;
    },
  });
}
