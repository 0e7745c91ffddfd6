/**
 * Marks the first use of each term of the glossary in the page's text, as a link to its entry. The entry's
 * text shows beside it by hover, by keyboard focus, and by a first tap.
 */
import {finder} from "./finder.js";
import {tips} from "./tips.js";

const GLOSSARY = new URL("../data/glossary.json", import.meta.url);
/** Where a term isn't marked: in what is a link or a control already, in code, drawings, tables, headings. */
const NOT_IN = "a, button, code, pre, svg, table, form, fieldset, details, summary, h1, h2, h3, h4, " +
  ".headline, .claims, .claim-board, .cell-page, .chart-drawing, .sql";
const IN = "p, li, dd, figcaption";

/** @param {HTMLElement} main */
export async function markTerms(main) {
  const answer = await fetch(GLOSSARY);
  if (!answer.ok) return;
  const entries = await answer.json();
  const find = finder(entries);
  const show = tips(new Map(entries.map(({term, text}) => [term, text])));
  const mark = () => {
    const open = new Set(entries.map(({term}) => term));
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (main.querySelectorAll("a.term"))) open.delete(link.dataset.term);
    for (const node of textsOf(main)) markIn(node, find, open, show);
  };
  mark();
  // Computed sentences come and go; drawings change with every move of the pointer and have no terms.
  let later;
  new MutationObserver((changes) => {
    const isNoText = (node) => node.parentElement?.closest(NOT_IN) ?? node.matches?.(NOT_IN);
    if (changes.every(({target}) => isNoText(target))) return;
    clearTimeout(later);
    later = setTimeout(mark, 200);
  }).observe(main, {childList: true, subtree: true});
}

/** @returns {Text[]} pieces of running text */
function textsOf(main) {
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const text = /** @type {Text} */ (walker.currentNode);
    if (text.parentElement.closest(IN) && !text.parentElement.closest(NOT_IN)) found.push(text);
  }
  return found;
}

/** Marks terms that are still open in one text node, and takes them out of `open`. */
function markIn(node, find, open, show) {
  let [rest, passed] = [node, 0];
  for (const {term, anchor, index, length} of find(node.data, open)) {
    const word = rest.splitText(index - passed);
    rest = word.splitText(length);
    passed = index + length;
    const link = document.createElement("a");
    Object.assign(link, {className: "term", href: `glossary.html#${anchor}`, textContent: word.data});
    link.dataset.term = term;
    word.replaceWith(link);
    show(link);
  }
}
