/** A limit of requests per second: whether it decides who leads, by the rule that was fixed in advance. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {requestSentences, volumeAnswer, volumeName, volumePoints, volumeSentences} from "../../report/findings/volumes.js";

const row = (mibS, iops, kib, ratio, spread = 0.1) => ({read_bandwidth_mib_s: mibS, iops_limit: iops, read_ahead_kb: kib,
  numerator: "mariadb-11.8", denominator: "postgresql-17", ratio: 1 / ratio, low: (1 - spread) / ratio, high: (1 + spread) / ratio, repeats: 2});

test("the lead is turned only by two intervals on the two sides of 1", () => {
  assert.deepEqual(volumeSentences([row(125, 0, 0, 1.5), row(125, 3000, 0, 0.5), row(125, 0, 128, 1.2), row(125, 3000, 128, 0.98), row(16, 0, 0, 2)]), [
    "A limit of 3,000 requests per second decides who leads at 125 MiB/s without read-ahead. The ratio of PostgreSQL 17 to MariaDB 11.8 is " +
    "0.50× (0.45× to 0.56×) with the limit and 1.50× (1.36× to 1.67×) without it, without read-ahead; " +
    "0.98× (0.89× to 1.09×) with the limit and 1.20× (1.09× to 1.33×) without it, with 128 KiB of read-ahead."]);
  assert.match(volumeSentences([row(125, 0, 0, 1.5), row(125, 3000, 0, 0.98)])[0], /^A limit of 3,000 requests per second does not turn the lead at 125/);
  assert.deepEqual(volumeSentences([row(125, 3000, 0, 0.5)]), []);
});

test("the answer names the settings at which the lead is turned, and no others", () => {
  assert.equal(volumeAnswer([row(125, 0, 0, 1.5), row(125, 3000, 0, 0.5), row(125, 0, 128, 1.2), row(125, 3000, 128, 0.98)]),
    "A limit of 3,000 requests per second, as on cloud volumes, turns the lead at 125 MiB/s: PostgreSQL 17 commits 0.50× as many " +
    "transactions as MariaDB 11.8 without read-ahead (1.50× without the limit).");
  assert.equal(volumeAnswer([row(125, 0, 0, 1.5), row(125, 3000, 0, 0.98)]), "");
  assert.equal(volumeAnswer([]), "");
});

test("devices are named by their limits", () => {
  assert.equal(volumeName(row(125, 3000, 0, 1)), "125 MiB/s and 3,000 requests per second");
  assert.deepEqual(volumePoints([row(16, 0, 0, 2)]).map(({series, x, value}) => [series, x, value]), [["16 MiB/s", 0, 2]]);
});

test("requests per transaction are those of the device with the limit", () => {
  const run = (kib, reads, tps, iops = 3000) => ({engine: "postgresql-17", iops_limit: iops, read_ahead_kb: kib,
    read_requests_per_transaction: reads, write_requests_per_transaction: 10, tps});
  assert.deepEqual(requestSentences([run(128, 40, 60), run(0, 76, 35), run(0, 9, 9, 0)]), [
    "Requests to the device per transaction of PostgreSQL 17: 86 without read-ahead, at 35 transactions per second; " +
    "50 with 128 KiB of read-ahead, at 60 transactions per second."]);
});
