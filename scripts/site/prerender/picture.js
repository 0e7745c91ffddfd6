/** What is left of a cell's output when it can't be changed any more. */

/** Controls, what is folded and not meant to be kept, and what is there for scripts alone. */
const NOT_STILL = "fieldset, form, details:not(.kept), button, input, select, textarea, script, .control, [role=tooltip]";
/** Longer than the board of claims: the list of all cells, which is of no use without a filter. */
const LONGEST = 160_000;
const SYMBOL = 40;

/**
 * @param {Element} place of a cell, which is changed
 * @param {Record<string, string>} tokens values of the style sheet's variables
 * @param {(svg: string) => string} keep takes a drawing as a document, returns its name
 * @returns {string} HTML; "" for nothing worth showing
 */
export function still(place, tokens, keep) {
  for (const part of place.querySelectorAll(`${NOT_STILL}, .observablehq--error`)) part.remove();
  for (const svg of place.querySelectorAll(".chart-drawing svg")) {
    const [width, height] = ["width", "height"].map((name) => svg.getAttribute(name));
    // A symbol in a legend is smaller than what names its file.
    if (Number(width) < SYMBOL) continue;
    const image = document.createElement("img");
    image.setAttribute("src", `pictures/${keep(asDocument(svg, tokens))}`);
    image.setAttribute("alt", svg.getAttribute("aria-label") ?? titleOf(svg));
    if (width) image.setAttribute("width", width);
    if (height) image.setAttribute("height", height);
    image.setAttribute("loading", "lazy");
    svg.replaceWith(image);
  }
  for (const box of place.querySelectorAll(".chart-drawing")) {
    box.removeAttribute("style");
    box.removeAttribute("tabindex");
  }
  if (!place.textContent.trim() && !place.querySelector("img")) return "";
  const html = place.innerHTML;
  return html.length > LONGEST ? "<p>This list needs scripts.</p>" : html;
}

function titleOf(svg) {
  return svg.closest("figure")?.querySelector("figcaption strong")?.textContent ?? "Chart";
}

/**
 * A drawing that needs no style sheet and leads nowhere.
 * @param {Element} svg which is changed @param {Record<string, string>} tokens as of `still` @returns {string}
 */
export function asDocument(svg, tokens) {
  for (const link of [...svg.querySelectorAll("a")]) link.replaceWith(...link.childNodes);
  for (const part of svg.querySelectorAll("[aria-label]")) part.removeAttribute("aria-label");
  for (const part of svg.querySelectorAll("[tabindex], [role]")) {
    part.removeAttribute("tabindex");
    part.removeAttribute("role");
  }
  const text = new XMLSerializer().serializeToString(svg).replaceAll(/var\((--[\w-]+)(?:,[^()]*)?\)/g,
    (whole, name) => tokens[name] ?? whole);
  return text.replaceAll(/\bcurrentColor\b/gi, tokens["--ink"]);
}
