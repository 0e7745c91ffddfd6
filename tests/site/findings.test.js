/** What the pages say follows the rows, in both directions. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {spread} from "../../report/charts/axis.js";
import {
  comparedPairs, engineName, engineShortNames, engineStyle, orderEngines,
} from "../../report/charts/engines.js";
import {bytes, list, number, percent, times} from "../../report/charts/format.js";
import * as findings from "../../report/findings/index.js";

const pair = {numerator: "mariadb-11.8", denominator: "postgresql-17"};
const ratioOf = (...medians) => medians.map((median, i) => (
  {...pair, bandwidth_mib_s: 4 * 2 ** i, median, low: median * 0.9, high: median * 1.1}));

test("numbers have three figures and their units", () => {
  assert.equal(number(1234.5), "1,235");
  assert.equal(number(0.12345), "0.123");
  assert.equal(number(null), "–");
  assert.equal(times(1.8), "1.80×");
  assert.equal(percent(0.873), "87.3 %");
  assert.equal(bytes(131072), "128 KiB");
  assert.equal(list(["a", "b", "c"]), "a, b and c");
});

test("engines keep their order and names", () => {
  assert.deepEqual(orderEngines(["mariadb-11.8", "postgresql-15", "postgresql-17"]),
    ["postgresql-17", "postgresql-15", "mariadb-11.8"]);
  assert.deepEqual(orderEngines(["mariadb-10.6", "mariadb-10.11"]),
    ["mariadb-10.11", "mariadb-10.6"]);
  assert.equal(engineName("mysql-9.7"), "MySQL 9.7");
  const shortName = engineShortNames(["postgresql-15", "postgresql-17", "mariadb-11.8"]);
  assert.equal(shortName("postgresql-17"), "PostgreSQL 17");
  assert.equal(shortName("mariadb-11.8"), "MariaDB");
});

test("no two engine versions share a colour or a shape", () => {
  const engines = ["postgresql-15", "postgresql-17", "postgresql-18", "mariadb-10.11",
    "mariadb-11.8", "mysql-9.7", null];
  for (const part of ["colour", "symbol"]) {
    assert.equal(new Set(engines.map((engine) => engineStyle(engine)[part])).size, engines.length);
  }
  assert.notEqual(engineStyle("postgresql-99").colour, engineStyle("mariadb-99").colour);
});

test("compared are the newest versions of different families, or versions of one", () => {
  assert.deepEqual(comparedPairs(["mariadb-10.11", "mysql-9.7", "postgresql-17", "mariadb-11.8"]),
    [["postgresql-17", "mariadb-11.8"], ["postgresql-17", "mysql-9.7"],
      ["mariadb-11.8", "mysql-9.7"]]);
  assert.deepEqual(comparedPairs(["postgresql-15", "postgresql-18", "postgresql-17"]),
    [["postgresql-18", "postgresql-17"], ["postgresql-17", "postgresql-15"]]);
  assert.deepEqual(comparedPairs(["mysql-9.7"]), []);
});

test("labels are moved apart and stay inside", () => {
  const moved = spread([{y: 100}, {y: 98}, {y: 99}], 16, 110).map(({y}) => y);
  assert.deepEqual(moved, [78, 94, 110]);
});

test("the headline names the leader on each side", () => {
  const crossover = [{...pair, crossover_mib_s: 21, low_mib_s: 17, high_mib_s: 28}];
  assert.equal(findings.oltpHeadline({ratio: ratioOf(1.5, 1.2, 0.7), crossover}),
    "MariaDB 11.8 leads at 2 of 3 bandwidths, PostgreSQL 17 at 1; the lead changes hands at " +
    "21 MiB/s (interval 17 to 28).");
});

test("the headline names nobody where the interval includes 1", () => {
  const say = (...medians) => findings.oltpHeadline({ratio: ratioOf(...medians), crossover: []});
  assert.equal(say(1.05, 0.95), "MariaDB 11.8 and PostgreSQL 17 are level, as far as can be told, " +
    "at 2 of 2 bandwidths.");
  assert.match(say(1.5, 1.05, 0.7), /at 1 of 3 bandwidths; MariaDB 11.8 leads at 1 and PostgreSQL/);
});

test("the headline turns when one engine leads everywhere", () => {
  assert.match(findings.oltpHeadline({ratio: ratioOf(0.5, 0.8), crossover: []}),
    /^PostgreSQL 17 leads MariaDB 11.8 at each of the 2 bandwidths, by 1.25× to 2.00×/);
  assert.match(findings.oltpHeadline({ratio: ratioOf(1.5, 1.2), crossover: []}), /^MariaDB/);
  assert.match(findings.oltpHeadline({ratio: [], crossover: []}), /^No pair/);
});

test("the trend is said as it is", () => {
  const say = (...medians) => findings.oltpRatioSentences({ratio: ratioOf(...medians)}).join(" ");
  assert.match(say(1.8, 1.5, 1.2), /falls at every doubling/);
  assert.match(say(1.2, 1.5, 1.8), /rises, or stays/);
  assert.match(say(1.2, 1.5, 1.1), /falls 1 times of 2/);
  assert.match(say(1.5, 1.05), /At 8 MiB\/s the interval includes 1/);
});

test("queries are compared by how many times as fast one engine is", () => {
  const swapped = {numerator: "postgresql-17", denominator: "mariadb-11.8", low: null, high: null};
  const say = (...medians) => findings.olapRatioSentences({ratio: medians.map((median, i) => (
    {...swapped, bandwidth_mib_s: 8 * 4 ** i, median}))}).join(" ");
  assert.equal(say(13, 9, 5), "PostgreSQL 17 is 13.00× as fast as MariaDB 11.8 at 8 MiB/s, and " +
    "PostgreSQL 17 is 5.00× as fast as MariaDB 11.8 at 128 MiB/s. PostgreSQL 17's speed over " +
    "MariaDB 11.8's falls from each bandwidth to the next.");
  assert.match(say(0.5, 2), /^MariaDB 11.8 is 2.00× .* but PostgreSQL 17 is 2.00×/);
  assert.deepEqual(findings.olapRatioSentences({ratio: []}), []);
});

test("a query that was given up makes the total more than what was measured", () => {
  const rows = [["postgresql-17", 2, false], ["mariadb-11.8", 300, true]].map(
    ([engine, query_s, timed_out]) => ({engine, query: "q9", number: 9, query_s, timed_out}));
  const said = findings.olapTotalSentences(rows).join(" ");
  assert.match(said, /MariaDB 11.8 answers none of 1 query in more than 300 s/);
  assert.match(said, /Q9 \(given up after 300 s\)/);
  assert.match(said, /more than 150× the time of PostgreSQL 17 for MariaDB 11.8/);
});

test("joins are counted by method", () => {
  const rows = [["q3", "hash", 2], ["q5", "hash", 4], ["q5", "nested loop", 1]].map(
    ([query, join_method, joins]) => ({engine: "postgresql-17", query, join_method, joins}));
  assert.deepEqual(findings.joinSentences(rows), ["PostgreSQL 17's plans of 2 queries with joins " +
    "have 7 joins: 6 by hash and 1 by nested loop."]);
});

test("one seed has no interval, and nothing is said of one", () => {
  const ratio = ratioOf(1.5, 0.7).map((row) => ({...row, low: null, high: null}));
  const said = findings.oltpRatioSentences({ratio}).join(" ");
  assert.doesNotMatch(said, /interval/);
});

test("version chains: fewer, more, or no difference", () => {
  const rows = (chains, vacuumed) => [["select-chains", chains], ["select-vacuumed", vacuumed]]
    .map(([phase, pages]) => ({engine: "postgresql-17", phase, read_pages_per_statement: pages}));
  assert.match(findings.versionChainSentences(rows(7, 5))[0], /after VACUUM: 2 fewer/);
  assert.match(findings.versionChainSentences(rows(5, 7))[0], /after VACUUM: 2 more/);
  assert.match(findings.versionChainSentences(rows(5, 5))[0], /no difference/);
});

test("lateness: how much was in time, and where it was not", () => {
  const row = (phase, bucket_max_ns, commands) => ({phase, bucket_max_ns, commands});
  const good = [row("d1", 1279, 99), row("d1", 4095, 1)];
  assert.match(findings.latenessSentences(good).join(" "),
    /Of 100 commands the device completed 99 % within 2 µs.*at least 99 % in every job/);
  assert.match(findings.latenessSentences([...good, row("d16", null, 100)]).join(" "),
    /completed 49.5 %.*Less than 99 % were so in d16/);
  assert.deepEqual(findings.latenessSentences([]), []);
});

test("observers: who counts as the device does, and how much longer it took for them", () => {
  const row = (observer, requests, latency_us_mean) =>
    ({cell_id: "c", phase: "d1", direction: "read", observer, requests, bytes: 4096, latency_us_mean});
  const said = findings.observerSentences([row("device", 10, 84), row("bpftrace", 10, 87),
    row("fio", 11, 99)]);
  assert.equal(said.length, 2);
  assert.match(said[0], /bpftrace counts the device's own number of requests and bytes in 1; .*3 to 3 µs/);
  assert.match(said[1], /fio counts .* in 0; .*15 to 15 µs/);
});

test("an engine that still gains at the end isn't called saturated", () => {
  const slope = [];
  const saturation = [{engine: "postgresql-17", tps_max: 9, saturation_mib_s: 256,
    bandwidth_mib_s_max: 256}];
  assert.deepEqual(findings.oltpSensitivitySentences({slope, saturation}), []);
  const steep = [{engine: "postgresql-17", slope: 0.8, slope_low: 0.7, slope_high: 0.9}];
  assert.match(findings.oltpSensitivitySentences({slope: steep, saturation}).join(" "),
    /still gains at 256 MiB\/s/);
});

test("durability says what waiting and copying cost", () => {
  const row = (safety, flush, tps, flushes, written) => ({engine: "postgresql-17", safety,
    flush_latency_us: flush, tps, flushes_per_transaction: flushes,
    write_pages_per_transaction: written});
  const said = findings.durabilitySentences([
    row("durable", 20, 100, 0.9, 8), row("asynchronous-commit", 20, 150, 0.1, 8),
    row("no-page-copies", 20, 120, 0.9, 3), row("durable", 2000, 50, 0.3, 8),
    row("asynchronous-commit", 2000, 150, 0.1, 8),
  ]).join(" ");
  assert.match(said, /by 1.50× where a flush takes 20 µs, and by 3.00× where a flush takes 2 ms/);
  assert.match(said, /0.9 at 20 µs and 0.3 at 2 ms flushes each/);
  assert.match(said, /8 pages of 4 KiB a transaction with its copies of pages and 3 without/);
});

test("concurrency says what preparing saves and what clients cost", () => {
  const row = (engine, phase, threads, each, cost) => ({engine, phase, threads,
    events_per_s: each, instructions_per_event: cost});
  const said = findings.concurrencySentences([
    row("postgresql-17", "select", 1, 3000, 90e3), row("postgresql-17", "select", 8, 4000, 95e3),
    row("postgresql-17", "select-unprepared", 1, 2000, 150e3),
    row("mariadb-11.8", "select", 8, 2000, 120e3),
  ]).join(" ");
  assert.match(said, /SELECTs a second of PostgreSQL 17 by 1.50× at 1 client\./);
  assert.match(said, /PostgreSQL 17 90 thousand instructions with 1 client and 95 thousand with 8/);
  assert.match(said, /PostgreSQL 17 makes, .* MariaDB 11.8, 2.00× at 8 clients/);
});

test("two tools are compared where both asked the same way", () => {
  const rows = ["pgbench", "sysbench"].flatMap((tool) => [1, 8].map((threads) => ({
    engine: "postgresql-17", phase: `${tool}-prepared`, threads, seed: 1,
    tps: tool === "pgbench" ? 3000 : 2000,
    client_instructions_per_transaction: tool === "pgbench" ? 40000 : 90000,
  })));
  assert.deepEqual(findings.toolSentences(rows), [
    "With prepared statements, PostgreSQL 17 answers pgbench 1.50× at 1 client and 1.50× at 8 " +
    "clients as often as sysbench: each costs pgbench 40 thousand instructions and sysbench 90 " +
    "thousand."]);
  assert.deepEqual(findings.toolSentences(rows.slice(0, 2)), []);
});
