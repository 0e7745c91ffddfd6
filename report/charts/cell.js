/** The page of one cell: what it was, what it ran on, and the command that repeats it. */
import {html} from "htl";
import {statusWords} from "./cells.js";
import {engineName} from "./engines.js";
import {number} from "./format.js";
import {settingFacts} from "./settings.js";
import {readState} from "./state.js";
import {table} from "./table.js";

/**
 * @param {{cells: object[], phases: object[], provenance: object[], texts: object[],
 *   values: object[], repeat: object[]}} data rows of the data files of those names
 * @returns {HTMLElement} the cell that the address names with `?cell=`
 */
export function cellPage({cells, phases, provenance, texts, values, repeat}) {
  const id = readState("cell");
  const cell = cells.find((row) => row.cell_id === id);
  if (!cell) {
    return html`<p class="notice">${id ? html`No cell is called <code>${id}</code> in this
      database.` : "No cell is named in the address."} <a href="cells.html">All cells</a></p>`;
  }
  const own = (rows) => rows.filter((row) => row.cell_id === id);
  const facts = [
    ["Experiment", cell.experiment], ["Status", statusWords(cell)],
    ["Lab", cell.lab], ["Engine", cell.engine ? engineName(cell.engine) : "none (fio alone)"],
    ["Memory of the engine", `${number(cell.engine_memory_mib)} MiB`],
    ["Data set", cell.dataset ?? "none"], ["File system", cell.filesystem],
    ...settingFacts(cell),
    ["Seed", String(cell.seed)], [`${timeName(cell)} time`, `${number(cell.virtual_s)} s`],
    ["Snapshot it resumed", cell.snapshot_id ? html`<code>${cell.snapshot_id}</code>`
      : "none: it prepared itself"],
  ];
  const parts = own(provenance).map(({key, text_index}) => ({key, text: texts[text_index].text}));
  const files = parts.filter(({key}) => key.startsWith("config/"));
  const versions = parts.filter(({key}) => !key.startsWith("config/"));
  return html`<div class="cell-page">
    <p class="cell-id"><code>${id}</code></p>
    <h2>Repeat it</h2>
    <pre><code>${repeatCommand(repeat[0], cell)}</code></pre>
    <p>${cell.deterministic ? `It runs the cell once more, beside the stored one, and fails if a byte of
      what came of it differs.`
      : `It measures the cell anew on this host, in the place of the stored one. Real time is never the
      same twice, and neither are the figures.`}</p>
    <h2>What was set</h2>
    <dl class="facts">${facts.map(([name, value]) => html.fragment`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    <h2>What ran</h2>
    ${own(phases).length ? table(own(phases), [
      {key: "phase", label: "Phase", text: true}, {key: "workload", label: "Workload", text: true},
      {key: "duration_s", label: `${timeName(cell)} s`}, {key: "exit_code", label: "Exit code"},
      {key: "command", label: "Command", text: true,
        format: (command) => html`<code>${command}</code>`},
    ], "Phases") : html`<p>No phase of this cell left a record.</p>`}
    <h2>What came of it</h2>
    ${own(values).length ? table(own(values), [
      {key: "phase", label: "Phase", text: true}, {key: "measure", label: "Measure", text: true},
      {key: "value", label: "Value"}, {key: "source", label: "From table", text: true},
    ], "Results") : html`<p>No result: ${statusWords(cell)}</p>`}
    <h2>What it ran on</h2>
    ${versions.length ? table(versions, [
      {key: "key", label: "Part", text: true, format: (key) => key.replace(/^version\//, "")},
      {key: "text", label: "Version or hash", text: true,
        format: (text) => html`<code>${text}</code>`},
    ], "Provenance") : html`<p>No provenance was recorded.</p>`}
    ${files.map(({key, text}) => html`<details><summary>${key.replace(/^config\//, "")}</summary>
      <pre><code>${text}</code></pre></details>`)}
    <details><summary>The job as the lab got it</summary>
      <pre><code>${pretty(cell.job_json)}</code></pre></details>
  </div>`;
}

function timeName(cell) {
  return cell.real_time ? "Real" : "Virtual";
}

/** Only another study than the default needs --configfile; last, as it takes all that follows. */
function repeatCommand({config_file: config, results_dir: results}, cell) {
  const study = config === "config/config.yaml" ? "" : ` --configfile ${config}`;
  const again = cell.deterministic ? `snakemake --cores 1 ${results}/verify/${cell.cell_id}.json`
    : `sudo .venv/bin/snakemake --cores all --force ${results}/cells/${cell.cell_id}/outcome.json`;
  return again + study;
}

function pretty(json) {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return String(json);
  }
}
