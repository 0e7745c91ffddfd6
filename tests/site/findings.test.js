/** What the pages say follows the rows, in both directions. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {spread} from "../../report/charts/axis.js";
import {engineName, orderEngines} from "../../report/charts/engines.js";
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
  assert.equal(engineName("mysql-9.7"), "MySQL 9.7");
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

test("an engine that still gains at the end isn't called saturated", () => {
  const slope = [];
  const saturation = [{engine: "postgresql-17", tps_max: 9, saturation_mib_s: 256,
    bandwidth_mib_s_max: 256}];
  assert.deepEqual(findings.oltpSensitivitySentences({slope, saturation}), []);
  const steep = [{engine: "postgresql-17", slope: 0.8, slope_low: 0.7, slope_high: 0.9}];
  assert.match(findings.oltpSensitivitySentences({slope: steep, saturation}).join(" "),
    /still gains at 256 MiB\/s/);
});
