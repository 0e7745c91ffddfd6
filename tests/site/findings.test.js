/** What the pages say follows the rows, in both directions. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {
  comparedPairs, engineName, engineShortNames, engineStyle, orderEngines,
} from "../../report/charts/engines.js";
import {bytes, list, number, percent, times} from "../../report/charts/format.js";
import * as findings from "../../report/findings/index.js";

const pair = {numerator: "mariadb-11.8", denominator: "postgresql-17"};
const ratioOf = (...medians) => medians.map((median, i) => (
  {...pair, read_bandwidth_mib_s: 4 * 2 ** i, median, low: median * 0.9, high: median * 1.1}));

test("numbers have three figures and their units", () => {
  assert.equal(number(1234.5), "1,235");
  assert.equal(number(0.12345), "0.123");
  assert.equal(number(null), "–");
  assert.equal(times(1.8), "1.80×");
  assert.equal(times(1.0017), "1.002×", "a lead by its interval was printed as none");
  assert.equal(times(0.9973), "0.997×");
  assert.equal(times(1), "1.00×");
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

const swapped = {numerator: "postgresql-17", denominator: "mariadb-11.8", low: null, high: null};
const speeds = (...medians) => ({ratio: medians.map((median, i) => (
  {...swapped, read_bandwidth_mib_s: 8 * 4 ** i, median}))});

test("the answer has the ratio at both ends with its intervals, and the crossover", () => {
  const crossover = [{...pair, crossover_mib_s: 21, low_mib_s: 17, high_mib_s: 28}];
  assert.equal(findings.oltpHeadline({ratio: ratioOf(1.5, 1.2, 0.7), crossover}),
    "PostgreSQL 17 commits 0.67× (95 % interval 0.61× to 0.74×) as many transactions as MariaDB 11.8 at 4 MiB/s, " +
    "and 1.43× (1.30× to 1.59×) as many at 16 MiB/s; both are equally fast at 21 MiB/s (17 to 28).");
  assert.match(findings.oltpHeadline({ratio: ratioOf(0.5), crossover: []}),
    /^PostgreSQL 17 commits 2.00× \(95 % interval 1.82× to 2.22×\) as many transactions as MariaDB 11.8 at 4 MiB\/s\.$/);
  assert.match(findings.oltpHeadline({ratio: [], crossover: []}), /^No two engines/);
});

test("the trend is said as it is, and where the interval includes 1", () => {
  const say = (...medians) => findings.oltpRatioSentences({ratio: ratioOf(...medians)}).join(" ");
  assert.match(say(1.8, 1.5, 1.2), /^The ratio of PostgreSQL 17 to MariaDB 11.8 rises, or stays/);
  assert.match(say(1.2, 1.5, 1.8), /falls from each bandwidth to the next/);
  assert.match(say(1.2, 1.5, 1.1), /falls at 1 of 2 steps of bandwidth and rises at the others/);
  assert.match(say(1.5, 1.05), /At 8 MiB\/s its interval includes 1, so neither engine is known/);
  assert.doesNotMatch(say(1.5, 1.8), /includes 1/);
  const other = ratioOf(2, 4).map((row) => ({...row, denominator: "mysql-9.7"}));
  assert.match(findings.oltpRatioSentences({ratio: [...ratioOf(1.5, 1.2), ...other]}).at(-1),
    /^MariaDB 11.8 commits 2.00× .* as many transactions as MySQL 9.7 at 4 MiB\/s, and 4.00× .* at 8 MiB\/s\.$/);
});

test("queries are compared by how many times as fast one engine is", () => {
  assert.equal(findings.olapAnswer(speeds(13, 9, 5)), "PostgreSQL 17 runs the query 13.00× as fast as MariaDB 11.8 " +
    "at 8 MiB/s, and 5.00× as fast at 128 MiB/s (one run per setting, so no interval).");
  const [trend] = findings.olapRatioSentences(speeds(13, 9, 5));
  assert.equal(trend, "The speed of PostgreSQL 17 over that of MariaDB 11.8 falls from each bandwidth to the next.");
  const turned = {ratio: [{...swapped, numerator: "mariadb-11.8", denominator: "postgresql-17", median: 2,
    low: 1.6, high: 2.5, read_bandwidth_mib_s: 8}]};
  assert.equal(findings.olapAnswer(turned),
    "PostgreSQL 17 runs the query 0.50× (95 % interval 0.40× to 0.63×) as fast as MariaDB 11.8 at 8 MiB/s.");
  assert.deepEqual(findings.olapRatioSentences({ratio: []}), []);
});

test("a query that was given up makes the total more than what was measured", () => {
  const rows = [["postgresql-17", 2, false], ["mariadb-11.8", 300, true]].map(
    ([engine, query_s, timed_out]) => ({engine, query: "q9", number: 9, query_s, timed_out}));
  const said = findings.olapTotalSentences(rows).join(" ");
  assert.match(said, /MariaDB 11.8 answers none of 1 query in more than 300 s/);
  assert.match(said, /Q9 \(given up after 300 s\)/);
  assert.match(said, /^MariaDB 11.8 takes more than 150× as long for all 1 queries as PostgreSQL 17/);
});

test("joins are counted by method", () => {
  const rows = [["q3", "hash", 2], ["q5", "hash", 4], ["q5", "nested loop", 1]].map(
    ([query, join_method, joins]) => ({engine: "postgresql-17", query, join_method, joins}));
  assert.deepEqual(findings.joinSentences(rows), ["PostgreSQL 17: 7 joins in the plans of 2 " +
    "queries, 6 by hash and 1 by nested loop."]);
});

test("one seed has no interval, and nothing is said of one", () => {
  const ratio = ratioOf(1.5, 0.7).map((row) => ({...row, low: null, high: null}));
  const said = findings.oltpRatioSentences({ratio}).join(" ");
  assert.doesNotMatch(said, /interval/);
});

test("version chains: pages before the UPDATEs, after them, and after VACUUM", () => {
  const rows = (chains, vacuumed) => [["select-chains", chains], ["select-vacuumed", vacuumed]]
    .map(([phase, pages]) => ({engine: "postgresql-17", phase, read_pages_per_transaction: pages}));
  assert.equal(findings.versionChainSentences(rows(7, 5))[0],
    "PostgreSQL 17: 7 after the UPDATEs and 5 after VACUUM, in pages of 4 KiB per SELECT.");
  const loaded = {engine: "postgresql-17", phase: "select-loaded", read_pages_per_transaction: 3};
  const said = findings.versionChainSentences([loaded, ...rows(7, 5)])[0];
  assert.match(said, /^PostgreSQL 17: 3 before the UPDATEs, 7 after them and 5 after VACUUM/);
});

test("lateness: how much was in time, and where it was not", () => {
  const row = (phase, bucket_max_ns, commands) => ({phase, bucket_max_ns, commands});
  const good = [row("d1", 1279, 99), row("d1", 4095, 1)];
  assert.match(findings.latenessSentences(good).join(" "),
    /The device completed 99 % of 100 commands within 2 µs.*At least 99 % were on time in every job/);
  assert.match(findings.latenessSentences([...good, row("d16", null, 100)]).join(" "),
    /completed 49.5 %.*Fewer than 99 % were on time in d16/);
  assert.deepEqual(findings.latenessSentences([]), []);
});

test("observers: who counts as the device does, and how much longer it took for them", () => {
  const row = (observer, requests, latency_us_mean) =>
    ({cell_id: "c", phase: "d1", direction: "read", observer, requests, bytes: 4096, latency_us_mean});
  const said = findings.observerSentences([row("device", 10, 84), {...row("bpftrace", 10, 87), completions: 8},
    {...row("fio", 11, 99), completions: 11}]);
  assert.equal(said.length, 2);
  assert.match(said[0], /bpftrace counts the same requests and bytes as the device in 1 of 1 run; .*3 to 3 µs above the device's\. It missed 2 of 10 completions/);
  assert.match(said[1], /fio counts .* in 0 of 1 run; .*15 to 15 µs above the device's\.$/);
});

test("an engine that still gains at the end isn't called saturated", () => {
  const slope = [];
  const saturation = [{engine: "postgresql-17", tps_max: 9, saturation_mib_s: 256,
    bandwidth_mib_s_max: 256}];
  assert.deepEqual(findings.oltpSensitivitySentences({slope, saturation}), []);
  const steep = [{engine: "postgresql-17", slope: 0.8, slope_low: 0.7, slope_high: 0.9}];
  assert.match(findings.oltpSensitivitySentences({slope: steep, saturation}).join(" "),
    /Within 5 % of the best .*: PostgreSQL 17 only at 256 MiB\/s/);
});

test("strategies: what readahead changes, and what it does not", () => {
  const row = (strategy, read_ahead_kb, bandwidth_share, device_read_bytes_mean) =>
    ({strategy, read_ahead_kb, bandwidth_share, device_read_bytes_mean});
  const said = findings.strategySentences([
    row("direct-1024k-d4", 0, 1, 131072), row("direct-1024k-d4", 128, 0.999, 131072),
    row("buffered-8k", 128, 0.97, 131072), row("buffered-8k", 0, 0.25, 4096),
  ]);
  assert.match(said[0], /^8 KiB cached: 25 % .* read_ahead_kb 0 \(4 KiB .*\) and 97 % with 128/);
  assert.equal(said[1], "4 × 1 MiB direct: 99.9 % of the bandwidth with any read_ahead_kb.");
  assert.deepEqual(findings.strategySentences([]), []);
});

test("file systems are compared where both were measured", () => {
  const row = (filesystem, read_ahead_kb) => ({engine: "fio", filesystem, read_ahead_kb,
    device_read_bytes_mean: 4096});
  assert.deepEqual(findings.filesystemSentences([row("ext4", 0), row("xfs", 128)]), []);
  assert.deepEqual(findings.filesystemSentences([row("ext4", 0), row("xfs", 0)]),
    ["fio, mean read at the device: 4 KiB on ext4 and 4 KiB on xfs with read_ahead_kb 0."]);
});

test("scans again: the smallest and the largest table beside the memory", () => {
  const row = (cell_id, relation_over_memory, scan_index, duration_s) => ({engine: "postgresql-17",
    cell_id, relation_over_memory, scan_index, duration_s, scanned_mib_s: 100 / duration_s,
    phase: `scan-${scan_index}`});
  const said = findings.cachedSentences([row("b", 2, 1, 1), row("b", 2, 2, 1), row("c", 1, 1, 1),
    row("c", 1, 2, 1), row("a", 0.5, 1, 1), row("a", 0.5, 2, 0.25),
    {...row("a", 0.5, 4, 0.2), phase: "scan-kept"}]);
  assert.deepEqual(said, ["PostgreSQL 17: a table of 0.5 times the memory is scanned 4.00× as fast the second time " +
    "and 5.00× with the engine's cache kept; a table of 2 times the memory is scanned 1.00× as fast the second time."]);
});

test("settings are held against the default at the same readahead", () => {
  const row = (settings, read_ahead_kb, scanned_mib_s) =>
    ({engine: "postgresql-18", settings, read_ahead_kb, scanned_mib_s});
  const said = findings.settingSentences([row("io_method-sync", 0, 30), row("default", 0, 60),
    row("default", 128, 90)]);
  assert.deepEqual(said, ["PostgreSQL 18 with read_ahead_kb 0 scans 60 MiB/s by default. " +
    "Relative to that: 0.50× with synchronous reads."]);
});

test("bytes per row, from the least", () => {
  const rows = [{engine: "mariadb-11.8", bytes_per_row: 150}, {engine: "postgresql-17",
    bytes_per_row: 120}];
  assert.deepEqual(findings.rowSizeSentences(rows), [
    "A row takes 120 bytes in PostgreSQL 17 and 150 bytes in MariaDB 11.8.",
    "That is 1.25× as much in MariaDB 11.8 as in PostgreSQL 17."]);
  assert.deepEqual(findings.rowSizeSentences([]), []);
});

test("durability says what waiting and copying cost", () => {
  const row = (safety, flush, tps, flushes, written) => ({engine: "postgresql-17", safety,
    flush_latency_us: flush, tps, flushes_per_transaction: flushes,
    write_pages_per_transaction: written, page_copies: safety === "no-page-copies" ? 0 : 300});
  const said = findings.durabilitySentences([
    row("durable", 20, 100, 0.9, 8), row("asynchronous-commit", 20, 150, 0.1, 8),
    row("no-page-copies", 20, 120, 0.9, 3), row("durable", 2000, 50, 0.3, 8),
    row("asynchronous-commit", 2000, 150, 0.1, 8),
  ]).join(" ");
  assert.match(said, /asynchronous commit .*: 1.50× at 20 µs and 3.00× at 2 ms in PostgreSQL 17/);
  assert.match(said, /Flushes per durable transaction, .*: 0.9 at 20 µs and 0.3 at 2 ms in PostgreSQL 17/);
  assert.match(said, /8 pages of 4 KiB written per transaction with copies of pages and 3 without/);
});

test("TPC-C says how many orders, what was rolled back, and which kind is slow", () => {
  const row = (kind, mib_s, transactions, more) => ({engine: "mariadb-11.8", kind,
    read_bandwidth_mib_s: mib_s, transactions, rolled_back: 0, retries: 0, committed_per_minute: 300,
    latency_ms_p95: 20, ...more});
  const rows = [
    row("delivery", 16, 10, {latency_ms_p95: 90}),
    row("new_order", 4, 100, {rolled_back: 2, committed_per_minute: 120}),
    row("new_order", 16, 100, {retries: 21}),
  ];
  const said = findings.tpccSentences(rows).join(" ");
  assert.match(said, /commits 120 New-Orders per minute at 4 MiB\/s and 300 New-Orders per minute at 16/);
  assert.match(said, /; 1 % of its New-Orders roll back/);
  assert.match(said, /Clients retry 10 % of its transactions/);
  assert.match(said, /its slowest kind is Delivery, with a 95th percentile of 90 ms/);
  assert.deepEqual(findings.tpccKinds(rows).map((each) => each.kind),
    ["New-Order", "New-Order", "Delivery"]);
  assert.deepEqual(findings.tpccSentences([]), []);
});

test("payments: the fastest engine, deletes, and scans for the planner", () => {
  const row = (engine, deletes, tps) => ({engine, deletes, durability: "equal",
    flush_latency_us: 2000, tps});
  const rows = [row("mysql-9.7", "with-deletes", 100), row("mariadb-11.8", "with-deletes", 250),
    row("mariadb-11.8", "without-deletes", 500)];
  const intervals = rows.map(({tps, ...row}) => ({...row, measure: "tps", median: tps, low: tps * 0.9, high: tps * 1.1}));
  assert.equal(findings.paymentAnswer(intervals), "With one log each, MariaDB 11.8 completes 250 payments per second, " +
    "2.50× (95 % interval 2.05× to 3.06×) as many as MySQL 9.7.");
  assert.match(findings.paymentSentences(rows, intervals).join(" "),
    /With deletes instead of without, payments per second: 0.50× \(95 % interval .*\) as many in MariaDB 11.8\./);
  assert.equal(findings.paymentSettings(rows)[0].setting,
    "one log, with deletes");
  assert.deepEqual(findings.paymentSentences([], []), []);
  const counted = [22, 24].map((index_scans_per_transaction) => ({...row("postgresql-17",
    "with-deletes", 300), index_scans_per_transaction, data_mib: 46.6, engine_memory_mib: 288}));
  assert.match(findings.paymentSentences(counted, []).join(" "),
    /PostgreSQL 17 scans indexes 23 times per payment with deletes: 11 scans are for its statements/);
  assert.equal(findings.paymentData(counted),
    "Tables and indexes take 46.6 MiB in PostgreSQL 17; an engine has 288 MiB of memory.");
  assert.equal(findings.paymentData(rows), "");
});

test("concurrency says what preparing saves and what clients cost", () => {
  const row = (engine, phase, threads, each, cost) => ({engine, phase, threads,
    tps: each, engine_instructions_per_transaction: cost});
  const said = findings.concurrencySentences([
    row("postgresql-17", "select", 1, 3000, 90e3), row("postgresql-17", "select", 8, 4000, 95e3),
    row("postgresql-17", "select-unprepared", 1, 2000, 150e3),
    row("mariadb-11.8", "select", 8, 2000, 120e3),
  ]).join(" ");
  assert.match(said, /over unprepared ones: 1.50× with 1 client in PostgreSQL 17\./);
  assert.match(said, /Thousand instructions .*: 90 with 1 client and 95 with 8 in PostgreSQL 17/);
  assert.match(said, /PostgreSQL 17 serves 2.00× as many with 8 clients as MariaDB 11.8/);
});

test("version storage: what is kept, of few changed bytes and of many", () => {
  const row = (engine, changed_bytes, kept_bytes_per_update) => ({engine, changed_bytes,
    kept_bytes_per_update, log_bytes_per_changed_byte: 5, device_bytes_per_changed_byte: 90});
  const said = findings.versionStorageSentences([row("postgresql-17", 32, 570),
    row("postgresql-17", 512, 571), row("mariadb-11.8", 32, 90), row("mariadb-11.8", 512, 600)]);
  assert.match(said[0], /PostgreSQL 17: 570 bytes are kept in the heap .* 32 bytes, and 571 bytes when/);
  assert.match(said[1], /MariaDB 11.8: 90 bytes are kept in the undo log .*, and 600 bytes when .* 512/);
  assert.match(said[1], /writes 5 bytes of log per changed byte and 90 bytes at the device/);
  assert.deepEqual(findings.versionStorageSentences([]), []);
});

test("index management: by number of indexes, by room, by column", () => {
  const row = (room, column_kind, secondary_indexes, log, hot_share) => ({engine: "postgresql-17",
    room, column_kind, secondary_indexes, log_bytes_per_statement: log, hot_share});
  const said = findings.indexManagementSentences([row("full-pages", "plain-column", 1, 200, 0.5),
    row("full-pages", "plain-column", 6, 500, 0.4), row("fill-factor-70", "plain-column", 6, 210, 1),
    row("full-pages", "indexed-column", 6, 750, 0)]).join(" ");
  assert.match(said, /full pages: 200 bytes of log with 1 secondary index and 500 bytes with 6 \(40 %/);
  assert.match(said, /fill factor 70: 210 bytes of log with 6 secondary indexes \(100 % of/);
  assert.match(said, /has an index, the log takes 1.50× as much/);
});

test("a snapshot held open: which one costs more", () => {
  const row = (engine, snapshot, updates_per_row, page_accesses_per_row) =>
    ({engine, snapshot, updates_per_row, page_accesses_per_row});
  const say = (engine, held, fresh) => findings.heldSnapshotSentences([row(engine, "new", 0, 3),
    row(engine, "held", 8, held), row(engine, "new", 8, fresh), row(engine, "released", 8, 3)])[0];
  assert.match(say("mariadb-11.8", 11, 3), /touches 11 with .* and 3 with a new one: the old snapshot costs more/);
  assert.match(say("postgresql-17", 3, 6), /the new snapshot costs more.* ended and VACUUM has run, it touches 3/);
  assert.match(say("postgresql-17", 6, 6.1), /both cost the same/);
});

test("key types: what swells, what an INSERT writes, what a range touches", () => {
  const engine = "mariadb-11.8";
  const said = findings.keyTypeSentences({
    sizes: [["sequential", 10], ["uuid4", 18]].map(([key_type, bytes]) => (
      {engine, key_type, kind: "secondary", bytes})),
    inserts: [["sequential", 0.5], ["uuid4", 4]].map(([key_type, device_pages_per_statement]) => (
      {engine, key_type, device_pages_per_statement})),
    reads: [{engine, phase: "range-primary", key_type: "uuid4", page_accesses_per_statement: 7}],
  }).join(" ");
  assert.match(said, /secondary indexes, .*: 1.80× with random UUIDs \(v4\) in MariaDB 11.8/);
  assert.match(said, /written per INSERT: 0.5 with sequential numbers and 4 with random UUIDs/);
  assert.match(said, /pages touched .*: 7 with random UUIDs \(v4\)/);
});

test("two tools are compared where both asked the same way", () => {
  const rows = ["pgbench", "sysbench"].flatMap((tool) => [1, 8].map((threads) => ({
    engine: "postgresql-17", phase: `${tool}-prepared`, threads, seed: 1,
    tps: tool === "pgbench" ? 3000 : 2000,
    client_instructions_per_transaction: tool === "pgbench" ? 40000 : 90000,
  })));
  assert.deepEqual(findings.toolSentences(rows), [
    "With prepared statements, PostgreSQL 17 answers 1.50× (1 client) and 1.50× (8 clients) as many SELECTs per " +
    "second with pgbench as with sysbench. A SELECT costs pgbench 40 thousand instructions and sysbench 90 thousand."]);
  assert.deepEqual(findings.toolSentences(rows.slice(0, 2)), []);
});

test("rows that were measured in pieces say so", () => {
  const builds = [
    {emulator_sha256: "0123456789abcdef", cells: 324},
    {emulator_sha256: "fedcba9876543210", cells: 59},
  ];
  const [one] = findings.instrumentSentences(builds.slice(0, 1));
  assert.match(one, /^All 324 cells here were measured with one build of the emulator, 01234567\.$/);
  const [two] = findings.instrumentSentences(builds);
  assert.match(two, /^The 383 cells here .* 2 builds .*: 324 with 01234567 and 59 with fedcba98\./);
  assert.deepEqual(findings.instrumentSentences([]), ["No cell of this database has a result."]);
});

test("campaigns are summed", () => {
  assert.equal(findings.testedAnswer([{tried: 1000, faults: 2}, {tried: 500, faults: 0}]),
    "2 campaigns tried 1,500 cases and found 2 faults; the tables below say what became of each.");
});
