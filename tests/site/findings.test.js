/**
 * What pages say where the published rows are silent: no interval, one seed, nothing measured, the other direction. What
 * they say of the published rows is in `said/`; these look for a word or two, so that a sentence may change.
 */
import assert from "node:assert/strict";
import {test} from "node:test";
import * as findings from "../../report/findings/index.js";
import {matrixUncomputed, workloadMatrix} from "../../report/findings/matrix.js";
import {coresSentence, modelSentence, storageAnswer, storageFormula, storageLead} from "../../report/findings/storage.js";

const PG = "postgresql-17", MARIADB = "mariadb-11.8";
const none = {low: null, high: null};
/** MariaDB over PostgreSQL, as queries give it; sentences turn it round. */
const pair = (ratio, more) => ({numerator: MARIADB, denominator: PG, ratio, median: ratio, low: ratio * 0.9, high: ratio * 1.1,
  read_bandwidth_mib_s: 16, read_ahead_kb: 0, repeats: 2, ...more});
const over = (...ratios) => ratios.map((ratio, i) => pair(ratio, {read_bandwidth_mib_s: 4 * 2 ** i}));

/** Each as [situation, sentences, words that are in them, words that are not]. */
function say(name, cases) {
  test(name, () => {
    for (const [situation, said, words, never] of cases) {
      const text = [said].flat().join(" ");
      assert.match(text, words, situation);
      if (never) assert.doesNotMatch(text, never, situation);
      assert.doesNotMatch(text, /undefined|NaN|null|Infinity/, situation);
    }
  });
}

test("of nothing nothing is said", () => {
  assert.equal(findings.runSentence([]), "");
  assert.deepEqual(findings.basisSentences([]), []);
  assert.equal(modelSentence([], {}, {}) + storageFormula([], {}, {}), "");
});

say("an answer that wants figures says that they were not measured", [
  ["OLTP", findings.oltpHeadline({ratio: [], crossover: []}), /^No two engines/],
  ["storage", storageAnswer("mysql-9.7", [], [], {}, {}), /^No run of this study/],
]);

say("OLTP follows the rows in both directions", [
  ["one bandwidth", findings.oltpHeadline({ratio: over(0.5), crossover: []}), /^PostgreSQL 17 commits 2\.00× .* at 4 MiB\/s\.$/],
  ["rises", findings.oltpRatioSentences({ratio: over(1.8, 1.5, 1.2)}), /rises, or stays/],
  ["falls", findings.oltpRatioSentences({ratio: over(1.2, 1.5, 1.8)}), /falls from each/, /includes 1/],
  ["no interval", findings.oltpRatioSentences({ratio: over(1.5, 0.7).map((row) => ({...row, ...none}))}), /falls|rises/, /interval/],
  ["pairs that are not settled", findings.crossoverSentences([["postgresql-18", 211, "crosses"], ["postgresql-15", null, "not settled"]].map(
    ([denominator, crossover_mib_s, outcome]) => ({numerator: MARIADB, denominator, crossover_mib_s, outcome}))), /in 1 of 2 .*not settled/],
  ["some runs are long enough", findings.basisSentences([true, false].map((is_steady, i) => ({engine: PG, read_bandwidth_mib_s: 4, seed: i,
    measured_s: 9, transactions: 99, is_steady, read_ahead_kb: 16, checkpoints: 3 * i}))), /1 of 2 runs are too short.*made 3 checkpoints/],
]);

const point = (mib_s_per_gips, tps) => ({mib_s_per_gips, tps, tps_low: tps * 0.95, tps_high: tps * 1.05, bytes_per_transaction: 2 ** 20,
  requests_per_transaction: 50, engine_instructions_per_transaction: 1e7, busy_share: mib_s_per_gips > 200 ? 0.4 : 1});
const points = [point(4, 4), point(16, 16), point(64, 64), point(256, 100)];
const device = (mib_s, iops = 1e6) => ({name: `${mib_s} MiB/s`, mib_s, iops});
const machine = {cores: 4, gips: 2};
const measured = [{engine: "made", mib_s: 125, iops: 3000, gips: 1, tps: 58, tps_low: 57, tps_high: 59, requests_per_transaction: 50, busy_share: 0.3}];
const answer = (chosen, devices, runs) => storageAnswer(PG, points, devices, chosen, machine, runs);
const needs = (experiment, ...factors) => [PG, MARIADB, "mysql-9.7"].flatMap((engine, i) => points.map((row) => ({...row, experiment, engine,
  tps: row.tps * factors[i], tps_low: row.tps_low * factors[i], tps_high: row.tps_high * factors[i]})));
const have = {load: "oltp", engine: PG, device: device(128), machine};
say("storage: what limits, what the next device brings, what was measured", [
  ["bandwidth", answer(device(128), [device(128), device(256)]), /the device's bandwidth: some 130 .* 16 % \(15\.2 % to 16\.8 %\).* 256 MiB\/s, would bring 2\.00×/],
  ["CPU", answer(device(8192), [device(128)]), /limited by the CPU: some 800 .*no other device.*beyond what was measured/],
  ["measured", answer(device(125, 3000), [device(125, 3000)], measured), /measured are 58/],
  ["measured, not modelled", modelSentence(points, device(125, 3000), machine, measured), /^This device was measured/],
  ["the model's error", modelSentence(points, device(250, 3000), machine, measured), /not measured: .* 5 measurements left out/],
  ["an engine that caches all", storageLead(needs("oltp", 1, 0.5, 0.1), [{page: "oltp", one_caches_all: true, numerator: "mysql-9.7", denominator: PG}], have),
    /2\.00× .* as MariaDB 11\.8/, /MySQL/],
  ["cores of an engine that was not tested", coresSentence([], PG, machine), /was not tested/],
  ["one core", `cores: ${coresSentence([], PG, {cores: 1, gips: 2})}`, /^cores: $/],
]);

const cell = (workload, median, more) => ({place: 1, workload, page: "oltp", setting: "4 MiB/s", read_bandwidth_mib_s: 4, numerator: MARIADB,
  denominator: PG, median, low: median * 0.98, high: median * 1.02, ...more});
test("of a table whose ratios were all recomputed nothing is said", () => {
  assert.equal(matrixUncomputed(workloadMatrix([cell("OLTP", 2, {cpu_time_computed: true})], [PG, MARIADB])), "");
});
