/**
 * The main finding in one frame: a measure over the bandwidth above, how two engines compare below. Where more
 * pairs of engines are compared, they are folded: they would push the chart out of sight.
 */
import {html} from "htl";
import {atOneGips, bandwidthAxis, roomForNames} from "./axis.js";
import {responsive} from "./drawing.js";
import {overBandwidthPlot, roomBeside} from "./over_bandwidth.js";
import {engineName, orderEngines, rowsOfPairs} from "./engines.js";
import {list, plural} from "./format.js";
import {frame} from "./frame.js";
import {isKnown} from "./group.js";
import {gipsOf, machineNote, machinesWithin} from "./machine_axis.js";
import {ratioPlot} from "./ratio.js";

/** Pixels of the axis, which a single ratio has for both drawings. */
const AXIS_HEIGHT = 34;
const NEWEST = "The ratio uses the newest selected version of each engine.";
const CROSSOVER = "Dashed vertical line: the bandwidth, interpolated, at which both engines are equally fast";
const BAND = "; grey band: its 95 % interval";

/**
 * @param {{summary: object[], runs: object[], ratio: object[], crossover: object[],
 *   failed: object[], engines: string[]}} data rows of the data files, and the engines to show
 * @param {{measure: string, label: string, title: string, subtitle?: string, note?: string,
 *   data?: string, subject?: string, scale?: "log" | "linear"}} options
 *   `subject` is what the ratio is of, `data` the file of the numbers
 */
export function bandwidthChart(data, options) {
  const {measure, label} = options;
  const shown = (row) => data.engines.includes(row.engine);
  const own = {summary: data.summary.filter(shown), runs: data.runs.filter(shown),
    failed: data.failed.filter(shown)};
  const measured = own.summary.filter((row) => row.measure === measure);
  const bandwidths = measured.map((row) => row.read_bandwidth_mib_s)
    .concat(own.failed.map((row) => row.read_bandwidth_mib_s));
  const pairs = rowsOfPairs(data.ratio.filter((row) => data.engines.includes(row.numerator) &&
    data.engines.includes(row.denominator) && row.median !== null));
  const engines = [...new Set([...measured, ...own.failed].map((row) => row.engine))];
  const crossovers = pairs.map(([{numerator, denominator}]) => data.crossover.filter((row) =>
    row.numerator === numerator && row.denominator === denominator));
  const crossed = crossovers.flat().filter((row) => isKnown(row.crossover_mib_s));
  const machines = machinesWithin(bandwidthAxis(bandwidths, 0, false).domain, gipsOf(measured));
  const note = [options.note, engines.length > pairs.length + 1 ? NEWEST : "",
    machineNote(machines), crossed.length ? `${CROSSOVER}${crossed.some((row) => isKnown(row.low_mib_s)) ? BAND : ""}.` : ""]
    .filter(Boolean).join(" ");
  const axis = pairs.length !== 1;
  const drawing = (width) => ({measure, label, width, scale: options.scale ?? "log", axis,
    height: (width < 520 ? 250 : 268) + (axis ? AXIS_HEIGHT : 0)});
  /** @param {object[]} rows of a pair */
  const nameOf = ([{numerator, denominator}]) => orderEngines([numerator, denominator]).map(engineName).join(" ÷ ");
  const roomFor = (width, shownPairs) => Math.max(roomBeside(own, drawing(width)),
    roomForNames(shownPairs.flatMap(([row]) => [row.numerator, row.denominator].map(engineName))));
  const ratios = (width, plot, from, to) => pairs.slice(from, to).map((rows, i, those) =>
    ratioPlot(rows, crossovers[from + i], {width, plot, bandwidths, right: roomFor(width, those),
      subject: options.subject, perGips: atOneGips(measured), machines, isNamed: from > 0 && i === 0, axis: i === those.length - 1}));
  // Without seeds there is no interval.
  const repeated = measured.some((row) => row.low !== null);
  return frame({
    ...options, note, failed: own.failed, engines: data.engines, empty: measured.length + own.failed.length === 0,
    rows: measured,
    columns: [
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "read_bandwidth_mib_s", label: "MiB/s"}, {key: "median", label},
      ...(repeated ? [{key: "low", label: "Low"}, {key: "high", label: "High"},
        {key: "repeats", label: "Seeds"}] : []),
    ],
    draw: (width, plot) => html`<div>${overBandwidthPlot(own, {...drawing(width), plot,
      right: roomFor(width, pairs.slice(0, 1))})}${ratios(width, plot, 0, 1)}</div>`,
    more: pairs.length < 2 ? null : html`<details class="chart-numbers"><summary>${
      plural(pairs.length - 1, "more ratio")}: ${list(pairs.slice(1).map(nameOf))}</summary>${
      responsive((width, plot) => html`<div>${ratios(width, plot, 1)}</div>`)}</details>`,
  });
}
