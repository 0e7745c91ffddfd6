/** Figures that pages compute of their rows: ratios turned round, medians, points of charts, and what is left out. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {atOneGips, bandwidthLabel} from "../../report/charts/axis.js";
import {figureWords, reasonWords} from "../../report/charts/claims.js";
import {
  comparedPairs, engineName, engineShortNames, engineStyle, orderEngines,
} from "../../report/charts/engines.js";
import {bytes, list, number, percent, times, rangeWords} from "../../report/charts/format.js";
import {settingNames, withGain} from "../../report/charts/releases.js";
import * as findings from "../../report/findings/index.js";
import {turnedRatios} from "../../report/findings/ratios.js";

const PG = "postgresql-17", MARIADB = "mariadb-11.8";
const turned = {numerator: MARIADB, denominator: PG};

test("numbers have three figures and their units", () => {
  assert.deepEqual([1234.5, 0.12345, null].map(number), ["1,235", "0.123", "–"]);
  assert.deepEqual([1.8, 1.0017, 0.9973, 1].map((value) => times(value)), ["1.80×", "1.002×", "0.997×", "1.00×"]);
  assert.deepEqual([percent(0.873), bytes(131072), list(["a", "b", "c"])], ["87.3 %", "128 KiB", "a, b and c"]);
  assert.equal(figureWords({value: 1.8, low: null, high: null, unit: "pages"}), "1.8 pages");
  assert.equal(reasonWords("postgresql-18 reads 2048 KiB; mysql 0.1234"), "PostgreSQL 18 reads 2,048 KiB; MySQL 0.1234.");
});

test("a real machine's MiB/s were called MiB/s per GIPS", () => {
  const row = (each) => ({bandwidth_mib_s: 64, bandwidth_mib_s_per_gips: each});
  assert.deepEqual([[row(64)], [row(64), row(null)], []].map(atOneGips), [true, false, false]);
  assert.match(bandwidthLabel(true, true), /per GIPS/);
  assert.doesNotMatch(bandwidthLabel(false, true), /GIPS/);
});

test("engines keep their order and names, and no two versions share a colour or a shape", () => {
  assert.deepEqual(orderEngines([MARIADB, "mariadb-10.6", "postgresql-15", "mariadb-10.11", PG]),
    [PG, "postgresql-15", MARIADB, "mariadb-10.11", "mariadb-10.6"]);
  assert.equal(engineName("mysql-9.7"), "MySQL 9.7");
  assert.deepEqual([PG, MARIADB].map(engineShortNames(["postgresql-15", PG, MARIADB])), ["PostgreSQL 17", "MariaDB"]);
  const engines = ["postgresql-15", PG, "postgresql-18", "mariadb-10.11", MARIADB, "mysql-9.7", null];
  for (const part of ["colour", "symbol"]) assert.equal(new Set(engines.map((engine) => engineStyle(engine)[part])).size, engines.length);
  assert.notEqual(engineStyle("postgresql-99").colour, engineStyle("mariadb-99").colour);
});

test("compared are the newest versions of different families, or versions of one", () => {
  assert.deepEqual(comparedPairs(["mariadb-10.11", "mysql-9.7", PG, MARIADB]), [[PG, MARIADB], [PG, "mysql-9.7"], [MARIADB, "mysql-9.7"]]);
  assert.deepEqual(comparedPairs(["postgresql-15", "postgresql-18", PG]), [["postgresql-18", PG], [PG, "postgresql-15"]]);
  assert.deepEqual(comparedPairs(["mysql-9.7"]), []);
});

test("a range reads as one value where both ends do", () => {
  assert.deepEqual([[1, 1.04], [5, 5]].map((range) => rangeWords(range, number)), ["1 to 1.04", "5"]);
});

test("a ratio is turned round with its bounds: the first engine over the second, and better right of 1", () => {
  const [row] = turnedRatios([{...turned, ratio: 0.5, low: 0.4, high: 0.8}]);
  assert.deepEqual([row.first, row.ratio, row.low, row.high], [PG, 2, 1.25, 2.5]);
  const {gain, worst, best} = withGain({better: "less", median: 0.8, low: 0.5, high: 1});
  assert.deepEqual([gain, worst, best], [1.25, 1, 2]);
  assert.equal(withGain({better: "less", median: 0.8, low: null, high: null}).worst, null);
  const [size] = findings.scaleRatios([{...turned, metric: "tps", read_bandwidth_mib_s: 16, read_ahead_kb: 128, cache_mib: 64, ratio: 0.5,
    low: 0.4, high: 0.8}], "tps");
  assert.deepEqual([size.engine, size.x, size.value, size.low, size.high], [PG, 64, 2, 1.25, 2.5]);
});

test("effects are on the first engine over the second, bounds included", () => {
  const effect = (factors, ratio, more) => ({metric: "tps", engine: MARIADB, denominator_engine: PG, factors, first_value: "0",
    second_value: "128", effect_ratio: ratio, low: ratio * 0.8, high: ratio * 1.25, ...more});
  const effects = [effect(["device.read_ahead_kb"], 2), effect(["page-copies"], 1.25, {first_value: "copies-on", second_value: "copies-off"}),
    effect(["device.read_ahead_kb"], 0.7, {denominator_engine: null})];
  const engines = findings.enginesOfEffects(effects);
  assert.deepEqual(engines, [PG, MARIADB]);
  const [ahead, copies] = findings.effectsOn(effects, "tps", engines);
  assert.deepEqual([ahead.effect, ahead.low, ahead.high, copies.change], [0.5, 0.4, 0.625, "on → off"]);
  assert.deepEqual(findings.effectsOn(effects, "tps", [MARIADB]).map((row) => row.effect), [0.7]);
});

test("settings are named by what differs", () => {
  const row = (more) => ({phase: "run", bandwidth_mib_s: 4, factors_json: "{}", ...more});
  const named = (...rows) => rows.map(settingNames(rows));
  assert.deepEqual(named(row(), row({bandwidth_mib_s: 8})), ["4 MiB/s", "8 MiB/s"]);
  assert.deepEqual(named(row({factors_json: '{"threads": 8, "tuning.postgresql.autovacuum": "on"}'})), ["threads 8, autovacuum on"]);
  assert.deepEqual(named(row()), ["run"]);
});

test("all leads that do not remain are told, as many as the sentence above the table says", () => {
  const row = (fate, threads) => ({experiment: "oltp", title: "OLTP", phase: "run", curve_group: `oltp {"threads":${threads}}`,
    read_bandwidth_mib_s: 16, numerator: MARIADB, denominator: PG, ratio: 0.8, fate});
  const rows = [row("holds", 1), row("lost", 1), row("turns", 8), row("not computed", 8)];
  assert.deepEqual(findings.lostLeads(rows).map(({fate, setting}) => [fate, setting]),
    [["lost", "at 16 MiB/s, threads 1"], ["turns", "at 16 MiB/s, threads 8"]]);
});

const run = (engine, real_time, read_ahead_kb, tps, read, more) => ({load: "oltp", engine, real_time, read_bandwidth_mib_s: 16, read_ahead_kb,
  seed: 1, tps, read_kib_per_transaction: read, write_kib_per_transaction: 100, is_disturbed: false, ...more});

test("medians of both labs are compared where both have the setting, and loads apart", () => {
  const rows = [[PG, 50, 51], [MARIADB, 30, 30]].flatMap(([engine, virtual, real]) => [run(engine, false, 0, virtual, 300), run(engine, true, 0, real, 303)]);
  const more = [run(PG, true, 0, 60, 330), run(PG, true, 0, 40, 303), run(PG, true, 128, 40, 500)];
  const [first, ...others] = findings.comparedLabs([...rows, ...more], "read_kib_per_transaction");
  assert.deepEqual([first.engine, first.kib, first.virtual, first.real, first.high, first.runs], [PG, 0, 300, 303, 330, 3]);
  assert.deepEqual(others.map(({engine}) => engine), [MARIADB]);
  const scans = rows.map((row) => ({...row, load: "scan", tps: row.tps / 100}));
  assert.deepEqual(findings.comparedRatios([...rows, ...scans]).map(({load, first: engine, virtual}) => [load, engine, virtual.toFixed(3)]),
    [["oltp", PG, "1.667"], ["scan", PG, "1.667"]]);
  assert.deepEqual(findings.placesOfTruth([{load: "tpcc", read_bandwidth_mib_s: 2}, ...rows]), ["oltp-16", "tpcc-2"]);
});

test("points and rows are in the order in which they are read", () => {
  const left = (experiment, engine, left_share_median) => ({experiment, engine, left_share_median});
  assert.deepEqual(findings.uncollectedRows([left("a", MARIADB, 0.1), left("a", PG, 0.2), left("b", MARIADB, 0.9)])
    .map(({experiment, engine}) => [experiment, engine]), [["b", MARIADB], ["a", PG], ["a", MARIADB]]);
  const here = findings.proportionRows([{key: "a"}, {key: "b"}, {key: "c"}], [["a", 8, 8], ["b", 0.05, 0.14]].flatMap(([proportion, ...values]) =>
    [MARIADB, PG].map((engine, i) => ({proportion, engine, value: values[i]}))));
  assert.deepEqual(here.map((row) => row.here), ["8", "0.14 (PostgreSQL 17), 0.05 (MariaDB 11.8)", "not measured"]);
});
