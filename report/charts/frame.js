/** The frame around each chart: title, drawing that follows the width, notes, numbers, notices. */
import {html} from "htl";
import {failureNotice} from "./failures.js";
import {nothingMeasured} from "./prose.js";
import {table} from "./table.js";

/**
 * Calls `draw(width)` again whenever the container's width changes.
 * @param {(width: number) => Element} draw
 * @returns {HTMLElement}
 */
export function responsive(draw) {
  const box = html`<div class="chart-drawing">`;
  let drawn = 0;
  const redraw = (width) => {
    if (width < 40 || Math.abs(width - drawn) < 2) return;
    drawn = width;
    box.replaceChildren(draw(width));
  };
  new ResizeObserver((entries) => redraw(Math.floor(entries[0].contentRect.width))).observe(box);
  return box;
}

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

/** Style shared by all drawings. */
export const plotStyle = {
  fontFamily: "var(--sans)", fontSize: "12.5px", background: "transparent", overflow: "visible",
};
