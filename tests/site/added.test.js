/** A reader's own runs: what of a file is taken, and what is said of the rest. */
import "./document.js";
import assert from "node:assert/strict";
import {test} from "node:test";
import {addedRuns, withAdded} from "../../report/pages/added.js";

const page = {name: "oltp", over: "bandwidth", measure: "tps", charts: [{measure: "latency_ms_p95"}],
  runs: [{cell_id: "a", engine: "postgresql-17", read_bandwidth_mib_s: 8, tps: 10}], engines: ["postgresql-17"]};
const table = "engine,read_bandwidth_mib_s,tps\npostgresql-17,125,900\n";

test("runs of another study's file and of a table are the same", () => {
  const ours = [{cell_id: "b", engine: "postgresql-17", phase: "run", seed: 2, read_bandwidth_mib_s: 125, tps: 900, latency_ms_p95: null, other: 1}];
  const [run, ...others] = addedRuns(page, "oltp_runs.json", JSON.stringify(ours));
  assert.deepEqual(others, []);
  assert.deepEqual(run, {tps: 900, read_bandwidth_mib_s: 125, cell_id: null, engine: "postgresql-17 (yours)", phase: "run", seed: 2});
  const [row] = addedRuns(page, "mine.csv", "\uFEFF" + table.replaceAll("\n", "\r\n"));
  assert.deepEqual({...row, phase: "run", seed: 2}, run);
});

test("runs that are added leave the published ones as they are", () => {
  const both = withAdded(page, addedRuns(page, "mine.csv", table));
  assert.deepEqual(both.runs.slice(0, 1), page.runs);
  assert.deepEqual(both.engines, ["postgresql-17", "postgresql-17 (yours)"]);
  assert.equal(withAdded(page, []), page);
});

test("a level of another factor is the one that the page has", () => {
  const levels = {...page, over: "threads", runs: [{cell_id: "a", engine: "postgresql-17", threads: 8, tps: 10}]};
  assert.equal(addedRuns(levels, "mine.csv", "engine,threads,tps\nmysql-9.7,8,5\n")[0].threads, 8);
});

const wrong = {
  "": /has no rows\. It needs the columns engine and read_bandwidth_mib_s, and one or more of tps and latency_ms_p95/,
  "engine,tps\npostgresql-17,1\n": /no column read_bandwidth_mib_s/,
  "a;b\n1;2\n": /no column engine and read_bandwidth_mib_s/,
  "engine,read_bandwidth_mib_s,tps\nPostgreSQL,125,900\n": /row 1: engine "PostgreSQL" is not a name such as postgresql-17/,
  "engine,read_bandwidth_mib_s,tps\n<b>,125,900\n": /is not a name/,
  "engine,read_bandwidth_mib_s,tps\npostgresql-17,125,9 00\n": /row 1: tps is "9 00", which is no number/,
  "engine,read_bandwidth_mib_s,tps\npostgresql-17,,900\n": /row 1: read_bandwidth_mib_s is "", which is no number/,
  "engine,read_bandwidth_mib_s,tps\npostgresql-17,125,\n": /row 1 has none of the measures/,
  "[{\"engine\": ": /cut off/,
  "{\"engine\": 1}": /not a list of rows/,
};
for (const [text, words] of Object.entries(wrong)) {
  test(`it is said what is wrong with ${JSON.stringify(text.slice(0, 60))}`, () => {
    assert.throws(() => addedRuns(page, "mine.csv", text), words);
  });
}

test("a database, a Parquet file and a table of a million rows are refused in a sentence", () => {
  assert.throws(() => addedRuns(page, "results.duckdb", "\u0001\u0002345678DUCK@"), /is a database.*\*_runs\.json/);
  assert.throws(() => addedRuns(page, "cells.parquet", "PAR1\u0015\u0004"), /is a Parquet file.*\*_runs\.json.*comma-separated values/);
  assert.throws(() => addedRuns(page, "all.csv", table + "postgresql-17,8,1\n".repeat(5000)), /5,001 rows, more than/);
});
