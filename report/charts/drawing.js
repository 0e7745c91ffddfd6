/** A drawing that follows the width of its place, and the style that all drawings share. */
import {html} from "htl";
import {makeExplorable} from "./explore.js";

/**
 * Calls `draw(width)` again whenever the container's width changes. The first drawing is made for the width of
 * the text, before the container is in the page, so that the page doesn't move when it grows.
 * @param {(width: number) => Element} draw
 * @param {(box: HTMLElement) => void} [placed] called when the container has its place in the page
 * @returns {HTMLElement}
 */
export function responsive(draw, placed) {
  const box = html`<div class="chart-drawing">`;
  const explored = makeExplorable(box);
  let drawn = 0;
  const redraw = (width) => {
    if (width < 40 || Math.abs(width - drawn) < 2) return;
    drawn = width;
    box.replaceChildren(draw(width));
    explored();
  };
  redraw(document.querySelector("main")?.clientWidth ?? 0);
  new ResizeObserver((entries) => {
    redraw(Math.floor(entries[0].contentRect.width));
    placed?.(box);
  }).observe(box);
  return box;
}

/** Style shared by all drawings. */
export const plotStyle = {
  fontFamily: "var(--sans)", fontSize: "12.5px", background: "transparent", overflow: "visible",
};
