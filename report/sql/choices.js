/** Queries that are there to begin with: samples, and those that decide claims. */
import {html} from "htl";
import {samples} from "./samples.js";

/**
 * @typedef {{sql: string, title: string, claim?: string, chart?: import("./axes.js").Axes}} Choice
 * @param {object[]} claims rows of claims.json
 * @returns {Choice[]}
 */
export function allChoices(claims) {
  return [
    ...samples.map(({name, sql, chart}) => ({sql, chart, title: name})),
    ...claims.filter((row) => row.query).map(({claim, query, statement, verdict}) => ({sql: query, claim,
      title: `${statement} (${verdict})`})),
  ];
}

/**
 * @param {Choice[]} choices @param {(choice: Choice) => void} choose
 * @returns {HTMLElement} a button for each: a click runs it
 */
export function choiceButtons(choices, choose) {
  const button = (choice) => {
    const made = html`<button type="button">${choice.claim ? html`<b>${choice.claim}</b> ` : null}${choice.title}</button>`;
    made.addEventListener("click", () => choose(choice));
    return html`<li>${made}`;
  };
  const part = (label, kind, some) => (some.length ? html`<p>${label}</p><ul class=${kind} aria-label=${
    label}>${some.map(button)}</ul>` : null);
  return html`<div class="sql-queries">
    ${part("Sample queries", "sql-choices", choices.filter(({claim}) => !claim))}
    ${part("Queries that decide claims", "sql-claims", choices.filter(({claim}) => claim))}</div>`;
}

/**
 * Asks before a query that was typed is replaced.
 * @returns {{element: HTMLDialogElement, ask: () => Promise<boolean>}}
 */
export function replaceDialog() {
  const element = html`<dialog class="sql-ask" aria-labelledby="sql-ask">
    <form method="dialog"><p id="sql-ask">Replace the query that you have typed?</p>
    <p><button value="yes">Replace it</button> <button value="no" autofocus>Keep it</button></p></form></dialog>`;
  const ask = () => new Promise((answer) => {
    element.returnValue = "no";
    element.addEventListener("close", () => answer(element.returnValue === "yes"), {once: true});
    element.showModal();
  });
  return {element, ask};
}
