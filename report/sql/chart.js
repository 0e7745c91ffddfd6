/** A chart of a result; what is drawn over what is kept in the address. */
import {html} from "htl";
import {readState, writeState} from "../charts/state.js";
import {columnKinds, guessAxes} from "./axes.js";

// The charts are a bundle of their own, which a reader who draws none doesn't fetch.
const library = new URL("./charts.js", import.meta.url).href;

/** @typedef {import("./database.js").Answer} Answer @typedef {import("./axes.js").Axes} Axes */

const KEYS = ["chart", "x", "y", "colour"];

/** Takes the chart out of the address, as for another query. */
export function forgetChart() {
  for (const key of KEYS) writeState(key, "", "");
}

/** @param {Axes} axes to draw of the next result, as an address of it would have them */
export function wantChart({kind, x, y, colour}) {
  [kind, x, y, colour].forEach((value, i) => writeState(KEYS[i], value ?? "", ""));
}

/**
 * @param {Answer} answer a plain one
 * @returns {HTMLElement | null} a fold with the chart, open where the address has one; null where there
 *   is nothing to draw
 */
export function chartOf(answer) {
  const guess = guessAxes(answer);
  if (!guess) return null;
  const asked = readState("chart");
  const has = (name) => answer.columns.includes(name);
  const read = (key, otherwise) => (has(readState(key)) ? readState(key) : otherwise);
  /** @type {Axes} */
  const axes = asked ? {kind: asked === "dots" ? "dots" : "line", x: read("x", guess.x),
    y: read("y", guess.y), colour: read("colour", readState("x") ? "" : guess.colour)} : guess;
  const {numbers} = columnKinds(answer);
  const place = html`<div class="chart">`;
  const choice = (key, label, values, names = values) => {
    const box = html`<select>${values.map((value, i) => html`<option value=${value}
      selected=${axes[key] === value}>${names[i]}</option>`)}</select>`;
    box.addEventListener("input", () => {
      axes[key] = box.value;
      wantChart(axes);
      draw();
    });
    return html`<label class="select">${label} ${box}</label>`;
  };
  const draw = async () => {
    try {
      const {charts} = await import(library);
      place.replaceChildren(charts.rowsChart(answer.rows, axes));
    } catch (error) {
      place.replaceChildren(html`<p class="notice failed">The chart can't be drawn: ${error.message}</p>`);
    }
  };
  const fold = html`<details class="sql-chart" open=${Boolean(asked)}><summary>Chart</summary>
    <fieldset class="control"><legend>Draw</legend>
      ${choice("kind", "Kind", ["line", "dots"], ["lines", "dots"])}
      ${choice("y", "Figure", numbers)}${choice("x", "Over", answer.columns)}
      ${choice("colour", "Colour by", ["", ...answer.columns], ["nothing", ...answer.columns])}
    </fieldset>${place}</details>`;
  fold.addEventListener("toggle", () => {
    if (!fold.open) return forgetChart();
    wantChart(axes);
    if (!place.firstChild) draw();
  });
  if (asked) draw();
  return fold;
}
