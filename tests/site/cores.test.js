/** Cores and bandwidth: what four CPUs bring, what they need, and whether speed alone decides. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {
  axisRatios, axisSentences, coreGains, coreSentences, neededMibS, onOneAxis, scanGainSentences, scanGains,
} from "../../report/findings/cores.js";

const run = (machine, mibS, tps, more) => ({engine: "postgresql-17", machine, cell_id: machine,
  cpus: machine === "4-cpus" ? 4 : 1, read_bandwidth_mib_s: mibS, tps, ...more});
const rows = [
  run("1-cpu", 8, 10), run("1-cpu", 32, 40), run("1-cpu", 128, 100), run("1-cpu", 512, 100),
  run("4-cpus", 8, 10), run("4-cpus", 32, 40), run("4-cpus", 128, 160), run("4-cpus", 512, 300),
  run("1-cpu-slow-device", 8, 10, {flushes_per_transaction: 1}),
  run("1-cpu-slow-device", 32, 38, {flushes_per_transaction: 1}),
  run("1-cpu-slow-device", 128, 100, {flushes_per_transaction: 2}),
].map((row) => ({flushes_per_transaction: 1, ...row}));

test("more CPUs bring nothing where the device limits, and what they can elsewhere", () => {
  assert.deepEqual(coreGains(rows).map(({x, value}) => [x, value]),
    [[8, 1], [32, 1], [128, 1.6], [512, 3]]);
});

test("nine tenths of the peak lie between two levels, on logarithmic scales", () => {
  const need = neededMibS(rows.filter((row) => row.machine === "1-cpu")
    .map((row) => ({mib_s: row.read_bandwidth_mib_s, value: row.tps})));
  assert.ok(need > 100 && need < 128, `${need}`);
  assert.equal(neededMibS([{mib_s: 8, value: 10}, {mib_s: 32, value: 40}]), null);
  assert.equal(neededMibS([{mib_s: 8, value: 10}, {mib_s: 32, value: 10}]), 8);
});

test("a sentence has the gain at both ends and the need of both machines", () => {
  const [sentence] = coreSentences(rows);
  assert.match(sentence, /^PostgreSQL 17 with four CPUs commits 1.00× as many transactions as with one at 8 MiB\/s and 3.00× as many at 512 MiB\/s\./);
  assert.match(sentence, /with one CPU and more than 128 MiB\/s with four\.$/);
  assert.deepEqual(coreSentences([]), []);
});

test("four CPUs and one in slow motion share an axis, by CPU", () => {
  assert.deepEqual(onOneAxis(rows).filter(({series}) => series === "4-cpus").map(({x, value}) =>
    [x, value]), [[2, 2.5], [8, 10], [32, 40], [128, 75]]);
  assert.deepEqual(axisRatios(rows).map(({x, ratio}) => [x, ratio]), [[8, 1], [32, 40 / 38], [128, 0.75]]);
});

test("the sentence on the axis names where both differ most, and by which costs", () => {
  assert.deepEqual(axisSentences(rows), ["PostgreSQL 17: each of four CPUs commits between 75 % and 105 % of " +
    "the transactions of the single CPU. They differ most at 128 MiB/s per GIPS, where a transaction takes 0.50× " +
    "the flushes."]);
  assert.deepEqual(axisSentences([]), []);
});

test("a scan is compared with that of the same release and bandwidth without workers", () => {
  const scan = (settings, mibS, seconds) => ({engine: "postgresql-18", settings, cell_id: "a",
    bandwidth_mib_s: mibS, duration_s: seconds});
  const gains = scanGains([scan("no-workers", 64, 2), scan("4-workers", 64, 2),
    scan("4-workers", 256, 1), scan("no-workers", 256, 3)]);
  assert.deepEqual(gains.map(({x, value}) => [x, value]), [[64, 1], [256, 3]]);
  assert.deepEqual(scanGainSentences(gains, [{key: "4-workers", name: "4 workers"}]),
    ["PostgreSQL 18 at 256 MiB/s scans at the following multiples of its speed without workers: 3.00× with 4 workers."]);
});
