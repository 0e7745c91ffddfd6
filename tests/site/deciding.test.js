/** OLTP over read-ahead: which engine leads at both ends, and the bytes that a transaction reads. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {
  decidingHeadline, decidingSentences, decidingVersions, readAheadCosts, readAheadRatios, readSizeSentences,
} from "../../report/findings/deciding.js";

const ratio = (mibS, kib, median, more) => ({numerator: "mariadb-11.8", denominator: "postgresql-17",
  read_bandwidth_mib_s: mibS, read_ahead_kb: kib, median, low: median * 0.9, high: median * 1.1, ...more});

test("ratios are those of the first engine over the second, bounds included", () => {
  const [row] = readAheadRatios([ratio(16, 0, 0.5)]);
  assert.equal(row.first, "postgresql-17");
  assert.equal(row.ratio, 2);
  assert.ok(row.low < row.ratio && row.ratio < row.high);
});

test("only two intervals on different sides of 1 make the lead change hands", () => {
  assert.match(decidingHeadline([ratio(16, 0, 0.5), ratio(16, 2048, 1.5)]),
    /^At 16 MiB\/s PostgreSQL 17 commits 2\.00× \(95 % interval 1\.82× to 2\.22×\) as many OLTP transactions as MariaDB 11\.8 without read-ahead, and 0\.67× \(0\.61× to 0\.74×\) as many with 2,048 KiB of read-ahead: one setting of the kernel changes who leads\.$/);
  assert.match(decidingHeadline([ratio(16, 0, 0.5), ratio(16, 2048, 0.8)]), /but not who leads\.$/);
  assert.equal(decidingHeadline([]), "");
  assert.equal(decidingHeadline([ratio(16, 128, 0.5)]), "");
});

test("an engine leads only where the interval excludes 1", () => {
  const end = (least, most) => decidingHeadline([ratio(16, 0, ...least), ratio(16, 2048, ...most)]).split(": ").at(-1);
  assert.equal(end([0.95], [1.05]), "both intervals include 1, so neither engine leads at either setting.");
  assert.equal(end([0.5], [0.95]),
    "PostgreSQL 17 leads without read-ahead, and neither engine with 2,048 KiB of read-ahead.");
  assert.equal(end([0.95], [1.5]),
    "neither engine leads without read-ahead, and MariaDB 11.8 does with 2,048 KiB of read-ahead.");
  const unknown = {low: null, high: null};
  assert.equal(end([0.5, unknown], [1.5, unknown]),
    "one seed per setting does not show whether the setting changes who leads.");
});

test("each bandwidth has a sentence with the factor between both ends", () => {
  const rows = [ratio(64, 0, 0.8), ratio(16, 0, 0.5), ratio(16, 2048, 1.5), ratio(64, 2048, 0.8)];
  const [slow, fast] = decidingSentences(rows);
  assert.match(slow, /^At 16 MiB\/s .* a factor of 3\.00×: one setting of the kernel changes who leads\.$/);
  assert.match(fast, /^At 64 MiB\/s .* a factor of 1\.00×: one setting of the kernel changes the ratio, but not who leads\.$/);
});

test("pairs of versions in which the lead changes hands are counted", () => {
  const old = {denominator: "postgresql-15"};
  const rows = [ratio(16, 0, 0.5), ratio(16, 2048, 1.5), ratio(16, 0, 0.5, old), ratio(16, 2048, 0.8, old)];
  assert.deepEqual(decidingVersions(rows), ["At 16 MiB/s the lead changes in 1 of 2 pairs of engine versions."]);
  assert.deepEqual(decidingVersions(rows.slice(0, 2)), []);
});

test("what a transaction reads is of the slowest device, by read-ahead", () => {
  const run = (mibS, kib, pages, commands) => ({engine: "postgresql-17", read_bandwidth_mib_s: mibS,
    read_ahead_kb: String(kib), read_pages_per_transaction: pages, read_commands_per_transaction: commands});
  assert.deepEqual(readAheadCosts([run(16, 2048, 200, 10), run(16, 0, 100, 50), run(64, 0, 1, 1)]),
    ["PostgreSQL 17 at 16 MiB/s: a transaction reads 400 KiB without read-ahead (8 KiB per request) " +
      "and 800 KiB with 2,048 KiB of read-ahead (80 KiB per request)."]);
  assert.deepEqual(readAheadCosts([]), []);
});

test("random look-ups were the reason of a growth that is in the range queries alone", () => {
  const row = (engine, kib, page_reads_per_transaction, larger_reads_per_transaction, larger_read_bytes_mean, mibS = 16) => ({engine,
    read_bandwidth_mib_s: mibS, read_ahead_kb: kib, page_reads_per_transaction, larger_reads_per_transaction, larger_read_bytes_mean});
  const rows = [row("postgresql-17", 2048, 29, 9, 65536), row("postgresql-17", 128, 29, 11, 32768), row("postgresql-17", 0, 76, 0, null),
    row("postgresql-17", 128, 1, 1, 1, 64), row("mariadb-11.8", 128, 27, 0, null), row("mariadb-11.8", 2048, 27, 0, null)];
  assert.deepEqual(readSizeSentences(rows), [
    "PostgreSQL 17 at 16 MiB/s: the reads of a transaction are 29 of one page and 11 larger ones of 32 KiB on average with 128 KiB of " +
      "read-ahead and 29 of one page and 9 larger ones of 64 KiB on average with 2,048 KiB of read-ahead.",
    "MariaDB 11.8 at 16 MiB/s: the reads of a transaction are 27 of one page and none larger with 128 KiB of read-ahead and 27 of one page " +
      "and none larger with 2,048 KiB of read-ahead."]);
  assert.deepEqual(readSizeSentences([]), []);
});
