/** The frame around each chart: title, drawing, notes, tools, numbers, notices. */
import {html} from "htl";
import {responsive, whole} from "./drawing.js";
import {engineName, isAdded, orderEngines} from "./engines.js";
import {failureNotice} from "./failures.js";
import {fold} from "./fold.js";
import {list} from "./format.js";
import {nothingMeasured} from "./prose.js";
import {isAsOpened} from "./state.js";
import {table} from "./table.js";
import {chartTools, figureId} from "./tools.js";

/**
 * @param {{title: string, finding?: string, holds?: boolean, subtitle?: string, draw: import("./drawing.js").Draw,
 *   note?: string | Node, rows?: object[], columns?: import("./table.js").Column[],
 *   data?: string, failed?: object[], quiet?: boolean, empty?: boolean, engines?: string[],
 *   more?: Node | null}} options
 *   `finding` is what the published rows show, the title while it `holds` of what is shown: until a reader chooses; what
 *   is drawn then stands in `subtitle`, or is `title`; `data` is the file of the numbers, `failed` the cells that the chart should have shown,
 *   `quiet` leaves their list folded, where another chart of the page has it open; `engines` are those
 *   that the reader chose: of which there is nothing, it is said; `more` is folded below the drawing
 * @returns {HTMLElement}
 */
export function frame({title, finding, subtitle: about, draw, note, rows, columns, data, failed = [], quiet = false,
  empty, engines = [], more = null, holds = isAsOpened()}) {
  const remedy = html` Other studies in <code>config/</code> may have some. Those that
    failed here, and why, are on the <a href="cells.html">page of cells</a>.`;
  const [heading, subtitle] = finding && holds ? [finding, about || title] : [title, about];
  return html`<figure class="chart" id=${figureId(title)}>
    <figcaption><strong>${heading}</strong>${subtitle ? html`<span>${subtitle}</span>` : null}
    </figcaption>
    ${empty ? nothingMeasured(remedy, engines) : responsive(draw)}
    ${empty ? null : more}
    ${failureNotice(failed, quiet)}
    ${[empty ? null : note, empty ? null : absence(engines, [...rows ?? [], ...failed])].filter(Boolean).map((words) =>
      html`<p class="chart-note">${words}</p>`)}
    ${empty || !rows?.length ? null : chartTools({id: figureId(title), title: heading, subtitle, draw: whole(draw), rows, columns})}
    ${rows?.length ? fold("The numbers", () => html.fragment`${table(rows, columns, title)}${
      data ? html`<p>All of them: <a href="data/${data}" download><code>${data}</code></a></p>` : null}`) : null}
  </figure>`;
}

/** Which of the chosen engines have no row, in a sentence. */
function absence(engines, rows) {
  const present = new Set(rows.map((row) => row.engine));
  const absent = orderEngines(engines).filter((engine) => !present.has(engine) && !isAdded(engine));
  return absent.length && present.size > 0 && !present.has(undefined)
    ? `Not measured here: ${list(absent.map(engineName))}.` : null;
}
