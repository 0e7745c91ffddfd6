/**
 * A drawing that is explained in steps: beside an ordered list, of which one step is shown at a time. The step
 * that is scrolled to is shown, and the one whose number is pressed; arrow keys go from number to number.
 */
import {html} from "htl";

/** A step is in view on a line below the middle: on a phone the drawing stays above it. */
const LINE = "-66% 0px -33% 0px";
/** So long what comes into view does not replace the step that was chosen, in ms. */
const QUIET = 800;
const MOVES = {ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1, Home: -Infinity, End: Infinity};

/** @typedef {{name: string, text: string}} Step in a page's own words */

/**
 * @param {{title: string, drawing: SVGElement, steps: Step[]}} explained parts of the
 *   drawing name the steps, counted from 1, in which they are seen (`data-steps`)
 * @returns {HTMLElement}
 */
export function stepsFigure({title, drawing, steps}) {
  const parts = [...drawing.querySelectorAll("[data-steps]")].map((part) =>
    ({part, at: part.getAttribute("data-steps").split(" ").map(Number)}));
  const buttons = steps.map(({name}, i) => html`<button type="button" aria-label=${`Step ${i + 1}: ${name}`}>${i + 1}</button>`);
  const items = steps.map(({name, text}, i) => html`<li>${buttons[i]}<p><strong>${name}.</strong> ${text}</p></li>`);
  let quietUntil = 0;

  const show = (index) => {
    for (const {part, at} of parts) {
      part.classList.toggle("off", !at.includes(index + 1));
      part.classList.toggle("now", at[0] === index + 1);
    }
    items.forEach((item, i) => item.classList.toggle("shown", i === index));
    buttons.forEach((button, i) => {
      button.tabIndex = i === index ? 0 : -1;
      if (i === index) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
  };
  const choose = (index) => {
    quietUntil = performance.now() + QUIET;
    show(index);
  };

  const list = html`<ol>${items}</ol>`;
  list.addEventListener("click", (event) => {
    const index = items.findIndex((item) => item.contains(event.target));
    if (index >= 0) choose(index);
  });
  list.addEventListener("keydown", (event) => {
    const index = buttons.indexOf(event.target);
    if (index < 0 || !(event.key in MOVES)) return;
    event.preventDefault();
    const next = Math.min(steps.length - 1, Math.max(0, index + MOVES[event.key]));
    choose(next);
    buttons[next].focus();
  });
  if (typeof IntersectionObserver === "function") {
    const observer = new IntersectionObserver((entries) => {
      const entry = entries.findLast(({isIntersecting}) => isIntersecting);
      if (entry && performance.now() > quietUntil) show(items.indexOf(entry.target));
    }, {rootMargin: LINE});
    for (const item of items) observer.observe(item);
  }
  show(0);
  return html`<section class="steps" aria-label=${title}>
    <div class="steps-place"><p class="steps-title">${title}</p><div class="chart-drawing">${drawing}</div></div>
    ${list}</section>`;
}
