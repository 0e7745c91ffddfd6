/** The frame around each chart: title, drawing, notes, numbers, notices. */
import {html} from "htl";
import {responsive} from "./drawing.js";
import {failureNotice} from "./failures.js";
import {nothingMeasured} from "./prose.js";
import {table} from "./table.js";

/**
 * @param {{title: string, subtitle?: string, draw: (width: number) => Element,
 *   note?: string | Node, rows?: object[], columns?: import("./table.js").Column[],
 *   data?: string, failed?: object[], quiet?: boolean, empty?: boolean}} options
 *   `data` is the file of the numbers, `failed` the cells that the chart should have shown,
 *   `quiet` leaves their list folded, where another chart of the page has it open
 * @returns {HTMLElement}
 */
export function frame({title, subtitle, draw, note, rows, columns, data, failed = [], quiet = false,
  empty}) {
  const remedy = html` The study <code>config/survey.yaml</code> has cells of every question. Those that
    failed here, and why, are on the <a href="cells.html">page of cells</a>.`;
  return html`<figure class="chart">
    <figcaption><strong>${title}</strong>${subtitle ? html`<span>${subtitle}</span>` : null}
    </figcaption>
    ${empty ? nothingMeasured(remedy) : responsive(draw)}
    ${failureNotice(failed, quiet)}
    ${note ? html`<p class="chart-note">${note}</p>` : null}
    ${rows?.length ? html`<details class="chart-numbers"><summary>The numbers</summary>
      ${table(rows, columns, title)}
      ${data ? html`<p>All of them: <a href="data/${data}" download><code>${data}</code></a></p>`
        : null}</details>` : null}
  </figure>`;
}
