/** What the editor completes: names of tables and columns, with what each is. */

/** @typedef {import("./database.js").Relation} Relation */

/** @param {Relation[]} relations @returns {object} as lang-sql has it: names of tables with columns */
export function schemaOf(relations) {
  return Object.fromEntries(relations.filter(({kind}) => kind !== "macro").map((relation) => [
    relation.name, {self: {label: relation.name, type: "type", detail: relation.kind,
      info: relation.comment ?? undefined}, children: relation.columns.map(columnOption)}]));
}

function columnOption({name, type, comment}) {
  return {label: name, type: "property", detail: type, info: comment ?? undefined};
}

/**
 * Columns of the tables that a text names, wherever it names them.
 * @param {Relation[]} relations @param {string} text
 * @returns {{label: string, detail: string}[]} each name once
 */
export function columnsFor(relations, text) {
  const words = new Set(text.toLowerCase().match(/\w+/g) ?? []);
  const named = relations.filter((relation) => words.has(relation.name));
  return [...new Map(named.flatMap(({columns}) => columns).map((column) =>
    [column.name, {...columnOption(column), boost: 1}])).values()];
}
