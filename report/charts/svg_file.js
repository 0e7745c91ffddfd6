/** A chart as an SVG file that stands alone: with its title, colours for variables, whole addresses. */
import {svg} from "htl";

const XLINK = "http://www.w3.org/1999/xlink";
const MARGIN = 16;
const LINE = 19;
/** Pixels of a letter, on the average: text is not measured. */
const LETTER = 6.3;

/**
 * @param {Element} drawing an SVG element, or one that holds some, one below the other
 * @param {{title: string, subtitle?: string, address: string, width: number,
 *   variable: (name: string) => string}} about
 *   `address` is that of the view and of what relative links begin with, `variable` gives the value of a
 *   style variable such as `--ink`
 * @returns {string} the file's text
 */
export function svgFile(drawing, {title, subtitle, address, width, variable}) {
  const parts = drawing.localName === "svg" ? [drawing] : [...drawing.children];
  let y = MARGIN;
  const write = (words, style = {}) => wrapped(words, width / LETTER).map((line) => {
    y += LINE;
    return svg`<text y="${y - 5}" fill="var(--muted)" ${style}>${line}</text>`;
  });
  const head = [...write(title, {"font-weight": 640, "font-size": 16, fill: "var(--ink)"}),
    ...write(subtitle ?? "")];
  y += 6;
  for (const part of parts) {
    part.setAttribute("y", String(y));
    y += Number(part.getAttribute("height")) + 4;
  }
  for (const link of drawing.querySelectorAll("a")) {
    const href = link.getAttributeNS(XLINK, "href");
    link.removeAttributeNS(XLINK, "href");
    link.setAttribute("href", new URL(href, address).href);
  }
  const foot = write(address);
  const [outer, height] = [width + 2 * MARGIN, y + MARGIN];
  const file = svg`<svg width="${outer}" height="${height}" viewBox="${-MARGIN} 0 ${outer} ${height}"
    font-family="var(--sans)" font-size="12.5" color="var(--ink)" fill="currentColor">
    <title>${title}</title><rect x="${-MARGIN}" width="${outer}" height="${height}" fill="var(--paper)"></rect>
    ${head}${parts}${foot}</svg>`;
  const text = new file.ownerDocument.defaultView.XMLSerializer().serializeToString(file);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text.replaceAll(/var\((--[\w-]+)\)/g, (whole, name) =>
    light(variable(name)).trim().replaceAll('"', "'") || whole)}\n`;
}

/** Lines of at most so many letters; an address is broken anywhere. */
function wrapped(words, most) {
  const lines = [];
  const pieces = new RegExp(`\\S{1,${Math.floor(most)}}`, "g");
  for (const word of words.match(pieces) ?? []) {
    if (lines.length && lines.at(-1).length + word.length < most) lines.push(`${lines.pop()} ${word}`);
    else lines.push(word);
  }
  return lines;
}

/** Of colours for light and dark, those for light: the file has a ground of its own. @param {string} value */
const light = (value) => value.replace(/light-dark\(\s*([^,]+?)\s*,[^)]*\)/g, "$1");
