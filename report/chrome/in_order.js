/**
 * Nothing that was read moves while a page is loaded: what stands below a cell that is still empty waits for it, and
 * what stands below the picture of the first chart waits for the chart. `publication.css` ends the waiting after some
 * seconds. A style sheet could find the empty cell by itself (`:has`), but then a browser looks for it again in all
 * of the page after each change, which takes longer than to draw the charts.
 */

/** Where cells show something: Quarto's declarations and cells without output never do. */
const PLACE = '[id^="ojs-cell-"]:not(.hidden, .hidden *, [data-nodetype="declaration"])';

/** @param {Document} page that is still being read */
export function showInOrder(page) {
  /** The first empty place, and what holds it. @type {Element[]} */
  let waited = [];
  const update = () => {
    const look = page.querySelector(".first-look");
    if (look && ("chosen" in page.documentElement.dataset || page.querySelector("main .chart-drawing svg"))) look.remove();
    if (waited.length && isEmpty(waited[0])) return;
    waited.forEach((part) => part.classList.remove("waited-for"));
    waited = around([...page.querySelectorAll(PLACE)].find(isEmpty));
    waited.forEach((part) => part.classList.add("waited-for"));
    if (!waited.length && page.readyState !== "loading") observer.disconnect();
  };
  const observer = new page.defaultView.MutationObserver(update);
  observer.observe(page.documentElement, {childList: true, subtree: true});
}

/** Whether something is still to come: the runtime puts an element there for each value. White space may be there
 * before it, as Quarto writes some. @param {Element} place */
function isEmpty(place) {
  return !place.firstElementChild || place.querySelector(".observablehq:empty") !== null;
}

/** @param {Element | undefined} place @returns {Element[]} it and all that it is in, inside of the body */
function around(place) {
  const parts = [];
  for (let part = place; part && part.localName !== "body"; part = part.parentElement) parts.push(part);
  return parts;
}
