/** Names, commands and the order of cells. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {firstBeside, sharedValues} from "../../report/cells/beside.js";
import {commandWords, repeatCommand} from "../../report/cells/commands.js";
import {cellName, factorLabel, levelWords} from "../../report/cells/names.js";
import {firstPhase, requestFacts} from "../../report/cells/requests.js";
import {namedPhases, stepsOf} from "../../report/charts/run.js";
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
  assert.equal(repeatCommand({...about, config_file: null, results_dir: null}), null);
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

test("a cell stands beside the newest engine of another family, else beside another version", () => {
  const engine = (level) => ({factor: "engine", level, neighbour: level, status: "done", alone_json: null});
  const seed = {factor: "seed", level: "2", neighbour: "s2", status: "done", alone_json: null};
  const cell = {cell_id: "own", engine: "postgresql-17"};
  const other = ["postgresql-18", "mariadb-10.11", "mariadb-11.8"].map(engine);
  assert.equal(firstBeside(cell, [seed, ...other]).neighbour, "mariadb-11.8");
  assert.equal(firstBeside(cell, [seed, other[0]]).neighbour, "postgresql-18");
  assert.equal(firstBeside({cell_id: "own", engine: null}, [seed]).neighbour, "s2");
});

test("of two cells those values are compared that both have in the same phase, and that are judged", () => {
  const value = (phase, measure, better, of) => ({phase, measure, value: of, better, meaning: null});
  const own = [value("run", "latency", "less", 6), value("run", "tps", "more", 30), value("run", "share", null, 1),
    value("lead-in", "tps", "more", 9)];
  const theirs = [value("run", "latency", "less", 0), value("run", "tps", "more", 20), value("run", "share", null, 2)];
  assert.deepEqual(sharedValues(own, theirs).map(({measure, theirs: other, ratio}) => [measure, other, ratio]),
    [["tps", 20, 1.5], ["latency", 0, null]]);
  assert.deepEqual(sharedValues(own.slice(2), theirs).map(({measure, ratio}) => [measure, ratio]), [["share", 0.5]]);
});

test("the phase with results that moved most is shown first, with what the engine counts of it", () => {
  const phase = (name, read) => ({phase: name, read_commands: read ? 2 : 0, read_bytes: read, write_commands: 0, write_bytes: 0,
    flush_commands: 0, log_bytes: null, page_accesses: null, least_hit_share: null});
  const requests = [phase("load", 1 << 20), phase("lead-in", 4096), phase("run", 8192)];
  assert.equal(firstPhase(requests, [{phase: "run"}, {phase: "lead-in"}]), "run");
  assert.equal(firstPhase(requests, []), "load");
  assert.deepEqual(requestFacts(requests[2]),
    [["Reads", "2, 8 KiB in all, 4 KiB on average"], ["Writes", "none"], ["Flushes", "none"]]);
  const counted = {...requests[1], log_bytes: 0, page_accesses: 1000, least_hit_share: 0.99996};
  assert.deepEqual(requestFacts(counted).slice(3), [["Log", "0 B"], ["Page accesses", "1,000"], ["Cache hits", "99.9 % or more"]],
    "a bound is not rounded up to all");
});

test("steps of a run lie behind one another, gaps left out, and the last ends with its phase", () => {
  const series = [{phase: "run", begin_s: 10, end_s: 15.5, transactions_step_s: 2, tps: [4, null, 6], device_step_s: 1,
    read_mib_s: null, write_mib_s: null}];
  assert.deepEqual(stepsOf(series, "tps", "transactions_step_s").map((step) => [step.begin_s, step.end_s, step.value]),
    [[10, 12, 4], [14, 15.5, 6]]);
  assert.deepEqual(stepsOf(series, "read_mib_s", "device_step_s"), []);
});

test("phases are named where their names have room", () => {
  const phase = (name, begin) => ({phase: name, begin_s: begin, end_s: begin + 1});
  const named = namedPhases([phase("lead-in", 0), phase("q1", 1), phase("run", 60), phase("q22-plan", 99)], (time) => time, 110);
  assert.deepEqual(named.map((each) => each.phase), ["lead-in", "run"]);
});
