/** Settings that an engine runs with at another value than its configuration asks for. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {changedSettingSentences} from "../../report/findings/changed.js";

const row = {experiment: "durability", engine: "mysql-9.7", setting: "innodb_flush_log_at_trx_commit", asked: "5", runs_with: "2", cells: 4};

test("a changed setting is said with both values, and an ignored one as not taken", () => {
  assert.deepEqual(changedSettingSentences([row, {...row, runs_with: null, cells: 1}]), [
    "MySQL 9.7, 4 cells of durability: innodb_flush_log_at_trx_commit is set to 5, and the engine runs with 2.",
    "MySQL 9.7, 1 cell of durability: innodb_flush_log_at_trx_commit is set to 5, which the engine does not take.",
  ]);
});

test("a study without any says so", () => {
  assert.match(changedSettingSentences([])[0], /^No engine is known to run with another value/);
});
