/** A chart of any rows: one column over another, coloured by a third. Lines join numbers, never categories. */
import * as Plot from "@observablehq/plot";
import {plotStyle, responsive} from "./drawing.js";
import {engineName, engineScales, orderEngines} from "./engines.js";
import {number} from "./format.js";
import {isKnown} from "./group.js";

/** From this ratio on, a logarithmic axis shows more than a linear one. */
const WIDE = 16;

/**
 * @param {object[]} rows @param {import("../sql/axes.js").Axes} axes
 * @returns {HTMLElement}
 */
export function rowsChart(rows, {kind, x, y, colour}) {
  const drawn = rows.filter((row) => isKnown(row[x]) && isKnown(row[y]));
  const values = drawn.map((row) => row[x]);
  const numeric = values.every((value) => typeof value === "number");
  const wide = numeric && Math.min(...values) > 0 && Math.max(...values) / Math.min(...values) >= WIDE;
  const groups = colour ? [...new Set(drawn.map((row) => row[colour]))] : [];
  const scale = colour === "engine" ? engineScales(orderEngines(groups)).color : {domain: groups};
  const words = (value) => (colour === "engine" ? engineName(value) : String(value));
  const channels = {x, y, ...colour ? {stroke: colour} : {stroke: "var(--accent)"}};
  return responsive((width, plot) => plot({
    width, height: Math.round(Math.min(420, Math.max(260, width * 0.5))), style: plotStyle,
    marginLeft: 60, marginBottom: numeric ? 40 : 90, ariaLabel: `${y} over ${x}`,
    x: {label: x, labelAnchor: "center", labelArrow: "none", ...numeric
      ? {type: wide ? "log" : "linear", ...wide ? {base: 2} : {}, tickFormat: (value) => number(value),
        ...wide ? {ticks: [...new Set(values)].length <= 12 ? [...new Set(values)] : 6} : {ticks: 6}}
      : {type: "point", tickRotate: -35}},
    y: {label: y, grid: true, nice: true, zero: drawn.every((row) => row[y] >= 0)},
    color: {...scale, legend: groups.length > 0, tickFormat: words},
    marks: [
      ...kind === "line" && numeric ? [Plot.lineY(drawn, {...channels, z: colour || null, sort: x})] : [],
      Plot.dot(drawn, {...channels, fill: colour || "var(--accent)", r: 3.5, stroke: "var(--paper)",
        title: (row) => Object.entries(row).filter(([, value]) => isKnown(value)).slice(0, 12)
          .map(([name, value]) => `${name}: ${typeof value === "number" ? number(value) : value}`)
          .join("\n")}),
    ],
  }));
}
