/**
 * Draws the pictures that other sites show with a link: title, sentence, the page's first chart.
 *
 * Reads {out, fonts, font, colours, cards: [{name, title, text, chart}]} on standard input, where `chart` is
 * a file or null, and writes <out>/<name>.png. The same input gives the same bytes.
 */
import {readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {join} from "node:path";
import {initWasm, Resvg} from "@resvg/resvg-wasm";
import {lines} from "./lines.js";

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 64];
/** Of the font's size: what a letter takes on average, more than less. */
const LETTER = 0.48;
const {out, fonts, font, colours, cards} = JSON.parse(readFileSync(0, "utf8"));
const fontBuffers = fonts.map((file) => readFileSync(file));

await initWasm(readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")));
for (const card of cards) {
  const picture = new Resvg(drawing(card), {font: {fontBuffers, defaultFontFamily: font}}).render();
  writeFileSync(join(out, `${card.name}.png`), picture.asPng());
}

function drawing({title, text, chart}) {
  // Without a chart there is room for large letters.
  const [large, small] = chart ? [54, 29] : [88, 44];
  const room = (size) => Math.floor((WIDTH - 2 * EDGE) / (size * LETTER));
  const head = lines(title, room(large), chart ? 1 : 3);
  const body = lines(text, room(small), chart ? 3 : 5);
  const first = 42 + large;
  const start = first + 1.12 * large * head.length - 0.12 * large;
  const top = start + 1.38 * small * body.length - small / 4;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" font-family="${font}">
    <rect width="100%" height="100%" fill="${colours.paper}"/>
    <rect width="100%" height="12" fill="${colours.accent}"/>
    ${written(head, large, 1.12, first, `font-weight="600" fill="${colours.ink}"`)}
    ${written(body, small, 1.38, start, `fill="${colours.muted}"`)}
    <text x="${WIDTH - EDGE}" y="${HEIGHT - 30}" text-anchor="end" font-size="28" font-weight="600" fill="${
    colours.ink}">bandwise</text>${chart ? nested(readFileSync(chart, "utf8"), top) : ""}</svg>`;
}

/** A chart as large as the room below `top` allows. */
function nested(svg, top) {
  const [, width, height] = svg.match(/viewBox="0 0 ([\d.]+) ([\d.]+)"/).map(Number);
  const scale = Math.min((WIDTH - 2 * EDGE) / width, (HEIGHT - top - 70) / height);
  const left = (WIDTH - scale * width) / 2;
  return svg.replace(/^<svg\b/, `<svg x="${left}" y="${top}"`)
    .replace(/(?<=^<svg[^>]*) width="[\d.]+" height="[\d.]+"/, ` width="${scale * width}" height="${scale * height}"`);
}

function written(words, size, step, top, style) {
  return words.map((line, i) => `<text x="${EDGE}" y="${top + i * step * size}" font-size="${size}" ${style}>${
    line.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</text>`).join("");
}
