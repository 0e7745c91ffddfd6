/** What the SQL page makes of a text, of a result and of DuckDB's errors, without DuckDB. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {guessAxes} from "../../report/sql/axes.js";
import {columnsFor, schemaOf} from "../../report/sql/completions.js";
import {plainError} from "../../report/sql/errors.js";
import {splitStatements} from "../../report/sql/statements.js";

test("a semicolon in a text, a name or a comment ends no statement", () => {
  assert.deepEqual(splitStatements("SELECT ';', \"a;b\", 'it''s;' /* ; */ -- ;\n; SELECT $$;$$, 4-1, 6/2;"),
    ["SELECT ';', \"a;b\", 'it''s;' /* ; */ -- ;", "SELECT $$;$$, 4-1, 6/2"]);
  assert.deepEqual(splitStatements("-- nothing to run;\n;;"), []);
  assert.deepEqual(splitStatements("SELECT 'open; x"), ["SELECT 'open; x"]);
});

const answer = (...rows) => ({columns: Object.keys(rows[0]), rows});

test("a figure is drawn over a setting, a line for each engine", () => {
  assert.deepEqual(guessAxes(answer(
    {engine: "a", bandwidth_mib_s: 4, seed: 1, tps: 9}, {engine: "a", bandwidth_mib_s: 16, seed: 1, tps: 20},
    {engine: "b", bandwidth_mib_s: 4, seed: 1, tps: 8}, {engine: "b", bandwidth_mib_s: 16, seed: 1, tps: null})),
  {kind: "line", x: "bandwidth_mib_s", y: "tps", colour: "engine"});
});

test("two figures at one place are dots", () => {
  const rows = [1, 2].map((seed) => ({bandwidth_mib_s: 4 * seed, engine: "a", seed, tps: seed}));
  assert.equal(guessAxes(answer(...rows)).kind, "line");
  assert.equal(guessAxes(answer(...rows, {...rows[0], tps: 3})).kind, "dots");
});

test("a figure by names is dots over the names; words alone are no chart", () => {
  assert.deepEqual(guessAxes(answer({step: "boot", cells: 3}, {step: "run", cells: 2})),
    {kind: "dots", x: "step", y: "cells", colour: ""});
  assert.equal(guessAxes(answer({a: "x"}, {a: "y"})), null);
  assert.equal(guessAxes({columns: ["a"], rows: []}), null);
});

const relations = [
  {name: "cells", kind: "table", comment: "A measurement.", columns: [{name: "seed", type: "BIGINT",
    comment: "Its seed."}]},
  {name: "runs", kind: "view", comment: null, columns: [{name: "seed", type: "BIGINT", comment: null},
    {name: "tps", type: "DOUBLE", comment: null}]},
  {name: "span", kind: "macro", comment: null, columns: []},
];

test("columns are completed of the tables that a text names, in whatever case, each name once", () => {
  const labels = (text) => columnsFor(relations, text).map(({label}) => label);
  assert.deepEqual(labels("SELECT t FROM RUNS"), ["seed", "tps"]);
  assert.deepEqual(labels("SELECT t FROM runs JOIN cells"), ["seed", "tps"]);
  assert.deepEqual(labels("SELECT t FROM runs_of_cells"), []);
});

test("tables are completed with what they are, macros are none", () => {
  const schema = schemaOf(relations);
  assert.deepEqual(Object.keys(schema), ["cells", "runs"]);
  assert.equal(schema.cells.self.info, "A measurement.");
  assert.deepEqual(schema.cells.children[0], {label: "seed", type: "property", detail: "BIGINT",
    info: "Its seed."});
});

test("nobody is told to install what this page can't load", () => {
  const advice = (name, extension) => `Catalog Error: Scalar Function with name "${name}" is not in the ` +
    `catalog, but it exists in the ${extension} extension.\n\nPlease try installing and loading ...\nINSTALL json;`;
  for (const message of [advice("json_array_length", "json"), advice("st_area", "spatial"),
    "IO Error: Can't find the home directory at '/home/web_user'"]) {
    const said = plainError(message);
    assert.doesNotMatch(said, /INSTALL|try/);
    assert.doesNotMatch(said, /\n/);
  }
  assert.match(plainError(advice("json_array_length", "json")), /^json_array_length: .*json_extract_string/);
  const own = 'Parser Error: syntax error at or near "selec"';
  assert.equal(plainError(own), own);
  assert.equal(plainError('Catalog Error: Table with name oltp_runs does not exist!\nDid you mean "temp.information_schema.columns"?'),
    "Catalog Error: Table with name oltp_runs does not exist! The list on this page has all tables and views.");
});
