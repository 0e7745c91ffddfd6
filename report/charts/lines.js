/**
 * A quantity over a setting with few values (such as the kernel's readahead): a line an engine and
 * series, on a scale of equal steps, since 0 has no place on a logarithmic one. Ratios are on such.
 */
import * as Plot from "@observablehq/plot";
import {roomForNames, spread} from "./axis.js";
import {engineName, engineScales, engineShortNames, engineStyle, orderEngines} from "./engines.js";
import {cellAddress} from "./failures.js";
import {number} from "./format.js";
import {frame, plotStyle} from "./frame.js";
import {groupRows, isKnown, median} from "./group.js";

const dashes = ["none", "5 4", "1.5 3.5", "9 3 2 3", "12 4"];

/**
 * @param {{cell_id: string, engine: string, series: string, x: number, value: number}[]} rows
 * @param {{engines: string[], series: {key: string, name: string}[], label: string,
 *   xLabel: string, xFormat?: (x: number) => string, scale?: "log" | "linear", title: string,
 *   subtitle?: string, note?: string, data?: string, failed?: object[], full?: number,
 *   format?: (value: number) => string, xKey?: string, xScale?: "log" | "point"}} options
 *   `series` from the most important (solid line); `xKey` names the setting in failed cells
 */
export function linesChart(rows, options) {
  const {label, xLabel, xFormat = String, scale = "linear", format = number, full,
    xScale = "point"} = options;
  const names = new Map(options.series.map(({key, name}) => [key, name]));
  const shown = rows.filter((row) => options.engines.includes(row.engine) &&
    names.has(row.series) && isKnown(row.value) && (scale !== "log" || row.value > 0));
  const failed = (options.failed ?? []).filter((row) => options.engines.includes(row.engine));
  const crosses = failed.filter((row) => row[options.xKey] !== undefined);
  const engines = orderEngines(shown.map((row) => row.engine));
  const points = [...groupRows(shown, (row) => `${row.engine}|${row.series}|${row.x}`).values()]
    .map((own) => ({...own[0], value: median(own.map((row) => row.value)), repeats: own.length}))
    .sort((a, b) => a.x - b.x);
  const steps = [...new Set([...points.map((row) => row.x),
    ...crosses.map((row) => row[options.xKey])])].sort((a, b) => a - b);
  return frame({
    ...options, failed, empty: points.length + failed.length === 0, rows: points,
    columns: [
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "series", label: "Series", text: true, format: (key) => names.get(key)},
      {key: "x", label: xLabel, format: xFormat}, {key: "value", label, format},
    ],
    draw: (width) => {
      const narrow = width < 560;
      const nameOf = engineShortNames(engines);
      const several = engines.some((engine) => nameOf(engine) === engineName(engine));
      // In the order of the engines, so that labels of equal height keep it. Where a narrow chart
      // would need too many, the first series stands for all: the dashes distinguish them.
      const named = options.series.filter((_, i) => i === 0 || !narrow || engines.length < 4);
      const alone = named.length < options.series.length || options.series.length === 1;
      const labels = new Map(named.flatMap(({key}) => engines.map((engine) => [`${engine}|${key}`,
        points.filter((row) => row.engine === engine && row.series === key)]))
        .filter(([, own]) => own.length));
      const gap = narrow && !alone ? 30 : 16;
      const height = Math.max(300, 72 + gap * labels.size);
      const values = points.map((row) => row.value).concat(full ?? []);
      const domain = scale === "log" ? [Math.min(...values) / 1.5, Math.max(...values) * 1.5]
        : [0, Math.max(1e-9, ...values) * 1.08];
      const place = scale === "log" ? Math.log : Number;
      const pixel = (value) => height - 46 - (place(value) - place(domain[0])) /
        (place(domain[1]) - place(domain[0])) * (height - 72);
      const ends = spread([...labels.values()]
        .map((own) => ({last: own.at(-1), y: pixel(own.at(-1).value)})), gap, height - 50);
      return Plot.plot({
        width, height, style: plotStyle, marginTop: 26, marginBottom: 46, marginLeft: 58,
        marginRight: alone ? roomForNames(engines.map(nameOf))
          : (narrow ? 116 : 186) + (several && !narrow ? 24 : 0), ariaLabel: `${label} by ${xLabel}`,
        x: {...(xScale === "log" ? {type: "log", base: 2, ticks: powers(steps),
          domain: [steps[0] / 1.15, steps.at(-1) * 1.15]} : {type: "point", domain: steps}),
        tickFormat: xFormat, label: `${xLabel} →`,
          labelArrow: "none", labelAnchor: "center", labelOffset: 38},
        y: {type: scale, ...(scale === "log" ? {base: 2} : {}), domain, label: `↑ ${label}`,
          labelArrow: "none", tickFormat: format, ticks: scale === "log" ? sizes(domain) : 5},
        ...engineScales(engines),
        marks: [
          Plot.gridY({stroke: "var(--rule)", strokeOpacity: 1,
            ticks: scale === "log" ? sizes(domain) : 5}),
          full === undefined ? null : Plot.ruleY([full], {stroke: "var(--muted)",
            strokeDasharray: "2 3"}),
          options.series.map(({key}, index) => Plot.line(points.filter((row) =>
            row.series === key), {x: "x", y: "value", stroke: "engine", strokeWidth: 2,
            strokeDasharray: dashes[index % dashes.length]})),
          Plot.dot(shown, {x: "x", y: "value", symbol: "engine", stroke: "engine", r: 3.6,
            fill: (row) => (row.series === options.series[0].key
              ? engineStyle(row.engine).colour : "#fffefb"),
            href: (row) => cellAddress(row.cell_id), ariaLabel: (row) =>
              `${engineName(row.engine)}, ${names.get(row.series)}, ${xFormat(row.x)}: ` +
              format(row.value)}),
          Plot.dot(crosses, {x: options.xKey, stroke: "engine", symbol: "times", r: 5,
            strokeWidth: 2.2, frameAnchor: "bottom", dy: -6}),
          ends.map(({last, y}) => Plot.text([last], {x: "x", y: "value", dx: 12,
            dy: y - pixel(last.value), textAnchor: "start", fontWeight: 600,
            fill: engineStyle(last.engine).colour,
            text: (row) => (alone ? nameOf(row.engine) : `${nameOf(row.engine)},${
              narrow ? "\n" : " "}${names.get(row.series)}`)})),
          Plot.tip(points, Plot.pointer({x: "x", y: "value", stroke: "engine", title: (row) =>
            `${engineName(row.engine)}\n${names.get(row.series)}\n${xLabel} ${xFormat(row.x)}: ` +
            format(row.value)})),
        ],
      });
    },
  });
}

/** Powers of two from the one below the first step to the one above the last. */
function powers(steps) {
  const [low, high] = [Math.floor(Math.log2(steps[0])), Math.ceil(Math.log2(steps.at(-1)))];
  return Array.from({length: high - low + 1}, (_, index) => 2 ** (low + index));
}

function sizes([low, high]) {
  const ticks = [];
  for (let power = Math.ceil(Math.log2(low)); power <= Math.log2(high); power += 1) {
    if (power % 2 === 0) ticks.push(2 ** power);
  }
  return ticks;
}
