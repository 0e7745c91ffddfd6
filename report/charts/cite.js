/** How a view of a chart is cited: the publication, the chart's title, the address of the view, and the day. */

/**
 * @typedef {{name: string, title: string, authors: string[], year: string, origin: string}} Work
 *   the publication, as CITATION.cff and the rows say it; `origin` tells its version, its rows and its licence
 */

/** @returns {Work} what the foot of the page says of the publication */
export function citedWork() {
  return JSON.parse(document.querySelector(".site-footer .cite").getAttribute("data-work"));
}

/**
 * @param {Work} work
 * @param {{title: string, address: string, day: string}} view `day` as 2026-11-25
 * @returns {{sentence: string, bibtex: string}}
 */
export function citation({name, title, authors, year, origin}, view) {
  const key = view.address.replace(/^.*\//, "").replaceAll(/[^a-z0-9]+/gi, "-").replace(/^-|-$/g, "");
  const fields = [
    ["author", authors.map((author) => `{${escaped(author)}}`).join(" and ")],
    ["title", `{${escaped(title)}}`],
    ["year", year],
    ["howpublished", `\\url{${view.address}}`],
    ["note", escaped(`Chart: ${view.title}. ${origin} Seen ${view.day}.`)],
  ];
  return {
    sentence: `${authors.join("; ")}${year && ` (${year})`}. “${view.title}”. In ${title}. ${origin} ${view.address}, seen ${
      view.day}.`,
    bibtex: `@misc{${name}-${key},\n${fields.filter(([, value]) => value).map(([field, value]) =>
      `  ${field} = {${value}},\n`).join("")}}`,
  };
}

/** A text without what BibTeX would read as commands. @param {string} text */
const escaped = (text) => text.replaceAll(/[{}%&#_$]/g, "\\$&");
