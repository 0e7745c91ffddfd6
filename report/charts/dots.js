/**
 * Categories down the page, one quantity across: a bar of the median (or a tick), every repeat as
 * a dot, the value written at the end. For pages per statement, pages per look-up and the like.
 */
import * as Plot from "@observablehq/plot";
import {roomForNames} from "./axis.js";
import {plotStyle} from "./drawing.js";
import {engineName, engineScales, engineShortNames, engineStyle, orderEngines} from "./engines.js";
import {cellAddress} from "./failures.js";
import {number} from "./format.js";
import {frame} from "./frame.js";
import {groupRows, isKnown, median} from "./group.js";
import {markText, spreadText} from "./mark.js";
import {gridAt, labelledAxis, linearTicks} from "./ticks.js";

/**
 * @param {{cell_id: string, engine: string}[]} rows one a repeat
 * @param {{engines: string[], category: string, categories?: string[], value: string,
 *   label: string, title: string, subtitle?: string, note?: string, data?: string,
 *   failed?: object[], format?: (value: number) => string,
 *   categoryLabel?: (category: string) => string}} options
 */
export function dotsChart(rows, options) {
  const {category, value, label, format = number, categoryLabel = String} = options;
  const shown = rows.filter((row) => options.engines.includes(row.engine) && isKnown(row[value]));
  const failed = (options.failed ?? []).filter((row) => options.engines.includes(row.engine));
  const engines = orderEngines(shown.map((row) => row.engine));
  const present = new Set(shown.map((row) => row[category]));
  const categories = (options.categories ?? [...present]).filter((name) => present.has(name));
  const groups = categories.flatMap((name) => engines.flatMap((engine) => {
    const own = shown.filter((row) => row[category] === name && row.engine === engine);
    return own.length ? [{name, engine, line: `${name}\u0000${engine}`,
      median: median(own.map((row) => row[value])), repeats: own.length}] : [];
  }));
  return frame({
    ...options, failed, empty: shown.length + failed.length === 0,
    rows: groups, columns: [
      {key: "name", label: "Setting", text: true, format: categoryLabel},
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "median", label: `${label}, median`, format}, {key: "repeats", label: "Repeats"},
    ],
    draw: (width, plot) => {
      const narrow = width < 560;
      const nameOf = narrow ? engineShortNames(engines) : engineName;
      const named = categories.some((name) => categoryLabel(name));
      const left = narrow || !named ? roomForNames(engines.map(nameOf)) : 252;
      const scales = engineScales(engines);
      const rowsOf = groupRows(groups, (row) => row.name);
      // One band a line, and an empty one ahead of each category: in narrow charts it is the place
      // of the category's name. So no room is kept for engines that a category lacks.
      const lines = [...rowsOf].flatMap(([name, own], i) =>
        ((narrow && named) || i > 0 ? [name] : []).concat(own.map((row) => row.line)));
      const step = narrow ? 22 : 23;
      const lineOf = (row) => `${row[category]}\u0000${row.engine}`;
      const ofLine = new Map(groups.map((row) => [row.line, row]));
      const runs = lines.flatMap((line) => shown.filter((row) => lineOf(row) === line)
        .sort((a, b) => a[value] - b[value]));
      const most = Math.max(1e-9, ...runs.map((row) => row[value]));
      const ticks = linearTicks([0, most], format).filter((_, i) => !narrow || i % 2 === 0);
      return plot({
        width, height: 58 + lines.length * step, style: plotStyle, marginTop: 10,
        marginBottom: 44, marginRight: 62, marginLeft: left, ariaLabel: label,
        x: {domain: [0, Math.max(most, ticks.at(-1))]},
        y: {domain: lines, axis: null, padding: 0.1},
        color: scales.color, symbol: scales.symbol,
        marks: [
          labelledAxis("x", ticks, format, {label: `${label} →`, labelAnchor: "center"}), gridAt("x", ticks),
          Plot.barX(groups, {y: "line", x: "median", fill: "engine", fillOpacity: 0.2,
            insetTop: 3, insetBottom: 3}),
          Plot.tickX(groups, {y: "line", x: "median", stroke: "engine", strokeWidth: 2.2,
            insetTop: 3, insetBottom: 3}),
          Plot.dot(runs, {y: lineOf, x: value, fill: "engine", symbol: "engine", r: 4.2,
            stroke: "var(--paper)", href: (row) => cellAddress(row.cell_id),
            title: (row) => markText({series: engineName(row.engine), at: categoryLabel(row[category]),
              value: `${label}: ${format(row[value])}`, seed: row.seed,
              spread: spreadText(ofLine.get(lineOf(row)), format)})}),
          Plot.text(groups, {y: "line", x: (row) => Math.max(row.median,
            ...runs.filter((other) => lineOf(other) === row.line).map((other) => other[value])),
          text: (row) => format(row.median), dx: 10, textAnchor: "start", fontWeight: 600}),
          Plot.text(groups, {y: "line", frameAnchor: "left", dx: -8,
            textAnchor: "end", fill: (row) => engineStyle(row.engine).colour,
            text: (row) => nameOf(row.engine)}),
          [...rowsOf].map(([name, own]) => Plot.text([name], {
            y: () => (narrow ? name : own[(own.length - 1) >> 1].line), frameAnchor: "left",
            dx: 4 - left, dy: narrow ? 2 : own.length % 2 ? 0 : step / 2, textAnchor: "start",
            fontWeight: 600, text: categoryLabel, lineWidth: narrow ? 40 : 11})),
        ],
      });
    },
  });
}
