/**
 * The uncertainty budget of a verdict: the parts of a ratio's envelope as bars in percent, and the lead beside them, which
 * is how far the ratio is from its bound. A part that is longer than the lead reaches beyond the bound.
 */
import * as Plot from "@observablehq/plot";
import {plotStyle} from "./drawing.js";
import {withEngineNames} from "./engines.js";
import {number, times} from "./format.js";
import {frame} from "./frame.js";
import {markText} from "./mark.js";

const LINE = 26;
/** Names of the parts, in the order of docs/verdicts.md. */
const NAMES = new Map([["seeds", "Seeds"], ["late", "Late in the runs"], ["trend", "Trend, extrapolated"],
  ["accounts", "Unfinished work"], ["accidents", "Incidental details"], ["processor", "Processor"]]);

/** @param {number} share @returns {string} such as "+4.2 %" */
const signed = (share) => `${share > 0 ? "+" : share < 0 ? "−" : ""}${number(Math.abs(share) * 100)} %`;

/**
 * @typedef {{place: string, ratio: number, least_bound: number, most_bound: number,
 *   parts: {part: string, low: number, high: number}[]}} Budget
 * @param {Budget} budget @returns {{name: string, low: number, high: number, is_lead: boolean}[]} the lead and the parts,
 *   each from its lower to its upper end, as shares of the ratio
 */
function budgetRows({ratio, least_bound: least, most_bound: most, parts}) {
  const bounds = [...new Set([least, most])].map((bound) => bound / ratio - 1);
  const lead = {name: bounds.length > 1 ? "Margin" : "Lead", low: Math.min(0, ...bounds), high: Math.max(0, ...bounds), is_lead: true};
  const rows = [...NAMES].flatMap(([key, name]) => parts.filter(({part}) => part === key).map(({low, high}) => (
    {name, low: low / ratio - 1, high: high / ratio - 1, is_lead: false})));
  return [lead, ...rows];
}

/**
 * @param {string} claim its id @param {Budget} budget @returns {HTMLElement}
 */
export function budgetChart(claim, budget) {
  const rows = budgetRows(budget);
  const {ratio, least_bound: least, most_bound: most} = budget;
  const bounds = [...new Set([least, most])];
  const label = "Percent of the ratio";
  return frame({
    title: `Uncertainty budget of ${claim}`,
    subtitle: `${withEngineNames(budget.place)}: a ratio of ${times(ratio)}, its bound ${bounds.map((bound) => times(bound)).join(" and ")}.`,
    note: "Dotted lines are bounds. The claim stays open while any bar crosses one.",
    rows, columns: [
      {key: "name", label: "Part", text: true}, {key: "low", label: "from", format: signed}, {key: "high", label: "to", format: signed},
    ],
    draw: (width, plot) => plot({
      width, height: 60 + rows.length * LINE, style: plotStyle, marginTop: 8, marginBottom: 40, marginLeft: 150, marginRight: 20,
      ariaLabel: `${label}: ${rows.map((row) => `${row.name} ${signed(row.low)} to ${signed(row.high)}`).join("; ")}`,
      x: {label: `${label} →`, labelAnchor: "center", tickFormat: (share) => signed(share), ticks: Math.max(3, Math.floor(width / 130)),
        domain: [Math.min(...rows.map((row) => row.low)) * 1.08, Math.max(...rows.map((row) => row.high)) * 1.08], grid: true},
      y: {domain: rows.map((row) => row.name), label: null, tickSize: 0},
      marks: [
        Plot.barX(rows, {y: "name", x1: "low", x2: "high", insetTop: 4, insetBottom: 4,
          fill: (row) => (row.is_lead ? "var(--accent)" : "var(--muted)"),
          title: (row) => markText({series: row.name, at: budget.place, value: `${signed(row.low)} to ${signed(row.high)}`})}),
        Plot.ruleX([0], {stroke: "var(--ink)"}),
        Plot.ruleX(bounds.map((bound) => bound / ratio - 1), {stroke: "var(--ink)", strokeDasharray: "2 3"}),
      ],
    }),
  });
}
