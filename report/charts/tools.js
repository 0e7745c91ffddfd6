/** What a reader can take along from a chart: its numbers, its drawing, its address, a citation. */
import {html} from "htl";
import {citation, citedWork} from "./cite.js";
import {copyButton, copyText} from "./copy.js";
import {csvOf} from "./csv.js";
import {svgFile} from "./svg_file.js";

/** @param {string} title @returns {string} the id of the figure of that title */
export function figureId(title) {
  return `chart-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "")}`;
}

/**
 * @param {{id: string, title: string, subtitle?: string, draw: (width: number) => Element, rows: object[],
 *   columns: import("./table.js").Column[]}} chart
 * @returns {HTMLElement} a line of buttons, to stand in the chart's figure
 */
export function chartTools({id, title, subtitle, draw, rows, columns}) {
  const name = id.replace("chart-", "bandwise-");
  const said = html`<span class="chart-said" role="status">`;
  const link = html`<a href=${`#${id}`}>Link to this view</a>`;
  const panel = html`<div class="chart-cite" hidden>`;
  const cite = html`<button type="button" aria-expanded="false">Cite</button>`;
  cite.addEventListener("click", () => {
    panel.hidden = !panel.hidden;
    cite.setAttribute("aria-expanded", String(!panel.hidden));
    const {sentence, bibtex} = citation(citedWork(), {title, address: link.href,
      day: new Date().toISOString().slice(0, 10)});
    panel.replaceChildren(html.fragment`<p>${sentence}</p><pre>${bibtex}</pre>
      ${copyButton(sentence, "Copy the sentence")} ${copyButton(bibtex, "Copy BibTeX")}`);
  });
  link.addEventListener("click", async () => {
    said.textContent = await copyText(link.href, link) ? "The link is copied" : "The link is in the address bar";
  });
  const csv = html`<button type="button">Data (CSV)</button>`;
  csv.addEventListener("click", () => save(`${name}.csv`, "text/csv", csvOf(rows, columns)));
  const drawn = html`<button type="button">SVG</button>`;
  drawn.addEventListener("click", () => {
    const width = drawn.closest("figure").querySelector(".chart-drawing").clientWidth;
    const styles = getComputedStyle(document.documentElement);
    save(`${name}.svg`, "image/svg+xml", svgFile(draw(width), {title, subtitle, width, address: link.href,
      variable: (variable) => styles.getPropertyValue(variable)}));
  });
  return html`<div class="chart-tools">${csv}${drawn}${link}${cite}${said}${panel}</div>`;
}

/** Hands a text to the reader as a file. */
function save(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], {type}));
  const link = html`<a href=${address} download=${name}>`;
  link.click();
  // Some browsers read it only after the click.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
