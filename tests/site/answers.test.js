/** The sentence that answers a page's question: a figure, its interval, and the engines that are chosen. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {alikeVersions, rangeWords} from "../../report/findings/alike.js";
import {number} from "../../report/charts/format.js";
import * as findings from "../../report/findings/index.js";
import {figureOf, quotient, withInterval, withoutInterval} from "../../report/findings/intervals.js";

const row = (engine, measure, median, more) => ({engine, measure, median, low: median * 0.9, high: median * 1.1, ...more});

test("versions that agree are one entry, and versions between others are not left out of a range", () => {
  const names = (...values) => alikeVersions(values.map(([engine, value]) => ({engine, values: [value]})))
    .map(({name}) => name);
  assert.deepEqual(names(["postgresql-15", 100], ["postgresql-17", 102], ["postgresql-18", 101]),
    ["PostgreSQL 15 to 18"]);
  assert.deepEqual(names(["postgresql-15", 100], ["postgresql-17", 200], ["postgresql-18", 101]),
    ["PostgreSQL 15 and 18", "PostgreSQL 17"]);
  assert.deepEqual(names(["mariadb-11.8", 100], ["postgresql-18", 100], ["mariadb-10.11", 106]),
    ["PostgreSQL 18", "MariaDB 11.8", "MariaDB 10.11"]);
  assert.deepEqual(names(["mariadb-11.8", 0], ["mariadb-10.11", 0]), ["MariaDB 10.11 and 11.8"]);
  const [group] = alikeVersions([{engine: "postgresql-17", values: [1, 5]}, {engine: "postgresql-18", values: [1.04, 5]}]);
  assert.deepEqual(group.values.map((range) => rangeWords(range, number)), ["1 to 1.04", "5"]);
});

test("versions whose spread as a whole is large do not chain into one entry", () => {
  const steps = [100, 104, 108].map((value, i) => ({engine: `postgresql-${15 + i}`, values: [value]}));
  assert.deepEqual(alikeVersions(steps).map(({name}) => name), ["PostgreSQL 16 and 17", "PostgreSQL 15"]);
});

test("a quotient has the quotient of the intervals, and none where one figure has none", () => {
  const [above, below] = [{value: 6, low: 5, high: 8}, {value: 3, low: 2, high: 4}];
  assert.deepEqual(quotient(above, below), {value: 2, low: 1.25, high: 4});
  assert.deepEqual(quotient(above, {...below, low: null, high: null}), {value: 2, low: null, high: null});
  assert.equal(quotient(above, null), null);
  assert.equal(withInterval(quotient(above, below)), "2.00× (95 % interval 1.25× to 4.00×)");
  assert.equal(withInterval({value: 2, low: null, high: null}), "2.00×");
  assert.match(withoutInterval([{value: 1, low: null, high: null}]), /no interval/);
  assert.equal(withoutInterval([above]), "");
  const rows = [row("postgresql-17", "tps", 5, {phase: "select"}), row("postgresql-17", "tps", 7, {phase: "update"})];
  assert.equal(figureOf(rows, "tps", {engine: "postgresql-17", phase: "update"}).value, 7);
  assert.equal(figureOf(rows, "tps", {engine: "mariadb-11.8"}), null);
});

test("a run's length, transactions and seeds stand below a chart", () => {
  const run = (seed, transactions, duration_s) => ({seed, transactions, duration_s});
  assert.equal(findings.runSentence([run(1, 120, 0.5), run(2, 600, 2)], "UPDATEs"),
    "Each dot is one run of 120 to 600 UPDATEs in 0.5 to 2 s; 2 seeds per setting.");
  assert.equal(findings.runSentence([{duration_s: 3}]), "Each dot is one run of 3 s; one run per setting.");
  assert.equal(findings.runSentence([]), "");
});

test("durability: asynchronous over durable commits where flushes are slowest", () => {
  const tps = (safety, flush, value) => row("postgresql-17", "tps", value, {safety, flush_latency_us: flush});
  const rows = [tps("durable", 20, 100), tps("asynchronous-commit", 20, 110),
    tps("durable", 2000, 50), tps("asynchronous-commit", 2000, 100)];
  assert.equal(findings.durabilityAnswer(rows), "With a flush latency of 2 ms, asynchronous commit multiplies " +
    "throughput by 2.00× (95 % interval 1.64× to 2.44×) in PostgreSQL 17.");
  assert.match(findings.durabilityAnswer([]), /were not measured/);
});

test("look-ups, versions and prepared statements: the newest version of each chosen engine", () => {
  const pages = (engine, phase, value) => row(engine, "read_pages_per_transaction", value, {phase});
  const lookups = ["mariadb-10.11", "mariadb-11.8"].flatMap((engine) =>
    [pages(engine, "primary", 4), pages(engine, "secondary", 8)]);
  assert.equal(findings.lookupAnswer(lookups), "A look-up by a secondary index reads, relative to one by primary " +
    "key, 2.00× (95 % interval 1.64× to 2.44×) as many pages in MariaDB 11.8.");
  const chains = [pages("postgresql-17", "select-loaded", 4), pages("postgresql-17", "select-chains", 6)];
  const collection = ["on", "off"].map((autovacuum, i) =>
    row("postgresql-17", "pages_per_statement_with_write_back", i ? 10 : 30, {autovacuum}));
  assert.match(findings.versionAnswer(chains, collection),
    /^Old versions change .* factor of 1.50× \(.*\) in PostgreSQL 17; autovacuum .* factor of 3.00× \(.*\) in PostgreSQL 17\.$/);
  assert.match(findings.versionAnswer([], collection), /^Autovacuum that never pauses/);
  assert.match(findings.versionAnswer([], []), /not measured/);
  const selects = [["select", 1, 300], ["select-unprepared", 1, 200], ["select", 24, 100], ["select-unprepared", 24, 100]]
    .map(([phase, threads, value]) => row("mysql-9.7", "tps", value, {phase, threads}));
  assert.match(findings.concurrencyAnswer(selects), /^With 1 client, .* 1.50× \(.*\) as fast in MySQL 9.7\.$/);
});

test("writes: the engine that writes least, and the others relative to it", () => {
  const measure = "write_bytes_per_transaction_with_write_back";
  assert.equal(findings.writeAnswer([row("postgresql-17", measure, 20480), row("myrocks-11.8", measure, 5120)]),
    "An UPDATE makes MyRocks 11.8 write 5 KiB (95 % interval 4.5 KiB to 5.5 KiB) to the device; PostgreSQL 17 " +
    "writes 4.00× (3.27× to 4.89×) as much.");
  assert.match(findings.writeAnswer([]), /not measured/);
});

test("CPUs: most over one, at the best number of clients", () => {
  const run = (cpus, threads, tps) => ({engine: "postgresql-17", phase: "read-write", cpus, threads, tps, cell_id: "a"});
  const runs = [run(1, 4, 100), run(8, 4, 300), run(8, 16, 700)];
  const intervals = runs.map(({tps, ...one}) => row("postgresql-17", "tps", tps, one));
  assert.match(findings.scalingAnswer(runs, intervals), /^8 CPUs instead of one .* by 7.00× \(.*\) in PostgreSQL 17\.$/);
  assert.match(findings.scalingAnswer([], []), /no finished cells/);
  const machine = (name, mibS, tps) => row("mariadb-11.8", "tps", tps, {machine: name, read_bandwidth_mib_s: mibS});
  assert.match(findings.coreAnswer([machine("1-cpu", 8, 10), machine("4-cpus", 8, 11), machine("1-cpu", 512, 100),
    machine("4-cpus", 512, 300)]), /by 1.10× \(.*\) at 8 MiB\/s and 3.00× \(.*\) at 512 MiB\/s in MariaDB 11.8\.$/);
  assert.match(findings.coreAnswer([]), /no finished cells/);
});

test("read-ahead: the kernel where it changes the size of reads, the engine where it does not", () => {
  const scan = (engine, read_ahead_kb, device_read_bytes_mean) => ({engine, phase: "scan", read_ahead_kb,
    device_read_bytes_mean, syscall_read_bytes_mean: null});
  assert.equal(findings.readaheadAnswer([scan("postgresql-17", 0, 4096), scan("postgresql-17", 128, 131072),
    scan("mariadb-11.8", 0, 16384), scan("mariadb-11.8", 128, 16384)]),
  "The size of reads at the device depends on the kernel in PostgreSQL 17 (from 4 KiB to 128 KiB per read) and the " +
    "engine alone in MariaDB 11.8 (16 KiB per read with any read-ahead); one run per setting, so no interval.");
});

test("calibration: how many measurements agree with the model, by bandwidth", () => {
  const measured = (bandwidth_mib_s, share) => ({phase: "p", bandwidth_mib_s, expected_bandwidth_mib_s: bandwidth_mib_s,
    measured_mib_s: bandwidth_mib_s * share});
  const rows = [measured(1024, 0.3), measured(4, 0.99), measured(4, 1)];
  assert.equal(findings.calibrationAnswer(rows), "In 2 of 3 measurements fio reaches the bandwidth of the timing model " +
    "within 2 %: 2 of 2 at 4 MiB/s and 0 of 1 at 1,024 MiB/s (one run each, so no interval).");
  assert.match(findings.calibrationSentences(rows)[0], /^The largest error is 70 % below the model, in p at 1,024 MiB\/s\./);
});

test("the query that differs most is of the newest versions", () => {
  const query = (engine, name, query_s) => ({engine, query: name, query_s, timed_out: false});
  const rows = [query("mariadb-10.11", "q1", 900), query("mariadb-11.8", "q1", 2), query("postgresql-18", "q1", 1),
    query("mariadb-11.8", "q21", 10), query("postgresql-18", "q21", 0.1)];
  assert.deepEqual(findings.olapExtremeSentences(rows), ["Between the newest versions Q21 differs most: MariaDB 11.8 " +
    "takes 10 s, 100× as long as PostgreSQL 18."]);
  assert.deepEqual(findings.olapExtremeSentences([]), []);
});
