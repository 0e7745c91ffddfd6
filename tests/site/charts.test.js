/** What charts are made of: names at the ends of lines, ticks, the words of a mark. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {setWidth} from "./document.js";
import {drawnCharts} from "./drawn_charts.js";
import {bandwidthChart} from "../../report/charts/bandwidth.js";
import {endLabels} from "../../report/charts/end_labels.js";
import {engineName} from "../../report/charts/engines.js";
import {bytes, number} from "../../report/charts/format.js";
import {linesChart} from "../../report/charts/lines.js";
import {markText, spreadText} from "../../report/charts/mark.js";
import {rowsChart} from "../../report/charts/rows.js";
import {binaryTicks, linearTicks, logTicks, ratioTicks} from "../../report/charts/ticks.js";

const line = (engine, ...ys) => ({engine, points: ys.map((y, x) => ({x, y}))});
const labelled = (lines, bottom = 200) => endLabels(lines, Number, {bottom, nameOf: engineName});

test("names of lines are moved apart and stay inside", () => {
  const moved = labelled([line("postgresql-17", 100), line("mariadb-11.8", 98), line("mysql-9.7", 99)], 110);
  assert.deepEqual(moved.map(({name, y}) => [name, y]),
    [["MariaDB 11.8", 78], ["MySQL 9.7", 94], ["PostgreSQL 17", 110]]);
});

test("versions whose lines coincide share a name, and no others do", () => {
  const names = (...lines) => labelled(lines).map(({name}) => name);
  assert.deepEqual(names(line("postgresql-18", 10, 50), line("postgresql-17", 12, 51),
    line("postgresql-15", 13, 52)), ["PostgreSQL 15, 17, 18"]);
  assert.deepEqual(names(line("postgresql-18", 10, 50), line("postgresql-17", 40, 50)),
    ["PostgreSQL 18", "PostgreSQL 17"], "they only end together");
  assert.deepEqual(names(line("postgresql-18", 10, 50), line("mariadb-11.8", 10, 50)),
    ["PostgreSQL 18", "MariaDB 11.8"]);
  assert.deepEqual(names(line("postgresql-18", 10, 50), line("postgresql-17", 10)),
    ["PostgreSQL 17", "PostgreSQL 18"], "the other was measured at fewer places");
});

test("ticks are round, inside, and enough", () => {
  assert.deepEqual(logTicks([4, 300]), [5, 10, 20, 50, 100, 200]);
  assert.deepEqual(logTicks([140, 260]), [150, 200, 250]);
  assert.deepEqual(logTicks([0.03, 12]), [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10]);
  assert.deepEqual(binaryTicks([3, 70]), [4, 8, 16, 32, 64]);
  assert.deepEqual(binaryTicks([2 ** 11.5, 2 ** 20.2]), [2 ** 12, 2 ** 14, 2 ** 16, 2 ** 18, 2 ** 20]);
  assert.deepEqual(linearTicks([0, 900 * 1024], bytes).map(bytes),
    ["0 B", "200 KiB", "400 KiB", "600 KiB", "800 KiB"]);
  assert.deepEqual(linearTicks([0, 14], number), [0, 2, 4, 6, 8, 10, 12, 14]);
});

test("an axis of ratios has 1 on it and one way to write a number", () => {
  assert.deepEqual(ratioTicks([0.95, 1.32]), [1, 1.1, 1.2, 1.3]);
  assert.deepEqual(ratioTicks([0.3, 1.1]), [0.3, 0.5, 0.7, 1]);
  assert.deepEqual(ratioTicks([0.1, 2]), [0.1, 0.2, 0.5, 1, 2]);
  assert.deepEqual(ratioTicks([0.01, 1.5]), [0.01, 0.03, 0.1, 0.3, 1]);
  for (const [low, high] of [[0.99, 1.01], [0.8, 1.25], [0.5, 3], [1 / 30, 30]]) {
    assert.ok(ratioTicks([low, high]).includes(1), `${low} to ${high}`);
    assert.ok(ratioTicks([low, high]).length > 2, `${low} to ${high}`);
  }
});

test("a mark says series, place, value, seed and spread, and nothing that is unknown", () => {
  const summary = {median: 24, low: 22.5, high: 25.5, repeats: 2};
  assert.equal(markText({series: "PostgreSQL 18", at: "16 MiB/s", value: "Transactions per second: 23.4",
    seed: 0, spread: spreadText(summary, number)}), "PostgreSQL 18\n16 MiB/s\nTransactions per second: 23.4\n" +
    "Median of 2 runs: 24, interval 22.5 to 25.5\nSeed 0");
  assert.equal(spreadText({...summary, low: null, high: null}, number), "Median of 2 runs: 24");
  assert.equal(spreadText({...summary, repeats: 1}, number), null);
  assert.equal(markText({series: "MariaDB 11.8", value: "No result", spread: null, more: [undefined, false]}),
    "MariaDB 11.8\nNo result");
});

test("of several ratios one is shown, and the drawing above it has its own axis", () => {
  setWidth(832);
  const engines = ["postgresql-18", "mariadb-11.8", "mysql-9.7"];
  const place = (row) => ({read_bandwidth_mib_s: 4, bandwidth_mib_s_per_gips: 4, median: 1.2, low: 1.1, high: 1.3, ...row});
  const ratio = [[0, 1], [0, 2], [1, 2]].map(([one, other]) =>
    place({numerator: engines[one], denominator: engines[other]}));
  const chart = (pairs) => bandwidthChart({summary: engines.map((engine) => place({engine, measure: "tps"})), runs: [],
    ratio: pairs, crossover: [], failed: [], engines}, {measure: "tps", label: "Transactions", title: "Throughput"});
  const drawings = (place) => [...place.querySelectorAll(":scope > .chart-drawing svg[aria-label]")]
    .map((svg) => [svg.getAttribute("aria-label").split(",")[0], svg.textContent.includes("Bandwidth of the device")]);
  const all = chart(ratio);
  assert.deepEqual(drawings(all), [["Transactions over the bandwidth of the device", true],
    ["Throughput of PostgreSQL 18 over that of MariaDB 11.8", true]]);
  const folded = all.querySelector("details:has(> .chart-drawing)");
  assert.equal(folded.querySelector("summary").textContent,
    "2 more ratios: PostgreSQL 18 ÷ MySQL 9.7 and MariaDB 11.8 ÷ MySQL 9.7");
  assert.deepEqual(drawings(folded), [["Throughput of PostgreSQL 18 over that of MySQL 9.7", false],
    ["Throughput of MariaDB 11.8 over that of MySQL 9.7", true]]);
  const one = chart(ratio.slice(0, 1));
  assert.deepEqual(drawings(one).map(([, axis]) => axis), [false, true]);
  assert.equal(one.querySelector("details:has(> .chart-drawing)"), null);
});

test("words that a chart is given for its drawing are not below it, too", () => {
  for (const [name, draw] of Object.entries(drawnCharts)) {
    const words = [...draw().childNodes].filter((node) => node.nodeType === 3).map((node) => node.data.trim());
    assert.deepEqual(words.filter(Boolean), [], name);
  }
});

test("a line joins numbers, also where a cell failed, and never categories", () => {
  setWidth(832);
  const rows = (xs) => xs.flatMap((x, i) => ["one", "two"].map((engine, e) => ({cell_id: `${engine}-${x}`, engine, series: "all", x,
    value: 5 + i + e, low: 4 + i + e, high: 6 + i + e})));
  const drawn = (xs, about = {}) => linesChart(rows(xs), {engines: ["one", "two"], series: [{key: "all", name: "all"}], label: "Made",
    xLabel: "Over", xKey: "over", title: "Made", ...about}).querySelector(".chart-drawing svg:not(.legend, .legend *)");
  const count = (svg, path) => svg.querySelectorAll(path).length;
  /** Lines, dots, and bars of intervals. */
  const parts = (svg) => ['[stroke-linejoin="round"] path', "a > *", '[stroke-width="7"] line'].map((path) => count(svg, path));
  assert.deepEqual(parts(drawn([0, 128, 2048])), [2, 6, 6], "0 is read-ahead that is off");
  assert.deepEqual(parts(drawn([0, 128], {failed: [{cell_id: "made", engine: "one", over: "2048", status: "failed"}]})), [2, 5, 4]);
  const categories = ["safe", "fast", "cheap"];
  const dots = drawn(categories);
  assert.deepEqual(parts(dots), [0, 6, 6], "intervals stay");
  assert.deepEqual([...dots.querySelectorAll("text")].map(({textContent}) => textContent).filter((word) => categories.includes(word)),
    categories, "in the order of the rows");
  const any = (xs) => rowsChart(rows(xs), {kind: "line", x: "x", y: "value", colour: ""});
  assert.deepEqual([any([1, 2]), any(categories)].map((chart) => parts(chart)[0]), [1, 0]);
});
