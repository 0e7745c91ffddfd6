/** Clients and CPUs: the best number of clients is found for each number of CPUs. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {cpusOf, peaksOverCpus, scalingSentences} from "../../report/findings/index.js";

const row = (cpus, threads, tps, more) => ({engine: "postgresql-17", phase: "select", cell_id: "a",
  cpus, threads, tps, ...more});
const rows = [row(1, 1, 90), row(1, 4, 100), row(8, 4, 390), row(8, 16, 700), row(8, 16, 740),
  row(8, 64, 600)];

test("a peak is the best median over seeds, and its speed-up is over one CPU's peak", () => {
  const peak = peaksOverCpus(rows).find(({cpus}) => cpus === 8);
  assert.deepEqual([peak.threads, peak.value, peak.speedup], [16, 720, 7.2]);
  assert.deepEqual(cpusOf(rows), ["1", "8"]);
});

test("the sentence names the speed-up, the peak and its clients", () => {
  assert.deepEqual(scalingSentences(rows), ["PostgreSQL 17 with 8 CPUs completes 7.20× as many point " +
    "SELECTs (720 per second, with 16 clients), relative to one CPU."]);
});

test("a gain of more than the number of CPUs is explained by the work of a transaction", () => {
  const counted = [row(1, 1, 100, {engine_instructions_per_transaction: 200}),
    row(8, 16, 820, {engine_instructions_per_transaction: 184})];
  assert.match(scalingSentences(counted)[0], /More than 8 times as many are possible since each takes 92 % of the/);
  assert.doesNotMatch(scalingSentences([counted[0], {...counted[1], tps: 800}])[0], /More than/);
});

test("without runs on one CPU nothing is said, and without runs there is nothing", () => {
  assert.deepEqual(scalingSentences(rows.slice(2)), []);
  assert.deepEqual(scalingSentences([]), []);
  assert.deepEqual(scalingSentences([row(8, 1, null)]), []);
});
