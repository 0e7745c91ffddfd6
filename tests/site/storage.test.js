/** What storage a load needs: places on the axis, limits, and what the next device brings. */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {
  coresSentence, modelErrors, modelSentence, placeOf, storageLead, standing, storageAnswer, storageFormula,
} from "../../report/findings/storage.js";

const point = (mib_s_per_gips, tps, busy_share) => ({mib_s_per_gips, tps, tps_low: tps * 0.95, tps_high: tps * 1.05,
  bytes_per_transaction: 2 ** 20, requests_per_transaction: 50, engine_instructions_per_transaction: 1e7, busy_share});
const points = [point(4, 4, 1), point(16, 16, 1), point(64, 64, 0.95), point(256, 100, 0.4)];
const device = (mib_s, more) => ({name: `${mib_s} MiB/s`, mib_s, iops: 1e6, source: "made", ...more});
const machine = {cores: 4, gips: 2};

test("a device's place is its bandwidth over all cores' speed", () => {
  assert.equal(placeOf(device(128), machine), 16);
});

test("what several cores do in proportion is said with what was tested, of a version of the family", () => {
  const shares = [{engine: "postgresql-17", cpus: 4, least: 0.88, most: 1.2}];
  assert.equal(coresSentence(shares, "postgresql-18", machine), "It assumes that 4 cores do 4 times the work of one. Tested with 4 cores, " +
    "PostgreSQL 17 makes 88 % to 120 % of what that gives.");
  assert.match(coresSentence(shares, "mysql-9.7", machine), /was not tested with this engine\.$/);
  assert.equal(coresSentence(shares, "postgresql-17", {cores: 1, gips: 2}), "");
});

test("at a measured place the share is that of the measurement, with its interval", () => {
  const found = standing(points, device(128), machine);
  assert.ok(Math.abs(found.share - 0.16) < 1e-12);
  assert.ok(Math.abs(found.low - 0.152) < 1e-12 && Math.abs(found.high - 0.168) < 1e-12);
  assert.ok(Math.abs(found.tps - 128) < 1e-9);
  assert.equal(found.bound, "bandwidth");
  assert.equal(found.is_beyond, false);
});

test("between two places it is interpolated, below the first in proportion, above the last the peak", () => {
  assert.ok(Math.abs(standing(points, device(256), machine).share - 0.32) < 1e-12);
  const below = standing(points, device(16), machine);
  assert.ok(Math.abs(below.share - 0.02) < 1e-12 && below.is_beyond);
  const above = standing(points, device(8192), machine);
  assert.deepEqual([above.share, above.bound, above.is_beyond], [1, "processor", true]);
});

test("few requests per second can be the limit", () => {
  const found = standing(points, device(512, {iops: 3000}), machine);
  assert.equal(found.bound, "requests");
  assert.ok(Math.abs(found.tps - 60) < 1e-9);
  assert.equal(found.low, found.share);
});

test("the answer is one sentence: what limits it, its share, what the next device brings", () => {
  const devices = [device(128), device(256), device(8192)];
  assert.equal(storageAnswer("postgresql-17", points, devices, devices[0], machine),
    "On 128 MiB/s with 4 cores, PostgreSQL 17 is limited by the device's bandwidth: some 130 transactions per second, " +
    "16 % (15.2 % to 16.8 %) of its peak; the next faster device, 256 MiB/s, would bring 2.00× the transactions.");
  assert.match(storageAnswer("postgresql-17", points, devices, devices[2], machine),
    /is limited by the CPU: some 800 .*; no other device .* That device is beyond what was measured\.$/);
  assert.match(storageAnswer("mysql-9.7", [], devices, devices[0], machine), /^No run of this study/);
});

test("the formula has what each limit would allow alone", () => {
  const words = storageFormula(points, device(128, {iops: 3000}), machine);
  assert.match(words, /^A transaction moves 1 MiB in 50 requests and takes 10 million instructions\./);
  assert.match(words, /128 MiB\/s ÷ 1 MiB = 128 transactions per second, the requests 3,000 ÷ 50 = 60, and the CPU 4 × 2 GIPS ÷ 10 million = 800\./);
  assert.equal(storageFormula([], device(128), machine), "");
});

test("the chosen engine is compared with the others on that device, but for unequal caches", () => {
  const of = (engine, factor) => points.map((row) => ({...row, experiment: "oltp", engine, tps: row.tps * factor,
    tps_low: row.tps_low * factor, tps_high: row.tps_high * factor}));
  const needs = [...of("postgresql-17", 1), ...of("mariadb-11.8", 0.5), ...of("mysql-9.7", 0.1)];
  const unequal = [{page: "oltp", one_caches_all: true, numerator: "mysql-9.7", denominator: "postgresql-17"}];
  const have = {load: "oltp", engine: "postgresql-17", device: device(128), machine};
  assert.equal(storageLead(needs, unequal, have),
    "On 128 MiB/s it would commit 2.00× (95 % interval 1.81× to 2.21×) as many transactions as MariaDB 11.8.");
  assert.match(storageLead(needs, [], {...have, device: device(512, {iops: 3000})}),
    /^On 512 MiB\/s it would commit 1\.00× as many transactions as MariaDB 11\.8 and 1\.17× as many as MySQL 9\.7\.$/);
  assert.equal(storageLead(of("postgresql-17", 1), [], have), "");
});

const offered = JSON.parse(readFileSync(new URL("../../report/devices.json", import.meta.url), "utf8"));
const grid = [0.5, 3, 16, 60, 125, 250, 1000, 9000].flatMap((mib_s) =>
  [10, 500, 2999, 3000, 3001, 16000, 1e6].map((iops) => ({name: `${mib_s}, ${iops}`, mib_s, iops})));
const run = (mib_s, iops, tps, more) => ({engine: "made", mib_s, iops, gips: 1, tps, tps_low: tps * 0.97, tps_high: tps * 1.03,
  requests_per_transaction: 50, busy_share: 0.3, ...more});

/** Curves whose runs differ by chance, as measured ones do: throughput that falls in places, requests that vary by a tenth. */
function* chanceCurves() {
  let state = 7;
  const chance = () => (state = (state * 16807) % 2147483647) / 2147483647;
  for (let i = 0; i < 40; i += 1) {
    const curve = points.map((row) => {
      const tps = row.tps * (0.8 + 0.4 * chance());
      return {...row, tps, tps_low: tps * 0.95, tps_high: tps * 1.05, requests_per_transaction: 45 + 10 * chance()};
    });
    yield {curve, runs: i % 2 ? [run(125, 3000, 50 + 20 * chance()), run(16, null, 15, {busy_share: 1})] : []};
  }
}

test("a volume of 250 MiB/s was slower than one of 125: no better device is slower, over all pairs of those offered and a grid", () => {
  for (const {curve, runs} of chanceCurves()) {
    for (const cores of [1, 2, 4, 64]) {
      const found = [...offered, ...grid].map((each) => ({each, ...standing(curve, each, {cores, gips: 2}, runs)}));
      for (const one of found) {
        for (const other of found.filter(({each}) => each.mib_s >= one.each.mib_s && each.iops >= one.each.iops)) {
          assert.ok(["share", "tps"].every((key) => other[key] >= one[key] * (1 - 1e-12)),
            `${other.each.name} is slower than ${one.each.name}`);
        }
      }
    }
  }
});

test("the next device differed by a twentieth, which is less than the model's error", () => {
  const uneven = points.map((row, i) => ({...row, requests_per_transaction: 50 - 3 * i}));
  const names = ["gp3, 125 MiB/s, 3,000 IOPS", "gp3, 250 MiB/s, 3,000 IOPS"].map((name) => offered.find((row) => row.name === name));
  assert.match(storageAnswer("postgresql-17", uneven, names, names[0], machine), /no other device of the list would bring more than 10 % more\.$/);
});

test("of devices that bring the same, the least is the next", () => {
  const said = storageAnswer("postgresql-17", points, offered, offered[0], machine);
  assert.match(said, /; the next faster device, gp3, 250 MiB\/s, 16,000 IOPS, would bring/);
});

test("a device that was measured has the measured figure, which the model missed by a tenth", () => {
  const volume = device(125, {iops: 3000});
  const runs = [run(125, 3000, 58)];
  assert.ok(Math.abs(standing(points, volume, machine).tps - 60) < 1e-9);
  const found = standing(points, volume, machine, runs);
  assert.ok(Math.abs(found.tps - 58) < 1e-9 && found.is_measured && !found.is_beyond);
  assert.ok(found.low < found.share && found.share < found.high);
  assert.match(storageAnswer("postgresql-17", points, [volume], volume, machine, runs), /: measured are 58 transactions per second, /);
  assert.match(modelSentence(points, volume, machine, runs), /^This device was measured/);
  assert.match(modelSentence(points, device(250, {iops: 3000}), machine, runs), /^This device was not measured: .* 5 measurements left out in turn/);
});

test("a run that its processor limited says nothing of a machine with more of it", () => {
  const fast = device(125, {iops: 1e6});
  const slow = run(125, 1e6, 30, {busy_share: 0.5});
  assert.equal(standing(points, fast, machine, [slow]).is_measured, false);
  assert.ok(Math.abs(standing(points, fast, {cores: 1, gips: 1}, [slow]).tps - 30) < 1e-9);
});

test("the model's error is that at places that it was not told of", () => {
  assert.deepEqual(modelErrors([], []), {least: Infinity, most: -Infinity});
  const line = [1, 2, 4, 8].map((mib) => point(mib, mib, 1));
  const rounded = (errors) => Object.values(errors).map((value) => Number(value.toFixed(9)));
  assert.deepEqual(rounded(modelErrors(line)), [0.5, 1]); // Beyond its last place it is flat.
  assert.deepEqual(rounded(modelErrors(line, [run(8, 50, 0.5)])), [0.5, 2]);
});
