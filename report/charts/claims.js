/** Claims of other documents with their verdicts: the board of all, and a page's own. */
import {html} from "htl";
import {budgetChart} from "./budget.js";
import {claimStrip, measuredFigure, publishedFigure, stripAxis, stripLegend} from "./claim_strip.js";
import {withEngineNames} from "./engines.js";
import {number, plural, times} from "./format.js";
import {groupRows} from "./group.js";
import {selectControl} from "./select.js";
import {readState, reportUnknown} from "./state.js";
import {table} from "./table.js";

export const verdicts = ["reproduced", "contradicted", "another figure", "depends on settings", "open",
  "not comparable"];
/** Verdicts that decide nothing in general. */
const OPEN = new Map([["open", "Why open"], ["not comparable", "Why not comparable"]]);

/**
 * @typedef {{claim: string, source: string, source_name: string, url: string | null, reference: string,
 *   set_up: string, source_differs: string, statement: string, in_short: string | null, published: string,
 *   published_low: number | null, published_high: number | null,
 *   measure: string, rule: string | null, differs: string | null, page: string | null, query_file: string | null,
 *   query: string | null, verdict: string, value: number | null, low: number | null,
 *   high: number | null, unit: string | null, reason: string | null, owes_nothing: string | null,
 *   not_comparable: string | null, settles: string | null, begun_with: boolean, budget: import("./budget.js").Budget | null,
 *   evidence: {experiment: string, cells: number, cells_done: number}[]}} Claim
 */

/** @param {Claim} claim @returns {string} such as "0.71× (interval 0.66× to 0.77×)"; "" for none */
export function figureWords({value, low, high, unit}) {
  if (value === null) return "";
  const [format, after] = unit === "times" ? [(ratio) => (ratio < 0.01 ? `${number(ratio)}×` : times(ratio)), ""]
    : [number, ` ${unit}`];
  return low === null || high === null ? `${format(value)}${after}`
    : `${format(value)}${after} (interval ${format(low)} to ${format(high)})`;
}

/** @param {string} verdict @returns {HTMLElement} the word in its colour, on other pages in a frame */
function badge(verdict) {
  return html`<span class="verdict verdict-${verdict.split(" ")[0]}">${verdict}</span>`;
}

/**
 * What a claim's query wrote of its verdict, as a reader knows it: engines by name, numbers with commas.
 * @param {string | null} reason
 */
export function reasonWords(reason) {
  return sentence(withEngineNames(reason ?? "").replace(/(?<![.\d])\d{4,}(?=[ ;])/g, (digits) => number(Number(digits))));
}

/** Words as a sentence, with its end mark. */
function sentence(words) {
  return words ? `${words[0].toUpperCase()}${words.slice(1).replace(/\.$/, "")}.` : "";
}

/** Opens the entry that the address names; on a phone a reader would not find it. */
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (named?.matches(".claim")) named.querySelector("details").open = true;
}

/** @param {Claim} claim @returns {HTMLElement} one line of the board, which opens to all that is known of the claim */
function entry(claim) {
  const {claim: id, evidence} = claim;
  const figure = figureWords(claim);
  return html`<li class="claim" id=${id}><details class="kept">
    <summary class="claim-line"><span class="claim-id">${id}</span>
      <span class="claim-short">${(claim.in_short ?? claim.statement).replace(/\.$/, "")}</span>
      <span class="claim-published">${publishedFigure(claim)}</span><span class="claim-here">${measuredFigure(claim)}</span>
      ${claimStrip(claim)}${badge(claim.verdict)}</summary>
    <div class="claim-body">
      <dl class="claim-figures">
        ${claim.begun_with ? null : html.fragment`<dt>Source</dt><dd>${sourceName(claim)}: ${setUpWords(claim)}</dd>`}
        ${claim.in_short ? html.fragment`<dt>Claim</dt><dd>${claim.statement}</dd>` : null}
        <dt>Published</dt><dd>${sentence(claim.published)}</dd>
        <dt>Here</dt><dd>${figure ? html.fragment`<strong>${figure}.</strong> ` : "Not measured: "
        }${sentence(claim.measure)}</dd>
        ${claim.rule ? html.fragment`<dt>Rule</dt><dd>${sentence(claim.rule)}</dd>` : null}
        ${claim.reason ? html.fragment`<dt>${OPEN.get(claim.verdict) ?? "Decided"
        }</dt><dd>${reasonWords(claim.reason)}</dd>` : null}
        ${claim.settles && claim.verdict === "open" ? html.fragment`<dt>To settle it</dt><dd>${sentence(claim.settles)}</dd>` : null}
        ${claim.owes_nothing ? html.fragment`<dt>No deferred work</dt><dd>${sentence(claim.owes_nothing)}</dd>` : null}
        ${claim.differs ? html.fragment`<dt>Differences</dt><dd>${sentence(claim.differs)}</dd>` : null}
      </dl>
      ${claim.budget ? budgetChart(id, claim.budget) : null}
      <p class="claim-links">${claim.page ? html`<a href="${claim.page}.html">The page on this topic</a>` : null}
        ${evidence.map(({experiment, cells, cells_done: done}) => html`<a
          href="cells.html?experiment=${experiment}">Cells of ${experiment}, ${
          done === cells ? `all ${number(cells)} done` : `${number(done)} of ${number(cells)} done`}</a>`)}
        ${claim.query ? html`<a href="sql.html?claim=${id}">Run the query</a>` : null}
        <a href="#${id}">Link to this claim</a></p>
      ${claim.query ? html`<details class="claim-query"><summary>${
        claim.not_comparable ? "The query behind this figure" : "The query behind this verdict"}</summary>
        <p><code>${claim.query_file}</code></p><pre tabindex="0"><code>${claim.query}</code></pre></details>` : null}
    </div></details></li>`;
}

/** @param {Claim} claim @returns {HTMLElement | string} its source, with a link where it can be read */
function sourceName({url, source_name: name}) {
  return url ? html`<a href=${url} rel="noopener">${name}</a>` : name;
}

/** @param {Claim} claim @returns {string} where its source was published, and with which setup */
function setUpWords({reference, set_up: setUp, source_differs: differs}) {
  return `${sentence(reference)} Published setup: ${setUp}. ${sentence(differs)}`;
}

/** @param {Claim[]} own claims of one source, or of all further literature @returns {HTMLElement[]} a label and their lines */
function group(own) {
  const [claim] = own;
  return [html`<div class="claim-source">${claim.begun_with ? html.fragment`<h2>${claim.source} ${sourceName(claim)}</h2>
      <details class="kept"><summary>Setup</summary><p>${setUpWords(claim)}</p></details>` : html`<h2>Further literature</h2>`}</div>`,
  html`<ol class="claim-list" aria-label=${claim.begun_with ? `Claims of ${claim.source}` : "Claims of further literature"}>${own.map(entry)}</ol>`];
}

/**
 * The board: all claims by source, those that the select boxes leave; state in the URL.
 * @param {Claim[]} claims @returns {HTMLElement}
 */
export function claimBoard(claims) {
  const names = new Map(claims.map((claim) => [claim.source, claim.source_name]));
  const count = html`<p class="claim-count" role="status">`;
  const body = html`<div>`;
  const show = () => {
    const rows = claims.filter((claim) =>
      (!source.box.value || claim.source === source.box.value) &&
      (!verdict.box.value || claim.verdict === verdict.box.value));
    count.textContent = `${plural(rows.length, "claim")} of ${number(claims.length)}`;
    body.replaceChildren(...[...groupRows(rows, (claim) => (claim.begun_with ? claim.source : "further")).values()].flatMap(group));
  };
  for (const [key, known] of Object.entries({source: [...names.keys()], verdict: verdicts})) {
    const asked = readState(key);
    reportUnknown(key, asked && !known.includes(asked) ? [asked] : []);
  }
  const source = selectControl("source", "Source", [...names.keys()],
    (name) => `${name} ${names.get(name)}`, () => show());
  const verdict = selectControl("verdict", "Verdict", verdicts, (name) => name, () => show());
  show();
  // The entries are in the page after the cell has been shown.
  setTimeout(openNamed);
  globalThis.addEventListener?.("hashchange", openNamed);
  return html`<div class="claim-board"><fieldset class="control"><legend>Show</legend>
    ${source.label}${verdict.label}${count}</fieldset>
    <p class="claim-legend">${stripLegend()}<span>Each line opens to its rule and its reason.</span></p>
    <div class="claim-line claim-heads"><span class="claim-short">Claim</span><span class="claim-published">Published</span>
      <span class="claim-here">Here</span>${stripAxis()}<span class="verdict">Verdict</span></div>
    ${body}</div>`;
}

/**
 * What the literature says on the subject of one page, each claim in short, with its verdict; the board has figures and reasons.
 * @param {Claim[]} claims @param {string} page name of the page
 * @returns {HTMLElement}
 */
export function claimsOfPage(claims, page) {
  const own = claims.filter((claim) => claim.page === page);
  if (!own.length) return html`<p>No published claim is put to the test here.</p>`;
  return html`<div class="claims">${table(own, [
    {key: "claim", label: "Claim", text: true, format: (id) => html`<a href="claims.html#${id}">${id}</a>`},
    {key: "statement", label: "Statement", text: true, wide: true,
      format: (statement, {in_short: short}) => (short ?? statement).replace(/\.$/, "")},
    {key: "verdict", label: "Here", text: true, format: badge}])}</div>`;
}
