/** Statements that stood on the site and were false: each test is named after one of them. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {atOneGips, bandwidthLabel} from "../../report/charts/axis.js";
import {amongEngines} from "../../report/charts/engines.js";
import * as findings from "../../report/findings/index.js";

const payment = (engine, tps, seed) => ({engine, deletes: "with-deletes", durability: "equal",
  flush_latency_us: 20, tps, seed});
const payments = [1, 2].flatMap((seed) => [payment("postgresql-17", 300 + seed, seed),
  payment("mariadb-11.8", 500 + seed, seed)]);

test("the lead was said to change hands, and did so in one version's pair alone", () => {
  const crossover = [["postgresql-17", null, "denominator ahead"], ["postgresql-18", 211, "crosses"],
    ["postgresql-15", null, "not settled"]].map(([denominator, crossover_mib_s, outcome]) => (
    {numerator: "mariadb-11.8", denominator, crossover_mib_s, outcome}));
  assert.deepEqual(findings.crossoverSentences(crossover), ["The lead changes with the bandwidth in 1 " +
    "of 3 pairs of engine versions (MariaDB 11.8 and PostgreSQL 18); in 1 that is not settled."]);
  assert.deepEqual(findings.crossoverSentences(amongEngines(crossover, ["postgresql-17", "mariadb-11.8"])), []);
});

test("nothing said how short the runs behind a point are", () => {
  const run = (read_bandwidth_mib_s, seed, measured_s, transactions, more) => ({engine: "postgresql-17",
    read_bandwidth_mib_s, seed, measured_s, transactions, is_steady: false, read_ahead_kb: 128,
    checkpoints: 0, ...more});
  const runs = [run(4, 1, 24, 147), run(4, 2, 23, 150), run(256, 1, 2, 450), run(256, 2, 2, 440)];
  assert.deepEqual(findings.basisSentences(runs), [
    "Behind each point of a line: 2 runs (one per seed) of 147 to 450 transactions, measured for 2 to " +
      "24 seconds.",
    "All runs are too short to show a steady state (MSER-5).",
    "No checkpoint of PostgreSQL falls into a run.",
    "The kernel's read-ahead is 128 KiB.",
    "Intervals cover only the spread of the seeds.",
  ]);
  const longer = findings.basisSentences([...runs, run(8, 1, 2, 450, {is_steady: true, checkpoints: 3}),
    run(8, 2, 9, 9, {read_ahead_kb: 16, checkpoints: null})]).join(" ");
  assert.match(longer, /5 of 6 runs are too short/);
  assert.match(longer, /PostgreSQL made 3 checkpoints in 5 runs/);
  assert.match(longer, /read-ahead is 16 KiB and 128 KiB/);
  assert.deepEqual(findings.basisSentences([]), []);
});

test("durability priced copies of pages that InnoDB never wrote", () => {
  const rows = [["mariadb-11.8", 0], ["postgresql-17", 300]].flatMap(([engine, page_copies]) =>
    [["durable", 8], ["no-page-copies", 3]].map(([safety, pages]) => ({engine, safety,
      flush_latency_us: 20, tps: 100, flushes_per_transaction: 1, write_pages_per_transaction: pages,
      page_copies})));
  const said = findings.durabilitySentences(rows).join(" ");
  assert.match(said, /PostgreSQL 17: 8 pages .* with copies of pages and 3 without/);
  assert.match(said, /MariaDB 11.8 wrote copies of pages in none of 1 durable run, so the cost of the copies is not known/);
  assert.doesNotMatch(said, /MariaDB 11.8: .* without/);
  assert.deepEqual(findings.durabilitySettings(rows).map((row) => `${row.engine} ${row.safety}`).sort(),
    ["mariadb-11.8 durable", "postgresql-17 durable", "postgresql-17 no-page-copies"]);
});

test("payments had one flush latency and a title of several", () => {
  assert.match(findings.paymentTitle(payments), /, with a flush latency of 20 µs$/);
  assert.equal(findings.paymentSettings(payments)[0].setting, "one log, with deletes");
  const two = [...payments, {...payment("mysql-9.7", 100, 1), flush_latency_us: 2000}];
  assert.match(findings.paymentTitle(two), / by logs, deletes and flush latency$/);
  assert.match(findings.paymentSettings(two)[0].setting, /^one log, with deletes, flush 20 µs$/);
});

test("equal limits of memory were called equal memory, and a full buffer pool a full log", () => {
  const caches = [{engine: "mariadb-11.8", engine_memory_mib: 128, used_mib: 105, cache_mib: 50.5,
    data_mib: 416}, {engine: "postgresql-17", engine_memory_mib: 128, used_mib: null}];
  assert.deepEqual(findings.cacheSentences(caches),
    ["MariaDB 11.8: 105 of 128 MiB are in use; caches have room for 50.5 MiB of the 416 MiB of data."]);
  const writes = [[4, 0.37, 0.1], [256, 1, 0.83]].map(([read_bandwidth_mib_s, lru_share, log_share_max]) => (
    {engine: "mariadb-11.8", read_bandwidth_mib_s, lru_share, log_share_max}));
  assert.deepEqual(findings.pageWriteSentences(writes), ["MariaDB 11.8: 37 % at 4 MiB/s and 100 % at " +
    "256 MiB/s of the pages written make room in memory for others; the log fills to at most 83 % of the limit " +
    "that forces writes."]);
});

test("a real machine's MiB/s were called MiB/s per GIPS", () => {
  const row = (each) => ({bandwidth_mib_s: 64, bandwidth_mib_s_per_gips: each});
  assert.equal(atOneGips([row(64)]), true);
  assert.equal(atOneGips([row(64), row(null)]), false);
  assert.equal(atOneGips([]), false);
  for (const narrow of [true, false]) {
    assert.match(bandwidthLabel(true, narrow), /per GIPS/);
    assert.doesNotMatch(bandwidthLabel(false, narrow), /GIPS/);
  }
});

test("a table of less than half the memory stood for one that does not fit", () => {
  const say = (...sizes) => findings.cachedLimitSentences(sizes.map((relation_over_memory) => (
    {relation_over_memory})));
  assert.deepEqual(say(0.1, 0.4),
    ["No table larger than the memory was measured: the largest is 0.4 times as large."]);
  assert.deepEqual(say(0.5, 2), []);
  assert.deepEqual(say(), []);
});
