/** A run over time: what it committed and what its device moved, one below the other on one axis of time. */
import * as Plot from "@observablehq/plot";
import {html} from "htl";
import {plotStyle} from "./drawing.js";
import {engineStyle} from "./engines.js";
import {number} from "./format.js";
import {frame} from "./frame.js";
import {markText} from "./mark.js";
import {GAP, gridAt, labelledAxis, LETTER, linearTicks} from "./ticks.js";

/** @typedef {{phase: string, measure: string, begin_s: number, end_s: number, value: number}} Step */
/**
 * @typedef {{phase: string, begin_s: number, end_s: number, transactions_step_s: number, tps: (number | null)[] | null,
 *   device_step_s: number, read_mib_s: (number | null)[] | null, write_mib_s: (number | null)[] | null}} Series
 *   of one phase, from the begin of the first on
 */
const MEASURES = [
  {key: "tps", step: "transactions_step_s", label: "Transactions per second"},
  {key: "read_mib_s", step: "device_step_s", label: "Reads, MiB/s"},
  {key: "write_mib_s", step: "device_step_s", label: "Writes, MiB/s"},
];
/** The height of a drawing, and of what is above the first and below the last. */
const [HEIGHT, NAMES, AXIS] = [116, 20, 40];
const MARGIN = {marginLeft: 50, marginRight: 12};

/**
 * @param {Series[]} series @param {string} key of a measure @param {string} stepKey its length of a step
 * @returns {Step[]} without those of which nothing is known
 */
export function stepsOf(series, key, stepKey) {
  return series.flatMap((phase) => (phase[key] ?? []).flatMap((value, i, all) => {
    if (value === null) return [];
    const begin = phase.begin_s + i * phase[stepKey];
    const end = i === all.length - 1 ? phase.end_s : begin + phase[stepKey];
    return [{phase: phase.phase, measure: key, begin_s: begin, end_s: Math.max(begin, end), value}];
  }));
}

/**
 * @param {Series[]} series @param {(time: number) => number} place in pixels @param {number} width of the drawing
 * @returns {Series[]} whose names have room
 */
export function namedPhases(series, place, width) {
  const end = (phase) => place(phase.begin_s) + LETTER * phase.phase.length;
  return series.reduce((named, phase) => {
    const free = named.length ? end(named.at(-1)) + GAP : 0;
    return place(phase.begin_s) >= free && end(phase) <= width ? [...named, phase] : named;
  }, /** @type {Series[]} */ ([]));
}

/**
 * @param {Series[]} series @param {{engine: string | null, time: string}} options `time` is "Virtual" or "Real"
 * @returns {HTMLElement}
 */
export function runChart(series, {engine, time}) {
  const panels = MEASURES.map((measure) => ({...measure, steps: stepsOf(series, measure.key, measure.step)}))
    .filter(({steps}) => steps.some(({value}) => value > 0));
  const colour = engine ? engineStyle(engine).colour : "var(--accent)";
  const end = Math.max(...series.map((phase) => phase.end_s));
  const label = new Map(MEASURES.map((measure) => [measure.key, measure.label]));
  const [{transactions_step_s: transactionsStep, device_step_s: deviceStep}] = series;
  return frame({
    title: "Throughput over time",
    subtitle: `Means of ${number(deviceStep)} s${panels[0]?.key === "tps" ? `; of transactions, ${number(transactionsStep)} s` : ""}`,
    empty: !panels.length, rows: panels.flatMap(({steps}) => steps), columns: [
      {key: "phase", label: "Phase", text: true},
      {key: "measure", label: "Measure", text: true, format: (key) => label.get(key)},
      {key: "begin_s", label: "From, s"}, {key: "end_s", label: "To, s"}, {key: "value", label: "Mean"},
    ],
    draw: (width, plot) => {
      const x = {domain: [0, end], range: [MARGIN.marginLeft, width - MARGIN.marginRight]};
      const named = series.length > 1 ? namedPhases(series, Plot.scale({x}).apply, width) : [];
      return html`<div>${panels.map((panel, i) => {
        const isFirst = i === 0;
        const isLast = i === panels.length - 1;
        const top = (isFirst && named.length ? NAMES : 0) + 24;
        const most = Math.max(...panel.steps.map(({value}) => value)) * 1.05;
        const ticks = linearTicks([0, most], number).filter((_, tick, all) => all.length < 5 || tick % 2 === 0);
        return plot({
          width, height: HEIGHT + (isFirst && named.length ? NAMES : 0) + (isLast ? AXIS - 12 : 0), style: plotStyle,
          ...MARGIN, marginTop: top, marginBottom: isLast ? AXIS : 12, ariaLabel: `${panel.label}, over time`,
          x: {...x, axis: null}, y: {domain: [0, most]},
          marks: [
            gridAt("y", ticks),
            labelledAxis("y", ticks, number, {label: `↑ ${panel.label}`, labelOffset: 40}),
            isLast ? Plot.axisX({label: `${time} time, s →`, labelArrow: "none", labelAnchor: "center",
              ticks: width < 520 ? 5 : 10}) : null,
            Plot.rect(panel.steps, {x1: "begin_s", x2: "end_s", y1: 0, y2: "value", fill: colour, insetRight: 0.5,
              title: (step) => markText({series: step.phase, at: `${number(step.begin_s)} to ${number(step.end_s)} s`,
                value: `${panel.label}: ${number(step.value)}`})}),
            Plot.ruleX(named, {x: "begin_s", stroke: "var(--muted)", strokeDasharray: "2 3"}),
            isFirst ? Plot.text(named, {x: "begin_s", frameAnchor: "top", text: "phase", textAnchor: "start", dx: 3,
              dy: -4, lineAnchor: "bottom", fill: "var(--muted)"}) : null,
          ],
        });
      })}</div>`;
    },
  });
}
