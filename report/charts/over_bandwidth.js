/**
 * A quantity over the bandwidth of the device: the median over the seeds as a line, its bootstrap
 * interval as a band, every repeat as a dot that leads to its cell, failed cells as crosses.
 */
import * as Plot from "@observablehq/plot";
import {atOneGips, bandwidthAxis, isOfReads, roomForNames, spread} from "./axis.js";
import {engineName, engineScales, engineShortNames, engineStyle, orderEngines} from "./engines.js";
import {cellAddress} from "./failures.js";
import {number, plural} from "./format.js";
import {frame, plotStyle} from "./frame.js";
import {isKnown} from "./group.js";

/**
 * @typedef {{engine: string, read_bandwidth_mib_s: number, measure: string, median: number,
 *   low: number, high: number, repeats: number}} Summary
 * @typedef {{cell_id: string, engine: string, read_bandwidth_mib_s: number, seed: number}} Run
 *   and each measure of it under the measure's name, null where the run has none
 * @typedef {{engine: string, read_bandwidth_mib_s: number, cell_id: string}} Failed
 */

/**
 * The drawing alone, for use in a larger frame.
 * @param {{summary: Summary[], runs: Run[], failed: Failed[]}} data of the shown engines
 * @param {{measure: string, label: string, scale?: "log" | "linear", height?: number,
 *   width: number, full?: number, format?: (value: number) => string, axis?: boolean,
 *   domain?: number[], right?: number}} options
 *   `full` draws a guide at one value, such as all of the device's bandwidth
 */
export function overBandwidthPlot(data, options) {
  const {measure, label, scale = "log", width, full, format = number, axis = true} = options;
  const summary = data.summary.filter((row) => row.measure === measure && row.median !== null);
  const runs = data.runs.filter((row) => isKnown(row[measure]));
  const engines = orderEngines([...summary, ...runs, ...data.failed].map((row) => row.engine));
  const bandwidths = [...summary, ...runs].map((row) => row.read_bandwidth_mib_s)
    .concat(data.failed.map((row) => row.read_bandwidth_mib_s));
  const height = options.height ?? 300;
  const nameOf = width < 520 ? engineShortNames(engines) : engineName;
  const margin = {top: 26, right: options.right ?? roomForNames(engines.map(nameOf)),
    bottom: axis ? 46 : 12, left: 48};
  const domain = yDomain(runs.map((row) => row[measure]), summary, scale, full, options.domain);
  const toPixel = pixelScale(domain, scale, margin.top, height - margin.bottom);
  const ends = spread(engines.flatMap((engine) => {
    const own = summary.filter((row) => row.engine === engine);
    const last = own.sort((a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s).at(-1);
    return last ? [{engine, last, y: toPixel(last.median)}] : [];
  }), 16, height - margin.bottom);
  const scales = engineScales(engines);
  return Plot.plot({
    width, height, style: plotStyle,
    marginTop: margin.top, marginRight: margin.right, marginBottom: margin.bottom,
    marginLeft: margin.left,
    ariaLabel: `${label} over the bandwidth of the device`,
    x: {...bandwidthAxis(bandwidths, width, atOneGips(summary), isOfReads(summary)), ...(axis ? {} : {axis: null})},
    y: {type: scale, domain, label: `↑ ${label}`, labelArrow: "none", ticks: scale === "log"
      ? logTicks(domain) : 6, tickFormat: format},
    color: scales.color, symbol: scales.symbol,
    marks: [
      Plot.gridY({stroke: "var(--rule)", strokeOpacity: 1,
        ticks: scale === "log" ? logTicks(domain) : 6}),
      full === undefined ? null
        : Plot.ruleY([full], {stroke: "var(--muted)", strokeDasharray: "2 3"}),
      Plot.areaY(summary.filter((row) => row.low !== null), {x: "read_bandwidth_mib_s", y1: "low", y2: "high", z: "engine",
        fill: "engine", fillOpacity: 0.16}),
      Plot.line(summary, {x: "read_bandwidth_mib_s", y: "median", z: "engine", stroke: "engine",
        strokeWidth: 2.2, sort: "read_bandwidth_mib_s"}),
      Plot.dot(runs, {x: "read_bandwidth_mib_s", y: measure, fill: "engine", symbol: "engine", r: 4.2,
        stroke: "var(--paper)", strokeWidth: 0.8, href: (row) => cellAddress(row.cell_id),
        ariaLabel: (row) => `${engineName(row.engine)}, ${row.read_bandwidth_mib_s} MiB/s, seed ` +
          `${row.seed}: ${format(row[measure])}`}),
      Plot.dot(data.failed, {x: "read_bandwidth_mib_s", stroke: "engine", symbol: "times", r: 5,
        strokeWidth: 2.2, frameAnchor: "bottom", dy: -6,
        href: (row) => cellAddress(row.cell_id)}),
      ends.map(({engine, last, y}) => Plot.text([last], {x: "read_bandwidth_mib_s", y: "median",
        text: () => nameOf(engine), dx: 12,
        dy: y - toPixel(last.median), textAnchor: "start", fill: engineStyle(engine).colour,
        fontWeight: 600})),
      Plot.tip(summary, Plot.pointer({x: "read_bandwidth_mib_s", y: "median", stroke: "engine",
        title: (row) => `${engineName(row.engine)} at ${row.read_bandwidth_mib_s} MiB/s\n` +
          `median of ${plural(row.repeats, "seed")}: ${format(row.median)}` +
          (row.low === null ? "" : `\ninterval ${format(row.low)} to ${format(row.high)}`)})),
    ],
  });
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
    ...options, failed, quiet: true, empty: runs.length + failed.length === 0,
    draw: (width) => overBandwidthPlot(own, {...options, width}),
    rows: own.summary.filter((row) => row.measure === options.measure),
    columns: [
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "read_bandwidth_mib_s", label: "MiB/s"},
      {key: "median", label: "Median"}, {key: "low", label: "Low"}, {key: "high", label: "High"},
      {key: "repeats", label: "Seeds"},
    ],
  });
}

function yDomain(ofRuns, summary, scale, full, asked) {
  if (asked) return asked;
  const values = ofRuns
    .concat(summary.flatMap((row) => [row.low, row.high, row.median]))
    .concat(full ?? []).filter((value) => value !== null && (scale !== "log" || value > 0));
  if (!values.length) return scale === "log" ? [1, 10] : [0, 1];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return scale === "log" ? [low / 1.25, high * 1.25] : [0, high * 1.06];
}

function pixelScale([low, high], scale, top, bottom) {
  const place = scale === "log" ? Math.log : Number;
  return (value) => bottom - ((place(value) - place(low)) / (place(high) - place(low))) *
    (bottom - top);
}

/** Ticks at 1, 2, 5 in each decade: readable where Plot's own would be crowded or too few. */
export function logTicks([low, high]) {
  const ticks = [];
  for (let decade = Math.floor(Math.log10(low)); decade <= Math.log10(high); decade += 1) {
    for (const step of high / low > 1500 ? [1] : [1, 2, 5]) {
      const tick = step * 10 ** decade;
      if (tick >= low && tick <= high) ticks.push(Number(tick.toPrecision(1)));
    }
  }
  return ticks.length > 1 ? ticks : [low, high];
}
