/** The engine that leads, over bandwidth and read-ahead: a box for each place in its colour, one read-ahead at a time in light. */
import * as Plot from "@observablehq/plot";
import {CORE_GIPS} from "../findings/storage.js";
import {plotStyle} from "./drawing.js";
import {engineName, engineStyle, familyName, orderEngines} from "./engines.js";
import {number, times} from "./format.js";
import {frame} from "./frame.js";
import {groupRows} from "./group.js";
import {markText} from "./mark.js";

/** Pixels of a row, and of one beside the row in light; how far the words in that one are above its middle. */
const [ROW, THIN, LIFT] = [62, 44, 22];
const [TOP, BOTTOM] = [72, 8];
/** A box and the gap between two groups of devices, in columns. */
const [WIDE, GAP] = [0.97, 0.2];
/** Width of a letter in bold, over its height. */
const LETTER = 0.58;
const CACHES = {steady: "equal caches, at steady state", volumes: "equal caches"};

/** What the engines of a map have the same. */
function sameMemory(boxes) {
  const others = boxes.filter((row) => !(row.experiment in CACHES));
  if (others.length === boxes.length) return "Both engines have equal memory.";
  return `Both engines have caches of equal size${others.length ? "; in boxes marked *, equal memory for caches and all else" : ""}.`;
}

/** The device that was measured, where its core was not of the speed that devices are named for. @param {object} row @returns {string | null} */
const measuredWith = (row) => (!row.core_gips || row.core_gips === CORE_GIPS ? null
  : `${number(row.core_gips)} GIPS and ${number(row.read_bandwidth_mib_s)} MiB/s`);

/** How much slower than the core that devices are named for the slowest was. @param {object[]} boxes */
function coreSpeed(boxes) {
  const slower = boxes.filter(measuredWith);
  if (!slower.length) return null;
  const most = CORE_GIPS / Math.min(...slower.map((row) => row.core_gips));
  return `The core executes ${number(CORE_GIPS)} billion instructions per second (GIPS); in ${
    slower.length < boxes.length ? "some" : "all"} boxes core and device were both ${number(most)} times slower.`;
}

/** @param {object} row @param {object[]} boxes of the map @returns {string} "1.40×*" */
const leadText = (row, boxes) => times(row.lead_ratio)
  + (!(row.experiment in CACHES) && boxes.some((each) => each.experiment in CACHES) ? "*" : "");

/** @param {object[]} rows of leaders.json @returns {object[]} boxes of the pair of families that was measured most */
function leaderBoxes(rows) {
  const pairs = [...groupRows(rows, (row) => `${row.numerator_family}|${row.denominator_family}`).values()];
  return (pairs.sort((a, b) => b.length - a.length)[0] ?? []).map((row) => ({...row, place: `${number(row.server_mib_s)}|${number(row.server_iops)}`}));
}

/** @param {number[]} values @param {number} i of them @param {number} chosen the one in light, -1 for none @returns {{top: number, height: number, middle: number}} */
function lineAt(values, i, chosen) {
  const heights = values.map((_, each) => (chosen < 0 ? ROW : each === chosen ? ROW * values.length - THIN * (values.length - 1) : THIN));
  const top = heights.slice(0, i).reduce((sum, height) => sum + height, 0);
  return {top, height: heights[i], middle: top + heights[i] / 2};
}

/** More of the leader's colour with each doubling. */
const strength = (lead) => Math.min(0.75, 0.18 + 0.42 * Math.log2(lead));

/** @param {object[]} rows of leaders.json @returns {number[]} the values of read-ahead, in KiB */
export const leaderReadAheads = (rows) => [...new Set(leaderBoxes(rows).map((row) => row.read_ahead_kb))].sort((a, b) => a - b);

/** @param {number} kib @returns {string} "off" or "128 KiB" */
export const readAheadName = (kib) => (kib ? `${number(kib)} KiB` : "off");

/**
 * @param {object[]} rows of leaders.json @param {number | null} kib the read-ahead that is in light, all for null
 * @param {{title: string, finding?: string, findings?: {kib: number, finding?: string}[], subtitle?: string,
 *   data?: string}} options `findings` of each read-ahead
 */
export function leadersChart(rows, kib, options) {
  const boxes = leaderBoxes(rows);
  const places = [...new Map(boxes.map((row) => [row.place, row])).values()]
    .sort((a, b) => a.server_iops - b.server_iops || a.server_mib_s - b.server_mib_s);
  // A gap before the devices that have another limit.
  const left = new Map(places.map((row, i) => [row.place, i + (row.iops_limit && places.some((each) => !each.iops_limit) ? GAP : 0)]));
  const named = new Map(places.map((row) => [row.place, `${number(row.server_mib_s)} MiB/s${
    row.iops_limit ? `,\n${number(row.server_iops)} requests/s` : ""}`]));
  const blanks = places.flatMap(({place}) => leaderReadAheads(rows).filter((kib) => !boxes.some((row) => row.place === place && row.read_ahead_kb === kib))
    .map((read_ahead_kb) => ({place, read_ahead_kb})));
  const light = (row, dark) => (kib === null || row.read_ahead_kb === kib ? 1 : dark);
  return frame({
    ...options, ...options.findings?.find((row) => row.kib === kib), ...(options.findings ? {holds: true} : {}),
    empty: !boxes.length, rows: boxes,
    note: [sameMemory(boxes), coreSpeed(boxes), "Hover over a box, or tap it, for its 95\u00a0% interval.", boxes.some((row) => !row.is_settled) && "Level: the interval includes 1."].filter(Boolean).join(" "),
    columns: [
      {key: "server_mib_s", label: "MiB/s"}, {key: "server_iops", label: "Requests/s", format: (value) => (value ? number(value) : "–")},
      {key: "read_ahead_kb", label: "Read-ahead, KiB"},
      {key: "leader", label: "Ahead", text: true, format: engineName}, {key: "other", label: "Behind", text: true, format: engineName},
      {key: "lead_ratio", label: "Ratio", format: times}, {key: "lead_low", label: "Low", format: times}, {key: "lead_high", label: "High", format: times},
      {key: "experiment", label: "Experiment", text: true}, {key: "core_gips", label: "Measured with", text: true, format: (_, row) => measuredWith(row) ?? "the same"},
    ],
    draw: (width, plot) => {
      const values = leaderReadAheads(rows);
      const narrow = width < 560;
      const marginLeft = narrow ? 58 : 82;
      const columns = Math.max(...left.values()) + WIDE;
      // No longer than a box is wide.
      const fitting = (words, most) => Math.min(most, (width - marginLeft) / columns * WIDE / LETTER / words.length);
      const names = boxes.map((row) => familyName(engineStyle(row.leader).family)).sort((a, b) => b.length - a.length);
      const middle = (place) => left.get(place) + WIDE / 2;
      const lines = new Map(values.map((value, i) => [value, lineAt(values, i, values.indexOf(kib))]));
      const line = (row) => lines.get(row.read_ahead_kb);
      const text = (options, lift = 0) => Plot.text(boxes, {x: (row) => middle(row.place), pointerEvents: "none",
        y: (row) => line(row).middle - (row.read_ahead_kb === kib ? lift : 0), fillOpacity: (row) => light(row, 0.62), ...options});
      // Of the read-ahead that is in light, how much either engine commits: the leader's bar is as long as its box.
      const bars = boxes.filter((row) => row.read_ahead_kb === kib).flatMap((row) => orderEngines([row.leader, row.other]).map((engine, i) => {
        const from = left.get(row.place) + WIDE * (narrow ? 0.06 : 0.44);
        const full = WIDE * (narrow ? 0.88 : 0.5);
        return {engine, x1: from, x2: from + full / (engine === row.leader ? 1 : row.lead_ratio), y: line(row).middle + 14 + 19 * i};
      }));
      const groups = [[false, "Limited by bandwidth", "Bandwidth"], [true, "Limited by requests (IOPS)", "Requests"]].map(([isLimited, name, short]) => {
        const middles = places.filter((row) => Boolean(row.iops_limit) === isLimited).map((row) => middle(row.place));
        return {name, short, middle: (Math.min(...middles) + Math.max(...middles)) / 2, places: middles.length};
      }).filter((group) => group.places);
      return plot({
        width, height: TOP + BOTTOM + ROW * values.length, style: plotStyle, marginTop: TOP, marginBottom: BOTTOM,
        marginLeft, marginRight: 2, ariaLabel: "The engine that leads, by device and read-ahead",
        x: {type: "linear", domain: [0, columns], axis: null},
        y: {type: "linear", domain: [ROW * values.length, 0], axis: null},
        marks: [
          Plot.text(groups, {x: "middle", frameAnchor: "top", dy: -50, lineAnchor: "bottom", fontWeight: 600, text: narrow ? "short" : "name"}),
          Plot.text(places, {x: (row) => middle(row.place), frameAnchor: "top", dy: -8, lineAnchor: "bottom", text: (row) => (narrow
            ? named.get(row.place).replace(" MiB", "\nMiB").replace("requests/s", "req./s") : named.get(row.place))}),
          Plot.text(values, {frameAnchor: "left", textAnchor: "end", dx: -8, fontWeight: 600,
            y: (value) => lines.get(value).middle - (narrow && value === kib ? LIFT : 0),
            fillOpacity: (value) => (kib === null || value === kib ? 1 : 0.62), text: (value) => readAheadName(value).replace(" ", narrow ? "\n" : " ")}),
          Plot.rect(boxes, {x1: (row) => left.get(row.place), x2: (row) => left.get(row.place) + WIDE, rx: 4, insetTop: 2, insetBottom: 2,
            y1: (row) => line(row).top, y2: (row) => line(row).top + line(row).height,
            fill: (row) => (row.is_settled ? engineStyle(row.leader).colour : "var(--muted)"),
            fillOpacity: (row) => (row.is_settled ? strength(row.lead_ratio) : 0.12) * light(row, 0.35),
            title: (row) => markText({
              series: `${engineName(row.leader)} ÷ ${engineName(row.other)}`, value: `Ratio: ${times(row.lead_ratio)}`,
              at: `${named.get(row.place).replace("\n", " ")}, read-ahead ${readAheadName(row.read_ahead_kb)}`,
              spread: row.lead_low === null ? "One run each" : `${row.repeats} runs each, interval ${times(row.lead_low)} to ${times(row.lead_high)}`,
              more: [CACHES[row.experiment] ?? "equal limits of memory", ...(measuredWith(row) ? [`measured with ${measuredWith(row)}`] : [])]})}),
          Plot.rect(bars, {x1: "x1", x2: "x2", y1: (bar) => bar.y - 6, y2: (bar) => bar.y + 6, rx: 2, pointerEvents: "none",
            fill: ({engine}) => engineStyle(engine).colour}),
          // Where boxes are narrow, the names stand once, ahead of the row.
          Plot.text(narrow ? [...new Map(bars.map((bar) => [bar.y, bar])).values()] : bars, {
            ...(narrow ? {frameAnchor: "left", dx: -4, fontSize: 10} : {x: "x1", dx: -6}), y: "y", textAnchor: "end",
            pointerEvents: "none", text: ({engine}) => familyName(engineStyle(engine).family)}),
          Plot.text(blanks, {x: (row) => middle(row.place), y: (row) => line(row).middle, fill: "var(--muted)", fontSize: fitting("measured", 12.5),
            text: () => (narrow ? "not\nmeasured" : "not measured")}),
          text({dy: -9, fontWeight: 640, fontSize: fitting(names[0] ?? "", narrow ? 11 : 14), text: (row) => (row.is_settled ? familyName(engineStyle(row.leader).family) : "level")}, LIFT),
          text({dy: 10, fontSize: narrow ? 12 : 14, text: (row) => leadText(row, boxes)}, LIFT),
        ],
      });
    },
  });
}
