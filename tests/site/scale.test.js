/** Sizes: which ratios have converged, and who leads at each. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {largestSizeSentence, scaleRatios, scaleRunSentence, scaleSentences} from "../../report/findings/scale.js";

const change = (mibS, kib, smaller, larger) => ({metric: "tps", read_bandwidth_mib_s: mibS, read_ahead_kb: kib,
  numerator: "mariadb-11.8", denominator: "postgresql-17", smaller_mib: 256, larger_mib: 512, smaller_ratio: smaller,
  larger_ratio: larger, change: larger / smaller, low: larger / smaller - 0.01, high: larger / smaller + 0.01, has_converged: Math.abs(larger / smaller - 1) < 0.05});

test("ratios that have all converged are one sentence, with the largest change", () => {
  assert.deepEqual(scaleSentences([change(16, 0, 0.5, 0.51), change(64, 128, 1, 0.99)], []), [
    "From 256 to 512 MiB of cache, the ratio of transactions per second changes by at most 2 % in all 2 settings: " +
    "within the 5 % fixed before, so it counts as converged. By their intervals the changes could be as large as 3 %."]);
});

test("one run of each engine, or smaller sizes, decide nothing", () => {
  const said = "MiB of cache, the ratio of transactions per second changes by at most 2 % in 1 setting. Whether it converges is " +
    "decided at 512 MiB and with repeats, which were not measured.";
  assert.deepEqual(scaleSentences([{...change(16, 0, 0.5, 0.51), low: null, high: null}], []), [`From 256 to 512 ${said}`]);
  assert.deepEqual(scaleSentences([{...change(16, 0, 0.5, 0.51), smaller_mib: 128, larger_mib: 256}], []), [`From 128 to 256 ${said}`]);
});

test("where a ratio has not converged, it is said where, of the first engine over the second", () => {
  assert.deepEqual(scaleSentences([change(16, 0, 0.5, 0.8), change(64, 128, 1, 0.99)], []), [
    "From 256 to 512 MiB of cache, the ratio of transactions per second has converged, to within 5 %, in 1 of 2 settings. " +
    "It has not at 16 MiB/s, no read-ahead (2.00× to 1.25× for PostgreSQL 17 over MariaDB 11.8), so nothing can be said " +
    "about larger sizes there. By their intervals the changes could be as large as 61 %."]);
});

test("how much of its log a run writes says whether checkpoints are in it", () => {
  const row = {experiment: "scale", runs: 24, steady_runs: 0, transactions_least: 300, transactions_most: 1200, log_cycles_least: 0.28, log_cycles_most: 0.5};
  assert.equal(scaleRunSentence([row]), "A run of 300 to 1,200 transactions writes 0.28× to 0.50× the size of its log, so few checkpoints, or none, " +
    "are in it; none of the 24 runs passes the checks of steady state.");
  assert.doesNotMatch(scaleRunSentence([{...row, log_cycles_least: 1.2, steady_runs: 2}]), /checkpoints/);
  assert.equal(scaleRunSentence([{...row, experiment: "other"}]), "");
});

test("an engine leads at as many settings at every size, or it is said at which", () => {
  const lead = (mib, ahead, behind) => ({numerator: "mariadb-11.8", denominator: "postgresql-17", cache_mib: mib, settings: 4,
    ahead, behind});
  assert.deepEqual(scaleSentences([], [lead(64, 1, 2), lead(128, 1, 2)]), [
    "PostgreSQL 17 leads in 2 and MariaDB 11.8 in 1 of 4 settings at every size; elsewhere the interval includes 1."]);
  assert.deepEqual(scaleSentences([], [lead(64, 2, 2), lead(128, 2, 2)]), [
    "PostgreSQL 17 leads in 2 and MariaDB 11.8 in 2 of 4 settings at every size."]);
  assert.deepEqual(scaleSentences([], [lead(64, 1, 2), lead(128, 1, 3), lead(256, 1, 3)]), [
    "PostgreSQL 17 leads in 2 and MariaDB 11.8 in 1 of 4 settings at 64 MiB and leads in 3 and MariaDB 11.8 in 1 of 4 " +
    "settings at 128 and 256 MiB; elsewhere the interval includes 1."]);
});

test("points are ratios of one metric over the cache, a series per setting of the device", () => {
  const rows = ["tps", "pages_per_transaction"].map((metric) => ({...change(16, 128, 1, 1), metric, cache_mib: 64, ratio: 0.5,
    low: 0.4, high: 0.8}));
  const [point, ...others] = scaleRatios(rows, "tps");
  assert.equal(others.length, 0);
  assert.deepEqual([point.engine, point.series, point.x, point.value, point.low, point.high],
    ["postgresql-17", "16 MiB/s, 128 KiB read-ahead", 64, 2, 1.25, 2.5]);
});

test("up to which size one knows is said", () => {
  assert.match(largestSizeSentence([{cache_mib: 512}, {cache_mib: 64}]), /measured is 512 MiB/);
  assert.equal(largestSizeSentence([]), "");
});
