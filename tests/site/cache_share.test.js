/** Equal limits of memory and equal caches: what is said of the two. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {cacheSharePoints, cacheShareSentences, cacheShareSeries} from "../../report/findings/cache_share.js";

const row = (memory, kib, ratio, cache = 50) => ({memory, read_bandwidth_mib_s: 16, read_ahead_kb: kib, repeats: 2,
  numerator: "mariadb-11.8", denominator: "postgresql-17", ratio, low: null, high: null, numerator_cache_mib: cache,
  denominator_cache_mib: 99});
const rows = [row("equal-limits", 0, 0.5), row("equal-limits", 128, 0.8), row("equal-caches", 0, 0.8, 100),
  row("equal-caches", 128, 1.6, 100)];

test("the sizes of the caches are given, and what making them equal does to the ratio", () => {
  assert.deepEqual(cacheShareSentences(rows), [
    "With the same limit of memory PostgreSQL 17 caches 99 MiB and MariaDB 11.8 50 MiB. With equal caches MariaDB 11.8 has 100 MiB.",
    "Equal caches multiply the ratio of PostgreSQL 17 to MariaDB 11.8 by 0.50× to 0.63×: PostgreSQL 17 commits more " +
    "transactions in 2 of 2 settings with equal limits, and in 1 with equal caches."]);
  assert.deepEqual(cacheShareSentences([]), []);
  assert.equal(cacheShareSentences(rows.slice(0, 2)).length, 1);
});

test("lines are of one memory and bandwidth, equal caches first", () => {
  const points = cacheSharePoints(rows);
  assert.deepEqual(cacheShareSeries(points).map(({name}) => name), ["equal caches, 16 MiB/s", "equal limits, 16 MiB/s"]);
  assert.deepEqual(points.map(({x, value}) => [x, value]), [[0, 2], [128, 1.25], [0, 1.25], [128, 0.625]]);
});
