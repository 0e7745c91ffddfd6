/** The page of one cell: how it ended, its results, its settings, and how to repeat it. */
import {html} from "htl";
import {copyButton} from "../charts/copy.js";
import {engineName} from "../charts/engines.js";
import {number} from "../charts/format.js";
import {settingFacts} from "../charts/settings.js";
import {readState} from "../charts/state.js";
import {table} from "../charts/table.js";
import {besideNeighbour} from "./beside.js";
import {whenCharts} from "./charts.js";
import {commandWords, repeatCommand} from "./commands.js";
import {cellName, factorLabel, factorsOf, levelWords} from "./names.js";
import {neighbourLinks} from "./neighbours.js";
import {rawOutputs} from "./raw.js";
import {requestsOf} from "./requests.js";
import {statusWords} from "./status.js";

const data = new URL("../data/cells/", import.meta.url);

/**
 * The cell that the address names with `?cell=`.
 * @returns {Promise<HTMLElement>} also a sentence on a cell that isn't there
 */
export async function cellPage() {
  const id = readState("cell");
  if (!id) return absent(html`No cell is named in the address.`);
  let answer;
  try {
    answer = await fetch(new URL(`${encodeURIComponent(id)}.json`, data));
  } catch {
    return absent(html`The file of <code>${id}</code> can't be fetched: the network doesn't answer.`);
  }
  if (answer.status === 404) return unknownCell(id);
  if (!answer.ok) return absent(html`The file of <code>${id}</code> can't be fetched: ${answer.status}.`);
  const cell = await answer.json();
  nameThePage(cellName(cell.about));
  return drawn(cell);
}

/** The page's own title is that of all cells. */
function nameThePage(name) {
  document.title = [name, ...document.title.split(" – ").slice(1)].join(" – ");
  const heading = document.querySelector("h1.title");
  if (heading) heading.textContent = name;
}

function absent(words) {
  return html`<p class="notice">${words} <a href="cells.html">All cells</a></p>`;
}

/** Ids end in a hash of the configuration, so an old link may differ from today's id in that alone. */
function unknownCell(id) {
  const name = id.replace(/-[0-9a-f]{8,16}$/, "");
  return html`<p class="notice">These results have no cell <code>${id}</code>. The hash at the end
    of an id changes with the cell's configuration: <a
    href=${`cells.html?text=${encodeURIComponent(name)}`}>cells of the same name</a>, or
    <a href="cells.html">all cells</a>.</p>`;
}

function drawn(all) {
  const {about: cell, phases, values, provenance, neighbours, raw, changed, series} = all;
  const time = cell.real_time ? "Real" : "Virtual";
  const files = provenance.filter(({key}) => key.startsWith("config/"));
  const versions = provenance.filter(({key}) => !key.startsWith("config/"));
  return html`<div class="cell-page">
    <p class="cell-id"><code>${cell.cell_id}</code> ${copyButton(cell.cell_id, "Copy the id")}</p>
    <p>Status: ${statusWords(cell)}. A cell of the experiment ${experimentLink(cell)}${
      cell.question ? `: ${cell.question}` : "."}
      <a href=${`cells.html?experiment=${encodeURIComponent(cell.experiment)}`}>All its cells</a></p>
    ${changed.length ? changedSettings(changed) : null}
    ${neighbours.length ? html`<h2 id="neighbours">Cells that differ in one factor</h2>` : null}
    ${neighbourLinks(cell.cell_id, neighbours)}
    ${besideNeighbour(all)}
    ${series.length ? html`<h2 id="run">The run</h2>` : null}
    ${series.length ? whenCharts((charts) => charts.runChart(series, {engine: cell.engine, time})) : null}
    ${requestsOf(all)}
    <h2 id="results">Results</h2>
    ${values.length ? table(values, [
      {key: "phase", label: "Phase", text: true},
      {key: "measure", label: "Measure", text: true, format: (measure, {meaning}) =>
        html.fragment`${measure}${meaning ? html`<span class="meaning">${meaning}</span>` : ""}`},
      {key: "value", label: "Value"},
      {key: "source", label: "From", text: true, format: (source) => html`<a
        href=${rowsAddress(source, cell.cell_id)}>${source}</a>`},
    ], "Figures of each phase") : html`<p>No result: ${statusWords(cell)}</p>`}
    <h2 id="repeat">Repeat it</h2>
    ${repeat(cell)}
    <h2 id="raw">Raw outputs</h2>
    ${rawOutputs(raw)}
    <h2 id="settings">What was set</h2>
    <dl class="facts">${facts(cell, time).map(([name, value]) =>
      html.fragment`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    <h2 id="phases">What ran</h2>
    ${phases.length ? phases.map((phase) => html`<h3>${phase.phase}</h3>
      <p>${phase.workload}, ${number(phase.duration_s)} ${time.toLowerCase()} seconds, exit code ${
        phase.exit_code}.</p>${command(phase)}`)
      : html`<p>No phase of this cell left a record.</p>`}
    <h2 id="provenance">Provenance</h2>
    ${versions.length ? html`<dl class="facts">${versions.map(({key, value}) =>
      html.fragment`<dt>${key.replace(/^version\//, "")}</dt><dd>${versionText(value)}</dd>`)}</dl>`
      : html`<p>No provenance was recorded.</p>`}
    ${files.map(({key, value}) => html`<details><summary>${key.replace(/^config\//, "")}</summary>
      <pre><code>${value}</code></pre></details>`)}
    <details><summary>The job file</summary>
      <pre><code>${pretty(cell.job_json)}</code></pre></details>
  </div>`;
}

/** What the engine runs with in place of what it was asked for, ahead of all results. */
function changedSettings(changed) {
  return html`<div class="changed-settings"><h2 id="changed-settings">Settings that the engine changed</h2>
    <p>The results below are those of the values that the engine runs with.</p>
    ${table(changed, [
      {key: "setting", label: "Setting", text: true},
      {key: "asked", label: "Asked for", text: true},
      {key: "runs_with", label: "Runs with", text: true, format: (value) => value ?? "not taken"},
      {key: "words", label: "Known from", text: true, format: (words) => words ? `its log: ${words}` : "its counters"},
    ], "Settings that the engine changed")}</div>`;
}

function experimentLink({experiment, title, page}) {
  const name = title ?? experiment;
  return page && page !== "cells" ? html`<a href=${`${page}.html`}>${name}</a>` : name;
}

function facts(cell, time) {
  /** @type {[label: string, fact: string | Node][]} */
  const found = [
    ["Engine", cell.engine ? engineName(cell.engine) : "none (fio alone)"],
    ...Object.entries(factorsOf(cell)).filter(([factor]) => factor !== "engine")
      .map(([factor, level]) => /** @type {[string, string]} */ ([factorLabel(factor), levelWords(factor, level)])),
    ["Seed", String(cell.seed)], ["Lab", cell.lab],
    ["Engine memory", `${number(cell.engine_memory_mib)} MiB`],
    ["Data set", cell.dataset ?? "none"], ["File system", cell.filesystem],
    ...settingFacts(cell),
    [`${time} time`, `${number(cell.virtual_s)} s`],
    ["Snapshot", cell.snapshot_id ? html`<code>${cell.snapshot_id}</code>`
      : "none: it prepared itself"],
  ];
  // By label, as a factor may be a setting, too.
  return [...new Map(found)];
}

const LONG = 200;

/** A version, a hash, or all the arguments of a program, which are folded. */
function versionText(value) {
  return value.length < LONG ? html`<code>${value}</code>`
    : html`<details><summary>${number(value.length)} characters</summary><code>${value}</code></details>`;
}

/** A workload that is made of statements has no command: the runner sends them itself. */
function command({command: recorded}) {
  const words = commandWords(recorded);
  return words ? html`<pre><code>${words}</code></pre>` : null;
}

function repeat(cell) {
  const line = repeatCommand(cell);
  if (line === null) return notRepeated(cell);
  return html`<div><p>In a clone of the repository, set up with <code>make setup</code>:</p>
    <pre><code>${line}</code></pre><p>${copyButton(line, "Copy the command")}</p>
    <p>${cell.deterministic ? html.fragment`It runs the cell again, next to the stored one, and fails if any byte of
      the results differs. Cells that an <a href="method.html#tested">earlier build of the emulator</a> measured may differ.`
      : `It measures the cell again on this host, in the place of the stored one. Real time is never the
      same twice, and neither are the figures.`}</p></div>`;
}

/** Published rows stay when packages or machines change, so not every study of theirs is there still. */
function notRepeated(cell) {
  return "side" in factorsOf(cell)
    ? html`<p>It is a run of a comparison, which <a href="releases.html">one command</a> repeats as a whole.</p>`
    : html`<p>No study in <code>config/</code> measures this cell today: since it was measured, its packages, its
      machine or its settings have changed. Its job file below has all of them.</p>`;
}

/** The rows that a value comes from, on the SQL page. */
function rowsAddress(source, id) {
  const query = `SELECT * FROM ${source} WHERE cell_id = '${id}'`;
  return `sql.html?query=${encodeURIComponent(query)}`;
}

function pretty(json) {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return String(json);
  }
}
