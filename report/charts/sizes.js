/** What the same rows take on the device: stacked bars by kind of structure. */
import * as Plot from "@observablehq/plot";
import {html} from "htl";
import {roomForNames} from "./axis.js";
import {plotStyle} from "./drawing.js";
import {engineName, engineShortNames, engineStyle, orderEngines} from "./engines.js";
import {cellAddress} from "./failures.js";
import {bytes, number} from "./format.js";
import {frame} from "./frame.js";
import {patchLegend} from "./legend.js";
import {markText} from "./mark.js";

const kinds = [
  {kind: "table", name: "rows (heap or clustered index)", opacity: 0.95},
  {kind: "primary", name: "primary key index", opacity: 0.55},
  {kind: "secondary", name: "secondary indexes", opacity: 0.25},
];

/**
 * @typedef {{cell_id: string, engine: string, relation: string, kind: string, bytes: number,
 *   rows: number | null, key_type: string}} Size
 * @param {Size[]} sizes
 * @param {{engines: string[], category: string, categoryLabel?: (name: string) => string,
 *   title: string, subtitle?: string, note?: string, data?: string, failed?: object[]}} options
 */
export function sizesChart(sizes, options) {
  const {category, categoryLabel = String} = options;
  const shown = sizes.filter((row) => options.engines.includes(row.engine));
  const failed = (options.failed ?? []).filter((row) => options.engines.includes(row.engine));
  const engines = orderEngines(shown.map((row) => row.engine));
  const categories = [...new Set(shown.map((row) => row[category]))];
  const order = kinds.map(({kind}) => kind);
  const rows = categories.flatMap((name) => engines.flatMap((engine) => shown.filter((row) =>
    row[category] === name && row.engine === engine)
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))));
  const totals = categories.flatMap((name) => engines.map((engine) => ({name, engine,
    bytes: rows.filter((row) => row[category] === name && row.engine === engine)
      .reduce((sum, row) => sum + row.bytes, 0)}))).filter((row) => row.bytes > 0);
  return frame({
    ...options, failed, empty: rows.length + failed.length === 0,
    rows, columns: [
      {key: category, label: "Setting", text: true, format: categoryLabel},
      {key: "engine", label: "Engine", text: true, format: engineName},
      {key: "relation", label: "Relation", text: true},
      {key: "kind", label: "Kind", text: true},
      {key: "bytes", label: "Size", format: bytes}, {key: "rows", label: "Rows"},
      {key: "depth", label: "Levels"},
    ],
    draw: (width, plot) => {
      const narrow = width < 560;
      const nameOf = narrow ? engineShortNames(engines) : engineName;
      const left = narrow ? roomForNames(engines.map(nameOf)) : 252;
      const drawing = plot({
        width, height: 58 + totals.length * 28 + categories.length * (narrow ? 30 : 14),
        style: plotStyle, marginTop: 10, marginBottom: 44, marginRight: 72,
        marginLeft: left, ariaLabel: "Sizes on the device",
        x: {label: "Size, MiB →", labelArrow: "none", labelAnchor: "center", nice: true,
          transform: (size) => size / 2 ** 20, ticks: narrow ? 4 : 8},
        y: {domain: engines, axis: null, padding: 0.16},
        fy: {domain: categories, axis: null, padding: narrow ? 0.32 : 0.16},
        opacity: {domain: order, range: kinds.map(({opacity}) => opacity)},
        marks: [
          Plot.gridX({stroke: "var(--rule)", strokeOpacity: 1, ticks: narrow ? 4 : 8}),
          Plot.barX(rows, Plot.stackX({fy: category, y: "engine", x: "bytes", order: null,
            fill: (row) => engineStyle(row.engine).colour,
            fillOpacity: (row) => kinds[order.indexOf(row.kind)]?.opacity ?? 0.25,
            stroke: "var(--paper)", strokeWidth: 1.5,
            href: (row) => cellAddress(row.cell_id), title: (row) => markText({
              series: `${engineName(row.engine)}, ${categoryLabel(row[category])}`, at: row.relation,
              value: `${kinds[order.indexOf(row.kind)]?.name ?? row.kind}: ${bytes(row.bytes)}`,
              more: [row.rows !== null && `${number(row.rows)} rows`]})})),
          Plot.text(totals, {fy: "name", y: "engine", x: "bytes", dx: 6, textAnchor: "start",
            text: (row) => bytes(row.bytes), fontWeight: 600}),
          Plot.text(totals, {fy: "name", y: "engine", frameAnchor: "left", dx: -8,
            textAnchor: "end", fill: (row) => engineStyle(row.engine).colour,
            text: (row) => nameOf(row.engine)}),
          Plot.text(categories, {fy: (name) => name, frameAnchor: narrow ? "top-left" : "left",
            dx: 4 - left, dy: narrow ? -14 : 0, textAnchor: "start", fontWeight: 600,
            text: categoryLabel, lineWidth: narrow ? 40 : 11}),
        ],
      });
      return html`<div>${patchLegend(kinds.map((kind) => ({...kind, colour: engineStyle(engines[0]).colour})),
        width)}${drawing}</div>`;
    },
  });
}
