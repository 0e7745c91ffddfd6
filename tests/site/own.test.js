/** What the page of a user's own workload says of figures that are missing. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {whatIsMissing} from "../../report/pages/missing.js";

const failed = (engine, status, reason) => ({cell_id: engine, engine, status, reason});

test("nothing is said where all was measured", () => {
  assert.deepEqual(whatIsMissing({runs: [{cell_id: "a"}], failed: []}), []);
});

test("a study without cells says what to add", () => {
  const [sentence, ...more] = whatIsMissing({runs: [], failed: []});
  assert.match(sentence, /^Nothing was measured: .*experiments/);
  assert.deepEqual(more, []);
});

test("cells that failed for one reason are reported together, with the reason", () => {
  const said = whatIsMissing({runs: [], failed: [
    failed("mariadb-11.8", "failed", "disk full"), failed("mariadb-11.8", "failed", "disk full"),
    failed("postgresql-17", "not_run", null)]});
  assert.deepEqual(said, ["No cell of this workload has a result, so the charts are empty.",
    "2 cells without a result. MariaDB 11.8: failed: disk full",
    "1 cell without a result. PostgreSQL 17: not run"]);
});
