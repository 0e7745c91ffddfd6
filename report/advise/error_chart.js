/** How far the model's predictions of published cells are from what these measured. */
import * as Plot from "@observablehq/plot";
import {html} from "htl";
import {plotStyle} from "../charts/drawing.js";
import {engineName, engineScales, orderEngines} from "../charts/engines.js";
import {number, percent} from "../charts/format.js";
import {frame} from "../charts/frame.js";
import {engineLegend} from "../charts/legend.js";
import {markText} from "../charts/mark.js";
import {gridAt, labelledAxis, logTicks} from "../charts/ticks.js";

/** The goal that docs/advise.md sets. */
const CLOSE = 0.15;

/**
 * @param {{all: object, real_time: {all: object, sure: object}, predictions: {experiment: string, engine: string, measured: number, predicted: number,
 *   is_sure: boolean}[]}} error advise_error.json
 * @returns {HTMLElement}
 */
export function errorChart({all, real_time: real, predictions}) {
  const engines = orderEngines(predictions.map((each) => each.engine));
  const label = "Transactions per second";
  const far = predictions.filter((each) => Math.abs(each.predicted / each.measured - 1) > CLOSE)
    .sort((one, other) => errorOf(other) - errorOf(one));
  return frame({
    title: `${percent(all.within_15_percent)} of ${number(all.predictions)} predictions are within ${percent(CLOSE)} of what was measured`,
    subtitle: `Each mark is a published cell, predicted by the statistics of another on another device. Median error ${percent(all.median)}.`,
    note: html`Between the lines: within ${percent(CLOSE)}. Paler: the model had said before that it may be wrong. Not drawn: ${number(real.all.predictions)}
      predictions in real time, to which the model was not fitted. ${percent(real.all.within_15_percent)} of them are within
      ${percent(CLOSE)}, and ${percent(real.sure.within_15_percent)} of the ${number(real.sure.predictions)} without a warning.`,
    rows: far.slice(0, 30), columns: [
      {key: "experiment", label: "Experiment", text: true}, {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "measured", label: "Measured"}, {key: "predicted", label: "Predicted"},
      {key: "error", label: "Error", format: (_, row) => percent(row.predicted / row.measured - 1)},
    ],
    draw: (width, plot) => {
      const ends = predictions.flatMap((each) => [each.measured, each.predicted]);
      const domain = [Math.min(...ends) / 1.2, Math.max(...ends) * 1.2];
      // In a narrow chart the labels of each second one would meet the next.
      const ticks = logTicks(domain).filter((tick) => width >= 560 || /^[15]/.test(String(tick)));
      const scales = engineScales(engines);
      const line = (factor) => Plot.line(domain.map((end) => [end, end * factor]),
        {stroke: "currentColor", strokeOpacity: factor === 1 ? 0.6 : 0.3, clip: true});
      const drawing = plot({
        width, height: Math.min(width, 460), style: plotStyle, marginLeft: 58, marginBottom: 44, marginRight: 14,
        ariaLabel: `${label}, predicted over measured`,
        x: {type: "log", domain}, y: {type: "log", domain}, color: scales.color, symbol: scales.symbol,
        marks: [
          labelledAxis("x", ticks, number, {label: "Measured, transactions per second →", labelAnchor: "center"}),
          labelledAxis("y", ticks, number, {label: "↑ Predicted"}),
          gridAt("x", ticks), gridAt("y", ticks),
          line(1), line(1 + CLOSE), line(1 - CLOSE),
          Plot.dot(predictions, {x: "measured", y: "predicted", stroke: "engine", symbol: "engine", r: 2.6,
            strokeOpacity: (row) => (row.is_sure ? 0.8 : 0.3),
            title: (row) => markText({series: engineName(row.engine), at: row.experiment,
              value: `${number(row.predicted)} predicted, ${number(row.measured)} measured`})}),
        ],
      });
      return html`<div>${engineLegend(engines, width)}${drawing}</div>`;
    },
  });
}

function errorOf({predicted, measured}) {
  return Math.abs(predicted / measured - 1);
}
