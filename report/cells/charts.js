/** Charts of a cell. Their code is that of all other pages, which a reader often has; the rest doesn't wait for it. */
import {html} from "htl";

/** A browser fetches it once. Beside this file, as pages have it. */
const library = () => import(new URL("./charts.js", import.meta.url).href).then(({charts}) => charts);

/**
 * @param {(charts: any) => HTMLElement} draw
 * @returns {HTMLElement} the place of the chart, empty until its code is there
 */
export function whenCharts(draw) {
  const place = html`<div class="chart-place">`;
  library().then((charts) => place.replaceChildren(draw(charts)),
    () => place.replaceChildren(html`<p class="notice">The code of the chart can't be fetched.</p>`));
  return place;
}
