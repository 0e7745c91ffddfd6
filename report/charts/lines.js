/**
 * A quantity over a setting with few values (such as the number of clients): a line for each engine and
 * series, on a scale of equal steps, since 0 has no place on a logarithmic one. Of a category, such as one of
 * three values of read-ahead, nothing lies between two values that a line could show: dots stand side by side.
 */
import * as Plot from "@observablehq/plot";
import {html} from "htl";
import {roomForNames} from "./axis.js";
import {plotStyle} from "./drawing.js";
import {endLabels, endLabelsMark} from "./end_labels.js";
import {engineName, engineScales, engineShortNames, engineStyle, orderEngines} from "./engines.js";
import {cellAddress} from "./failures.js";
import {bytes, number} from "./format.js";
import {frame} from "./frame.js";
import {groupRows, isKnown, median} from "./group.js";
import {dashes, engineLegend, hues, seriesLegend} from "./legend.js";
import {gipsOf, MACHINE_ROOM, machineLabels, machineLines, machineNote, machinesWithin, machineTicks} from "./machine_axis.js";
import {markText, spreadText} from "./mark.js";
import {apart, binaryTicks, gridAt, labelledAxis, linearTicks, logTicks, ratioTicks} from "./ticks.js";

/** More names than these beside the lines are a list, not labels: a legend takes their place. */
const MOST_NAMES = 8;
/** A logarithmic axis with more values than these has powers of two instead. */
const MOST_STEPS = 8;
/** The key of the axis that has machines above it. */
const BANDWIDTH = "bandwidth_mib_s";
const PLOT_HEIGHT = 228;
/** Pixels between the dots of a category, and how full those of each series are. */
const BESIDE = 13;
const fullness = [1, 0.4, 0];
const MARGIN = {marginTop: 26, marginBottom: 46, marginLeft: 58};

/**
 * @param {{cell_id: string, engine: string, series: string, x: number | string, value: number, low?: number | null,
 *   high?: number | null, seed?: number, repeats?: number, bandwidth_mib_s_per_gips?: number | null}[]} rows `low` and `high` bound an interval, which is
 *   drawn behind the dot; `repeats`: the runs that a row stands for
 * @param {{engines: string[], series: {key: string, name: string}[], label: string,
 *   xLabel: string, xFormat?: (x: number) => string, scale?: "log" | "linear" | "ratio", title: string,
 *   subtitle?: string, note?: string, data?: string, failed?: object[], full?: number,
 *   format?: (value: number) => string, xKey?: string, xScale?: "log" | "sqrt" | "point", isDescending?: boolean,
 *   isCategory?: boolean}} options
 *   `series` from the most important (solid line); `xKey` names the setting in failed cells; `scale`
 *   "ratio" is logarithmic with 1 on it; `xScale` "sqrt" is for counts that begin with 0; `isDescending` starts a
 *   "point" axis at the greatest; `isCategory`: without lines
 */
export function linesChart(rows, options) {
  const {label, xLabel, xFormat = (x) => (typeof x === "number" ? number(x) : x), scale = "linear", format = number, full,
    xScale = "point"} = options;
  const nameOfSeries = new Map(options.series.map(({key, name}) => [key, name]));
  const failed = (options.failed ?? []).filter((row) => options.engines.includes(row.engine));
  const crosses = failed.filter((row) => row[options.xKey] !== undefined);
  const known = rows.filter((row) => options.engines.includes(row.engine) &&
    nameOfSeries.has(row.series) && isKnown(row.value) && (scale === "linear" || row.value > 0));
  const engines = orderEngines(known.map((row) => row.engine));
  const steps = [...new Set([...known.map((row) => row.x), ...crosses.map((row) => row[options.xKey])])];
  const isNumeric = known.every((row) => typeof row.x === "number");
  const isCategory = options.isCategory || !isNumeric;
  if (isNumeric) steps.sort((a, b) => (options.isDescending ? b - a : a - b));
  const place = (row) => [engines.indexOf(row.engine), [...nameOfSeries.keys()].indexOf(row.series), steps.indexOf(row.x)];
  const shown = [...known].sort((a, b) => firstDifference(place(a), place(b)));
  const points = [...groupRows(shown, (row) => `${row.engine}|${row.series}|${row.x}`).values()]
    .map((own) => ({...own[0], value: median(own.map((row) => row.value)), repeats: own.length,
      // A row may stand for several runs already, as a ratio does.
      runs: own.reduce((sum, row) => sum + (row.repeats ?? 1), 0)}));
  const lines = [...groupRows(points, (row) => `${row.engine}|${row.series}`).values()].map((own) => ({
    engine: own[0].engine, series: own[0].series, points: own.map(({x, value}) => ({x, y: value}))}));
  // Colour is of what differs: of one engine, or one pair of them, the series.
  const several = options.series.length > 1;
  const isBySeries = several && engines.length === 1;
  const seriesColours = isBySeries ? options.series.map((_, i) => hues[i % hues.length]) : undefined;
  const seriesAt = (key) => options.series.findIndex((series) => series.key === key);
  const colourOf = (row) => (isBySeries ? seriesColours[seriesAt(row.series)] : engineStyle(row.engine).colour);
  const fullnessOf = (key) => (isBySeries ? 1 : fullness[Math.min(seriesAt(key), fullness.length - 1)]);
  /** @type {Plot.ScaleOptions} */
  const x = {...(xScale === "sqrt" ? {type: "sqrt", domain: [steps[0], steps.at(-1)], inset: 8} : xScale === "log" ? {type: "log", base: 2, domain: [steps[0] / 1.15, steps.at(-1) * 1.15]}
    : {type: "point", domain: steps, padding: isCategory ? 0.5 : 0.2})};
  const xTicks = xScale === "log" && steps.length > MOST_STEPS ? binaryTicks([...x.domain]) : steps;
  const ranged = points.filter((row) => isKnown(row.low) && isKnown(row.high));
  const domain = yDomain([...points.map((row) => row.value), ...ranged.flatMap(({low, high}) => [low, high]),
    ...(isKnown(full) ? [full] : [])], scale);
  const ticks = ticksOf(domain, scale, format);
  const machines = options.xKey === BANDWIDTH && xScale === "log" ? machinesWithin([...x.domain], gipsOf(known)) : [];
  const marginTop = MARGIN.marginTop + (machines.length ? MACHINE_ROOM : 0);
  const height = marginTop + PLOT_HEIGHT + MARGIN.marginBottom;
  /** @type {Plot.ScaleOptions} */
  const y = {type: scale === "linear" ? "linear" : "log", domain,
    range: [height - MARGIN.marginBottom, marginTop]};
  const words = (row, value, spread) => markText({series: row.series === undefined ? engineName(row.engine)
    : `${engineName(row.engine)}, ${nameOfSeries.get(row.series)}`, value, spread, seed: row.seed,
  at: `${xLabel}: ${xFormat(row.x ?? row[options.xKey])}`});
  const medianOf = (run) => {
    const {value, repeats} = points.find((row) => row.engine === run.engine &&
      row.series === run.series && row.x === run.x);
    return {median: value, repeats};
  };
  return frame({
    ...options, note: [options.note, machineNote(machines)].filter(Boolean).join(" "), failed, empty: points.length + failed.length === 0, rows: points,
    columns: [
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "series", label: "Series", text: true, format: (key) => nameOfSeries.get(key)},
      {key: "x", label: xLabel, format: xFormat}, {key: "value", label, format},
      ...(ranged.length ? [{key: "low", label: "Low", format}, {key: "high", label: "High", format}] : []),
      {key: "runs", label: "Runs"},
    ],
    draw: (width, plot) => {
      const narrow = width < 560;
      const nameOf = isBySeries ? () => "" : narrow ? engineShortNames(engines) : engineName;
      const labels = endLabels(lines, Plot.scale({y}).apply, {bottom: height - MARGIN.marginBottom, nameOf, colourOf,
        ...(several ? {seriesName: (key) => nameOfSeries.get(key)} : {})});
      const names = labels.length <= MOST_NAMES && !(narrow && several) && !isCategory ? labels : [];
      const marginRight = names.length ? roomForNames(names.map(({name}) => name)) : 16;
      const placeOfX = Plot.scale({x: {...x, range: [MARGIN.marginLeft, width - marginRight]}}).apply;
      const above = machineTicks(machines, placeOfX, width);
      // In a category each engine and series has a place beside the others; on an axis of numbers all have the same.
      const groups = isCategory ? [...groupRows(shown, (row) => `${row.engine}|${row.series}`).values()] : [shown];
      const beside = Math.min(BESIDE, 0.8 * (width - MARGIN.marginLeft - marginRight) / steps.length / groups.length);
      const dxOf = (i) => (i - (groups.length - 1) / 2) * beside;
      const base = scale === "linear" ? 0 : scale === "ratio" ? full : undefined;
      const drawing = plot({
        width, height, style: plotStyle, ...MARGIN, marginTop, marginRight,
        ariaLabel: `${label} by ${xLabel}`, x, y, ...engineScales(engines),
        marks: [
          labelledAxis("x", xScale === "log" ? apart(xTicks, xFormat, placeOfX) : xTicks, xFormat, {label: `${xLabel} →`, labelAnchor: "center", labelOffset: 38}),
          labelledAxis("y", ticks, scale === "ratio" ? (tick) => `${tick}×` : format, {label: `↑ ${label}`}),
          gridAt("y", ticks), machineLines(above),
          full === undefined ? null : Plot.ruleY([full], {stroke: "var(--muted)",
            strokeDasharray: "2 3"}),
          isCategory ? null : options.series.map(({key}, index) => Plot.line(points.filter((row) =>
            row.series === key), {x: "x", y: "value", z: "engine", stroke: colourOf, strokeWidth: 2,
            strokeDasharray: dashes[index % dashes.length]})),
          groups.map((own, i) => {
            const at = {dx: dxOf(i)};
            const among = (row) => own.some((each) => each.engine === row.engine && each.series === row.series && each.x === row.x);
            return [
              !isCategory || base === undefined ? null : Plot.ruleX(points.filter(among), {...at, x: "x", y1: base, y2: "value",
                stroke: colourOf, strokeOpacity: 0.45, strokeWidth: 2}),
              Plot.ruleX(ranged.filter(among), {...at, x: "x", y1: "low", y2: "high", stroke: colourOf, strokeWidth: 7, strokeOpacity: 0.3}),
              Plot.dot(own, {...at, x: "x", y: "value", symbol: "engine", stroke: colourOf, r: isCategory ? 4.2 : 3.6,
                ...(isCategory ? {fill: colourOf, fillOpacity: fullnessOf(own[0].series)}
                  : {fill: (row) => (row.series === options.series[0].key ? colourOf(row) : "var(--paper)")}),
                href: (row) => cellAddress(row.cell_id),
                title: (row) => words(row, `${label}: ${format(row.value)}`, isKnown(row.low)
                  ? `Interval ${format(row.low)} to ${format(row.high)}` : spreadText(medianOf(row), format))}),
            ];
          }),
          Plot.dot(crosses, {x: options.xKey, stroke: "engine", symbol: "times", r: 5,
            strokeWidth: 2.2, frameAnchor: "bottom", dy: -6, href: (row) => cellAddress(row.cell_id),
            title: (row) => words(row, "No result")}),
          endLabelsMark(names), machineLabels(above),
        ],
      });
      return names.length || !labels.length ? drawing : html`<div>${isBySeries ? null : engineLegend(engines, width)}${
        several ? seriesLegend(options.series.map(({name}) => name), width, {colours: seriesColours,
          ...(isCategory ? {fullness: options.series.map(({key}) => fullnessOf(key))} : {})}) : null}${drawing}</div>`;
    },
  });
}

function firstDifference(one, other) {
  const at = one.findIndex((part, i) => part !== other[i]);
  return at < 0 ? 0 : one[at] - other[at];
}

function yDomain(values, scale) {
  if (scale === "linear") return [0, Math.max(1e-9, ...values) * 1.08];
  const all = scale === "ratio" ? [1, ...values] : values.length ? values : [1, 2];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const room = Math.max(1.1, (high / low) ** 0.12);
  return [low / room, high * room];
}

function ticksOf(domain, scale, format) {
  if (scale === "ratio") return ratioTicks(domain);
  if (scale === "linear") return linearTicks(domain, format);
  return format === bytes ? binaryTicks(domain) : logTicks(domain);
}
