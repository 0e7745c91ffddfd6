/** The table of workloads by pairs of engines: who leads, by how much, how sure that is. */
import {html} from "htl";
import {endsOf} from "../findings/matrix.js";
import {engineName, engineStyle, familyName} from "./engines.js";
import {list, number, rangeWords, times} from "./format.js";
import {nothingMeasured} from "./prose.js";

const capital = (words) => `${words[0].toUpperCase()}${words.slice(1)}`;

/** Seconds, with two digits. */
const rounded = (seconds) => number(Number(seconds.toPrecision(2)));

/** How much of the leader's colour a cell takes, in percent: more with each doubling. */
const strength = (ratio) => Math.round(Math.min(40, 8 + 16 * Math.log2(ratio)));

/**
 * @param {import("../findings/matrix.js").Matrix} matrix @param {string} caption
 * @param {Record<string, string>} [places] where a workload is shown, by its name; the top of its page for others
 * @returns {HTMLElement}
 */
export function matrixTable({pairs, workloads, colours, newest}, caption, places = {}) {
  if (!pairs.length) return nothingMeasured();
  return html`<table class="matrix"><caption>${caption}</caption>
    <thead><tr><th scope="col">Workload</th><th scope="col">Setting</th>${pairs.map((pair) =>
      html`<th scope="col">${[pair.first, pair.second].map((name) => engineName(newest.get(name))).join(" or ")}`)}</tr></thead>
    ${workloads.map((workload) => rowsOf(workload, pairs, colours, places))}</table>`;
}

/** The rows of one workload, which are a group. */
function rowsOf({name, page, settings, run_s: lengths, memory_mib: memory}, pairs, colours, places) {
  const shown = endsOf(settings.filter(({leads}) => pairs.some(({key}) => leads.has(key))));
  const href = places[name] ?? `${page}.html`;
  // Versions that all rows have are named once.
  const versions = shown.map(({older}) => list(older.map(engineName)));
  const isOne = new Set(versions).size === 1;
  const versionOf = (words) => (words ? html`<span>with ${words}</span>` : null);
  return shown.length ? html`<tbody>${shown.map(({setting, leads}, i) => html`<tr>
    ${i ? null : html`<th scope="rowgroup" rowspan=${shown.length}><a href=${href}>${capital(name)}</a>${isOne ? versionOf(versions[0]) : null}${lengths
      ? html`<span>runs of ${rangeWords(lengths, rounded)} s${memory === null ? "" : `, ${number(memory)} MiB of memory`}</span>` : null}`}
    <th scope="row">${setting}${isOne ? null : versionOf(versions[i])}</th>
    ${pairs.map(({key}) => cellOf(leads.get(key), href, colours))}</tr>`)}` : null;
}

/**
 * @param {import("../findings/matrix.js").Lead | undefined} lead @param {string} href of what explains it
 * @param {Map<string, string>} colours of the names above the columns
 */
function cellOf(lead, href, colours) {
  if (!lead) return html`<td class="unmeasured">–`;
  const {leader, other, ratio, low, high, is_settled: isSettled, is_single: isSingle, one_caches_all: isUnequal,
    cpu_time_decides: dependsOnCpu, cpu_time_computed: isComputed} = lead;
  const [one, two] = [leader, other].map(engineStyle);
  const name = one.family === two.family ? engineName(leader) : familyName(one.family);
  const isNamed = isSettled || isSingle || isUnequal || dependsOnCpu;
  const interval = `${isNamed ? "" : `${name} `}${isSingle ? "one run" : `${times(low)} to ${times(high)}`}${isUnequal ? " †" : ""}${dependsOnCpu ? " ‡" : isSettled && !isComputed ? " °" : ""}`;
  const style = isSettled ? {"--lead": colours.get(name), "--strength": `${strength(ratio)}%`} : {};
  const about = `${engineName(leader)} over ${engineName(other)}`;
  return html`<td class=${isSettled ? "settled" : isNamed ? "unsettled" : "open"} style=${style}>
    <a href=${href} title=${about}><b>${isNamed ? `${name} ${times(ratio)}` : "not settled"}</b>
    <span>${interval}</span></a>`;
}
