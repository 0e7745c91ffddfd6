/**
 * The ratio of two engines over the bandwidth: median, interval, and where the lead changes
 * hands, with the interval of that crossover.
 */
import * as Plot from "@observablehq/plot";
import {bandwidthAxis, isOfReads, roomForNames} from "./axis.js";
import {engineName, engineStyle} from "./engines.js";
import {number, times} from "./format.js";
import {plotStyle} from "./frame.js";

/**
 * @typedef {{numerator: string, denominator: string, read_bandwidth_mib_s: number, median: number,
 *   low: number, high: number}} Ratio
 * @typedef {{numerator: string, denominator: string, crossover_mib_s: number | null,
 *   low_mib_s: number | null, high_mib_s: number | null}} Crossover
 */

/**
 * @param {Ratio[]} ratios of one pair of engines
 * @param {Crossover[]} crossovers of the same pair (none, or one each time the lead changes)
 * @param {{width: number, height?: number, bandwidths?: number[], right?: number, subject?: string,
 *   perGips?: boolean}} options `subject` is what the ratio is of, `perGips` as of `bandwidthAxis`
 */
export function ratioPlot(ratios, crossovers, {width, height = 206, bandwidths, right,
  subject = "Throughput", perGips = false}) {
  const rows = ratios.filter((row) => row.median !== null)
    .sort((a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s);
  const [numerator, denominator] = [rows[0].numerator, rows[0].denominator];
  const values = rows.flatMap((row) => [row.low, row.high, row.median]).filter((value) => value > 0);
  // The power leaves a line of text free at the top and the bottom, whatever the values.
  const reach = Math.max(1.2, ...values.map((value) => Math.max(value, 1 / value))) ** 1.5;
  const axis = bandwidthAxis(bandwidths ?? rows.map((row) => row.read_bandwidth_mib_s), width, perGips,
    isOfReads(rows));
  const found = eachLeadsSomewhere(rows)
    ? crossovers.filter((row) => row.crossover_mib_s !== null) : [];
  // With their versions: what holds for one pair of versions need not hold for the next.
  const nameOf = engineName;
  // The words stand in the two corners that a falling (or rising) line leaves free.
  const falls = rows[0].median >= rows.at(-1).median;
  const side = (engine, anchor, dy) => Plot.text([0], {
    frameAnchor: anchor, dy, dx: anchor.endsWith("right") ? -6 : 6, text: () => `${nameOf(engine)} faster`,
    fill: engineStyle(engine).colour, fontWeight: 600, stroke: "var(--paper)", strokeWidth: 5});
  return Plot.plot({
    // The axis's label and the crossover's have a line each above the frame.
    width, height, style: plotStyle, marginTop: 42, marginRight: right ?? roomForNames([numerator, denominator].map(nameOf)), marginBottom: 46,
    marginLeft: 48, x: axis,
    ariaLabel: `${subject} of ${numerator} over that of ${denominator}`,
    y: {type: "log", domain: [1 / reach, reach]},
    marks: [
      // With texts of their own: a tickFormat would be asked for round numbers alone.
      Plot.axisY(ratioTicks(reach), {text: (value) => `${Number(value.toPrecision(2))}×`,
        label: `↑ ${nameOf(numerator)} ÷ ${nameOf(denominator)}`, labelArrow: "none"}),
      Plot.gridY({stroke: "var(--rule)", strokeOpacity: 1, ticks: ratioTicks(reach)}),
      Plot.rectY(found.filter((row) => row.low_mib_s !== null), {x1: "low_mib_s",
        x2: "high_mib_s", y1: 1 / reach, y2: reach, fill: "var(--ink)", fillOpacity: 0.07}),
      Plot.ruleX(found, {x: "crossover_mib_s", stroke: "var(--ink)", strokeDasharray: "3 3"}),
      Plot.ruleY([1], {stroke: "var(--ink)"}),
      Plot.areaY(rows.filter((row) => row.low !== null), {x: "read_bandwidth_mib_s", y1: "low", y2: "high", fill: "var(--ink)",
        fillOpacity: 0.14}),
      Plot.line(rows, {x: "read_bandwidth_mib_s", y: "median", stroke: "var(--ink)", strokeWidth: 1.8}),
      Plot.dot(rows, {x: "read_bandwidth_mib_s", y: "median", r: 4, stroke: "var(--paper)",
        fill: (row) => engineStyle(row.median >= 1 ? numerator : denominator).colour,
        symbol: (row) => engineStyle(row.median >= 1 ? numerator : denominator).symbol}),
      ...["start", "middle", "end"].map((textAnchor) => Plot.text(
        found.filter((row) => anchorWithin(row.crossover_mib_s, axis.domain) === textAnchor),
        {x: "crossover_mib_s", y: reach, dy: -8, lineAnchor: "bottom", textAnchor,
          text: (row) => `level at ${number(row.crossover_mib_s)} MiB/s`, fontWeight: 600})),
      side(numerator, falls ? "top-right" : "top-left", 4),
      side(denominator, falls ? "bottom-left" : "bottom-right", -4),
      Plot.text(rows.slice(-1), {x: "read_bandwidth_mib_s", y: "median", dx: 12, textAnchor: "start",
        text: (row) => times(row.median), fontWeight: 600, stroke: "var(--paper)", strokeWidth: 5,
        fill: "var(--ink)"}),
      Plot.tip(rows, Plot.pointerX({x: "read_bandwidth_mib_s", y: "median",
        title: (row) => `${row.read_bandwidth_mib_s} MiB/s: ${times(row.median)}` +
          (row.low === null ? "" : `\ninterval ${times(row.low)} to ${times(row.high)}`)})),
    ],
  });
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

function ratioTicks(reach) {
  const steps = reach > 12 ? [1, 3, 10, 30, 100] : reach > 3 ? [1, 2, 5, 10]
    : reach > 1.9 ? [1, 1.5, 2, 3] : [1, 1.25, 1.5];
  const above = steps.filter((step) => step < reach);
  return [...above.slice(1).map((step) => 1 / step).reverse(), ...above];
}
