/**
 * Parts of a page that wait until they are wanted. A drawing costs a phone a tenth of a second and more, and a page
 * has up to twenty; the numbers below it cost as much. A drawing is made as soon as a reader comes near. All others
 * are made piece by piece while the browser is idle, so that the browser's find, the keyboard and screen readers meet
 * all of them in the end.
 */
import {whenIdle} from "./idle.js";

/** How near, in heights of the window: what is scrolled to is drawn before it is seen. */
const NEAR = "100% 0px";
/** For how long a busy browser may keep the next piece waiting. */
const PATIENCE_MS = 1000;
/** @type {Map<Element, () => void>} in the order of the page */
const drawings = new Map();
/** @type {Map<Element, () => void>} made after all drawings */
const folds = new Map();
let near = null;
let working = false;

/** @param {Element} box in the page @param {() => void} draw is called once, unless `box` leaves the page before */
export function whenNear(box, draw) {
  near ??= watch();
  drawings.set(box, draw);
  near.observe(box);
  workWhenIdle();
}

/** @param {HTMLDetailsElement} fold @param {() => void} fill is called once: when it is opened, or before */
export function whenOpened(fold, fill) {
  folds.set(fold, fill);
  fold.addEventListener("toggle", () => make(folds, fold));
  workWhenIdle();
}

/** @param {Element} box @returns {boolean} whether it is in the window */
export function isInSight(box) {
  const {top, bottom} = box.getBoundingClientRect();
  return bottom >= 0 && top <= innerHeight;
}

function make(waiting, place) {
  const work = waiting.get(place);
  waiting.delete(place);
  near?.unobserve(place);
  if (place.isConnected) work?.();
}

function watch() {
  addEventListener("beforeprint", () => [...drawings.keys()].forEach((box) => make(drawings, box)));
  return new IntersectionObserver((entries) => entries.filter((entry) => entry.isIntersecting)
    .forEach(({target}) => make(drawings, target)), {rootMargin: NEAR});
}

function workWhenIdle() {
  if (working || drawings.size + folds.size === 0) return;
  working = true;
  whenIdle(() => {
    working = false;
    const waiting = drawings.size ? drawings : folds;
    const [first] = waiting.keys();
    if (first) make(waiting, first);
    workWhenIdle();
  }, PATIENCE_MS);
}
