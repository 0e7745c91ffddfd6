/** Sentences of runs at steady state: when a ratio is a verdict, and who leads. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {
  accidentSentences, driftSentences, leadInWords, proportionRows, splitSentences,
  steadyAnswer, steadyBandwidthsSentence, steadyRunSentence, steadySentences,
} from "../../report/findings/steady.js";

const ratio = (more) => ({experiment: "steady", read_bandwidth_mib_s: 16, read_ahead_kb: 0, numerator: "mariadb-11.8",
  denominator: "postgresql-17", ratio: 0.5, low: 0.4, high: 0.8, repeats: 5, runs: 10, steady_runs: 10,
  failed_checks: [], unsteady_engines: [], is_verdict: true, ...more});

test("who leads is said where the interval settles it", () => {
  const [leads] = steadySentences([ratio()]);
  assert.equal(leads, "At 16 MiB/s without read-ahead PostgreSQL 17 commits 2.00× (95 % interval 1.25× to 2.50×) as " +
    "many transactions as MariaDB 11.8: PostgreSQL 17 leads. All 10 runs pass the checks.");
  const [behind] = steadySentences([ratio({ratio: 2, low: 1.25, high: 4, read_ahead_kb: 128})]);
  assert.match(behind, /with 128 KiB of read-ahead .*: MariaDB 11.8 leads/);
  const [open] = steadySentences([ratio({ratio: 1, low: 0.9, high: 1.2})]);
  assert.match(open, /neither is known to lead/);
  const [aged] = steadySentences([ratio({experiment: "steady-aged"})]);
  assert.match(aged, /^At 16 MiB\/s without read-ahead and aged data PostgreSQL 17 commits/);
});

test("the answer counts who leads where all runs pass", () => {
  assert.equal(steadyAnswer([]), "");
  assert.equal(steadyAnswer([ratio()]), "At steady state, at 16 MiB/s without read-ahead, PostgreSQL 17 commits 2.00× (95 % interval " +
    "1.25× to 2.50×) as many transactions as MariaDB 11.8: PostgreSQL 17 leads.");
  const rows = [ratio(), ratio({ratio: 2, low: 1.25, high: 4}), ratio({ratio: 1, low: 0.9, high: 1.2}), ratio({is_verdict: false})];
  assert.equal(steadyAnswer(rows), "At steady state PostgreSQL 17 commits 0.50× to 2.00× as many transactions as MariaDB 11.8: " +
    "it leads at 1 of 3 settings, MariaDB 11.8 leads at 1, and 1 is open. In 1 other comparison a run fails a check.");
  assert.equal(steadyAnswer([ratio({is_verdict: false}), ratio({is_verdict: false, ratio: 2})]), "In 2 long comparisons PostgreSQL 17 " +
    "commits 0.50× to 2.00× as many transactions as MariaDB 11.8, but none passes all checks of steady state, so none counts as a verdict.");
});

test("a run that fails a check takes the verdict away", () => {
  const [said] = steadySentences([ratio({steady_runs: 8, failed_checks: ["log", "rate"],
    unsteady_engines: ["postgresql-17"], is_verdict: false})]);
  assert.match(said, /not a verdict: 2 runs of 10 \(PostgreSQL 17\) failed the checks of the log and the rate of/);
  assert.doesNotMatch(said, /leads/);
});

test("a refused verdict says how rates change within the runs, and what their later halves alone would say", () => {
  const run = (engine, rate_ratio, more) => ({experiment: "steady", read_bandwidth_mib_s: 16, read_ahead_kb: 0, engine, rate_ratio, ...more});
  const checks = [run("postgresql-17", 0.5), run("mariadb-11.8", 2), run("mariadb-11.8", 9, {read_ahead_kb: 128}),
    run("postgresql-17", 9, {experiment: "steady-aged"})];
  assert.deepEqual(driftSentences([ratio({is_verdict: false}), ratio()], checks), [
    // 2 q / (1 + q): 2/3 of 1 for PostgreSQL, 4/3 for MariaDB.
    "At 16 MiB/s without read-ahead, from the first half of a run to the second, the rate of PostgreSQL 17 falls by 50 % and that of " +
    "MariaDB 11.8 rises by 100 %. The second halves alone have a ratio of 1.00×, instead of 2.00×."]);
  assert.match(driftSentences([ratio({is_verdict: false})], [run("postgresql-17", 1.0001), run("mariadb-11.8", 1)])[0],
    /PostgreSQL 17 stays as it is and that of MariaDB 11\.8 stays as it is/);
  assert.deepEqual(driftSentences([ratio({is_verdict: false})], [run("postgresql-17", 1)]), []);
});

test("full pages of fresh data are split, and what moves is logged", () => {
  const run = (experiment, log, splits, engine = "mariadb-11.8") => ({experiment, engine, log_bytes_per_transaction: log,
    page_splits_per_transaction: splits});
  const checks = [run("steady", 9 * 1024, 0.5), run("steady", 11 * 1024, 0.7), run("steady-aged", 1024, 0), run("steady-skewed", 6000, 0.3)];
  assert.deepEqual(splitSentences(checks), [
    "Per transaction MariaDB 11.8 writes 1 KiB to its log with aged data, and 10 KiB with fresh data and uniform keys. Freshly built " +
    "indexes leave little room in their pages, so a new row often splits one: 0.6 per transaction there, 0 with aged data. The rows " +
    "that move in a split are logged."]);
  assert.deepEqual(splitSentences([run("steady", 10000, null), run("steady-aged", 1000, null)]), []);
  assert.deepEqual(splitSentences([run("steady", 10000, 0.6)]), []);
});

test("a dot stands for the runs with fresh data and uniform keys", () => {
  const run = (seed, measured_s, experiment = "steady") => ({experiment, seed, transactions: 4000, measured_s});
  assert.equal(steadyRunSentence([run(1, 120), run(2, 200), run(2, 150), run(3, 29, "steady-skewed")]),
    "Each dot compares the engines by 2 runs of each, of 4,000 transactions or more in 120 to 200 s.");
  assert.equal(steadyRunSentence([]), "");
});

test("transactions that go before are counted", () => {
  assert.equal(leadInWords([{lead_in_transactions: 3000}, {lead_in_transactions: 1500}, {lead_in_transactions: 3000}]),
    "1,500 or 3,000 uncounted transactions");
  assert.equal(leadInWords([{lead_in_transactions: null}]), "no uncounted transactions");
});

test("accidents are told from seeds", () => {
  const spread = (varied, deviation, more) => ({engine: "postgresql-17", metric: "tps", varied, runs: 5, lowest: 98,
    highest: 102, deviation, ...more});
  assert.deepEqual(accidentSentences([spread("accidents", 0.012), spread("seeds-and-accidents", 0.03),
    spread("accidents", 0.5, {metric: "latency_ms_p95"})]), [
    "PostgreSQL 17: 5 runs with the same keys have a standard deviation of 1.2 % of their transactions per " +
    "second, from accidents alone (98 to 102 per second); 5 runs with different keys have 3 %. So these runs don't show that keys add " +
    "to what accidents do: of 5 runs each, variances differ beyond chance (F test, 95 %) from a factor of 9.6 on, and this one is 6.25."]);
  assert.match(accidentSentences([spread("accidents", 0.01), spread("seeds-and-accidents", 0.04)])[0],
    / So nearly all of the spread comes from the keys: their variance is 16 times as large, /);
  assert.match(accidentSentences([spread("accidents", 0.01, {runs: 2}), spread("seeds-and-accidents", 0.04)])[0], /have 4 %\.$/);
  assert.deepEqual(accidentSentences([spread("accidents", 0.012)]), []);
});

test("proportions that all engines share are given once", () => {
  const measured = (proportion, engine, value) => ({proportion, engine, value});
  const rows = proportionRows([{key: "clients_per_cpu"}, {key: "log_over_data"}, {key: "other"}], [
    measured("clients_per_cpu", "mariadb-11.8", 8), measured("clients_per_cpu", "postgresql-17", 8),
    measured("log_over_data", "mariadb-11.8", 0.05), measured("log_over_data", "postgresql-17", 0.14)]);
  assert.deepEqual(rows.map(({here}) => here), ["8", "0.14 (PostgreSQL 17), 0.05 (MariaDB 11.8)", "not measured"]);
});

test("bandwidths are named for each kind of data", () => {
  const run = (experiment, mibS) => ({experiment, read_bandwidth_mib_s: mibS});
  assert.match(steadyBandwidthsSentence([run("steady", 64), run("steady", 16), run("steady", 16), run("steady-aged", 16)]),
    /Measured were fresh data, uniform keys at 16 and 64 MiB\/s and aged data at 16 MiB\/s\./);
  assert.equal(steadyBandwidthsSentence([]), "");
});
