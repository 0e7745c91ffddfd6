/**
 * What pages say where the published rows are silent: no interval, one seed, nothing measured, the other direction. What
 * they say of the published rows is in `said/`; these look for a word or two, so that a sentence may change.
 */
import assert from "node:assert/strict";
import {test} from "node:test";
import * as findings from "../../report/findings/index.js";
import {matrixUncomputed, workloadMatrix} from "../../report/findings/matrix.js";
import {coresSentence, modelSentence, storageAnswer, storageFormula, storageLead} from "../../report/findings/storage.js";
import {studySentences} from "../../report/findings/study.js";

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
  const lists = ["cacheShare", "collection", "cpuTime", "lateness", "purge", "scaling", "steady", "terminal", "truth", "wait"];
  for (const name of lists) assert.deepEqual(findings[`${name}Sentences`]([], []), [], name);
  for (const name of ["steadyAnswer", "largestSizeSentence", "steadyRunSentence", "runSentence", "modelSentence"]) assert.equal(findings[name]([]), "", name);
  assert.equal(modelSentence([], {}, {}) + storageFormula([], {}, {}), "");
});

say("an answer that wants figures says that they were not measured", [
  ["OLTP", findings.oltpHeadline({ratio: [], crossover: []}), /^No two engines/],
  ["prepared statements", findings.concurrencyAnswer([]), /not measured/],
  ["CPUs", findings.scalingAnswer([], []), /no finished cells/],
  ["cores", findings.coreAnswer([]), /no finished cells/],
  ["calibration", findings.calibrationAnswer([]), /^No calibration/],
  ["releases", findings.releaseAnswer([]), /no two versions/],
  ["storage", storageAnswer("mysql-9.7", [], [], {}, {}), /^No run of this study/],
  ["cells", studySentences([]), /no cell/],
  ["instruments", findings.instrumentSentences([]), /^No cell/],
  ["changed settings", findings.changedSettingSentences([]), /^No engine is known/],
  ["engines", findings.versionSentences([]), /no engine/],
  ["one version each", findings.versionSentences([{engine: PG}, {engine: MARIADB}]), /one version of each engine, PostgreSQL 17 and MariaDB/],
  ["one lab", findings.truthAnswer([], []), /not measured in both/],
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

const owed = (left_share_max) => ({engine: PG, runs: 2, changes_per_transaction: 3, old_versions_per_transaction: 3,
  collection_bytes_per_transaction: 15360, left_share_max, uncollected_share_max: left_share_max && 0});
say("what runs leave and what is laid out say which figures they lack", [
  ["no run at steady state", findings.collectionSentences([owed(null)]), /15 KiB .* \(2 runs\)\.$/],
  ["runs leave nothing", findings.collectionSentences([owed(-0.01)]), /leave none of their old versions/],
  ["a setting not taken", findings.changedSettingSentences([{experiment: "a", engine: PG, setting: "b", asked: "5", runs_with: null, cells: 1}]),
    /1 cell of a: .* does not take/],
]);

say("the device is held against its model", [
  ["above", findings.calibrationSentences([{phase: "p", bandwidth_mib_s: 4, expected_bandwidth_mib_s: 4, measured_mib_s: 5}]), /above .*exceed/],
  ["late", findings.latenessSentences([["d1", 1279, 99], ["d16", null, 100]].map(([phase, bucket_max_ns, commands]) =>
    ({phase, bucket_max_ns, commands}))), /Fewer than 99 % .* d16/],
]);

const lead = (ratio, more) => pair(ratio, {experiment: "steady", repeats: 5, open_because: null, is_verdict: true, ...more});
const refused = {is_verdict: false, open_because: "trend reaches 4.0 % beyond the bound"};
const rate = (engine, rate_ratio) => ({experiment: "steady", read_bandwidth_mib_s: 16, read_ahead_kb: 0, engine, rate_ratio});
const spread = (varied, deviation, runs = 5) => ({engine: PG, metric: "tps", varied, runs, lowest: 98, highest: 102, deviation});
say("a ratio at steady state is a verdict if its envelope is on one side", [
  ["a verdict", findings.steadySentences([lead(0.5)]), /\(envelope .*: PostgreSQL 17 leads\.$/],
  ["for the other", findings.steadySentences([lead(2)]), /MariaDB 11\.8 leads/],
  ["too short for one", findings.steadySentences([lead(1, {...refused, low: null, high: null, open_because: "a run of postgresql-17 is shorter than 12 s"})]),
    /many transactions as .*known to lead: a run of PostgreSQL 17 is shorter/, /envelope/],
  ["refused", findings.steadySentences([lead(0.5, refused)]), /known to lead: trend reaches 4/, /leads\./],
  ["one answer", findings.steadyAnswer([lead(0.5)]), /^At steady state, at 16 .*PostgreSQL 17 leads\.$/],
  ["answers of all kinds", findings.steadyAnswer([lead(0.5), lead(2), lead(1, refused)]), /leads at 1 of 2 .* leads at 1\. 1 other comparison is open/],
  ["level halves", findings.driftSentences([lead(0.5, refused)], [rate(PG, 1.0001), rate(MARIADB, 2)]), /PostgreSQL 17 stays as it is .* rises by 100 %.* 1\.50×, instead of 2\.00×/],
  ["bandwidths of each kind of data", findings.steadyBandwidthsSentence([["steady", 64], ["steady", 16], ["steady-aged", 16]].map(
    ([experiment, read_bandwidth_mib_s]) => ({experiment, read_bandwidth_mib_s}))), /at 16 and 64 MiB\/s and aged data at 16/],
  ["nothing went before", findings.leadInWords([{lead_in_transactions: null}]), /no uncounted/],
  ["variances that differ", findings.accidentSentences([spread("accidents", 0.01), spread("seeds-and-accidents", 0.04)]), /comes from the keys.* 16 times/],
  ["that do not", findings.accidentSentences([spread("accidents", 0.012), spread("seeds-and-accidents", 0.03)]), /don't show .*factor of 9\.6 on.* 6\.25/],
  ["too few runs for a test", findings.accidentSentences([spread("accidents", 0.01, 2), spread("seeds-and-accidents", 0.04)]), /have 4 %\.$/],
]);

const size = (smaller, larger, more) => pair(1, {metric: "tps", smaller_mib: 256, larger_mib: 512, smaller_ratio: smaller, larger_ratio: larger,
  change: larger / smaller, low: larger / smaller - 0.01, high: larger / smaller + 0.01, has_converged: Math.abs(larger / smaller - 1) < 0.05, ...more});
const log = {experiment: "scale", runs: 24, transactions_least: 300, transactions_most: 1200, log_cycles_least: 0.3, log_cycles_most: 0.5};
const leads = (cache_mib, ahead, behind) => ({numerator: MARIADB, denominator: PG, cache_mib, settings: 4, ahead, behind});
say("sizes converge, or it is not known", [
  ["all", findings.scaleSentences([size(0.5, 0.51), size(1, 0.99)], []), /at most 2 % in all 2 settings.*converged.* 3 %/],
  ["some", findings.scaleSentences([size(0.5, 0.8), size(1, 0.99)], []), /in 1 of 2 .*not at 16 MiB\/s.*2\.00× to 1\.25×.* 61 %/],
  ["one run of each", findings.scaleSentences([size(0.5, 0.51, none)], []), /not measured/],
  ["smaller sizes", findings.scaleSentences([size(0.5, 0.51, {smaller_mib: 128, larger_mib: 256})], []), /decided at 512/],
  ["other leads at one size", findings.scaleSentences([], [leads(64, 1, 2), leads(128, 1, 3)]), /at 64 MiB .* at 128 MiB; elsewhere/],
  ["checkpoints", findings.scaleRunSentence([{...log, log_cycles_least: 1.2, steady_runs: 2}]), /2 of the 24 runs pass/, /few checkpoints/],
]);

const run = (engine, real_time, tps, more) => ({load: "oltp", engine, real_time, read_bandwidth_mib_s: 16, read_ahead_kb: 0, seed: 1, tps,
  read_kib_per_transaction: 300, write_kib_per_transaction: 100, is_disturbed: false, ...more});
const labs = (virtual, real, more) => [run(PG, false, virtual, more), run(PG, true, real, more), run(MARIADB, false, 30, more), run(MARIADB, true, 30, more)];
const cpu = (us) => [[PG, false, 4000], [PG, true, 2000], [MARIADB, false, 3000], [MARIADB, true, us]].map(([engine, real, time]) =>
  run(engine, real, 100, {engine_cpu_us_per_transaction: time}));
const unheld = (tps) => findings.unheldWritesSentences(labs(100, 130), [{engine: PG, tps, read_bandwidth_mib_s: 16, read_ahead_kb: 0}]);
say("virtual and real time are compared", [
  ["busy host", findings.truthSentences([...labs(50, 51), run(PG, true, 50, {is_disturbed: true})]), /disturbed 1 of 3 runs/],
  ["loads of one lab", findings.truthSentences(labs(50, 51)), /Not measured in both labs: TPC-C transactions and scans/],
  ["another leader", findings.truthAnswer(labs(50, 20), []), /same faster engine at 0 of 1/],
  ["instructions within the range", findings.instructionTimeSentences(cpu(1800), [0.77, 1.3]), /1\.20× as .*within the range/],
  ["beyond it", findings.instructionTimeSentences(cpu(1800), [0.9, 1.1]), /beyond the range/],
  ["writes explain it", unheld(129), /large enough/],
  ["a part of it", unheld(115), /a part of the difference/],
  ["hardly", unheld(101), /hardly waits/],
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

say("rows in pieces, waits that don't add up, more than a CPU's worth", [
  ["two builds", findings.instrumentSentences([["0123456789", 324], ["fedcba9876", 59]].map(([emulator_sha256, cells]) =>
    ({emulator_sha256, cells}))), /383 cells .* 324 with 01234567 and 59 with fedcba98/],
  ["cells without a result", studySentences([{lab: "a", cells: 9, cells_done: 7}]), /7 of 9 cells.* 2 cells did not/],
  ["waits", findings.waitSentences([["lock", 50], ["CPU", 30]].map(([waits_for, threads_waiting]) => ({cell_id: waits_for, engine: PG, cpus: 8,
    threads: 16, phase: "read-write", waits_for, threads_waiting}))), /2 of 2 phases .*left out/],
  ["a gain beyond the CPUs", findings.scalingSentences([[1, 100, 200], [8, 820, 184]].map(([cpus, tps, engine_instructions_per_transaction]) =>
    ({engine: PG, phase: "select", cell_id: "a", cpus, threads: cpus, tps, engine_instructions_per_transaction}))), /More than 8 times .* 92 %/],
]);
