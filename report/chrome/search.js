/** The search: a dialog with a field, and below it the sections that have its words. */
import {html} from "htl";
import {searcher} from "./index.js";

const INDEX = new URL("../data/search.json", import.meta.url);
let dialog;

/** Shows the search, which is made the first time. */
export async function openSearch() {
  dialog ??= document.body.appendChild(make());
  if (!dialog.open) dialog.showModal();
  dialog.querySelector("input").select();
}

function make() {
  const field = html`<input type="search" aria-label="Search these pages" autocomplete="off"
    spellcheck="false" placeholder="Search these pages">`;
  const status = html`<p role="status">`;
  const list = html`<ol>`;
  const made = html`<dialog class="search" aria-label="Search"><form method="dialog">${field}
    <button type="submit">Close</button></form>${status}${list}</dialog>`;
  const ready = fetch(INDEX).then((answer) => {
    if (!answer.ok) throw new Error(`data/search.json can't be fetched: ${answer.status}`);
    return answer.json();
  }).then(searcher);
  const show = async () => {
    const words = field.value.trim();
    try {
      const hits = words ? (await ready)(words) : [];
      if (words !== field.value.trim()) return;
      list.replaceChildren(...hits.map(entry));
      status.textContent = !words ? "" : !hits.length ? "No page has all of these words."
        : hits.length === 1 ? "1 section" : `${hits.length} sections`;
    } catch (error) {
      status.textContent = `The search doesn't work: ${error.message}`;
    }
  };
  field.addEventListener("input", show);
  // Enter in the field goes to the best hit.
  made.querySelector("form").addEventListener("submit", (event) => {
    const first = list.querySelector("a");
    if (event.submitter && document.activeElement !== field || !first) return;
    event.preventDefault();
    first.click();
  });
  made.addEventListener("keydown", (event) => {
    // In a search field Escape empties it first, and a dialog would need it twice.
    if (event.key === "Escape") made.close();
    else step(event, field, list);
  });
  made.addEventListener("click", (event) => {
    // A link to a place on this very page leaves the page as it is, so the dialog has to go.
    if (event.target === made || event.target.closest("a")) made.close();
  });
  return made;
}

/** The arrow keys go from the field through the hits and back. */
function step(event, field, list) {
  const way = {ArrowDown: 1, ArrowUp: -1}[event.key];
  if (!way) return;
  const stops = [field, ...list.querySelectorAll("a")];
  const next = stops[stops.indexOf(document.activeElement) + way];
  if (next) next.focus();
  event.preventDefault();
}

/** @param {import("./index.js").Hit} hit */
function entry({address, title, heading, pieces}) {
  return html`<li><a href=${address}><strong>${title}</strong>${
    heading ? html`<span class="search-part">${heading}</span>` : null}<span class="search-text">${
    pieces.map(({text, found}) => (found ? html`<mark>${text}</mark>` : text))}</span></a></li>`;
}
