/** One transaction, request by request: a square for each page that the device moved, dark where the engine asked for it. */
import {html, svg} from "htl";
import {engineName, engineStyle, orderEngines} from "./engines.js";
import {cellAddress} from "./failures.js";
import {bytes, number, percent, plural} from "./format.js";
import {frame} from "./frame.js";
import {groupRows} from "./group.js";
import {patchLegend} from "./legend.js";
import {markText} from "./mark.js";

const PAGE = 4096;
/** The gap behind a square, and rows of text, in pixels. */
const [GAP, LINE, HEAD] = [1, 18, 26];
const FILLS = {
  used: {name: "read, and asked for", opacity: 1},
  ahead: {name: "read ahead, and not asked for", opacity: 0.3},
  written: {name: "written", opacity: 0.75},
};
const WORK = {transaction: "transaction", update: "UPDATE", lookup: "look-up", scan: "scan"};

/** @param {string} work as a row of anatomy.json names it @returns {string} */
export const workName = (work) => WORK[work] ?? work;

/** @param {object[]} rows of anatomy.json @returns {string[]} kinds of work, the transaction first */
export const anatomyWork = (rows) => Object.keys(WORK).filter((work) => rows.some((row) => row.work === work));

/** @param {object[]} rows @returns {number[]} the values of read-ahead, in KiB */
export const anatomyReadAheads = (rows) => [...new Set(rows.map((row) => row.read_ahead_kb))].sort((a, b) => a - b);

/** @param {string} used a letter per page @returns {number} bytes that the engine asked for */
const usedBytes = (used) => PAGE * [...used ?? ""].filter((letter) => letter === "1").length;
const sum = (rows, of) => rows.reduce((total, row) => total + of(row), 0);
const readsOf = (rows) => rows.filter((row) => row.operation === "read");

/** A request's row in the drawing: the statement of a transaction; of other work, what was read or written. */
const lineOf = (row) => (row.work === "transaction" ? row.step : `${row.operation} ${row.part}`);

/** What an engine read and used, in a line beside its name. */
function account(rows) {
  const reads = readsOf(rows);
  const writes = rows.filter((row) => row.operation === "write");
  const [read, used, written] = [sum(reads, (row) => row.bytes), sum(reads, (row) => usedBytes(row.used)), sum(writes, (row) => row.bytes)];
  return [read ? `reads ${bytes(read)} in ${plural(reads.length, "request")}, uses ${bytes(used)} (${percent(used / read)})` : "reads nothing",
    written ? `writes ${bytes(written)}` : null].filter(Boolean);
}

/** A request as squares from a place in its row on, which goes on in the next line. */
function squares(row, from, {columns, left, side}, top, colour) {
  const count = Math.ceil(row.bytes / PAGE);
  const paths = {used: "", ahead: "", written: ""};
  for (let page = 0; page < count; page++) {
    const at = from + page;
    const kind = row.operation === "read" ? (row.used[page] === "1" ? "used" : "ahead") : "written";
    paths[kind] += `M${left + (at % columns) * (side + GAP)},${top + Math.floor(at / columns) * (side + GAP)}h${side}v${side}h${-side}z`;
  }
  const drawn = Object.entries(paths).filter(([, path]) => path);
  return svg`<a href=${cellAddress(row.cell_id)}><g>${drawn.map(([kind, path]) => svg`<path d=${path} fill-opacity=${FILLS[kind].opacity}
    fill=${kind === "written" ? "var(--ink)" : colour}></path>`)}<title>${requestText(row)}</title></g></a>`;
}

function requestText(row) {
  return markText({
    series: `${engineName(row.engine)}, ${row.step}`,
    at: `${row.part}${row.offset_bytes === null ? "" : `, from byte ${number(row.offset_bytes)} on`}`,
    value: `${row.operation === "read" ? "Read" : "Written"}: ${bytes(row.bytes)}`,
    more: [row.operation === "read" && `Asked for: ${bytes(usedBytes(row.used))}`, `${number(row.time_us)} µs after the begin, by ${row.process}`],
  });
}

/** Lines of squares that the requests of a row take. */
const linesOf = (rows, columns) => Math.ceil(sum(rows, (row) => Math.ceil(row.bytes / PAGE)) / columns);

/**
 * @param {object[]} all rows of anatomy.json @param {string | null} work @param {number | null} kib the read-ahead shown
 * @param {{finding?: string, holds?: boolean, data?: string, note?: string}} [options]
 * @returns {HTMLElement} nothing to be seen where a study has no such rows
 */
export function anatomyChart(all, work, kib, options = {}) {
  const rows = all.filter((row) => row.work === work && row.bytes > 0);
  if (!rows.length) return html`<div hidden></div>`;
  const engines = orderEngines(rows.map((row) => row.engine));
  const shown = rows.filter((row) => row.read_ahead_kb === kib);
  return frame({
    ...options, rows: shown, columns: [
      {key: "engine", label: "Engine", text: true, format: engineName}, {key: "step", label: "Step", text: true},
      {key: "time_us", label: "After, µs"}, {key: "operation", label: "Operation", text: true}, {key: "part", label: "Of", text: true},
      {key: "offset_bytes", label: "From byte"}, {key: "bytes", label: "Size", format: bytes},
      {key: "used", label: "Asked for", format: (used) => (used === null ? "–" : bytes(usedBytes(used)))},
      {key: "process", label: "Process", text: true},
    ],
    title: `Pages of one ${workName(work)}`,
    subtitle: "A square is a page of 4 KiB that the device moved, in the order of requests.",
    draw: (width) => {
      const narrow = width < 560;
      const left = narrow ? 0 : 196;
      const side = narrow ? 6 : 8;
      const place = {left, side, columns: Math.floor((width - left) / (side + GAP))};
      let top = 0;
      const parts = engines.flatMap((engine) => {
        const {colour} = engineStyle(engine);
        const own = shown.filter((row) => row.engine === engine);
        const words = account(own);
        const lines = narrow ? words.flatMap((line) => line.split(/(?<=requests?), /)) : [words.join("; ")];
        const head = svg`<g transform="translate(0,${top})"><text y="16" font-weight="600" fill=${colour}>${engineName(engine)}</text>
          ${lines.map((line, i) => svg`<text x=${narrow ? 0 : left} y=${16 + (narrow ? LINE * (i + 1) : 0)}>${line}</text>`)}</g>`;
        top += HEAD + (narrow ? 3 * LINE : 0);
        // As many lines as any read-ahead needs, so that nothing moves while the slider does.
        const ofEngine = [...groupRows(rows.filter((row) => row.engine === engine), lineOf)]
          .sort(([, [a]], [, [b]]) => a.step_index - b.step_index);
        const drawn = ofEngine.map(([name, some]) => {
          const label = svg`<text x="0" y=${top + (narrow ? 12 : 8)} font-size="12">${name}</text>`;
          if (narrow) top += LINE;
          let from = 0;
          const marks = some.filter((row) => row.read_ahead_kb === kib).map((row) => {
            const mark = squares(row, from, place, top, colour);
            from += Math.ceil(row.bytes / PAGE);
            return mark;
          });
          top += Math.max(...[...groupRows(some, (row) => row.read_ahead_kb).values()].map((each) => linesOf(each, place.columns))) * (side + GAP) + (narrow ? 4 : 10);
          return svg`<g>${label}${marks}</g>`;
        });
        top += 12;
        return [head, ...drawn];
      });
      const drawing = svg`<svg width=${width} height=${top} viewBox="0 0 ${width} ${top}" font-family="var(--sans)" font-size="12.5"
        fill="currentColor" aria-label="Pages of one ${workName(work)}">${parts}</svg>`;
      return html`<div>${patchLegend(Object.values(FILLS).map(({name, opacity}, i) => ({name, opacity,
        colour: i < 2 ? engineStyle(engines[0]).colour : "var(--ink)"})), width)}${drawing}</div>`;
    },
  });
}
