/** Names, commands and the order of cells. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {commandWords, repeatCommand} from "../../report/cells/commands.js";
import {cellName, factorLabel, levelWords} from "../../report/cells/names.js";
import {nextRows, readSort, sortRows, sortText} from "../../report/charts/sortable.js";

const cell = (experiment, factors) => ({experiment, factors_json: JSON.stringify(factors)});

test("a cell is called by its experiment, its engine and its factors, the seed last", () => {
  assert.equal(cellName(cell("oltp", {seed: 1, "device.bandwidth_mib_s": 4, engine: "postgresql-17"})),
    "oltp: PostgreSQL 17, 4 MiB/s, seed 1");
  assert.equal(cellName(cell("gc", {engine: "mariadb-11.8", "tuning.postgresql.autovacuum": "on",
    safety: "durable", threads: 8, engine_memory_mib: 288})),
  "gc: MariaDB 11.8, autovacuum on, durable, threads 8, engine memory 288 MiB");
  assert.equal(cellName(cell("staircase", {})), "staircase");
});

test("a factor's label and level have its unit", () => {
  assert.equal(factorLabel("device.flush_latency_us"), "Latency of flushes");
  assert.equal(levelWords("device.flush_latency_us", "2000"), "2,000 µs");
  assert.equal(factorLabel("options.secondary_indexes"), "Secondary indexes");
  assert.equal(levelWords("options.secondary_indexes", 6), "6");
  assert.equal(levelWords("engine", "none"), "none");
});

test("a recorded command is a line that a shell takes", () => {
  assert.equal(commandWords('["A=x y", "sysbench", "--threads=1", "it\'s", "run"]'),
    "A='x y' sysbench --threads=1 'it'\\''s' run");
  assert.equal(commandWords("[]"), "");
  assert.equal(commandWords("fio --made"), "fio --made");
});

test("only another study than the default is named in the command that repeats a cell", () => {
  const about = {cell_id: "a-1", deterministic: true, results_dir: "results"};
  assert.equal(repeatCommand({...about, config_file: "config/config.yaml"}),
    "snakemake --cores 1 results/verify/a-1.json");
  assert.match(repeatCommand({...about, config_file: "config/x.yaml"}), / --configfile config\/x\.yaml$/);
});

test("rows are sorted by number and by word, those without a value last in both directions", () => {
  const columns = [{key: "x"}];
  const rows = [{x: 16}, {x: null}, {x: 4}, {}];
  const sorted = (descending) => sortRows(rows, {key: "x", descending}, columns)
    .map((row) => row.x ?? null);
  assert.deepEqual(sorted(false), [4, 16, null, null]);
  assert.deepEqual(sorted(true), [16, 4, null, null]);
  const words = sortRows([{x: "a10"}, {x: "a9"}], {key: "x", descending: false}, columns);
  assert.deepEqual(words.map((row) => row.x), ["a9", "a10"]);
  assert.equal(sortRows(rows, {key: "gone", descending: false}, columns), rows);
});

test("of ten thousand rows a click shows some hundreds, and of some hundreds all", () => {
  assert.deepEqual(nextRows(50, 75), {rows: 75, label: "Show all"});
  assert.deepEqual(nextRows(50, 10_000), {rows: 550, label: "Show 500 more"});
  assert.deepEqual(nextRows(9_550, 10_000), {rows: 10_000, label: "Show all"});
});

test("an order is kept in the address", () => {
  for (const text of ["seed", "-seed"]) assert.equal(sortText(readSort(text)), text);
  assert.equal(sortText(readSort(null)), "");
});
