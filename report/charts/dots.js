/**
 * Categories down the page, one quantity across: a bar of the median (or a tick), every repeat as
 * a dot, the value written at the end. For pages a statement, pages a look-up and the like.
 */
import * as Plot from "@observablehq/plot";
import {roomForNames} from "./axis.js";
import {engineName, engineScales, engineShortNames, engineStyle, orderEngines} from "./engines.js";
import {cellAddress} from "./failures.js";
import {number} from "./format.js";
import {frame, plotStyle} from "./frame.js";
import {groupRows, median} from "./group.js";

/**
 * @param {{cell_id: string, engine: string}[]} rows one a repeat
 * @param {{engines: string[], category: string, categories?: string[], value: string,
 *   label: string, title: string, subtitle?: string, note?: string, data?: string,
 *   failed?: object[], format?: (value: number) => string,
 *   categoryLabel?: (category: string) => string}} options
 */
export function dotsChart(rows, options) {
  const {category, value, label, format = number, categoryLabel = String} = options;
  const shown = rows.filter((row) => options.engines.includes(row.engine) && row[value] !== null);
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
      {key: "name", label: "", text: true, format: categoryLabel},
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "median", label: `${label}, median`}, {key: "repeats", label: "Repeats"},
    ],
    draw: (width) => {
      const narrow = width < 560;
      const nameOf = narrow ? engineShortNames(engines) : engineName;
      const left = narrow ? roomForNames(engines.map(nameOf)) : 252;
      const scales = engineScales(engines);
      return Plot.plot({
        width, height: 58 + groups.length * 24 + categories.length * (narrow ? 30 : 12),
        style: plotStyle, marginTop: 10, marginBottom: 44, marginRight: 62,
        marginLeft: left, ariaLabel: label,
        x: {label: `${label} →`, labelArrow: "none", labelAnchor: "center", zero: true,
          nice: true, ticks: narrow ? 4 : 8, tickFormat: format},
        y: {domain: engines, axis: null, padding: 0.1},
        fy: {domain: categories, axis: null, padding: narrow ? 0.32 : 0.16},
        color: scales.color, symbol: scales.symbol,
        marks: [
          Plot.gridX({stroke: "var(--rule)", strokeOpacity: 1, ticks: narrow ? 4 : 8}),
          Plot.barX(groups, {fy: "name", y: "engine", x: "median", fill: "engine",
            fillOpacity: 0.2, insetTop: 3, insetBottom: 3}),
          Plot.tickX(groups, {fy: "name", y: "engine", x: "median", stroke: "engine",
            strokeWidth: 2.2, insetTop: 3, insetBottom: 3}),
          Plot.dot(shown, {fy: category, y: "engine", x: value, fill: "engine", symbol: "engine",
            r: 4.2, stroke: "var(--paper)", href: (row) => cellAddress(row.cell_id),
            ariaLabel: (row) => `${engineName(row.engine)}, ${categoryLabel(row[category])}: ` +
              format(row[value])}),
          Plot.text(groups, {fy: "name", y: "engine", x: (row) => Math.max(row.median,
            ...shown.filter((other) => other[category] === row.name &&
              other.engine === row.engine).map((other) => other[value])),
          text: (row) => format(row.median), dx: 10, textAnchor: "start", fontWeight: 600}),
          Plot.text(groups, {fy: "name", y: "engine", frameAnchor: "left", dx: -8,
            textAnchor: "end", fill: (row) => engineStyle(row.engine).colour,
            text: (row) => nameOf(row.engine)}),
          Plot.text(categories, {fy: (name) => name, frameAnchor: narrow ? "top-left" : "left",
            dx: 4 - left, dy: narrow ? -14 : 0, textAnchor: "start", fontWeight: 600,
            text: categoryLabel, lineWidth: narrow ? 40 : 11}),
        ],
      });
    },
  });
}
