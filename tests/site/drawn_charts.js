/** Each kind of chart, of a few fixed rows: what `drawings.test.js` holds against its files. */
import * as charts from "../../report/charts/index.js";
import {budgetChart} from "../../report/charts/budget.js";
import {leadersChart} from "../../report/charts/leaders.js";

const engines = ["postgresql-18", "postgresql-17", "mariadb-11.8", "mysql-9.7"];
const bandwidths = [4, 16, 64, 256];
const peaks = {"postgresql-18": 150, "postgresql-17": 152, "mariadb-11.8": 130, "mysql-9.7": 60};
const id = (engine, place, seed) => `made-${engine}-${place}-s${seed}`;

const runs = engines.flatMap((engine) => bandwidths.flatMap((bandwidth) => [1, 2].map((seed) => ({
  cell_id: id(engine, bandwidth, seed), engine, read_bandwidth_mib_s: bandwidth,
  write_bandwidth_mib_s: bandwidth, bandwidth_mib_s_per_gips: bandwidth, seed, phase: "run",
  tps: peaks[engine] * bandwidth / (bandwidth + 60) * (engine === "mariadb-11.8" && bandwidth > 64 ? 1.3 : 1) *
    (seed === 1 ? 0.97 : 1.03), busy_share: 60 / (60 + bandwidth)}))));
const summaryOf = (measure) => runs.filter(({seed}) => seed === 1).map((run) => {
  const own = runs.filter((row) => row.engine === run.engine &&
    row.read_bandwidth_mib_s === run.read_bandwidth_mib_s).map((row) => row[measure]);
  const median = (own[0] + own[1]) / 2;
  return {...run, measure, median, low: own[0] * 0.96, high: own[1] * 1.04, repeats: 2};
});
const summary = [...summaryOf("tps"), ...summaryOf("busy_share")];
const failed = [{cell_id: id("mysql-9.7", 1024, 1), engine: "mysql-9.7", read_bandwidth_mib_s: 256, seed: 1,
  status: "failed", reason: "its server left", threads: 24}];
const ratio = bandwidths.map((bandwidth, i) => ({numerator: "mariadb-11.8", denominator: "postgresql-18",
  read_bandwidth_mib_s: bandwidth, median: [0.8, 0.85, 0.92, 1.12][i], low: [0.76, 0.8, 0.87, 1.04][i],
  high: [0.84, 0.9, 0.99, 1.2][i], repeats: 2}));
const crossover = [{numerator: "mariadb-11.8", denominator: "postgresql-18", crossover_mib_s: 110,
  low_mib_s: 80, high_mib_s: 150, outcome: "crosses"}];

const overClients = (names) => engines.flatMap((engine, e) => names.flatMap((series, s) =>
  [1, 8, 24].map((x) => ({cell_id: id(engine, x, 1), engine, series, x, seed: 1,
    value: (12000 - 1500 * e) / (1 + 0.02 * x) / (1 + s * 0.5)}))));
const phases = [["select", "by primary key"], ["secondary", "by secondary index"]];
const lookups = phases.flatMap(([phase], p) => engines.flatMap((engine, e) => [1, 2].map((seed) => ({
  cell_id: id(engine, phase, seed), engine, phase, seed, pages: 3 + e * 0.6 + p * e + seed * 0.2}))));
const second = (engine, seed, time_s) => ({cell_id: id(engine, 4, seed), engine, seed, time_s, tps: 6 + ((time_s * 7 + seed * 3) % 5)});

// Two requests for each of two steps: one that was asked for alone, one that read-ahead made larger.
const traced = engines.slice(1, 3).flatMap((engine, e) => [0, 128].flatMap((read_ahead_kb) => ["range of 100", "COMMIT"].map((step, s) => ({
  engine, read_ahead_kb, work: "transaction", step_index: s, step, request_index: s + 1, time_us: 40 + s * 900,
  operation: s ? "write" : "read", part: s ? "log" : "sbtest1", offset_bytes: s ? null : 2 ** 20, process: "made", cell_id: id(engine, "anatomy", 1),
  bytes: s ? 8192 : e ? 16384 : Math.max(8192, read_ahead_kb * 1024), used: s ? null : e ? "1111" : "11".padEnd(Math.max(2, read_ahead_kb / 4), "0")}))));

// Two phases with a pause between them; one second of the second was not reported.
const wave = (length, most) => Array.from({length}, (_, i) => most * (0.7 + 0.3 * ((i * 7) % 5) / 4));
const measuredPhases = [{phase: "lead-in", begin_s: 0, end_s: 5.2, length: 5}, {phase: "run", begin_s: 6, end_s: 20.4, length: 14}]
  .map(({length, ...phase}) => ({...phase, transactions_step_s: 1, tps: wave(length, 300).map((tps, i) => (i === 9 ? null : tps)),
    device_step_s: 0.5, read_mib_s: wave(2 * length, 40), write_mib_s: wave(2 * length, 12)}));

/** @type {Record<string, () => HTMLElement>} */
export const drawnCharts = {
  anatomy: () => charts.anatomyChart(traced, "transaction", 128),
  "request-sizes": () => charts.requestSizesChart([{operation: "read", least_bytes: 4096, requests: [10, 900, 120, 0, 40]},
    {operation: "readahead", least_bytes: 16384, requests: [30, 0, 0, 60]},
    {operation: "write", least_bytes: 8192, requests: [400, 90]}], {engine: "mariadb-11.8"}),
  run: () => charts.runChart(measuredPhases, {engine: "postgresql-17", time: "Virtual"}),
  bandwidth: () => charts.bandwidthChart({summary, runs, ratio, crossover, failed, engines},
    {measure: "tps", label: "Transactions per second", title: "Throughput and the ratio of the engines",
      subtitle: "Line: median over seeds; band: its interval; dots: runs, each a link to its cell."}),
  "over-bandwidth": () => charts.overBandwidthChart({summary, runs, failed: [], engines},
    {measure: "busy_share", label: "Share of the time that the device is busy", scale: "linear", full: 1,
      format: charts.format.percent, title: "How much of the device is used"}),
  lines: () => charts.linesChart(overClients(["all"]), {engines, failed, series: [{key: "all", name: "read-write"}],
    xKey: "threads", xLabel: "Clients", label: "Transactions per second", title: "Transactions over clients"}),
  "lines-with-legend": () => charts.linesChart(overClients(["one", "two", "three"]), {engines, scale: "log",
    series: ["one", "two", "three"].map((key) => ({key, name: `${key} at a time`})), xLabel: "Clients",
    label: "SELECTs per second", title: "More lines than names have room for"}),
  "lines-of-ratios": () => charts.linesChart([0, 128, 2048].map((x, i) => ({engine: "postgresql-18",
    series: "16", x, value: [1.66, 1.1, 0.77][i], cell_id: id("postgresql-18", x, 1)})),
  {engines, scale: "ratio", full: 1, series: [{key: "16", name: "16 MiB/s"}], xLabel: "Read-ahead, KiB",
    label: "Ratio of transactions", format: charts.format.times, title: "A ratio over read-ahead"}),
  categories: () => charts.linesChart(engines.flatMap((engine, e) => ["one", "two", "three"].flatMap((series, s) =>
    [0, 128, 2048].map((x, i) => ({engine, series, x, value: (1 + i) * (2 + s) * (1 + e), cell_id: id(engine, x, 1)})))),
  {engines: engines.slice(0, 3), scale: "log", isCategory: true, series: ["one", "two", "three"].map((key) => ({key, name: `${key} MiB/s`})),
    xLabel: "Read-ahead, KiB", label: "Bytes read", title: "Dots of categories"}),
  "ratios-of-series": () => charts.linesChart(["one", "two"].flatMap((series, s) => [64, 128, 256].map((x, i) => ({engine: "postgresql-18",
    series, x, value: 0.8 + 0.2 * i + 0.3 * s}))), {engines, scale: "ratio", full: 1, series: ["one", "two"].map((key) => ({key, name: key})),
    xLabel: "Cache, MiB", xScale: "log", label: "Ratio of transactions", format: charts.format.times, title: "Colours of series"}),
  dots: () => charts.dotsChart(lookups, {engines, category: "phase", categoryLabel: (name) =>
    new Map(phases).get(name), value: "pages", label: "4 KiB pages read per look-up", title: "Pages per look-up"}),
  sizes: () => charts.sizesChart(engines.flatMap((engine, e) => ["table", "primary", "secondary"].map((kind, k) => ({
    cell_id: id(engine, "size", 1), engine, relation: `made_${kind}`, kind, bytes: (380 - e * 5 - k * 120) * 2 ** 20,
    rows: 4500, key_type: "loaded"}))), {engines, category: "key_type", categoryLabel: () => "as loaded",
    title: "The same rows on the device"}),
  queries: () => charts.queriesChart([1, 2, 3].flatMap((number) => engines.map((engine, e) => ({
    cell_id: id(engine, "tpch", 1), engine, query: `q${number}`, number, query_s: 0.05 * 3 ** number * (1 + e / 2),
    timed_out: number === 3 && e === 2, read_pages: 100 * number, answer_rows: 4}))),
  {engines, title: "Time of each query"}),
  releases: () => charts.releasesChart(["tps", "pages_per_transaction"].flatMap((measure, m) => [4, 32, 1000].flatMap(
    (bandwidth) => [["postgresql-17", 1.02], ["postgresql-18", 0.94]].map(([later, median]) => ({
      experiment: "oltp", family: "postgresql", later, earlier: "postgresql-15", measure,
      better: m ? "less" : "more", phase: "run", bandwidth_mib_s: bandwidth, factors_json: "{}", median,
      low: median - 0.03, high: median + 0.04, repeats: 2})))), {title: "Later versions over the earliest"}),
  timeline: () => charts.timelineChart(engines.slice(0, 2).flatMap((engine) => [1, 2].flatMap((seed) =>
    [1, 2, 3, 4, 5, 6].map((time_s) => second(engine, seed, time_s)))),
  {engines, value: "tps", label: "Transactions per second", title: "Throughput second by second"}),
  staircase: () => charts.staircaseChart([[64, 0], [16, 2], [128, 4]].flatMap(([mib_s, begin_s]) => [
    {cell_id: id("fio", "stairs", 1), phase: "stairs", level: "set", begin_s, end_s: begin_s + 2, mib_s},
    {cell_id: id("fio", "stairs", 1), phase: "stairs", level: "device", begin_s: begin_s + 0.5,
      end_s: begin_s + 1.5, mib_s: mib_s * 0.98}]), {title: "Bandwidth while a schedule changes it"}),
  lateness: () => charts.latenessChart([[0, 31, 40], [32, 63, 20], [128, 255, 30], [4096, 8191, 2]].map(
    ([bucket_min_ns, bucket_max_ns, commands]) => ({cell_id: id("fio", "late", 1), phase: "randread-4k",
      bandwidth_mib_s: 64, bucket_min_ns, bucket_max_ns, commands})), {title: "Completions after the model's instant"}),
  budget: () => budgetChart("S0.1", {place: "steady, 16 MiB/s, 0 KiB", ratio: 0.84, least_bound: 1, most_bound: 1, parts: [
    {part: "trend", low: 0.9, high: 0.96}, {part: "seeds", low: 0.83, high: 0.85}, {part: "accounts", low: 0.83, high: 0.89}]}),
  effects: () => charts.effectsChart([["Read-ahead, KiB", "0 → 128", 0.6, true], ["Keys", "uniform → skewed", 1.4, true],
    ["Copies of pages", "on → off", 0.97, false]].map(([name, change, effect, stands_out]) => ({name, change, effect,
    low: effect / 1.12, high: effect * 1.12, stands_out})), {label: "The ratio is multiplied by",
    title: "What each setting does to the ratio", leftOfOne: "← better for one", rightOfOne: "better for the other →"}),
  leaders: () => leadersChart([[16, 0], [64, 0], [125, 3000]].flatMap(([mibS, limit], b) => [0, 128, 2048].map((kib, r) => {
    const ratio = limit ? 1.4 : 0.7 + 0.4 * r * (1 - 0.3 * b);
    const engines = ["mariadb-11.8", "postgresql-17"];
    const [leader, other] = ratio < 1 ? engines.reverse() : engines;
    const lead = ratio < 1 ? 1 / ratio : ratio;
    return {read_bandwidth_mib_s: mibS, core_gips: 1, server_mib_s: 2.5 * mibS, iops_limit: limit, server_iops: 2.5 * limit, read_ahead_kb: kib, leader, other,
      numerator_family: "mariadb", denominator_family: "postgresql", experiment: "oltp-map", lead_ratio: lead,
      lead_low: ratio < 1 ? 1 / (ratio * 1.03) : lead * 0.97, lead_high: ratio < 1 ? 1 / (ratio * 0.97) : lead * 1.03,
      is_settled: Math.abs(Math.log(ratio)) > 0.03, repeats: 2};
  })), 128, {title: "Who leads"}),
};
