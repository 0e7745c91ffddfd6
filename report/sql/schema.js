/** The tables and views with their columns: to look for, to read about, to begin a query with. */
import {html} from "htl";
import {bytes, plural} from "../charts/format.js";

/**
 * @param {import("./database.js").Relation[]} relations
 * @param {(sql: string) => void} show called with a query on a table
 * @returns {HTMLElement}
 */
export function schemaList(relations, show) {
  const tables = relations.filter(({kind}) => kind !== "macro").map((relation) => ({
    words: [relation.name, relation.comment, ...relation.columns.flatMap(({name, comment}) =>
      [name, comment])].join(" ").toLowerCase(),
    element: entry(relation, show),
  }));
  const field = html`<input type="search">`;
  const count = html`<p role="status" class="sql-hint">`;
  const look = () => {
    const wanted = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const {words, element} of tables) {
      element.hidden = !wanted.every((word) => words.includes(word));
      found += element.hidden ? 0 : 1;
    }
    count.textContent = `${plural(found, "table or view", "tables and views")} of ${tables.length}.`;
  };
  field.addEventListener("input", look);
  look();
  return html`<div class="sql-schema"><p class="control"><label class="select">Name or subject ${field}</label></p>
    ${count}${tables.map(({element}) => element)}</div>`;
}

function entry({name, kind, comment, columns, rows, bytes: size}, show) {
  const button = html`<button type="button">Show rows</button>`;
  button.addEventListener("click", () => show(`SELECT *\nFROM ${name}\nLIMIT 100`));
  return html`<details class="chart-numbers"><summary><code>${name}</code> (${kind}, ${
    plural(rows, "row")}, ${bytes(size)})</summary>
    <p>${comment} ${button}</p>
    <dl class="facts">${columns.map((column) => html.fragment`<dt><code>${column.name}</code></dt>
      <dd>${column.type}${column.comment ? `: ${column.comment}` : ""}</dd>`)}</dl></details>`;
}
