/** Versions side by side: right of 1 is better whatever the measure, and one version says so. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {settingNames, withGain} from "../../report/charts/releases.js";
import {releaseAnswer, releaseRows, versionSentences} from "../../report/findings/index.js";

const row = (more) => ({
  experiment: "oltp", title: "OLTP", family: "postgresql", later: "postgresql-18",
  earlier: "postgresql-15", measure: "tps", better: "more", phase: "run", bandwidth_mib_s: 4,
  factors_json: '{"engine": "postgresql-18", "seed": 1}', median: 1.25, low: 1.2, high: 1.5, ...more});

test("a ratio of pages is turned over, and its interval with it", () => {
  const {gain, worst, best} = withGain(row({better: "less", median: 0.8, low: 0.5, high: 1}));
  assert.deepEqual([gain, worst, best], [1.25, 1, 2]);
  assert.equal(withGain(row({low: null, high: null, better: "less"})).worst, null);
});

test("settings are named by what differs", () => {
  const rows = [row({}), row({bandwidth_mib_s: 8})];
  assert.deepEqual(rows.map(settingNames(rows)), ["4 MiB/s", "8 MiB/s"]);
  const other = [row({factors_json: '{"threads": 8, "tuning.postgresql.autovacuum": "on"}'})];
  assert.deepEqual(other.map(settingNames(other)), ["threads 8, autovacuum on"]);
  assert.deepEqual([row({})].map(settingNames([row({})])), ["run"]);
});

test("the answer and the table count the settings that the intervals settle", () => {
  const rows = [row({}), row({bandwidth_mib_s: 8, median: 1, low: 0.9, high: 1.1})];
  assert.equal(releaseAnswer(rows), "Where they differ most, at 4 MiB/s, PostgreSQL 18 has 1.25× (95 % interval 1.20× to 1.50×) " +
    "the transactions per second of PostgreSQL 15; of 2 settings it is clearly better at 1 and clearly worse at 0.");
  assert.deepEqual(releaseRows(rows), [{experiment: "OLTP", measure: "transactions per second",
    later: "postgresql-18", earlier: "postgresql-15", settings: 2, least: 1, most: 1.25, better: 1, worse: 0}]);
  const [single] = releaseRows([row({low: null, high: null})]);
  assert.deepEqual([single.better, single.worse], [null, null], "one run per setting settles nothing");
  assert.match(releaseAnswer([]), /no two versions/);
  assert.deepEqual(releaseRows([]), []);
});

test("a study of one version each says that there is nothing to compare", () => {
  const one = [{engine: "postgresql-17"}, {engine: "mariadb-11.8"}];
  assert.match(versionSentences(one)[0], /one version of each engine, PostgreSQL 17 and MariaDB 11\.8/);
  assert.equal(versionSentences([...one, {engine: "postgresql-15"}])[0],
    "This study compares PostgreSQL 15 and PostgreSQL 17. It has only one version of MariaDB (MariaDB 11.8).");
});
