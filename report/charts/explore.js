/**
 * Reading a drawing's marks by pointer, touch and keyboard. A mark is a shape that Plot gave a title: its
 * text is shown beside it and read out. A drawing is one tab stop; arrow keys go from mark to mark, and
 * Enter follows a mark's link. The first tap on a touch screen shows a mark, the second follows its link.
 */
import {makeSpotlight} from "./spotlight.js";

/** Farthest distance in pixels at which a mark is meant. */
const REACH = {mouse: 40, click: 12, touch: 30};
const HINTS = {
  mouse: "Click: this run's page",
  touch: "Tap again: this run's page",
  keyboard: "Enter: this run's page. Arrow keys: other marks.",
};

/**
 * @typedef {{shape: SVGElement, target: SVGElement, link: boolean, text: string,
 *   left?: number, top?: number, right?: number, bottom?: number}} Mark
 *   `target` is what takes the focus, the edges are pixels inside the box, once they are measured
 */

/**
 * @param {HTMLElement} box that drawings are put into
 * @returns {() => void} to be called after each drawing
 */
export function makeExplorable(box) {
  const spotlight = makeSpotlight(box);
  /** @type {Mark[]} */
  let marks = [];
  let shown = null;
  let device = "mouse";

  const show = (mark, hint) => {
    shown = mark;
    if (mark) spotlight.show(mark, mark.link ? hint : null);
    else spotlight.hide();
  };
  const at = ({clientX, clientY}, reach) => {
    const {left, top} = box.getBoundingClientRect();
    return nearest(measured(marks, box), clientX - left, clientY - top, reach);
  };
  const focused = () => marks.find(({target}) => target === document.activeElement) ?? null;
  const focus = (mark) => {
    for (const {target} of marks) target.setAttribute("tabindex", target === mark.target ? "0" : "-1");
    mark.target.focus();
  };
  const hideOutside = (event) => {
    if (box.contains(event.target)) return;
    document.removeEventListener("pointerdown", hideOutside);
    show(null);
  };

  box.addEventListener("pointerdown", (event) => (device = event.pointerType));
  box.addEventListener("pointermove", (event) => {
    if (event.pointerType === "touch") return;
    const mark = at(event, REACH.mouse);
    if (mark !== shown) show(mark, HINTS.mouse);
    box.style.cursor = mark?.link && at(event, REACH.click) === mark ? "pointer" : "";
  });
  box.addEventListener("pointerleave", (event) => {
    if (event.pointerType !== "touch") show(focused(), HINTS.keyboard);
  });
  box.addEventListener("click", (event) => {
    // A click that a key or `follow` made has no place.
    if (!event.isTrusted || event.detail === 0) return;
    const touch = device === "touch";
    const mark = at(event, touch ? REACH.touch : REACH.click);
    if (!touch && event.target instanceof Element && event.target.closest("a")) return;
    event.preventDefault();
    if (!touch || (mark && mark === shown)) {
      if (mark?.link) follow(mark, event);
      return;
    }
    show(mark, HINTS.touch);
    document.addEventListener("pointerdown", hideOutside);
  });
  box.addEventListener("focusin", () => {
    const mark = focused();
    if (!mark?.target.matches(":focus-visible")) return;
    measured(marks, box);
    show(mark, HINTS.keyboard);
  });
  box.addEventListener("focusout", ({target}) => {
    if (shown?.target === target) show(null);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") show(null);
    const mark = focused();
    if (!mark || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = step(measured(marks, box), mark, event.key);
    if (!next) return;
    event.preventDefault();
    focus(next);
  });

  return () => {
    const index = marks.indexOf(focused());
    marks = takeMarks(box);
    spotlight.attach();
    show(null);
    marks[0]?.target.setAttribute("tabindex", "0");
    if (index >= 0 && marks[index]) focus(marks[index]);
  };
}

/** @param {HTMLElement} box @returns {Mark[]} in the order of the drawing, each named and focusable */
function takeMarks(box) {
  const titles = [...box.querySelectorAll("svg title")];
  const marks = titles.map((title) => {
    const shape = /** @type {SVGElement} */ (/** @type {unknown} */ (title.parentNode));
    const target = /** @type {SVGElement} */ (shape.closest("a") ?? shape);
    const text = title.textContent;
    title.remove();
    shape.removeAttribute("aria-label");
    target.setAttribute("aria-label", text.replaceAll("\n", ", "));
    target.setAttribute("tabindex", "-1");
    if (target === shape) target.setAttribute("role", "img");
    return {shape, target, link: target !== shape, text};
  });
  for (const svg of box.querySelectorAll("svg[aria-label]:not([role])")) describe(svg, marks);
  return marks;
}

/** Names a drawing, and keeps from screen readers what they would read in no order: ticks and labels. */
function describe(svg, marks) {
  const own = marks.filter(({shape}) => svg.contains(shape));
  for (const group of svg.querySelectorAll("g[aria-label]")) group.removeAttribute("aria-label");
  if (!own.length) {
    svg.setAttribute("role", "img");
    return;
  }
  svg.setAttribute("role", "group");
  for (const part of svg.children) {
    if (!own.some(({shape}) => part.contains(shape))) part.setAttribute("aria-hidden", "true");
  }
}

/** Measures where marks are, once a drawing. */
function measured(marks, box) {
  if (!marks.length || marks[0].left !== undefined) return marks;
  const origin = box.getBoundingClientRect();
  for (const mark of marks) {
    const place = mark.shape.getBoundingClientRect();
    mark.left = place.left - origin.left;
    mark.right = place.right - origin.left;
    mark.top = place.top - origin.top;
    mark.bottom = place.bottom - origin.top;
  }
  return marks;
}

/** The mark nearest to a place; of those that hold it, the smallest; of equal ones, the upper one. */
function nearest(marks, x, y, reach) {
  let [found, least, size] = [null, reach, Infinity];
  for (const mark of marks) {
    const distance = Math.hypot(Math.max(mark.left - x, 0, x - mark.right),
      Math.max(mark.top - y, 0, y - mark.bottom));
    const area = (mark.right - mark.left) * (mark.bottom - mark.top);
    if (distance < least || (distance === least && area <= size)) {
      [found, least, size] = [mark, distance, area];
    }
  }
  return found;
}

/** Left and right go in the order of the drawing, up and down to the next mark there, nearest column first. */
function step(marks, mark, key) {
  const index = marks.indexOf(mark);
  if (key === "ArrowRight") return marks[index + 1] ?? mark;
  if (key === "ArrowLeft") return marks[index - 1] ?? mark;
  if (key === "Home") return marks[0];
  if (key === "End") return marks.at(-1);
  if (key !== "ArrowUp" && key !== "ArrowDown") return null;
  const middle = ({left, right, top, bottom}) => [(left + right) / 2, (top + bottom) / 2];
  const [x, y] = middle(mark);
  const side = key === "ArrowUp" ? -1 : 1;
  const distance = (other) => {
    const [otherX, otherY] = middle(other);
    return Math.abs(otherX - x) * 4 + (otherY - y) * side;
  };
  return marks.filter((other) => (middle(other)[1] - y) * side > 0.5)
    .reduce((best, other) => (!best || distance(other) < distance(best) ? other : best), null) ?? mark;
}

/** As a click on the link itself, so that its modifier keys open a tab of their own. */
function follow({target}, {ctrlKey, metaKey, shiftKey}) {
  target.dispatchEvent(new MouseEvent("click", {bubbles: true, cancelable: true, view: window, ctrlKey,
    metaKey, shiftKey}));
}
