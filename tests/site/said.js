/**
 * The words of pages: visits each page of a built site as a reader would, and writes down what can be read.
 *
 * Reads {site, pages: [{page, html, cells: [id], module}]} on standard input; `html` is the page's <main>. Writes
 * {words: {page: text}, seen: {page: count}, faults: [text]} to standard output. A page whose engines can be chosen is visited again
 * with the newest version of two families, and then the cells that say something else are written down.
 */
import {readFileSync} from "node:fs";
import {pathToFileURL} from "node:url";
import {makeWindow} from "../../scripts/site/prerender/window.js";

const WIDTH = 720;
const PATIENCE_MS = 20_000;
/** What has no words of its own: pictures, and what acts instead of telling. */
const SILENT = "script, style, template, noscript, math, button, .chart-tools, details pre, [hidden], .hidden";
/** What is no text that is read from the top to the bottom: tables, charts with their words, the board of claims. */
const NO_ARTICLE = `${SILENT}, table, figure, svg, .claim-line`;
const BLOCK = `h1, h2, h3, h4, h5, p, li, dt, dd, figcaption, figcaption > *, :is(td, th, h3) > span, caption, summary, pre, blockquote, tr,
  fieldset, label, svg, div, section, figure, table, ul, ol, details`;
/** Of a longer table that a reader has to unfold, the head and so many rows show what it is made of. */
const UNFOLDED_ROWS = 1;

const {site, pages} = JSON.parse(readFileSync(0, "utf8"));
const {open, isQuiet} = makeWindow(site, WIDTH);
let current = "";
const faults = [];
const fault = (words) => faults.push(`${current}: ${words}`);
console.error = (...words) => fault(words.map((word) => word?.message ?? word).join(" "));
// Cells fail on their own time, too; what fails here ends the run.
process.on("unhandledRejection", (error) => fault(error?.message ?? String(error)));

const words = {}, seen = {};
for (const page of pages) {
  current = page.page;
  await visit(page, "");
  seen[current] = countSeen(document.querySelector("main"));
  unfold();
  words[current] = `${wordsOf(document.querySelector("main")).join("\n").trim()}\n`;
  const before = page.cells.map(wordsOfCell);
  const pair = newestPair();
  if (pair) {
    await visit(page, `?engines=${pair}`);
    unfold();
    const others = page.cells.map(wordsOfCell).filter((text, i) => text && text !== before[i]);
    words[current] += `\n=== With ${pair.replace(",", " and ")} alone ===\n\n${others.join("\n")}\n`;
  }
}
process.stdout.write(JSON.stringify({words, seen, faults}), () => process.exit(0));

/** Shows a page. */
async function visit({page, html, module}, query) {
  open(`${page}.html${query}`, html);
  // A module runs once for each of its names.
  await import(`${pathToFileURL(module).href}${query}`);
  const end = Date.now() + PATIENCE_MS;
  for (let calm = 0; calm < 4 && Date.now() < end;) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    calm = document.querySelector(".observablehq--running") || !isQuiet() ? 0 : calm + 1;
  }
  if (document.querySelector(".observablehq--running")) fault(`a cell has no value after ${PATIENCE_MS / 1000} s`);
}

/** @param {Element} place @returns {number} words that a reader sees there at once, without tables and charts */
function countSeen(place) {
  if (place.matches(NO_ARTICLE)) return 0;
  const isFolded = place.matches("details:not([open])");
  return [...place.childNodes].reduce((sum, node) => sum + (node.nodeType === Node.TEXT_NODE
    ? isFolded ? 0 : (node.textContent.match(/[\p{L}\p{N}]\S*/gu) ?? []).length
    : node.nodeType === Node.ELEMENT_NODE && (!isFolded || node.matches("summary")) ? countSeen(node) : 0), 0);
}

/** Unfolds what is folded, and what that had folded in it. */
function unfold() {
  const unfolded = new Set();
  for (let size = -1; size < unfolded.size;) {
    size = unfolded.size;
    for (const details of document.querySelectorAll("details")) {
      if (unfolded.has(details)) continue;
      unfolded.add(details);
      details.dispatchEvent(new Event("toggle"));
    }
  }
}

/** @returns {string | null} the newest version of each of two families that the page lets choose */
function newestPair() {
  const engines = [...document.querySelectorAll("fieldset input[type=checkbox]")].map(({value}) => value);
  const family = (engine) => engine.split("-")[0];
  const other = engines.find((engine) => family(engine) !== family(engines[0]));
  return other && engines.length > 2 ? `${engines[0]},${other}` : null;
}

/** @param {string} id of a cell @returns {string} its lines */
function wordsOfCell(id) {
  return wordsOf(document.getElementById(id)).join("\n");
}

/** @param {Element} place @returns {string[]} its lines: a sentence, a row of a table, a heading each */
function wordsOf(place) {
  if (place.matches(SILENT)) return [];
  if (place.matches("svg")) {
    const label = place.getAttribute("aria-label");
    return label ? [`[chart: ${tidy(label)}]`] : [];
  }
  if (place.matches("table")) return tableWords(place);
  if (place.matches("fieldset")) return [`[${controlWords(place)}]`];
  if (place.matches("pre")) return place.textContent.trim().split("\n");
  const lines = [];
  let line = "";
  const end = () => {
    if (tidy(line)) lines.push(...sentences(tidy(line)).map((text) => markOf(place) + text));
    line = "";
  };
  for (const node of place.childNodes) {
    if (node.nodeType === Node.ELEMENT_NODE && (node.matches(BLOCK) || node.querySelector(BLOCK))) {
      end();
      lines.push(...wordsOf(node));
    } else if (node.nodeType === Node.TEXT_NODE || (node.nodeType === Node.ELEMENT_NODE && !node.matches(SILENT))) {
      line += node.matches?.("select") ? controlWords(node) : node.textContent;
    }
  }
  end();
  return /^H[1-4]$/.test(place.tagName) ? ["", ...lines] : lines;
}

function markOf(place) {
  if (/^H[1-4]$/.test(place.tagName)) return `${"#".repeat(Number(place.tagName[1]))} `;
  return place.matches("li") ? "- " : "";
}

function tableWords(table) {
  const rows = [...table.querySelectorAll("tr")].map((row) => [...row.children].map((cell) =>
    tidy(wordsOf(cell).join(" "))).join(" | "));
  const folded = table.closest("details") && rows.length > UNFOLDED_ROWS + 2;
  const shown = folded ? [...rows.slice(0, UNFOLDED_ROWS + 1), `… ${rows.length - 1} rows`] : rows;
  return [...(table.caption ? wordsOf(table.caption) : []), ...shown.map((row) => `| ${row}`)];
}

function controlWords(control) {
  const parts = control.matches("select") ? [control] : [...control.querySelectorAll("legend, label")];
  const chosenFrom = (node) => (node.options ? [...node.options].map(({text}) => text).join(" / ") : node.textContent);
  return parts.map((part) => tidy(part.options ? chosenFrom(part) : [...part.childNodes].map(chosenFrom).join(" "))).join(" · ");
}

function tidy(text) {
  return text.replace(/\s+/g, " ").trim();
}

function sentences(text) {
  return text.split(/(?<=[^A-Z][.?!]\)?) (?=[A-Z(])/);
}
