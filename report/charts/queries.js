/**
 * Queries down the page, time across on a logarithmic axis: a mark an engine, joined by a line
 * whose length is the ratio. A query that was given up is drawn hollow at its limit.
 */
import * as Plot from "@observablehq/plot";
import {html} from "htl";
import {plotStyle} from "./drawing.js";
import {engineName, engineScales, engineStyle, orderEngines} from "./engines.js";
import {cellAddress} from "./failures.js";
import {number, times} from "./format.js";
import {frame} from "./frame.js";
import {groupRows} from "./group.js";
import {engineLegend} from "./legend.js";
import {markText} from "./mark.js";
import {gridAt, labelledAxis, logTicks} from "./ticks.js";

/**
 * @param {{cell_id: string, engine: string, query: string, number: number, query_s: number,
 *   timed_out: boolean, read_pages: number}[]} rows
 * @param {{engines: string[], title: string, subtitle?: string, note?: string, data?: string,
 *   failed?: object[]}} options
 */
export function queriesChart(rows, options) {
  const shown = rows.filter((row) => options.engines.includes(row.engine) && row.query_s > 0);
  const failed = (options.failed ?? []).filter((row) => options.engines.includes(row.engine));
  const engines = orderEngines(shown.map((row) => row.engine));
  const queries = [...groupRows(shown, (row) => row.query).values()]
    .sort((a, b) => a[0].number - b[0].number);
  const inOrder = queries.flatMap((own) => [...own].sort((a, b) => a.query_s - b.query_s));
  const spans = queries.map((own) => ({query: own[0].query,
    low: Math.min(...own.map((row) => row.query_s)),
    high: Math.max(...own.map((row) => row.query_s)),
    open: own.some((row) => row.timed_out), engines: own.length}));
  return frame({
    ...options, failed, empty: shown.length + failed.length === 0,
    rows: queries.flat(), columns: [
      {key: "query", label: "Query", text: true},
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "query_s", label: "Seconds", format: (value, row) =>
        `${row.timed_out ? "over " : ""}${number(value)}`},
      {key: "read_pages", label: "4 KiB pages read"},
      {key: "answer_rows", label: "Rows of the answer"},
    ],
    draw: (width, plot) => {
      const domain = [Math.min(...spans.map((row) => row.low)) / 1.3,
        Math.max(...spans.map((row) => row.high)) * 1.3];
      const ticks = logTicks(domain);
      const drawing = plot({
        width, height: 64 + queries.length * 21, style: plotStyle, marginTop: 24, marginLeft: 44,
        marginRight: 78, marginBottom: 42, ariaLabel: "Time of each query", ...engineScales(engines),
        x: {type: "log", domain},
        y: {domain: spans.map((row) => row.query), label: null, tickSize: 0,
          tickFormat: (query) => query.toUpperCase()},
        marks: [
          labelledAxis("x", ticks, number, {label: "Time of the query, s →", labelAnchor: "center"}),
          gridAt("x", ticks),
          Plot.ruleY(spans, {y: "query", x1: "low", x2: "high", stroke: "var(--muted)"}),
          Plot.dot(inOrder, {x: "query_s", y: "query", symbol: "engine", stroke: "engine", r: 4.4,
            strokeWidth: 1.6, fill: (row) => (row.timed_out ? "var(--paper)"
              : engineStyle(row.engine).colour), href: (row) => cellAddress(row.cell_id),
            title: (row) => markText({series: `${row.query.toUpperCase()}, ${engineName(row.engine)}`,
              value: `${row.timed_out ? "Given up after" : "Time:"} ${number(row.query_s)} s`,
              more: [`${number(row.read_pages)} pages of 4 KiB read`]})}),
          Plot.text(spans.filter((row) => row.engines > 1), {x: "high", y: "query", dx: 12,
            textAnchor: "start", text: (row) => (row.open ? "over " : "") +
              times(row.high / row.low)}),
          Plot.text(["slowest ÷ fastest"], {frameAnchor: "top-right", dx: 74, dy: -10, lineAnchor: "bottom",
            fill: "var(--muted)"}),
        ],
      });
      return html`<div>${engineLegend(engines, width)}${drawing}</div>`;
    },
  });
}
