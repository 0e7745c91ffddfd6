/** What runs leave to be collected: costs as sentences, shares as rows. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {collectionSentences, uncollectedRows, uncollectedSentences} from "../../report/findings/collection.js";

const cost = (more) => ({engine: "postgresql-17", runs: 2, old_versions_per_transaction: 2.87,
  collection_bytes_per_transaction: 15360, left_share_max: 0.956, uncollected_share_max: 0.031, ...more});

test("an engine's cost is beside what its runs owe", () => {
  assert.deepEqual(collectionSentences([cost()]), [
    "PostgreSQL 17: where transactions change a fifth of a table's rows, three each, they leave 2.87 old versions each, and " +
    "collecting these moves at most 15 KiB (2 runs). " +
    "At steady state, runs leave at most 95.6 % of their old versions; collecting them would move at most 3.1 % of what the run moved."]);
});

test("nothing is owed where older versions were collected, too", () => {
  const [said] = collectionSentences([cost({engine: "mariadb-11.8", left_share_max: -0.01, uncollected_share_max: 0})]);
  assert.match(said, /^MariaDB 11\.8: .* leave at most nothing of their old versions; collecting them would move at most nothing/);
});

test("without runs at steady state only the cost is said", () => {
  const [said] = collectionSentences([cost({left_share_max: null, uncollected_share_max: null})]);
  assert.match(said, /15 KiB \(2 runs\)\.$/);
  assert.deepEqual(collectionSentences([]), []);
});

test("the experiment that leaves most comes first, engines in their order", () => {
  const row = (experiment, engine, left_share_median) => ({experiment, engine, left_share_median});
  const rows = uncollectedRows([row("a", "mariadb-11.8", 0.1), row("a", "postgresql-17", 0.2), row("b", "mariadb-11.8", 0.9)]);
  assert.deepEqual(rows.map(({experiment, engine}) => [experiment, engine]), [
    ["b", "mariadb-11.8"], ["a", "postgresql-17"], ["a", "mariadb-11.8"]]);
});

test("a page says what its runs leave", () => {
  const row = (experiment, engine, left_share_median) => ({experiment, engine, left_share_median});
  const rows = [row("tpcc", "mysql-9.7", 0.961), row("tpcc", "postgresql-17", 0.39), row("tpcc", "mariadb-11.8", -0.1), row("oltp", "mysql-9.7", 1)];
  assert.deepEqual(uncollectedSentences(rows, "tpcc"), ["Of the old versions of rows that a run makes, these are still to be collected " +
    "when it ends (median): 39 % in PostgreSQL 17, nothing in MariaDB 11.8 and 96.1 % in MySQL 9.7. That work is not in these figures."]);
  assert.deepEqual(uncollectedSentences(rows, "durability"), []);
});
