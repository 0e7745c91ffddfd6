/**
 * A quantity over the bandwidth of the device: the median over the seeds as a line, its
 * interval as a band, every repeat as a dot that leads to its cell, failed cells as crosses.
 */
import * as Plot from "@observablehq/plot";
import {atOneGips, bandwidthAxis, isOfReads, roomForNames} from "./axis.js";
import {plotStyle} from "./drawing.js";
import {endLabels, endLabelsMark} from "./end_labels.js";
import {engineName, engineScales, engineShortNames, orderEngines} from "./engines.js";
import {cellAddress} from "./failures.js";
import {number} from "./format.js";
import {frame} from "./frame.js";
import {isKnown} from "./group.js";
import {gipsOf, MACHINE_ROOM, machineLabels, machineLines, machinesWithin, machineTicks} from "./machine_axis.js";
import {markText, spreadText} from "./mark.js";
import {gridAt, labelledAxis, linearTicks, logTicks} from "./ticks.js";

/**
 * @typedef {{engine: string, read_bandwidth_mib_s: number, measure: string, median: number,
 *   low: number, high: number, repeats: number, bandwidth_mib_s_per_gips: number | null}} Summary
 * @typedef {{cell_id: string, engine: string, read_bandwidth_mib_s: number, seed: number}} Run
 *   and each measure of it under the measure's name, null where the run has none
 * @typedef {{engine: string, read_bandwidth_mib_s: number, cell_id: string}} Failed
 */

const MARGIN_LEFT = 48;

/**
 * The drawing alone, for use in a larger frame.
 * @param {{summary: Summary[], runs: Run[], failed: Failed[]}} data of the shown engines
 * @param {{measure: string, label: string, scale?: "log" | "linear", height?: number,
 *   width: number, full?: number, format?: (value: number) => string, axis?: boolean,
 *   right?: number, plot: import("./drawing.js").Plotter}} options
 *   `full` draws a guide at one value, such as all of the device's bandwidth; `right` is the room beside
 *   the frame, as of `roomBeside`
 */
export function overBandwidthPlot(data, options) {
  const {measure, label, width, plot, full, format = number, axis = true} = options;
  const {summary, runs, engines, names, x, y, machines, height, marginTop, marginBottom} = layout(data, options);
  const marginRight = options.right ?? roomBeside(data, options);
  const above = machineTicks(machines, Plot.scale({x: {...x, range: [MARGIN_LEFT, width - marginRight]}}).apply, width);
  const ticks = y.type === "log" ? logTicks(y.domain) : linearTicks(y.domain, format);
  const summaryOf = (run) => summary.find((row) => row.engine === run.engine &&
    row.read_bandwidth_mib_s === run.read_bandwidth_mib_s);
  const words = (row, value, spread) => markText({series: engineName(row.engine), value, spread,
    at: `${row.read_bandwidth_mib_s} MiB/s`, seed: row.seed});
  return plot({
    width, height, style: plotStyle, marginTop, marginBottom, marginLeft: MARGIN_LEFT, marginRight,
    ariaLabel: `${label} over the bandwidth of the device`,
    x: {...x, ...(axis ? {} : {axis: null})}, y, ...engineScales(engines),
    marks: [
      labelledAxis("y", ticks, format, {label: `↑ ${label}`}), gridAt("y", ticks),
      machineLines(above),
      full === undefined ? null
        : Plot.ruleY([full], {stroke: "var(--muted)", strokeDasharray: "2 3"}),
      Plot.areaY(summary.filter((row) => row.low !== null), {x: "read_bandwidth_mib_s", y1: "low",
        y2: "high", z: "engine", fill: "engine", fillOpacity: 0.16}),
      Plot.line(summary, {x: "read_bandwidth_mib_s", y: "median", z: "engine", stroke: "engine",
        strokeWidth: 2.2}),
      Plot.dot(runs, {x: "read_bandwidth_mib_s", y: measure, fill: "engine", symbol: "engine", r: 4.2,
        stroke: "var(--paper)", strokeWidth: 0.8, href: (row) => cellAddress(row.cell_id),
        title: (row) => words(row, `${label}: ${format(row[measure])}`, spreadText(summaryOf(row), format))}),
      Plot.dot(data.failed, {x: "read_bandwidth_mib_s", stroke: "engine", symbol: "times", r: 5,
        strokeWidth: 2.2, frameAnchor: "bottom", dy: -6, href: (row) => cellAddress(row.cell_id),
        title: (row) => words(row, "No result")}),
      endLabelsMark(names), machineLabels(above),
    ],
  });
}

/** @returns {number} pixels that names take at the right of `overBandwidthPlot`, which has its parameters */
export function roomBeside(data, options) {
  return roomForNames(layout(data, options).names.map(({name}) => name));
}

/**
 * What is shown, in order, and how high it is: all that is known before the room for names is.
 * @param {Parameters<typeof overBandwidthPlot>[0]} data @param {Parameters<typeof overBandwidthPlot>[1]} options
 */
function layout(data, {measure, scale = "log", width, full, axis = true, height = 300}) {
  const summary = data.summary.filter((row) => row.measure === measure && row.median !== null)
    .sort((a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s);
  const engines = orderEngines([...summary, ...data.runs, ...data.failed].map((row) => row.engine));
  const runs = engines.flatMap((engine) => data.runs.filter((row) => row.engine === engine &&
    isKnown(row[measure])));
  const bandwidths = [...summary, ...runs, ...data.failed].map((row) => row.read_bandwidth_mib_s);
  const x = bandwidthAxis(bandwidths, width, atOneGips(summary), isOfReads(summary));
  const machines = machinesWithin(x.domain, gipsOf(summary));
  const room = machines.length ? MACHINE_ROOM : 0;
  const [marginTop, marginBottom] = [26 + room, axis ? 46 : 12];
  const whole = height + room;
  const y = {type: scale, domain: yDomain(runs.map((row) => row[measure]), summary, scale, full),
    range: [whole - marginBottom, marginTop]};
  const lines = engines.map((engine) => ({engine, points: summary.filter((row) => row.engine === engine)
    .map((row) => ({x: row.read_bandwidth_mib_s, y: row.median}))})).filter(({points}) => points.length);
  const names = endLabels(lines, Plot.scale({y}).apply,
    {bottom: whole - marginBottom, nameOf: width < 520 ? engineShortNames(engines) : engineName});
  return {summary, engines, runs, names, x, y, machines, height: whole, marginTop, marginBottom};
}

/**
 * The drawing in a frame with its numbers and the cells that failed.
 * @param {{summary: Summary[], runs: Run[], failed: Failed[], engines: string[]}} data
 * @param {object} options those of `overBandwidthPlot` and of `frame`
 */
export function overBandwidthChart(data, options) {
  const shown = (row) => data.engines.includes(row.engine);
  const failed = data.failed.filter(shown);
  const own = {summary: data.summary.filter(shown), runs: data.runs.filter(shown), failed};
  const runs = own.runs.filter((row) => isKnown(row[options.measure]));
  return frame({
    ...options, failed, engines: data.engines, quiet: true, empty: runs.length + failed.length === 0,
    draw: (width, plot) => overBandwidthPlot(own, {...options, width, plot}),
    rows: own.summary.filter((row) => row.measure === options.measure),
    columns: [
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "read_bandwidth_mib_s", label: "MiB/s"},
      {key: "median", label: `${options.label}, median`, format: options.format},
      {key: "low", label: "Low", format: options.format}, {key: "high", label: "High", format: options.format},
      {key: "repeats", label: "Seeds"},
    ],
  });
}

function yDomain(ofRuns, summary, scale, full) {
  const values = ofRuns
    .concat(summary.flatMap((row) => [row.low, row.high, row.median]))
    .concat(full ?? []).filter((value) => value !== null && (scale !== "log" || value > 0));
  if (!values.length) return scale === "log" ? [1, 10] : [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return scale === "log" ? [low / 1.25, high * 1.25] : [0, high * 1.06];
}
