/** What remains of a lead with another CPU time. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {cpuTimeSentences, cpuTimeSetting, fatesOfLeads, lostLeads, modelSentence} from "../../report/findings/cpu_time.js";

const row = (mibS, ratio, changed, fate, more) => ({experiment: "oltp", title: "OLTP", curve_group: "oltp {}", phase: "run",
  read_bandwidth_mib_s: mibS, numerator: "mariadb-11.8", denominator: "postgresql-17", ratio, low: ratio * 0.96,
  high: ratio * 1.04, changed_engine: "mariadb-11.8", cpu_time_factor: 0.77, changed_ratio: changed, fate,
  model_share_least: 1.02, model_share_most: 1.1, ...more});
const rows = [
  row(16, 0.8, 0.81, "holds"),
  row(128, 0.9, 1.01, "lost", {changed_engine: "postgresql-17", cpu_time_factor: 1.3}),
  row(256, 0.9, 1.2, "turns"),
  row(512, 0.9, 0.95, "not computed", {model_share_least: 1.04, model_share_most: 1.4}),
];

test("leads of the newest versions are told, others left out", () => {
  const older = row(16, 0.8, 0.81, "holds", {denominator: "postgresql-15"});
  assert.deepEqual(fatesOfLeads([...rows, older]), rows);
  assert.deepEqual(lostLeads(rows).map(({setting, fate}) => [setting, fate]), [["at 128 MiB/s", "lost"], ["at 256 MiB/s", "turns"]]);
});

test("leads that don't hold are named with the engine that was changed and what they would be", () => {
  assert.deepEqual(cpuTimeSentences(rows), ["OLTP, MariaDB 11.8 and PostgreSQL 17: 1 of 4 established leads " +
    "remains, 1 not computed; at 128 MiB/s 0.90× becomes 1.01× if the CPU time of PostgreSQL 17 is 1.3 times as long and at 256 " +
    "MiB/s 0.90× becomes 1.20× if the CPU time of MariaDB 11.8 is 0.77 times as long."]);
  assert.deepEqual(cpuTimeSentences([]), []);
});

test("of many that don't hold the sentence has the number, of each phase", () => {
  const select = [1, 2, 3, 4].map((threads) => row(1024, 1.1, 0.9, "turns", {phase: "select", curve_group: `oltp {"threads":${threads}}`}));
  assert.deepEqual(cpuTimeSentences([rows[0], ...select]), ["OLTP (run), MariaDB 11.8 and PostgreSQL 17: 1 of 1 established lead remains.",
    "OLTP (select), MariaDB 11.8 and PostgreSQL 17: 0 of 4 established leads remain."]);
  assert.equal(cpuTimeSetting(select[2], select), "at 1,024 MiB/s, threads 3");
  assert.equal(cpuTimeSetting(select[2], [select[2]]), "at 1,024 MiB/s");
});

test("the model's error is said, and where it is too great", () => {
  assert.equal(modelSentence(rows.slice(0, 3)), "Where leads were recomputed, the throughput of the model is 1.02× to 1.10× of the measured throughput.");
  assert.match(modelSentence(rows), /so for 1 lead in OLTP, where it is 1\.04× to 1\.40×\.$/);
  assert.equal(modelSentence([]), "");
});
