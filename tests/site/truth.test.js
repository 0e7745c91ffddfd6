/** The same runs in virtual and in real time: what is compared, and what is said of it. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {atOfTruth, comparedLabs, comparedRatios, instructionTimeSentences, otherMemorySentences, placesOfTruth, repeatSentences, truthAnswer, truthSentences, unheldWritesSentences} from "../../report/findings/truth.js";

const run = (engine, isReal, kib, tps, read, more) => ({load: "oltp", engine, real_time: isReal, read_bandwidth_mib_s: 16,
  read_ahead_kb: kib, seed: 1, tps, read_kib_per_transaction: read, write_kib_per_transaction: 100,
  is_disturbed: false, ...more});
const rows = [
  run("postgresql-17", false, 0, 50, 300), run("postgresql-17", true, 0, 51, 303),
  run("mariadb-11.8", false, 0, 30, 440), run("mariadb-11.8", true, 0, 30, 440),
  run("postgresql-17", false, 2048, 24, 800), run("postgresql-17", true, 2048, 27, 880),
  run("mariadb-11.8", false, 2048, 30, 440), run("mariadb-11.8", true, 2048, 25, 450),
];

const interval = (isReal, kib, low, high) => ({load: "oltp", real_time: isReal, numerator_engine: "postgresql-17",
  denominator_engine: "mariadb-11.8", read_bandwidth_mib_s: 16, read_ahead_kb: kib, low, high});
// With much read-ahead the virtual lab is sure and the host is not.
const sure = [interval(false, 0, 1.5, 1.9), interval(true, 0, 1.4, 2.1), interval(false, 2048, 0.7, 0.9), interval(true, 2048, 0.9, 1.3)];

test("medians of both labs are compared where both have the setting", () => {
  const more = [run("postgresql-17", true, 0, 60, 330), run("postgresql-17", true, 0, 40, 303),
    run("postgresql-17", true, 128, 40, 500)];
  const [first, ...others] = comparedLabs([...rows, ...more], "read_kib_per_transaction");
  assert.deepEqual(first, {load: "oltp", engine: "postgresql-17", mib_s: 16, kib: 0, virtual: 300, real: 303, low: 303,
    high: 330, runs: 3, difference: 303 / 300 - 1});
  assert.deepEqual(others.map(({engine, kib}) => [engine, kib]),
    [["postgresql-17", 2048], ["mariadb-11.8", 0], ["mariadb-11.8", 2048]]);
});

test("it is said how well ratios are known in real time", () => {
  const known = (low, high, more) => ({...interval(true, 0, low, high), ratio: 1, repeats: 2, numerator_engine: "mariadb-11.8",
    denominator_engine: "postgresql-17", ...more});
  assert.deepEqual(repeatSentences([known(0.8, 1.25), known(0.96, 1.04), known(0.5, 2, {real_time: false}), known(null, null)]), [
    "In real time the ratio of OLTP transactions is of 2 runs of each engine, and its interval reaches 25 % at most; at 1 of 2 settings is it " +
    "within the 5 % until which “make repeats” goes on."]);
  assert.deepEqual(repeatSentences([]), []);
});

test("ratios are of the first engine over the second", () => {
  const [off, most] = comparedRatios(rows);
  assert.equal(off.first, "postgresql-17");
  assert.equal(off.virtual, 50 / 30);
  assert.equal(most.real, 27 / 25);
});

test("a lead that changes between the labs, bytes too far apart and a busy host are said", () => {
  assert.equal(truthAnswer(rows, sure), "Both labs have the same faster engine at 1 of 2 settings; at 1 the 95 % interval of either " +
    "lab excludes the opposite, and they agree at all of these. The ratio of the engines agrees within the " +
    "10 % fixed in advance at 1; at most, the two differ by a factor of 1.35×. Per transaction, bytes read in 3 of 4 cases and bytes written in 4 of 4 cases agree within the 5 % fixed in advance.");
  const [near, read, written, host, missing] = truthSentences(rows);
  assert.match(near, /^The ratio of the engines agrees within 10 % at 1 of 2 settings\. The labs differ most at 16 MiB\/s and 2,048 KiB of read-ahead \(OLTP transactions\): PostgreSQL 17 completes 0\.80× as many as MariaDB 11\.8 in virtual time and 1\.08× in real time\.$/);
  assert.match(read, /^KiB read per transaction agree within 5 % in 3 of 4 pairs of engine and setting; they differ most in PostgreSQL 17 at 16 MiB\/s and 2,048 KiB of read-ahead \(OLTP transactions\): 800 in virtual time, 880 in real time \(\+10 %\)\.$/);
  assert.match(written, /^KiB written per transaction agree within 5 % in 4 of 4 pairs/);
  assert.equal(host, "The host was quiet in all 4 runs in real time.");
  assert.equal(missing, "Not measured in both labs: TPC-C transactions and scans.");
  const busy = [...rows, run("postgresql-17", true, 0, 51, 303, {is_disturbed: true})];
  assert.match(truthSentences(busy)[3], /^Other work disturbed 1 of 5 runs in real time/);
});

test("a chart shows a load at a bandwidth", () => {
  const scans = [{load: "scan", read_bandwidth_mib_s: 16}, {load: "tpcc", read_bandwidth_mib_s: 16}, {load: "tpcc", read_bandwidth_mib_s: 2}];
  assert.deepEqual(placesOfTruth([...scans, ...rows]), ["oltp-16", "tpcc-2", "tpcc-16", "scan-16"]);
  assert.deepEqual(atOfTruth("tpcc-2"), {load: "tpcc", mib_s: 2, words: "TPC-C transactions at 2 MiB/s"});
});

test("where the device has bandwidth to spare, the processor is named", () => {
  const used = (read, write) => ({load: "tpcc", read_utilisation: read, write_utilisation: write});
  const spare = [run("postgresql-17", false, 0, 150, 30, used(0.3, 0.56)), run("postgresql-17", true, 0, 290, 30, used(0.5, 0.98)),
    run("mariadb-11.8", false, 0, 60, 160, used(0.6, 0.8)), run("mariadb-11.8", true, 0, 70, 160, used(0.6, 0.9))];
  const said = truthSentences(spare).filter((sentence) => sentence.includes("processor"));
  assert.deepEqual(said, ["PostgreSQL 17 used at most 56 % of either direction's bandwidth in virtual time at 16 MiB/s and 0 KiB of " +
    "read-ahead (TPC-C transactions), so the processor decides there: the virtual lab's gives 150 per second, this host's 290, " +
    "with 98 % of the bandwidth."]);
});

test("the time of an instruction is the real CPU time over the virtual one", () => {
  const cpu = (engine, isReal, us) => run(engine, isReal, 0, 100, 30, {engine_cpu_us_per_transaction: us});
  const both = [cpu("postgresql-17", false, 4000), cpu("postgresql-17", true, 2000), cpu("mariadb-11.8", false, 3000), cpu("mariadb-11.8", true, 1800)];
  assert.deepEqual(instructionTimeSentences(both, [0.77, 1.3]), ["On this host OLTP transactions take 0.50× to 0.50× the CPU time that " +
    "they take in virtual time in PostgreSQL 17 and 0.60× to 0.60× in MariaDB 11.8. So an instruction of MariaDB 11.8 takes 1.20× as " +
    "long as one of PostgreSQL 17 at 1 setting, within the range that is assumed here."]);
  assert.match(instructionTimeSentences(both, [0.9, 1.1])[0], /setting, beyond the range/);
  const other = both.map((row) => ({...row, read_ahead_kb: 128, engine_cpu_us_per_transaction: row.engine_cpu_us_per_transaction * (
    row.engine === "mariadb-11.8" && row.real_time ? 4 / 3 : 1)}));
  // The median over both settings, 1.40, would hide that one of them is within the range.
  assert.match(instructionTimeSentences([...both, ...other], [0.77, 1.3])[0], /takes 1\.20× to 1\.60× as long as one of PostgreSQL 17 at 2 settings, partly beyond the range/);
  assert.deepEqual(instructionTimeSentences(rows, [0.77, 1.3]), []);
});

test("other memory is said where it was measured, at one read-ahead", () => {
  const tpcc = rows.map((row) => ({...row, load: "tpcc", engine_memory_mib: 128}));
  assert.deepEqual(otherMemorySentences(tpcc, "tpcc", 288), ["With 128 MiB for each engine instead of 288, PostgreSQL 17 commits 0.80× as " +
    "many transactions as MariaDB 11.8 at 16 MiB/s with 2,048 KiB of read-ahead."]);
  assert.deepEqual(otherMemorySentences(tpcc, "tpcc", 128), []);
  assert.deepEqual(otherMemorySentences(tpcc, "oltp", 288), []);
});

test("loads are compared apart, at the same settings", () => {
  const scans = rows.map((row) => ({...row, load: "scan", tps: row.tps / 100}));
  assert.deepEqual(comparedRatios([...rows, ...scans]).map(({load, kib}) => [load, kib]),
    [["oltp", 0], ["oltp", 2048], ["scan", 0], ["scan", 2048]]);
  assert.match(truthAnswer([...rows, ...scans], []), /^Both labs have the same faster engine at 2 of 4 settings; at 0 the 95 % interval of either lab excludes the opposite\. The/);
});

test("with one lab alone there is no answer", () => {
  assert.deepEqual(truthSentences(rows.filter((row) => !row.real_time)), []);
  assert.deepEqual(truthSentences([]), []);
});

test("the wait for an engine's own writes is named where it explains a difference", () => {
  const unheld = (engine, tps) => ({engine, tps, read_bandwidth_mib_s: 16, read_ahead_kb: 0});
  const both = [run("postgresql-17", false, 0, 50, 300), run("postgresql-17", true, 0, 57, 300),
    run("mariadb-11.8", false, 0, 100, 440), run("mariadb-11.8", true, 0, 130, 440)];
  const [postgresql, mariadb] = unheldWritesSentences(both, [unheld("postgresql-17", 51), unheld("mariadb-11.8", 129)]);
  assert.equal(mariadb, "With writes that nothing holds back MariaDB 11.8 completes 129 per second in virtual time at 16 MiB/s and " +
    "0 KiB of read-ahead (OLTP transactions), with the limit 100; in real time it completes 130, so the wait for its own writes " +
    "is large enough to explain the difference between the labs.");
  assert.match(postgresql, /completes 51 .* so it hardly waits for its writes\.$/);
  assert.match(unheldWritesSentences(both, [unheld("mariadb-11.8", 115)])[0], /is a part of the difference\.$/);
  assert.deepEqual(unheldWritesSentences(both, []), []);
});
