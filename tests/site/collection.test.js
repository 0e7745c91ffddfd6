/** What runs leave to be collected: costs as sentences, shares as rows. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {collectionSentences, uncollectedRows, uncollectedSentences} from "../../report/findings/collection.js";

const cost = (more) => ({engine: "postgresql-17", runs: 2, changes_per_transaction: 3, old_versions_per_transaction: 2.87,
  collection_bytes_per_transaction: 15360, left_share_max: 0.956, uncollected_share_max: 0.031, ...more});

test("an engine's cost is beside what its runs owe", () => {
  assert.deepEqual(collectionSentences([cost()]), [
    "PostgreSQL 17: of the 3 rows that a transaction changed or deleted, 2.87 old versions were left at the end, and collecting " +
    "these moved at most 15 KiB per transaction (2 runs). " +
    "Runs at steady state leave at most 95.6 % of their old versions; at this price collecting them would move at most 3.1 % of what the run moved."]);
});

test("nothing is owed where older versions were collected, too", () => {
  const [said] = collectionSentences([cost({engine: "mariadb-11.8", left_share_max: -0.01, uncollected_share_max: 0})]);
  assert.match(said, /^MariaDB 11\.8: .* leave none of their old versions\.$/);
});

test("without runs at steady state only the cost is said", () => {
  const [said] = collectionSentences([cost({left_share_max: null, uncollected_share_max: null})]);
  assert.match(said, /15 KiB per transaction \(2 runs\)\.$/);
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
    "when it ends (median): 39 % in PostgreSQL 17, none in MariaDB 11.8 and 96.1 % in MySQL 9.7. That work is not in these figures."]);
  assert.deepEqual(uncollectedSentences(rows, "durability"), []);
});
