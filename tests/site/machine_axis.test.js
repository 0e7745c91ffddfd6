/** The axis above charts over the bandwidth: volumes on machines that people know. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {setWidth} from "./document.js";
import {gipsOf, machineNote, machinesWithin, machineTicks} from "../../report/charts/machine_axis.js";
import {overBandwidthChart} from "../../report/charts/over_bandwidth.js";

const WIDE = [1, 1e5];
const named = (machines, name) => machines.find(({text}) => text === name);
const row = (mibS, gips) => ({read_bandwidth_mib_s: mibS, bandwidth_mib_s_per_gips: gips && mibS / gips});
const [LETTER, LEFT, RIGHT] = [7, 48, 110];

test("a volume stands where a machine has as many MiB/s for each GIPS, whatever the speed of the lab's core", () => {
  assert.equal(named(machinesWithin(WIDE, 1), "gp3 on 4 cores").x, 12.5, "125 MiB/s for 4 cores of 2.5 GIPS");
  assert.equal(named(machinesWithin(WIDE, 2.5), "gp3 on 4 cores").x, 31.25);
});

test("there is no axis for processors of several speeds, or of none that is known, nor beyond the range", () => {
  assert.equal(gipsOf([row(8, 2.5), row(125, 2.5)]), 2.5);
  assert.deepEqual([[row(8, 1), row(8, 2.5)], [row(8, null)], [row(8, 1), row(8, null)], []].map(gipsOf), [null, null, null, null]);
  assert.deepEqual(machinesWithin(WIDE, null), []);
  assert.deepEqual(machinesWithin([0.1, 0.2], 1), []);
  assert.equal(machineNote([]), "");
});

test("names of machines never overlap or leave the drawing, and a phone has two at most", () => {
  for (const width of [320, 358, 559, 560, 700, 832, 1200]) {
    for (const [low, high] of [[7, 1150], [3.5, 294], [10, 40], WIDE]) {
      const place = (x) => LEFT + Math.log(x / low) / Math.log(high / low) * (width - LEFT - RIGHT);
      const ticks = machineTicks(machinesWithin([low, high], 1), place, width);
      assert.ok(ticks.length > 0 && ticks.length <= (width < 560 ? 2 : 4), `${ticks.length} at ${width}`);
      const edges = ticks.flatMap(({x, text}) => [-1, 1].map((side) => place(x) + side * LETTER * text.length / 2));
      assert.deepEqual(edges, [...edges].sort((a, b) => a - b));
      assert.ok(edges[0] >= 0 && edges.at(-1) <= width);
    }
  }
});

test("a chart has it where the processor's speed is known, and its drawing is as high as before without", () => {
  setWidth(832);
  const chart = (gips) => {
    const summary = [8, 125, 1000].map((mibS) => ({...row(mibS, gips), engine: "made-1", measure: "tps", median: mibS, low: null,
      high: null, repeats: 1}));
    return overBandwidthChart({summary, runs: summary.map(({median, ...run}) => ({...run, cell_id: "made", tps: median})), failed: [],
      engines: ["made-1"]}, {measure: "tps", label: "Transactions per second", title: `Made ${gips}`});
  };
  const [known, unknown] = [chart(2.5), chart(null)];
  assert.match(known.textContent, /gp3 on 4 cores.*SATA SSD on 4 cores.*NVMe on 16 cores/s);
  assert.doesNotMatch(unknown.textContent, /gp3/);
  const height = (figure) => Number(figure.querySelector(".chart-drawing svg").getAttribute("height"));
  assert.deepEqual([height(unknown), height(known) > 300], [300, true]);
});
