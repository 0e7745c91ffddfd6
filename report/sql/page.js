/** The SQL page: an editor, a button that runs its statements, and what comes of them. */
import {html} from "htl";
import {copyButton} from "../charts/copy.js";
import {number, plural} from "../charts/format.js";
import {readState, writeState} from "../charts/state.js";
import {chartOf, forgetChart, wantChart} from "./chart.js";
import {allChoices, choiceButtons, replaceDialog} from "./choices.js";
import {open} from "./database.js";
import {queryEditor} from "./editor.js";
import {plainError} from "./errors.js";
import {csvLink, plainAnswer, resultTable} from "./result.js";
import {schemaList} from "./schema.js";
import {splitStatements} from "./statements.js";

/** @typedef {import("./choices.js").Choice} Choice */

/** The size of DuckDB's program, unpacked. */
const PROGRAM_MB = 18;

/**
 * @param {{relations: import("./database.js").Relation[], claims: object[]}} data rows of
 *   tables.json and claims.json
 * @returns {HTMLElement} the query is kept in the address, `?query=` or `?claim=`, and runs when the page
 *   is opened with one
 */
export function sqlPage({relations, claims}) {
  // The second is so in the window that draws pages for readers without scripts, where an editor can't be.
  if (!("WebAssembly" in window && "requestAnimationFrame" in window)) {
    return html`<p class="notice">Queries need scripts and WebAssembly, which this browser doesn't run. Each
      table is also available as a Parquet file, such as <code>data/tables/cells.parquet</code>.</p>`;
  }
  const choices = allChoices(claims);
  const claim = choices.find((choice) => choice.claim && choice.claim === readState("claim"));
  const linked = readState("query") ?? claim?.sql;
  const status = html`<p class="sql-status" role="status">${
    readState("claim") && !claim ? `No claim ${readState("claim")} has a query here. ` : ""
  }Running a query fetches DuckDB first, once: ${PROGRAM_MB} MB from this site, which servers that compress send as 4.</p>`;
  const result = html`<div class="sql-result">`;
  const button = html`<button type="button">Run</button>`;
  const run = runner({relations, choices, status, result, button, text: () => editor.text()});
  const editor = queryEditor({text: linked ?? choices[0].sql, relations, run});
  button.addEventListener("click", run);
  const dialog = replaceDialog();
  /** @param {Choice} choice */
  const choose = async (choice) => {
    if (editor.touched() && !await dialog.ask()) return;
    editor.replace(choice.sql);
    forgetChart();
    if (choice.chart) wantChart(choice.chart);
    run();
  };
  // When the page stands: the result is scrolled to.
  if (linked) requestAnimationFrame(run);
  return html`<div class="sql">${choiceButtons(choices, choose)}
    ${editor.element}
    <p>${button} <span class="sql-hint">or Ctrl+Enter</span></p>
    ${status}${result}${dialog.element}
    <h2 id="tables">Tables and views</h2>
    ${schemaList(relations, (sql) => choose({sql, title: ""}))}</div>`;
}

/**
 * What runs the statements of the editor, one after the other.
 * @returns {() => Promise<void>}
 */
function runner({relations, choices, status, result, button, text}) {
  let database;
  const opened = async () => {
    if (!database) {
      status.textContent = "Fetching DuckDB …";
      database = open(relations, (bytes) => {
        status.textContent = `Fetching DuckDB … ${number(Math.floor(bytes / 1e6))} of ${PROGRAM_MB} MB`;
      });
      // A network that fails once may answer the next time.
      database.catch(() => { database = undefined; });
    }
    return database;
  };
  return async () => {
    if (button.disabled) return;
    button.disabled = true;
    // Room for what comes, so that it moves nothing.
    result.classList.add("reserved");
    result.replaceChildren();
    const query = text();
    keep(query, choices);
    const statements = splitStatements(query);
    try {
      const engine = await opened();
      status.textContent = "Running …";
      const began = performance.now();
      const answers = [];
      for (const statement of statements) {
        answers.push(await answered(engine, statement, statements.length > 1
          ? `Statement ${answers.length + 1} of ${statements.length}` : ""));
      }
      const time = `${number((performance.now() - began) / 1e3)} s`;
      status.textContent = !answers.length ? "There is no statement to run."
        : answers.length > 1 ? `${plural(answers.length, "statement")} in ${time}.`
          : `${plural(answers[0].rows.length, "row")} in ${time}.`;
      result.replaceChildren(titleOf(choices.find((choice) => choice.sql === query)),
        ...answers.map((answer, i) => drawn(answer, i === answers.length - 1)));
    } catch (error) {
      status.textContent = "";
      result.replaceChildren(html`<pre class="notice failed" role="alert">${plainError(error.message)}</pre>`);
    } finally {
      button.disabled = false;
      comeIntoSight(status);
    }
  };
}

async function answered(engine, statement, place) {
  try {
    return {...plainAnswer(await engine.run(statement)), statement, place};
  } catch (error) {
    throw place ? new Error(`${place}: ${error.message}`) : error;
  }
}

/** @param {Choice | undefined} choice @returns {HTMLElement} what its query answers */
function titleOf(choice) {
  return html`<p class="sql-title">${choice?.claim
    ? html`<a href=${`claims.html#${choice.claim}`}>${choice.claim}</a>: ${choice.title}` : choice?.title ?? ""}</p>`;
}

/** The chart and the link are those of the last one, as the address has room for one. */
function drawn(answer, last) {
  return html`<section>${answer.place ? html`<h3>${answer.place}</h3><pre><code>${answer.statement}</code></pre>`
    : null}
    ${last ? html`<p class="sql-links">${answer.rows.length ? csvLink(answer) : null}
      ${copyButton(() => location.href, "Copy a link to this")}</p>${chartOf(answer)}`
      : answer.rows.length ? html`<p class="sql-links">${csvLink(answer)}</p>` : null}
    ${resultTable(answer, answer.place || "Result")}</section>`;
}

/** A claim's own query has a short address. */
function keep(query, choices) {
  const claim = choices.find((choice) => choice.claim && choice.sql === query)?.claim;
  writeState("claim", claim ?? "", "");
  writeState("query", claim ? "" : query, "");
}

/** On a phone a result would come below what is seen. */
function comeIntoSight(element) {
  const {top} = element.getBoundingClientRect();
  if (top < 0 || top > window.innerHeight / 2) element.scrollIntoView({block: "start"});
}
