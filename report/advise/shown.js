/** The advice on trial: what was said of a faster volume, and what a server then did on it. */
import {html} from "htl";
import {number, percent, plural, times} from "../charts/format.js";
import {table} from "../charts/table.js";

/** From which difference on the model says of itself that it does not explain a server. */
const CLOSE = 0.15;
/** From which difference on bytes per transaction are not the same, as the model has them. */
const SAME = 0.05;
const COLUMNS = ["production", "advice", "lab_slow", "lab_fast", "truth"];
/** @type {[string, string, ((value: number) => string)?][]} */
const ROWS = [
  ["tps", "Transactions per second"], ["latency_ms_avg", "Mean latency, ms"],
  ["latency_ms_p95", "95th percentile of latency, ms"], ["processor_ms", "Processor per transaction, ms"],
  ["read_kib", "Read per transaction, KiB"], ["written_kib", "Written per transaction, KiB"],
  ["flushes", "Flushes per transaction"], ["reads", "Bandwidth of reads in use", percent],
  ["writes", "Bandwidth of writes in use", percent], ["processor", "Processor in use", percent],
];

/**
 * @param {object} shown advise_shown.json
 * @param {{limits: object}} rules advise.json
 * @returns {HTMLElement}
 */
export function shownPart(shown, rules) {
  const [answer, ...more] = shownSentences(shown);
  return html`<div><p>${answer}</p><ul>${more.map((words) => html`<li>${words}`)}</ul>${shownTable(shown, rules)}</div>`;
}

/** @param {object} shown @returns {string[]} how far the advice and the lab were from the truth */
export function shownSentences({columns, fidelity, model_now: modelNow, slow_mib_s: slow, fast_mib_s: fast}) {
  const tps = (name) => columns[name].tps.value;
  const gain = tps("truth") / tps("production");
  const labGain = tps("lab_fast") / tps("lab_slow");
  const said = [
    `With ${fast} MiB/s in place of ${slow}, the server completes ${times(gain)} as many transactions. `
      + `The advice had said ${times(tps("advice") / tps("production"))}, and the virtual lab ${times(labGain)}.`,
    `Of transactions per second, the advice is ${distance(tps("advice") / tps("truth"))}, and the lab `
      + `${distance(tps("lab_fast") / tps("truth"))}.`,
  ];
  said.push(`On the present volume the model is ${distance(modelNow, "the server")}`
    + (Math.abs(modelNow - 1) > CLOSE ? ": it says itself that it does not explain this server." : "."));
  const [before, after] = ["production", "truth"].map((name) => columns[name].read_kib.value);
  if (Math.abs(after / before - 1) > SAME) {
    said.push(`The advice has transactions read as much on each volume: they read ${number(before)} KiB on the slow one, `
      + `and ${number(after)} KiB on the fast one.`);
  }
  const ofLab = columns.lab_slow.read_kib.value;
  if (Math.abs(ofLab / before - 1) > SAME) {
    said.push(`Where production reads ${number(before)} KiB per transaction, the workload of its statistics reads ${number(ofLab)} KiB in the lab.`);
  }
  if (fidelity.off.length) {
    said.push(`In the table of fidelity, ${plural(fidelity.off.length, "statement")} of ${fidelity.statements} `
      + `differ${fidelity.off.length === 1 ? "s" : ""} from production by more than two times.`);
  }
  const real = [columns.production, columns.truth];
  const disturbed = real.reduce((sum, {disturbed: runs}) => sum + runs, 0);
  if (disturbed) {
    const all = real.reduce((sum, {runs}) => sum + runs, 0);
    said.push(`Other programs used the host in ${disturbed} of the server's ${all} runs: the spread of its figures has that in it.`);
  }
  return said;
}

/** @param {number} ratio @param {string} [from] @returns {string} such as "12 % above the truth" */
function distance(ratio, from = "the truth") {
  if (percent(Math.abs(ratio - 1)) === percent(0)) return `equal to ${from}`;
  return `${percent(Math.abs(ratio - 1))} ${ratio > 1 ? "above" : "below"} ${from}`;
}

function shownTable({columns, slow_mib_s: slow, fast_mib_s: fast, server}, {limits}) {
  const words = {production: `Production, ${slow} MiB/s`, advice: `Advice for ${fast} MiB/s`, lab_slow: `Lab, ${slow} MiB/s`,
    lab_fast: `Lab, ${fast} MiB/s`, truth: `Truth, ${fast} MiB/s`};
  const rows = ROWS.map(([name, label, format = number]) => ({label,
    ...Object.fromEntries(COLUMNS.map((each) => [each, figure(columns[each][name], format)]))}));
  rows.push({label: "Limit", ...Object.fromEntries(COLUMNS.map((each) => [each, html`<span class="wraps">${limits[columns[each].limit]}</span>`]))});
  return table(rows, [{key: "label", label: "Figure", text: true},
    ...COLUMNS.map((key) => ({key, label: words[key]}))], `A shop on ${server}, and what was said of it`);
}

/** The median of runs, with their least and greatest where they differ. */
function figure(found, format) {
  if (!found) return "–";
  const {value, low = value, high = value} = found;
  return format(low) === format(high) ? format(value) : html`${format(value)} <small>(${format(low)} to ${format(high)})</small>`;
}
