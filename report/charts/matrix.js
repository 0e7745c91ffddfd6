/** The table of workloads by pairs of engines: who leads, by how much, how sure that is. */
import {html} from "htl";
import {endsOf} from "../findings/matrix.js";
import {engineName, engineStyle, familyName} from "./engines.js";
import {number, rangeWords, times} from "./format.js";
import {nothingMeasured} from "./prose.js";

const capital = (words) => `${words[0].toUpperCase()}${words.slice(1)}`;

/** Seconds, with two digits. */
const rounded = (seconds) => number(Number(seconds.toPrecision(2)));

/** How much of the leader's colour a cell takes, in percent: more with each doubling. */
const strength = (ratio) => Math.round(Math.min(40, 8 + 16 * Math.log2(ratio)));

/**
 * @param {import("../findings/matrix.js").Matrix} matrix @param {string} caption
 * @returns {HTMLElement}
 */
export function matrixTable({pairs, workloads, colours}, caption) {
  if (!pairs.length) return nothingMeasured();
  return html`<table class="matrix"><caption>${caption}</caption>
    <thead><tr><th scope="col">Workload</th><th scope="col">Setting</th>${pairs.map(({first, second}) =>
      html`<th scope="col">${first} or ${second}`)}</tr></thead>
    ${workloads.map((workload) => rowsOf(workload, pairs, colours))}</table>`;
}

/** The rows of one workload, which are a group. */
function rowsOf({name, page, settings, run_s: lengths, memory_mib: memory}, pairs, colours) {
  const shown = endsOf(settings.filter(({leads}) => pairs.some(({key}) => leads.has(key))));
  return shown.length ? html`<tbody>${shown.map(({setting, leads}, i) => html`<tr>
    ${i ? null : html`<th scope="rowgroup" rowspan=${shown.length}><a href=${`${page}.html`}>${capital(name)}</a>${lengths
      ? html`<span>runs of ${rangeWords(lengths, rounded)} s${memory === null ? "" : `, ${number(memory)} MiB of memory`}</span>` : null}`}
    <th scope="row">${setting}</th>
    ${pairs.map(({key}) => cellOf(leads.get(key), page, colours))}</tr>`)}` : null;
}

/**
 * @param {import("../findings/matrix.js").Lead | undefined} lead @param {string} page that explains it
 * @param {Map<string, string>} colours of the names above the columns
 */
function cellOf(lead, page, colours) {
  if (!lead) return html`<td class="unmeasured">–`;
  const {leader, other, ratio, low, high, is_settled: isSettled, is_single: isSingle, one_caches_all: isUnequal,
    cpu_time_decides: dependsOnCpu} = lead;
  const [one, two] = [leader, other].map(engineStyle);
  const name = one.family === two.family ? engineName(leader) : familyName(one.family);
  const isNamed = isSettled || isSingle || isUnequal || dependsOnCpu;
  const interval = `${isNamed ? "" : `${name} `}${isSingle ? "one run" : `${times(low)} to ${times(high)}`}${isUnequal ? " †" : ""}${dependsOnCpu ? " ‡" : ""}`;
  const style = isSettled ? {"--lead": colours.get(name), "--strength": `${strength(ratio)}%`} : {};
  const about = `${engineName(leader)} over ${engineName(other)}`;
  return html`<td class=${isSettled ? "settled" : isNamed ? "unsettled" : "open"} style=${style}>
    <a href=${`${page}.html`} title=${about}><b>${isNamed ? `${name} ${times(ratio)}` : "not settled"}</b>
    <span>${interval}</span></a>`;
}
