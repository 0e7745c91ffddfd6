/** The state of a page's controls lives in its address, so that a view can be sent as a link. */

import {list} from "./format.js";
import {pageNotice} from "./notices.js";

const unknown = new Map();
/** Whose control is being moved: a drag, or a word that is typed, is one step of the browser's history. */
let moving = null;
globalThis.addEventListener?.("change", () => (moving = null));
/** @type {Map<HTMLElement, () => void>} controls, and what sets each as the address says */
const followers = new Map();
/** What of the address the controls show. */
let search = globalThis.location?.search;

/** @param {string} key @returns {string | null} */
export function readState(key) {
  return new URLSearchParams(location.search).get(key);
}

/** @returns {boolean} whether the address has no choice of a reader's */
export const isAsOpened = () => !globalThis.location?.search;

/**
 * Writes one key, or takes it out when the value is the default, and keeps all others.
 * @param {string} key @param {string} value @param {string} standard the default
 * @param {{isStep?: boolean, place?: string}} [options] whether the browser's Back undoes it, `followState` then shows what was;
 *   the heading at which the address opens
 */
export function writeState(key, value, standard, {isStep = false, place} = {}) {
  if ((readState(key) ?? standard) === value) return;
  const url = new URL(location.href);
  if (value === standard) url.searchParams.delete(key);
  else url.searchParams.set(key, value);
  if (place) url.hash = place;
  // A comma is legal in a query and far easier to read than its escape.
  url.search = url.searchParams.toString().replaceAll("%2C", ",");
  if (isStep && moving !== key) history.pushState(null, "", url);
  else history.replaceState(history.state, "", url);
  if (isStep) moving = key;
  search = location.search;
}

/**
 * Back and Forward show what their address has.
 * @param {HTMLElement} control @param {() => void} show sets the control as the address says
 */
export function followState(control, show) {
  followers.set(control, show);
}

globalThis.addEventListener?.("popstate", () => {
  // A heading of the same view was gone to.
  if (location.search === search) return;
  search = location.search;
  moving = null;
  for (const [control, show] of followers) {
    if (control.isConnected) {
      show();
      control.dispatchEvent(new Event("input", {bubbles: true}));
    } else followers.delete(control);
  }
});

/**
 * Says below the page's title that an address asks for what the page hasn't, as an old link may.
 * @param {string} key @param {string[]} values none where all are known
 */
export function reportUnknown(key, values) {
  if (!values.length) return;
  unknown.set(key, `${key} ${values.join(",")}`);
  // As the address has them, whichever control was there first.
  const said = [...new URLSearchParams(location.search).keys()].filter((each) => unknown.has(each)).map((each) => unknown.get(each));
  pageNotice("unknown-state", `The address asks for ${list([...new Set(said)])}, which this page doesn't have, so that ` +
    "part is ignored.");
}
