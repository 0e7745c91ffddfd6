/** Verdicts in words, and figures with their interval. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {cpuTimeWords, figureWords, reasonWords, runWords} from "../../report/charts/claims.js";
import {claimSentences} from "../../report/findings/claims.js";

test("claims are counted by verdict", () => {
  const claims = ["reproduced", "undecided", "undecided"].map((verdict) => ({verdict}));
  assert.deepEqual(claimSentences(claims),
    ["Of 3 published claims, 1 is reproduced and 2 are undecided."]);
  assert.deepEqual(claimSentences(["depends on settings", "can't be tested here"].map((verdict) => ({verdict}))),
    ["Of 2 published claims, 1 depends on settings and 1 can't be tested here."]);
  assert.deepEqual(claimSentences([]), ["This database holds no claims."]);
});

test("a figure has its interval where there is one, and a ratio its sign", () => {
  const figure = {value: 1.8, low: 1.7, high: 1.9, unit: "times"};
  assert.equal(figureWords(figure), "1.80× (interval 1.70× to 1.90×)");
  assert.equal(figureWords({...figure, low: null, high: null, unit: "pages"}), "1.8 pages");
  assert.equal(figureWords({...figure, value: null}), "");
});

test("runs of transactions are said with their length, and whether they were at steady state", () => {
  const runs = {run_s_least: 2.296, run_s_most: 10.05, checked_runs: 60, steady_runs: 0};
  assert.equal(runWords(runs), "60 runs of 2.3 to 10 s, of which none passes the checks of steady state");
  assert.match(runWords({...runs, checked_runs: 1, run_s_most: 2.296, steady_runs: 1}), /^1 run of 2\.3 s, of which 1 passes /);
  assert.equal(runWords({...runs, checked_runs: null}), "");
});

test("a claim on throughput says whether it holds with another CPU time", () => {
  const of = {settled: 4, uncomputed: 1, remaining: 2, least_bound: 1, most_bound: 1, ratio: 1.2257, ratio_least: 0.98, ratio_most: 1.53,
    mib_s: 256, why: null};
  assert.equal(cpuTimeWords({cpu_time: of}), "2 of its 3 ratios with a clear interval stay on the same side of 1.00× if the CPU time of " +
    "either engine is multiplied by 0.77 or 1.3 (1 more not computed, as the model is too far off); the least sure, 1.23× at 256 MiB/s " +
    "becomes 0.98× to 1.53×");
  assert.match(cpuTimeWords({cpu_time: {...of, uncomputed: 0, remaining: 0, least_bound: 0.8, most_bound: 1.25}}),
    /^none of its 4 ratios with a clear interval stays where it is, inside or outside of 0\.80× to 1\.25×, if /);
  assert.match(cpuTimeWords({cpu_time: {...of, uncomputed: 0, remaining: 4}}), /^all of its 4 ratios with a clear interval stay on the same side of 1\.00× if /);
  assert.match(cpuTimeWords({cpu_time: {...of, settled: 1, uncomputed: 0, remaining: 1, mib_s: null}}),
    /^its ratio stays on the same side of 1\.00× if .* 1\.3: 1\.23× becomes 0\.98× to 1\.53×$/);
  assert.equal(cpuTimeWords({cpu_time: {...of, uncomputed: 4}}), "not computed: the model is more than a quarter off");
  assert.equal(cpuTimeWords({cpu_time: {...of, why: "it waits"}}), "not computed: it waits");
  assert.equal(cpuTimeWords({cpu_time: null}) + cpuTimeWords({}) + cpuTimeWords({cpu_time: {...of, settled: 0}}), "");
});

test("a verdict's reason has names of engines and numbers as elsewhere", () => {
  assert.equal(reasonWords("postgresql-18 reads 2048 KiB, mariadb-11.8 16; least for mysql with 2000 µs; read-ahead 0.1234"),
    "PostgreSQL 18 reads 2,048 KiB, MariaDB 11.8 16; least for MySQL with 2,000 µs; read-ahead 0.1234.");
  assert.equal(reasonWords(null), "");
});
