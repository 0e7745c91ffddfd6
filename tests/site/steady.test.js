/** Sentences of runs at steady state: when a ratio is a verdict, and who leads. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {accidentSentences, proportionRows, steadyAnswer, steadyRatios, steadySentences} from "../../report/findings/steady.js";

const ratio = (more) => ({experiment: "steady", read_bandwidth_mib_s: 16, read_ahead_kb: 0, numerator: "mariadb-11.8",
  denominator: "postgresql-17", ratio: 0.5, low: 0.4, high: 0.8, repeats: 5, runs: 10, steady_runs: 10,
  failed_checks: [], unsteady_engines: [], is_verdict: true, ...more});

test("ratios are of the first engine over the second, bounds included", () => {
  const [row] = steadyRatios([ratio()]);
  assert.deepEqual([row.first, row.ratio, row.low, row.high], ["postgresql-17", 2, 1.25, 2.5]);
});

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

test("accidents are told from seeds", () => {
  const spread = (varied, deviation, more) => ({engine: "postgresql-17", metric: "tps", varied, runs: 5, lowest: 98,
    highest: 102, deviation, ...more});
  assert.deepEqual(accidentSentences([spread("accidents", 0.012), spread("seeds-and-accidents", 0.03),
    spread("accidents", 0.5, {metric: "latency_ms_p95"})]), [
    "PostgreSQL 17: 5 runs with the same keys have a standard deviation of 1.2 % of their transactions per " +
    "second, from accidents alone (98 to 102 per second); 5 runs with different keys have 3 %."]);
  assert.deepEqual(accidentSentences([spread("accidents", 0.012)]), []);
});

test("proportions that all engines share are given once", () => {
  const measured = (proportion, engine, value) => ({proportion, engine, value});
  const rows = proportionRows([{key: "clients_per_cpu"}, {key: "log_over_data"}, {key: "other"}], [
    measured("clients_per_cpu", "mariadb-11.8", 8), measured("clients_per_cpu", "postgresql-17", 8),
    measured("log_over_data", "mariadb-11.8", 0.05), measured("log_over_data", "postgresql-17", 0.14)]);
  assert.deepEqual(rows.map(({here}) => here), ["8", "0.14 (PostgreSQL 17), 0.05 (MariaDB 11.8)", "not measured"]);
});
