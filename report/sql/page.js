/** The SQL page: a text to edit, a button that runs it, the rows that come of it. */
import {html} from "htl";
import {bytes, number, plural} from "../charts/format.js";
import {readState, writeState} from "../charts/state.js";
import {table} from "../charts/table.js";
import {open} from "./database.js";
import {samples} from "./samples.js";

const MOST_ROWS = 500;

/**
 * @param {{relations: import("./database.js").Relation[], claims: object[]}} data rows of
 *   tables.json and claims.json
 * @returns {HTMLElement} the query is kept in the address; `?claim=` shows that claim's own
 */
export function sqlPage({relations, claims}) {
  const claim = claims.find((row) => row.claim === readState("claim") && row.query);
  const first = readState("query") ?? claim?.query ?? samples[0].sql;
  const text = html`<textarea spellcheck="false" rows="12" aria-label="SQL">${first}</textarea>`;
  const button = html`<button type="button">Run</button>`;
  const status = html`<p class="sql-status" role="status">Running a query fetches DuckDB first, once:
    19 MB from this site.</p>`;
  const result = html`<div>`;
  const box = html`<select><option value="">choose</option>${samples.map(({name}, i) =>
    html`<option value=${String(i)}>${name}</option>`)}${claims.filter((row) => row.query).map((row) =>
    html`<option value=${row.claim}>claim ${row.claim}: ${row.statement}</option>`)}</select>`;
  box.addEventListener("input", () => {
    const chosen = claims.find((row) => row.claim === box.value)?.query ?? samples[box.value]?.sql;
    if (chosen) text.value = chosen;
  });
  let database;
  const run = async () => {
    button.disabled = true;
    result.replaceChildren();
    try {
      if (!database) status.textContent = "Fetching DuckDB …";
      database ??= open(relations);
      const opened = await database;
      status.textContent = "Running …";
      const began = performance.now();
      const {columns, rows} = await opened.run(text.value);
      status.textContent = `${plural(rows.length, "row")} in ${
        number((performance.now() - began) / 1e3)} s${rows.length > MOST_ROWS
        ? `; the first ${number(MOST_ROWS)} are shown` : ""}.`;
      writeState("query", text.value, samples[0].sql);
      writeState("claim", "", "");
      const plain = rows.map((row) => Object.fromEntries(columns.map((name) =>
        [name, shown(row[name])])));
      result.replaceChildren(table(plain.slice(0, MOST_ROWS), columns.map((name) => ({key: name,
        label: name, text: plain.some((row) => typeof row[name] === "string"),
        format: (value) => (value === null ? "" : typeof value === "number" ? figure(value)
          : String(value))})), "Result"), download(columns, plain));
    } catch (error) {
      status.textContent = "";
      result.replaceChildren(html`<pre class="notice failed">${error.message}</pre>`);
    } finally {
      button.disabled = false;
    }
  };
  button.addEventListener("click", run);
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
  });
  return html`<div class="sql">
    <fieldset class="control"><legend>Queries</legend><label class="select">${box}</label></fieldset>
    ${text}<p>${button} <span class="sql-hint">or Ctrl+Enter</span></p>${status}${result}
    <h2 id="tables">Tables and views</h2>${relations.filter(({kind}) => kind !== "macro")
      .map(({name, kind, comment, columns, rows, bytes: size}) => html`<details class="chart-numbers">
        <summary><code>${name}</code> (${kind}, ${plural(rows, "row")}, ${bytes(size)})</summary>
        <p>${comment}</p><p>${columns.map((column, i) => html`${i ? ", " : ""}<code>${
          column.name} ${column.type}</code>`)}</p></details>`)}
  </div>`;
}

/** Values as a table and a CSV file can hold them. */
function shown(value) {
  if (value === null || value === undefined) return null;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "object") {
    return value instanceof Date ? value.toISOString() : JSON.stringify(value, (key, inner) =>
      (typeof inner === "bigint" ? Number(inner) : inner));
  }
  return value;
}

/** A number in full where it is short, else with six figures; here nobody has rounded before. */
function figure(value) {
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}

function download(columns, rows) {
  if (!rows.length) return "";
  const quoted = (value) => (/[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"`
    : String(value ?? ""));
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))]
    .map((line) => line.map(quoted).join(","));
  const address = URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], {type: "text/csv"}));
  return html`<p><a href=${address} download="result.csv">All rows as CSV</a></p>`;
}
