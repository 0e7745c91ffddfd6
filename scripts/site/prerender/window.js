/** A window for Node in which the pages' own scripts run: jsdom, files in place of requests. */
import {readFile} from "node:fs/promises";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {JSDOM} from "jsdom";

const ADDRESS = "https://site.invalid/";
/**
 * Makes the names of a browser known in Node.
 * @param {string} site folder that the pages' files are in @param {number} width of what is drawn
 * @returns {{open: (name: string, html: string) => Document, isQuiet: () => boolean,
 *   resize: (width: number) => void}}
 *   `open` shows another page in the window; `isQuiet`: no file is being read; `resize` has what follows its
 *   place's width draw again
 */
export function makeWindow(site, width) {
  const dom = new JSDOM("", {url: ADDRESS, pretendToBeVisual: false});
  const {window} = dom;
  for (const name of Object.getOwnPropertyNames(window)) {
    if (!(name in globalThis)) globalThis[name] = window[name];
  }
  /** What is made here is less than a browser has. @type {any} */
  const names = globalThis;
  // Node has these two of its own, and a document takes none but its window's.
  for (const name of ["Event", "CustomEvent"]) names[name] = window[name];
  // Nothing works in the background of a still page.
  names.Worker = class {};
  names.requestAnimationFrame = (call) => setTimeout(() => call(performance.now()), 0);
  names.cancelAnimationFrame = clearTimeout;
  names.matchMedia = window.matchMedia = (media) =>
    ({media, matches: false, addEventListener() {}, removeEventListener() {}});
  /** Calls that tell an observer the width of what it observes, for `resize`. */
  let observed = [];
  class Observer {
    constructor(call) {
      this.call = call;
    }

    observe(target) {
      const tell = (now) => this.call([{target, contentRect: {width: now, height: now}}], this);
      observed.push(tell);
      queueMicrotask(() => tell(width));
    }

    unobserve() {}

    disconnect() {}
  }
  names.ResizeObserver = window.ResizeObserver = Observer;
  // Nothing is out of sight in a still picture.
  names.IntersectionObserver = window.IntersectionObserver = class extends Observer {
    observe(target) {
      queueMicrotask(() => this.call([{target, isIntersecting: true, intersectionRatio: 1}], this));
    }
  };
  let reading = 0;
  const files = pathToFileURL(`${site}/`).href;
  names.fetch = async (address) => {
    const {href} = new URL(address, document.baseURI);
    const name = [ADDRESS, files].find((start) => href.startsWith(start));
    if (!name) throw new Error(`asks another host: ${href}`);
    reading += 1;
    try {
      const bytes = await readFile(join(site, decodeURIComponent(new URL(href).pathname
        .slice(new URL(name).pathname.length))));
      return new Response(bytes);
    } catch {
      return new Response("", {status: 404});
    } finally {
      reading -= 1;
    }
  };
  return {
    open(name, html) {
      dom.reconfigure({url: `${ADDRESS}${name}`});
      document.body.innerHTML = html;
      observed = [];
      return document;
    },
    isQuiet: () => reading === 0,
    resize: (now) => observed.forEach((tell) => tell(now)),
  };
}
