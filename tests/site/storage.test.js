/** What storage a load needs: places on the axis, limits, and what the next device brings. */
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {modelErrors, placeOf, standing, storageAnswer} from "../../report/findings/storage.js";

const point = (mib_s_per_gips, tps, busy_share) => ({mib_s_per_gips, tps, tps_low: tps * 0.95, tps_high: tps * 1.05,
  bytes_per_transaction: 2 ** 20, requests_per_transaction: 50, engine_instructions_per_transaction: 1e7, busy_share});
const points = [point(4, 4, 1), point(16, 16, 1), point(64, 64, 0.95), point(256, 100, 0.4)];
const device = (mib_s, more) => ({name: `${mib_s} MiB/s`, mib_s, iops: 1e6, source: "made", ...more});
const machine = {cores: 4, gips: 2};

test("a device's place is its bandwidth over all cores' speed", () => {
  assert.equal(placeOf(device(128), machine), 16);
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
