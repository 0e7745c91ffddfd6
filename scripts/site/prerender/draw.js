/**
 * Draws pages as they open, for readers without scripts and for the search.
 *
 * Reads {site, out, width, tokens, pages: [{page, cells: [id], module, wide}]} on standard input; `wide` is the
 * width of the page's text on a wide screen. Writes each drawing to <out>/<page>-<number>.svg, and
 * {page: {cells: {id: html}, look: {cells: {id: html}} | null, faults: [text]}} to standard output.
 */
import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";
import {firstLook} from "./look.js";
import {asDocument, still} from "./picture.js";
import {makeWindow} from "./window.js";

const PHONE = 358;
const PATIENCE_MS = 20_000;
const {site, out, width, tokens, pages} = JSON.parse(readFileSync(0, "utf8"));
const {open, isQuiet, resize} = makeWindow(site, width);
mkdirSync(out, {recursive: true});
const faults = [];
console.error = (...words) => faults.push(words.map((word) => word?.message ?? word).join(" "));
// A page that fails on its own time is not drawn whole, and takes no other with it.
for (const event of ["uncaughtException", "unhandledRejection"]) {
  process.on(event, (error) => faults.push(error?.message ?? String(error)));
}

const drawn = {};
for (const {page, cells, module, wide} of pages) {
  const places = cells.map((id) => `<div id="${id}"></div>`).join("");
  open(`${page}.html`, `<main>${places}</main>`);
  faults.length = 0;
  await import(pathToFileURL(module).href);
  await settled(page);
  const look = lookAt(page, cells, wide);
  resize(width);
  let count = 0;
  const found = cells.map((id) => [id, still(document.getElementById(id), tokens, (svg) => {
    count += 1;
    const name = `${page}-${count}.svg`;
    writeFileSync(join(out, name), svg);
    return name;
  })]);
  drawn[page] = {cells: Object.fromEntries(found.filter(([, html]) => html)), look, faults: [...faults]};
}
// The pages' timers may go on for ever.
process.stdout.write(JSON.stringify(drawn), () => process.exit(0));

/** What the page shows before its scripts have run; null, and a fault, where that can't be drawn. */
function lookAt(page, cells, wide) {
  try {
    return firstLook(cells, {phone: PHONE, wide}, resize, (svg, part) => {
      const name = `${page}-first-${part}.svg`;
      writeFileSync(join(out, name), asDocument(svg, tokens));
      return `pictures/${name}`;
    });
  } catch (error) {
    faults.push(`${page}: ${error.message}`);
    return null;
  }
}

/** Waits until no cell is being computed, and a little more: drawings follow the width of their place. */
async function settled(page) {
  const end = Date.now() + PATIENCE_MS;
  for (let calm = 0; calm < 4;) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    const busy = document.querySelector(".observablehq--running") || !isQuiet();
    calm = busy ? 0 : calm + 1;
    if (Date.now() > end) {
      faults.push(`${page}: a cell has no value after ${PATIENCE_MS / 1000} s`);
      return;
    }
  }
}
