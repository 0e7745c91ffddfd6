/**
 * What a page shows before its scripts have run: its cells as far as its first chart, which is a picture then,
 * drawn for a wide screen and for a phone.
 */
const NOT_LOOKED_AT = "details, button, script, .chart-tools, .mark-ring, .mark-tip, [role=tooltip], .observablehq--error";
const PHONE = "(max-width: 30rem)";
/** Narrower is a symbol in a legend. */
const SYMBOL = 40;

/**
 * @param {string[]} ids of the page's cells @param {{phone: number, wide: number}} widths of the text, in pixels
 * @param {(width: number) => void} resize draws all charts again for another width
 * @param {(svg: Element, name: string) => string} keep takes a drawing, returns the address of its file
 * @returns {{cells: Record<string, string>} | null} the HTML of each cell up to the first chart; null without one
 */
export function firstLook(ids, widths, resize, keep) {
  const placeOf = (id) => document.getElementById(id);
  // What is folded isn't looked at.
  const boxOf = (id) => [...placeOf(id).querySelectorAll(".chart-drawing")].find((box) => !box.closest("details"));
  const drawings = (id) => [...boxOf(id)?.querySelectorAll("svg") ?? []]
    .filter((svg) => Number(svg.getAttribute("width")) >= SYMBOL);
  const last = ids.findIndex((id) => drawings(id).length);
  if (last < 0) return null;
  const [phone, wide] = [widths.phone, widths.wide].map((width) => {
    resize(width);
    return drawings(ids[last]).map((svg, i) => ({...sizeOf(svg), src: keep(/** @type {Element} */ (svg.cloneNode(true)), `${width}-${i + 1}`)}));
  });
  const shown = ids.slice(0, last + 1).map((id) => [id, lookOf(placeOf(id))]);
  const box = shown.at(-1)[1].querySelector(".chart-drawing");
  // A drawing of a control has no figure around it.
  for (const figure of box.closest("figure")?.parentElement.querySelectorAll("figure") ?? []) {
    if (!figure.contains(box)) figure.remove();
  }
  box.removeAttribute("style");
  box.replaceChildren(...wide.map((drawing, i) => picture(drawing, phone[i] ?? drawing)));
  return {cells: Object.fromEntries(shown.map(([id, look]) =>
    [id, look.textContent.trim() || look.querySelector("img, input, select") ? look.innerHTML : ""]))};
}

/** A copy of a cell's place that does nothing: no ids, no buttons, controls as they are set. */
function lookOf(place) {
  const look = place.cloneNode(true);
  const copies = [...look.querySelectorAll("input, option, select")];
  [...place.querySelectorAll("input, option, select")].forEach((control, i) => {
    copies[i].toggleAttribute("checked", Boolean(control.checked));
    copies[i].toggleAttribute("selected", Boolean(control.selected));
    copies[i].removeAttribute("name");
  });
  for (const part of look.querySelectorAll(NOT_LOOKED_AT)) part.remove();
  for (const part of look.querySelectorAll("[id]")) part.removeAttribute("id");
  return look;
}

function picture(wide, phone) {
  const whole = document.createElement("picture");
  const narrow = document.createElement("source");
  narrow.setAttribute("media", PHONE);
  const image = document.createElement("img");
  image.setAttribute("alt", "");
  image.setAttribute("fetchpriority", "high");
  for (const [part, {src, width, height}, name] of [[narrow, phone, "srcset"], [image, wide, "src"]]) {
    part.setAttribute(name, src);
    part.setAttribute("width", width);
    part.setAttribute("height", height);
  }
  whole.append(narrow, image);
  return whole;
}

const sizeOf = (svg) => Object.fromEntries(["width", "height"].map((name) => [name, svg.getAttribute(name)]));
