/** What a phase asked of the device, by size and by process, and of the engine's log and cache. */
import {html} from "htl";
import {bytes, number, percent} from "../charts/format.js";
import {chooseControl} from "../charts/select.js";
import {table} from "../charts/table.js";
import {whenCharts} from "./charts.js";

/**
 * @typedef {{phase: string, read_commands: number, read_bytes: number, write_commands: number, write_bytes: number,
 *   flush_commands: number, log_bytes: number | null, page_accesses: number | null, least_hit_share: number | null}} Requests
 */

/**
 * @param {Requests[]} requests at least one @param {{phase: string}[]} values
 * @returns {string} of the phases with results, or where there is none, of all, that which moved most
 */
export function firstPhase(requests, values) {
  const measured = new Set(values.map(({phase}) => phase));
  const some = requests.filter(({phase}) => measured.has(phase));
  return (some.length ? some : requests).reduce((most, row) => moved(row) > moved(most) ? row : most).phase;
}

const moved = (row) => row.read_bytes + row.write_bytes;

/**
 * @param {Requests} row
 * @returns {[label: string, fact: string][]} of log and cache those that the engine counts
 */
export function requestFacts(row) {
  const asked = (count, sum) => (count ? `${number(count)}, ${bytes(sum)} in all, ${bytes(sum / count)} on average` : "none");
  const {log_bytes: log, page_accesses: accesses, least_hit_share: hits} = row;
  /** @type {[label: string, fact: string | null][]} */
  const found = [
    ["Reads", asked(row.read_commands, row.read_bytes)],
    ["Writes", asked(row.write_commands, row.write_bytes)],
    ["Flushes", row.flush_commands ? number(row.flush_commands) : "none"],
    ["Log", log === null ? null : bytes(log)],
    ["Page accesses", accesses ? number(accesses) : null],
    ["Cache hits", hits ? `${percent(Math.floor(hits * 1000) / 1000)} or more` : null],
  ];
  return found.flatMap(([label, fact]) => fact === null ? [] : [[label, fact]]);
}

/**
 * @param {{about: {engine: string | null}, values: {phase: string}[], requests: Requests[],
 *   sizes: {phase: string}[], processes: {phase: string}[]}} cell
 * @returns {HTMLElement | null} nothing where the device was asked for nothing
 */
export function requestsOf({about, values, requests, sizes, processes}) {
  if (!requests.length) return null;
  const names = requests.map(({phase}) => phase);
  const control = chooseControl("phase", "Phase", [[null, names.map((name) => [name, name])]], firstPhase(requests, values));
  const place = html`<div>`;
  const show = () => {
    const of = (rows) => rows.filter(({phase}) => phase === control.value);
    const [sized, processed] = [of(sizes), of(processes)];
    place.replaceChildren(html`<dl class="facts">${requestFacts(of(requests)[0]).map(([name, value]) =>
      html.fragment`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`, ...[
      sized.length ? whenCharts((charts) => charts.requestSizesChart(sized, about)) : null,
      processed.length ? processTable(processed) : null].filter(Boolean));
  };
  control.addEventListener("input", show);
  show();
  return html`<div class="requests"><h2 id="requests">Requests, log and cache</h2>${control}${place}</div>`;
}

function processTable(rows) {
  return html`<div><h3>Requests by process</h3>${table(rows, [
    {key: "process", label: "Process", text: true}, {key: "operation", label: "Operation", text: true},
    {key: "requests", label: "Requests"},
    {key: "bytes", label: "Size", format: (value) => (value ? bytes(value) : "–")},
  ], "Requests by process")}</div>`;
}
