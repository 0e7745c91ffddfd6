/** The same comparison in runs of several lengths: what it depends on besides read-ahead. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {lengthAnswer, lengthCaption, lengthReadAheads, lengthRows, lengthWords, ratioCell} from "../../report/findings/run_lengths.js";

const row = (experiment, kib, ratio, more) => ({experiment, memory: null, read_bandwidth_mib_s: 16, read_ahead_kb: kib,
  numerator: "mariadb-11.8", denominator: "postgresql-17", ratio: 1 / ratio, low: 0.9 / ratio, high: 1.1 / ratio, repeats: 2,
  transactions: 500, run_s: 7.04, ...more});
const rows = [row("steady", 0, 1.2), row("steady", 128, 0.7), row("oltp-read-ahead", 0, 1.8), row("oltp-read-ahead", 128, 1.1),
  row("oltp-read-ahead", 2048, 0.8), row("oltp-map", 2048, 0.5, {low: null, high: null}),
  row("oltp-read-ahead", 0, 9, {read_bandwidth_mib_s: 64}), row("cache-share", 0, 1.4, {memory: "equal-caches"}),
  row("cache-share", 0, 1.6, {memory: "equal-limits"}), row("oltp-read-ahead", 0, 3, {denominator: "postgresql-18"}),
  row("oltp-read-ahead", 0, 1, {numerator: "postgresql-15"})];

test("runs are in order of their length, each with its caches", () => {
  assert.deepEqual(lengthRows(rows).map(({experiment, caches}) => [experiment, caches]), [["oltp-read-ahead", "equal limits"],
    ["oltp-map", "equal limits"], ["cache-share", "equal caches"], ["cache-share", "equal limits"], ["steady", "equal caches"]]);
  assert.deepEqual(lengthReadAheads(rows), [0, 128, 2048]);
});

test("the answer has the range of each read-ahead, and where it leaves the lead open", () => {
  assert.equal(lengthAnswer(rows), "Over runs of other lengths and with equal caches, PostgreSQL 17 commits 1.20× to 1.80× without read-ahead, " +
    "0.70× to 1.10× with 128 KiB and 0.50× to 0.80× with 2,048 KiB as many transactions as MariaDB 11.8. " +
    "So with 128 KiB the length of the run and the caches decide who leads.");
  assert.equal(lengthAnswer(rows.filter((each) => each.experiment === "steady")), "");
  assert.equal(lengthAnswer([]), "");
});

test("a cell of the table says when it is of one run", () => {
  assert.equal(ratioCell(lengthRows(rows)[1].ratios.get(2048)), "0.50×, one run");
  assert.match(ratioCell(lengthRows(rows)[0].ratios.get(0)), /^1\.80× \(1\.64× to 2\.00×\)$/);
  assert.equal(ratioCell(undefined), "–");
});

test("the caption says what is compared", () => {
  assert.equal(lengthCaption(rows), "Transactions of PostgreSQL 17 over those of MariaDB 11.8 at 16 MiB/s, by kind of run and read-ahead");
  assert.match(lengthCaption([]), /^The ratio of the engines/);
});

test("the headline's condition is the length of its own runs", () => {
  assert.equal(lengthWords(rows, "oltp-read-ahead"), "in runs of 7 s");
  assert.equal(lengthWords([], "oltp-read-ahead"), "");
});
