/**
 * The ratio of two engines over the bandwidth: median, interval, and where the lead changes hands, with the
 * interval of that crossover. Above 1 the first engine of the usual order is ahead, on every page.
 */
import * as Plot from "@observablehq/plot";
import {bandwidthAxis, isOfReads} from "./axis.js";
import {plotStyle} from "./drawing.js";
import {turnedRatios} from "../findings/ratios.js";
import {engineName, engineStyle} from "./engines.js";
import {number, times} from "./format.js";
import {MACHINE_ROOM, machineLabels, machineLines, machineTicks} from "./machine_axis.js";
import {markText, spreadText} from "./mark.js";
import {gridAt, labelledAxis, ratioTicks} from "./ticks.js";

const MARGIN_LEFT = 48;

/**
 * @typedef {{numerator: string, denominator: string, read_bandwidth_mib_s: number, median: number,
 *   low: number | null, high: number | null, repeats: number}} Ratio
 * @typedef {{numerator: string, denominator: string, crossover_mib_s: number | null,
 *   low_mib_s: number | null, high_mib_s: number | null}} Crossover
 */

/**
 * @param {Ratio[]} ratios of one pair of engines
 * @param {Crossover[]} crossovers of the same pair (none, or one each time the lead changes)
 * @param {{width: number, bandwidths: number[], right: number, subject?: string, perGips?: boolean,
 *   axis?: boolean, machines?: import("./machine_axis.js").Machine[], isNamed?: boolean, plot: import("./drawing.js").Plotter}}
 *   options `subject` is what the ratio is of, `perGips` as of `bandwidthAxis`; without `axis` the bandwidth is written by a
 *   drawing below; `machines` have a line each, and with `isNamed` their names
 */
export function ratioPlot(ratios, crossovers, {width, bandwidths, right, subject = "Throughput",
  perGips = false, axis = true, machines = [], isNamed = false, plot}) {
  const rows = turnedRatios(ratios.filter((row) => row.median !== null), "median")
    .sort((a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s);
  const {first: numerator, second: denominator} = rows[0];
  const domain = around(rows);
  const ticks = ratioTicks(domain);
  const x = bandwidthAxis(bandwidths, width, perGips, isOfReads(rows));
  const found = eachLeadsSomewhere(rows)
    ? crossovers.filter((row) => row.crossover_mib_s !== null) : [];
  const above = machineTicks(machines, Plot.scale({x: {...x, range: [MARGIN_LEFT, width - right]}}).apply, width);
  const room = isNamed && above.length ? MACHINE_ROOM : 0;
  const leader = (row) => engineStyle(row.median >= 1 ? numerator : denominator);
  // With their versions: what holds for one pair of versions need not hold for the next.
  const [first, second] = [numerator, denominator].map(engineName);
  const ground = (engine, y1, y2) => Plot.rectY([0], {x1: x.domain[0], x2: x.domain[1], y1: () => y1,
    y2: () => y2, fill: engineStyle(engine).colour, fillOpacity: 0.07});
  const side = (engine, frameAnchor, lineAnchor) => Plot.text([`${engineName(engine)}\nahead`], {frameAnchor,
    lineAnchor, textAnchor: "start", dx: 12, fill: engineStyle(engine).colour, fontWeight: 600});
  return plot({
    // The axis's label and the crossover's have a line each above the frame.
    width, height: room + (axis ? 184 : 150), style: plotStyle, marginTop: 26 + room + (found.length ? 16 : 0),
    marginRight: right, marginBottom: axis ? 46 : 12,
    marginLeft: MARGIN_LEFT, x: {...x, ...(axis ? {} : {axis: null})}, y: {type: "log", domain},
    ariaLabel: `${subject} of ${first} over that of ${second}, over the bandwidth of the device`,
    marks: [
      ground(numerator, 1, domain[1]), ground(denominator, domain[0], 1),
      labelledAxis("y", ticks, (tick) => `${tick}×`, {label: `↑ ${first} ÷ ${second}`}), gridAt("y", ticks), machineLines(above),
      Plot.rectY(found.filter((row) => row.low_mib_s !== null), {x1: "low_mib_s",
        x2: "high_mib_s", y1: domain[0], y2: domain[1], fill: "var(--ink)", fillOpacity: 0.07}),
      Plot.ruleX(found, {x: "crossover_mib_s", stroke: "var(--ink)", strokeDasharray: "3 3"}),
      Plot.ruleY([1], {stroke: "var(--ink)"}),
      Plot.areaY(rows.filter((row) => row.low !== null), {x: "read_bandwidth_mib_s", y1: "low", y2: "high",
        fill: "var(--ink)", fillOpacity: 0.14}),
      Plot.line(rows, {x: "read_bandwidth_mib_s", y: "median", stroke: "var(--ink)", strokeWidth: 1.8}),
      Plot.dot(rows, {x: "read_bandwidth_mib_s", y: "median", r: 4, stroke: "var(--paper)",
        fill: (row) => leader(row).colour, symbol: (row) => leader(row).symbol,
        title: (row) => markText({series: `${first} ÷ ${second}`, at: `${row.read_bandwidth_mib_s} MiB/s`,
          value: `Ratio: ${times(row.median)}`, spread: spreadText(row, times)})}),
      .../** @type {const} */ (["start", "middle", "end"]).map((textAnchor) => Plot.text(
        found.filter((row) => anchorWithin(row.crossover_mib_s, x.domain) === textAnchor),
        {x: "crossover_mib_s", frameAnchor: "top", dy: -6, lineAnchor: "bottom", textAnchor,
          text: (row) => `level at ${number(row.crossover_mib_s)} MiB/s`, fontWeight: 600})),
      side(numerator, "top-right", "top"), side(denominator, "bottom-right", "bottom"),
      room ? machineLabels(above, found.length ? 24 : 8) : null,
    ],
  });
}

/** All values with 1 among them, and some room: a lead on both sides of it is visible as one. */
function around(rows) {
  const values = rows.flatMap((row) => [row.low, row.high, row.median]).filter((value) => value > 0);
  const [low, high] = [Math.min(1, ...values), Math.max(1, ...values)];
  const room = Math.max(1.1, (high / low) ** 0.15);
  return [low / room, high * room];
}

/** Whether each engine has a bandwidth at which its lead is more than the seeds' spread. */
function eachLeadsSomewhere(rows) {
  return rows.some((row) => (row.low ?? row.median) > 1) &&
    rows.some((row) => (row.high ?? row.median) < 1);
}

/** The anchor that keeps a label at x inside the frame. */
function anchorWithin(x, [low, high]) {
  const place = Math.log(x / low) / Math.log(high / low);
  return place < 0.1 ? "start" : place > 0.9 ? "end" : "middle";
}
