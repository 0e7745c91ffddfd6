/**
 * Compiles {ojs} cells into one ES module a page, with Observable's own parser (the version that
 * has `parseModule`, as Quarto uses it).
 *
 * Reads [{page, cells: [{id, line, output, source}]}] on standard input, writes {page: module}.
 */
import {readFileSync} from "node:fs";
import parser from "@observablehq/parser";

const modules = {};
for (const {page, cells} of JSON.parse(readFileSync(0, "utf8"))) {
  const lines = cells.flatMap((cell) => compile(page, cell));
  modules[page] = `import {start} from "./runtime.js";\nstart((main, show) => {\n${
    lines.join("\n")}\n});\n`;
}
process.stdout.write(JSON.stringify(modules));

function compile(page, {id, line, output, source}) {
  let parsed;
  try {
    parsed = parser.parseModule(source);
  } catch (error) {
    const place = line + (error.loc?.line ?? 1) - 1;
    fail(page, place, `isn't a cell that Observable can read: ${error.message}`);
  }
  return parsed.cells.map((cell) => {
    const at = line + source.slice(0, cell.start).split("\n").length - 1;
    if (cell.body?.type === "ImportDeclaration") fail(page, at, "use import(...), not import");
    const kind = cell.id?.type ?? "expression";
    if (kind === "MutableExpression") fail(page, at, "mutable cells are outside the subset");
    const odd = cell.references.find((reference) => reference.type !== "Identifier");
    if (odd) fail(page, at, "name the value, not its view or its mutable");
    const inputs = [...new Set(cell.references.map((reference) => reference.name))];
    const body = source.slice(cell.body.start, cell.body.end);
    const block = cell.body.type === "BlockStatement";
    const code = `${cell.async ? "async " : ""}function${cell.generator ? "*" : ""} (${
      inputs.join(", ")}) ${block ? body : `{return (${body}\n);}`}`;
    const shown = output && (kind === "expression" || kind === "ViewExpression");
    const observer = `show(${JSON.stringify(id)}, ${shown})`;
    const needs = JSON.stringify(inputs);
    if (kind === "ViewExpression") {
      const name = cell.id.id.name;
      return `main.variable(${observer}).define("viewof ${name}", ${needs}, ${code});\n` +
        `main.define("${name}", ["Generators", "viewof ${name}"], (generators, view) => ` +
        "generators.input(view));";
    }
    const name = kind === "expression" ? "null" : JSON.stringify(cell.id.name);
    return `main.variable(${observer}).define(${name}, ${needs}, ${code});`;
  });
}

function fail(page, line, message) {
  process.stderr.write(`${page}:${line}: ${message}\n`);
  process.exit(1);
}
