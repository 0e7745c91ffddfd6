/** A drawing that follows the width of its place, and the style that all drawings share. */
import * as Plot from "@observablehq/plot";
import {html, svg} from "htl";
import {makeExplorable} from "./explore.js";
import {isInSight, whenNear} from "./waiting.js";

/**
 * @typedef {(options: object) => Element} Plotter Plot's `plot`, or one that takes the room alone
 * @typedef {(width: number, plot: Plotter) => Element} Draw an SVG element, or one that holds some, one below the
 *   other, of that many pixels; all that takes time is left to `plot`
 */

/** Whether a chart was drawn. The first stands where the page is opened, and is not kept waiting. */
let begun = false;
/** The width of the text, which is measured once: each measurement is a layout of the page. */
let textWidth = 0;
/** One for all charts, so that all are measured before the first is drawn. */
let places = null;
/** @type {WeakMap<Element, {resize: (width: number) => void, redraw: () => void}>} */
const drawings = new WeakMap();

/**
 * Calls `draw` again whenever the container's width changes, as soon as a reader is near. Until then its height is
 * kept, from before the container is in the page, so that nothing moves.
 * @param {Draw} draw
 * @returns {HTMLElement}
 */
export function responsive(draw) {
  const box = html`<div class="chart-drawing">`;
  const explored = makeExplorable(box);
  let wanted = 0;
  const redraw = () => {
    if (!box.hasAttribute("aria-busy")) return;
    begun = true;
    box.replaceChildren(whole(draw)(wanted));
    box.style.minHeight = "";
    box.removeAttribute("aria-busy");
    explored();
  };
  const resize = (width) => {
    if (width < 40 || Math.abs(width - wanted) < 2) return;
    wanted = width;
    box.style.minHeight = `${heightOf(draw(width, outline))}px`;
    box.setAttribute("aria-busy", "true");
  };
  textWidth ||= document.querySelector("main")?.clientWidth ?? 0;
  resize(textWidth);
  if (!begun) redraw();
  drawings.set(box, {resize, redraw});
  places ??= new ResizeObserver(follow);
  places.observe(box);
  return box;
}

/** What is in sight is drawn at once, before the browser paints: a reader sees no empty place. */
function follow(entries) {
  // What left the page, or is folded away, has no width.
  const shown = entries.filter(({contentRect}) => contentRect.width > 0);
  for (const {target, contentRect} of shown) drawings.get(target).resize(Math.floor(contentRect.width));
  const inSight = shown.map(({target}) => isInSight(target));
  shown.forEach(({target}, i) => {
    const {redraw} = drawings.get(target);
    if (inSight[i]) redraw();
    else if (target.hasAttribute("aria-busy")) whenNear(target, redraw);
  });
}

/** @param {Draw} draw @returns {(width: number) => Element} */
export const whole = (draw) => (width) => draw(width, Plot.plot);

/** The room that Plot would take: nothing is drawn. */
const outline = ({width, height}) => svg`<svg width="${width}" height="${height}">`;

function heightOf(drawing) {
  const parts = drawing.localName === "svg" ? [drawing] : [...drawing.children];
  return parts.reduce((sum, part) => sum + Number(part.getAttribute("height")), 0);
}

/** Style shared by all drawings. */
export const plotStyle = {
  fontFamily: "var(--sans)", fontSize: "12.5px", background: "transparent", overflow: "visible",
};
