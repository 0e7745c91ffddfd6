/**
 * A document for tests in Node, of jsdom. It has no layout, so what charts ask of one is answered here: each
 * place is as wide as `setWidth` says, and where `setTop` says. What charts save is kept instead of handed to a reader.
 */
import {readFileSync} from "node:fs";
import {JSDOM} from "jsdom";

const styles = readFileSync(new URL("../../report/styles.css", import.meta.url), "utf8");
const {window} = new JSDOM(`<!DOCTYPE html><style>${styles}</style><body></body>`, {url: "http://site.test/oltp.html?engines=a,b"});
const saved = [];
let placeWidth = 640;
let placeTop = 0;

let told = () => {};

class WidthObserver {
  constructor(callback) {
    this.callback = told = callback;
  }

  observe(box) {
    this.callback([{target: box, contentRect: {width: placeWidth}}]);
  }
}

Object.defineProperty(window.HTMLElement.prototype, "clientWidth", {get: () => placeWidth});
window.HTMLElement.prototype.getBoundingClientRect = () => ({top: placeTop, bottom: placeTop + 300});
for (const name of ["document", "innerHeight", "location", "Node", "NodeFilter", "NodeList", "HTMLCollection", "HTMLElement", "getComputedStyle"]) {
  globalThis[name] = window[name];
}
globalThis.window = window;
globalThis.ResizeObserver = WidthObserver;
URL.createObjectURL = (blob) => {
  saved.push(blob);
  return "#";
};
URL.revokeObjectURL = () => {};
window.HTMLAnchorElement.prototype.click = () => {};

/** @param {number} width of each place in pixels */
export function setWidth(width) {
  placeWidth = width;
}

/** Tells the chart in it how wide it is now. @param {Element} box @param {number} width in pixels; 0 for what left the page */
export function tellWidth(box, width) {
  told([{target: box, contentRect: {width}}]);
}

/** @param {number} top of each place in pixels, as seen in the window */
export function setTop(top) {
  placeTop = top;
}

/** @param {HTMLElement} figure @param {string} words on a button of it @returns {HTMLElement} the button */
export function button(figure, words) {
  document.body.replaceChildren(figure);
  return [...figure.querySelectorAll("button")].find(({textContent}) => textContent === words);
}

/** @param {HTMLElement} figure @param {string} words on a button @returns {Promise<string>} what it saves */
export async function savedBy(figure, words) {
  button(figure, words).click();
  return saved.pop().text();
}
