/** Row versions in a heap and behind a clustered index: from one version to a chain, and to its collection. */
import {svg} from "htl";
import {engineName} from "../charts/engines.js";
import {number} from "../charts/format.js";
import {bothKinds, middle} from "./engines.js";
import {arrow, bars, box, COLOURS, drawing, frameBox, from, heightOfBars, words} from "./kit.js";
import {stepsFigure} from "./steps.js";

const {heap: HEAP, clustered: CLUSTERED, old: OLD, plain: PLAIN} = COLOURS;
const READER = "#7a3e8e";

/**
 * @param {object[]} held rows of held_snapshot.json, of the engines that are shown
 * @param {import("./steps.js").Step[]} steps six: one version, an UPDATE, a full page, the old snapshot's reader, a new
 *   one's, the collection
 * @returns {HTMLElement}
 */
export function versionSteps(held, steps) {
  const engines = bothKinds(held.map((row) => row.engine));
  const most = Math.max(0, ...held.map((row) => row.updates_per_row));
  const pages = (snapshot, updates) => [engines.heap, engines.clustered].map((engine) =>
    [engine, middle(held.filter((row) => row.engine === engine && row.snapshot === snapshot &&
      row.updates_per_row === updates), "page_accesses_per_row")]);
  const figures = {loaded: pages("new", 0), old: pages("held", most), fresh: pages("new", most), collected: pages("released", most)};
  return stepsFigure({title: "What an UPDATE leaves behind for readers", drawing: draw(engines, figures, most), steps});
}

function draw(engines, figures, most) {
  const row = (steps, name, list) => ({steps, name, bars: list.map(([engine, value], i) =>
    ({value, text: value === undefined ? "" : number(value), colour: [HEAP, CLUSTERED][i].line, engine}))});
  const name = (engine, other) => (engine ? engineName(engine) : other);
  return drawing(290 + heightOfBars(4), "A row after UPDATEs, in a heap and with an undo log; below, the pages that readers visit per row", svg`
    ${words(from(1), [0, 13], `${name(engines.heap, "Heap")}: whole rows in the heap`, {bold: true, colour: HEAP.line})}
    ${box(from(1), [0, 44, 64, 24], ["entry"], HEAP)}${box(from(3), [0, 78, 64, 24], ["entry"], HEAP)}
    ${words(from(1), [0, 38], "index", {colour: "#5f5c55"})}
    ${frameBox(from(1), [92, 24, 150, 92], "heap page", PLAIN)}${frameBox(from(3), [258, 24, 100, 92], "next page", PLAIN)}
    ${box([1], [100, 46, 58, 36], ["version 1"], HEAP)}${box(from(2, 5), [100, 46, 58, 36], ["version 1"], OLD)}
    ${box([2], [176, 46, 58, 36], ["version 2"], HEAP)}${box(from(3, 5), [176, 46, 58, 36], ["version 2"], OLD)}
    ${box(from(3), [276, 46, 64, 36], ["version 3"], HEAP)}
    ${arrow(from(1, 5), [[64, 56], [98, 60]])}${arrow(from(2, 5), [[158, 64], [174, 64]])}
    ${arrow(from(3, 5), [[234, 64], [274, 64]])}${arrow(from(3), [[64, 90], [80, 124], [308, 124], [308, 84]])}
    ${arrow(from(4, 5), [[128, 98], [330, 98]], READER, 2.6)}
    ${words(from(4, 5), [100, 111], "every reader", {colour: READER})}
    ${words(from(1), [0, 151], `${name(engines.clustered, "Clustered index")}: newest in place, undo log behind`, {bold: true, colour: CLUSTERED.line})}
    ${frameBox(from(1), [0, 160, 112, 76], "leaf page", PLAIN)}${box(from(1), [14, 182, 84, 30], ["newest row"], CLUSTERED)}
    ${frameBox(from(2), [140, 160, 218, 76], "undo log", PLAIN)}
    ${box(from(2, 5), [150, 182, 58, 30], ["old values"], OLD)}${box(from(3, 5), [222, 182, 58, 30], ["older"], OLD)}
    ${box(from(3, 5), [294, 182, 56, 30], ["oldest"], OLD)}
    ${arrow(from(2, 5), [[98, 197], [148, 197]])}${arrow(from(3, 5), [[208, 197], [220, 197]])}${arrow(from(3, 5), [[280, 197], [292, 197]])}
    ${arrow(from(4, 5), [[20, 222], [340, 222]], READER, 2.6)}${words(from(4, 5), [150, 250], "reader with the old snapshot", {colour: READER})}
    ${words([5], [0, 250], "new reader: stops here", {colour: READER})}
    ${bars([0, 282, 358], "Pages visited per row", [
    row(from(1), "one version", figures.loaded), row(from(4), `${number(most)} UPDATEs, old`, figures.old),
    row(from(5), `${number(most)} UPDATEs, new`, figures.fresh), row(from(6), "collected", figures.collected)])}`);
}
