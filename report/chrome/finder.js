/** Finds terms in text, free of the browser. */

/** @typedef {{term: string, anchor: string, forms: string[], text: string}} Entry */

/**
 * A form in small letters may begin with a capital, as at the start of a sentence; one with capitals is
 * found as it is, so that HOT isn't hot. Each is found in the plural, too.
 * @param {Entry[]} entries
 * @returns {(text: string, open: Set<string>) => {term: string, anchor: string, index: number, length: number}[]}
 *   the first use of each term in `open`, which is taken out of it; in the order of the text
 */
export function finder(entries) {
  const byForm = new Map(entries.flatMap((entry) => entry.forms.map((form) => [form, entry])));
  // The longest first: "bandwidth per CPU speed" is no use of "bandwidth".
  const forms = [...byForm.keys()].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}_-])(${forms.map(source).join("|")})(?:e?s)?(?![\\p{L}\\p{N}_-])`, "gu");
  return (text, open) => [...text.matchAll(pattern)].flatMap(({0: word, 1: form, index}) => {
    const plain = form.replace(/\s+/g, " ");
    const entry = byForm.get(plain) ?? byForm.get(plain[0].toLowerCase() + plain.slice(1));
    if (!open.delete(entry.term)) return [];
    return [{term: entry.term, anchor: entry.anchor, index, length: word.length}];
  });
}

function source(form) {
  const [first, ...rest] = form.split(/\s+/).join(" ");
  const start = /\p{Ll}/u.test(first) && form === form.toLowerCase()
    ? `[${first}${first.toUpperCase()}]` : escaped(first);
  return start + rest.map((letter) => (letter === " " ? "\\s+" : escaped(letter))).join("");
}

function escaped(letter) {
  return letter.replace(/[.*+?^${}()|[\]\\/]/u, "\\$&");
}
