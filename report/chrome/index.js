/** Full-text search in the sections of `data/search.json`, in the browser and without any other host. */
import MiniSearch from "minisearch";

const BEFORE = 60;
const LENGTH = 180;

/**
 * @typedef {{page: string, anchor: string, title: string, heading: string, text: string}} Section
 * @typedef {{address: string, title: string, heading: string, pieces: {text: string, found: boolean}[]}} Hit
 *   `pieces` is an excerpt, cut where the words that were found begin and end
 */

/** @param {Section[]} sections @returns {(words: string, most?: number) => Hit[]} best first */
export function searcher(sections) {
  const index = new MiniSearch({
    fields: ["heading", "title", "text"],
    idField: "id",
    searchOptions: {
      boost: {heading: 4, title: 2}, combineWith: "AND", prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  index.addAll(sections.map((section, id) => ({...section, id})));
  return (words, most = 12) => index.search(words).slice(0, most).map(({id, terms}) => {
    const {page, anchor, title, heading, text} = sections[id];
    return {address: anchor ? `${page}#${anchor}` : page, title,
      heading: heading === title ? "" : heading, pieces: excerpt(text, terms)};
  });
}

/**
 * @param {string} text @param {string[]} terms in lower case, as the index has them
 * @returns {{text: string, found: boolean}[]} the part of the text around the first term in it
 */
export function excerpt(text, terms) {
  const words = terms.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})`, "giu");
  const first = words.length ? text.search(pattern) : -1;
  const cut = first > BEFORE ? text.indexOf(" ", first - BEFORE) + 1 : 0;
  const end = text.lastIndexOf(" ", cut + LENGTH);
  const part = `${cut ? "… " : ""}${cut + LENGTH < text.length ? `${text.slice(cut, end)} …` : text.slice(cut)}`;
  const pieces = [];
  let at = 0;
  for (const match of words.length ? part.matchAll(pattern) : []) {
    pieces.push({text: part.slice(at, match.index), found: false}, {text: match[0], found: true});
    at = match.index + match[0].length;
  }
  return [...pieces, {text: part.slice(at), found: false}].filter((piece) => piece.text);
}
