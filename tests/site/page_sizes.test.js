/** Page sizes and checkpoints: what is said of them. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {pageSizePoints, pageSizeSentences, swingSentences} from "../../report/findings/page_sizes.js";

const row = (metric, page_kib, mibS, ratio, ratio_low = null, ratio_high = null) => ({experiment: "page-size",
  engine: "mysql-9.7", metric, page_kib, read_bandwidth_mib_s: mibS, ratio, ratio_low, ratio_high});

test("the smallest pages are compared with the default, by bandwidth", () => {
  const rows = [row("tps", 4, 64, 1.5), row("tps", 4, 16, 2, 1.8, 2.2), row("tps", 8, 16, 1.4), row("tps", 16, 16, 1),
    row("pages_per_transaction", 4, 16, 0.4), row("pages_per_transaction", 4, 64, 0.5)];
  assert.deepEqual(pageSizeSentences(rows, "page-size"), [
    "With pages of 4 KiB MySQL 9.7 commits 2.00× as many transactions at 16 MiB/s (1.80× to 2.20×) and 1.50× as many at " +
    "64 MiB/s as with 16 KiB. A transaction moves 0.40× and 0.50× as many bytes."]);
  assert.deepEqual(pageSizeSentences(rows, "page-size-tpcc"), []);
  assert.deepEqual(pageSizeSentences([row("tps", 16, 16, 1)], "page-size"), []);
  assert.deepEqual(pageSizePoints(rows, "page-size", "tps").map(({series, x, value}) => [series, x, value]),
    [["64", 4, 1.5], ["16", 4, 2], ["16", 8, 1.4], ["16", 16, 1]]);
});

test("a swing has its rates and its checkpoints", () => {
  const run = (copies, most, least) => ({engine: "postgresql-17", copies, tps_most: most, tps_least: least,
    swing: most / least, checkpoints: 4});
  assert.deepEqual(swingSentences([run("copies-on", 52, 20), run("copies-on", 48, 20), run("copies-off", 60, 50)]), [
    "PostgreSQL 17 with copies of pages in its log: 50 transactions per second in the fastest five seconds and 20 in the " +
    "slowest, 2.50×, over 4 checkpoints (medians over 2 runs).",
    "PostgreSQL 17 without copies of pages: 60 transactions per second in the fastest five seconds and 50 in the slowest, " +
    "1.20×, over 4 checkpoints (medians over 1 run)."]);
});
