/** What remains of a lead with another CPU time. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {cpuTimeSentences, fatesOfLeads, modelSentence} from "../../report/findings/cpu_time.js";

const row = (mibS, factor, ratio, changed, more) => ({experiment: "oltp", title: "OLTP", curve_group: "c",
  read_bandwidth_mib_s: mibS, numerator: "mariadb-11.8", denominator: "postgresql-17", ratio, low: ratio * 0.96,
  high: ratio * 1.04, cpu_time_factor: factor, changed_ratio: changed, changed_low: changed * 0.96,
  changed_high: changed * 1.04, model_share: 1.1, ...more});
const rows = [
  row(16, 0.77, 0.8, 0.81), row(16, 1.3, 0.8, 0.79),
  row(128, 0.77, 0.9, 1.01), row(128, 1.3, 0.9, 0.8),
  row(256, 0.77, 0.9, 1.2), row(256, 1.3, 0.9, 0.7),
  row(512, 0.77, 1.01, 1.3), row(512, 1.3, 1.01, 0.8),
];

test("a settled lead holds, is lost or turns; one that is not settled is left out", () => {
  assert.deepEqual(fatesOfLeads(rows).map(({read_bandwidth_mib_s, fate}) => [read_bandwidth_mib_s, fate]),
    [[16, "holds"], [128, "lost"], [256, "turns"]]);
});

test("leads that don't hold are named with what they would be", () => {
  assert.deepEqual(cpuTimeSentences(rows), ["OLTP, MariaDB 11.8 and PostgreSQL 17: 1 of 3 established leads " +
    "remains; at 128 MiB/s 0.90× becomes 1.01× if the CPU time of MariaDB 11.8 is 0.77 times as long and at 256 " +
    "MiB/s 0.90× becomes 1.20× if the CPU time of MariaDB 11.8 is 0.77 times as long."]);
  assert.deepEqual(cpuTimeSentences([]), []);
});

test("the model's error is said", () => {
  assert.equal(modelSentence(rows), "The throughput of the model is 1.10× to 1.10× of the measured throughput.");
  assert.equal(modelSentence([]), "");
});
