/** A look-up by primary key and one by secondary index, in a heap and in a clustered index. */
import {svg} from "htl";
import {engineName} from "../charts/engines.js";
import {number} from "../charts/format.js";
import {bothKinds, middle} from "./engines.js";
import {arrow, bars, box, COLOURS, drawing, frameBox, from, heightOfBars, words} from "./kit.js";
import {stepsFigure} from "./steps.js";

const {heap: HEAP, clustered: CLUSTERED, plain: PLAIN} = COLOURS;
const PATH = "#7a3e8e";
const SECOND = "#3f7f3a";

/**
 * @param {object[]} lookups rows of storage-layout_runs.json, of the engines that are shown
 * @param {import("./steps.js").Step[]} steps five: both layouts, then the heap and the clustered index by primary key, and
 *   by secondary index
 * @returns {HTMLElement}
 */
export function lookupSteps(lookups, steps) {
  const engines = bothKinds(lookups.map((row) => row.engine));
  const of = (phase) => [engines.heap, engines.clustered].map((engine) =>
    middle(lookups.filter((row) => row.engine === engine && row.phase === phase), "read_pages_per_transaction"));
  return stepsFigure({title: "Where a look-up finds its row", drawing: draw(engines, of("primary"), of("secondary")), steps});
}

function draw(engines, primary, secondary) {
  const row = (steps, name, figure, colour) => ({steps, name, bars: [{value: figure, colour,
    text: figure === undefined ? "" : number(figure)}]});
  const name = (engine, other) => (engine ? engineName(engine) : other);
  return drawing(286 + heightOfBars(4), "Look-ups in a heap and in a clustered index; below, the pages that each reads", svg`
    ${words(from(1), [0, 13], `${name(engines.heap, "Heap")}: indexes beside a heap`, {bold: true, colour: HEAP.line})}
    ${frameBox(from(1), [0, 22, 104, 44], "primary key", HEAP)}${frameBox(from(1), [0, 78, 104, 44], "secondary index", HEAP)}
    ${box(from(1), [18, 40, 68, 20], ["place"], PLAIN)}${box(from(1), [18, 96, 68, 20], ["place"], PLAIN)}
    ${frameBox(from(1), [210, 22, 148, 100], "heap page", PLAIN)}${box(from(1), [230, 58, 108, 32], ["row"], HEAP)}
    ${arrow([2, 3, 4, 5], [[86, 50], [228, 68]], PATH, 2.4)}${arrow([4, 5], [[86, 106], [228, 80]], SECOND, 2.4)}
    ${words([2, 3, 4, 5], [124, 46], "by primary", {colour: PATH})}${words([4, 5], [116, 116], "by secondary", {colour: SECOND})}
    ${words(from(1), [0, 151], `${name(engines.clustered, "Clustered index")}: rows in the primary key's leaves`, {bold: true, colour: CLUSTERED.line})}
    ${frameBox(from(1), [0, 204, 104, 44], "secondary index", CLUSTERED)}${box(from(1), [12, 222, 80, 20], ["primary key"], PLAIN)}
    ${frameBox(from(1), [210, 160, 148, 88], "leaf of the primary key", CLUSTERED)}${box(from(1), [230, 186, 108, 32], ["row"], PLAIN)}
    ${words(from(1), [0, 182], "primary key", {colour: "#5f5c55"})}
    ${arrow([3, 4, 5], [[74, 178], [228, 196]], PATH, 2.4)}${words([3, 4, 5], [120, 176], "by primary", {colour: PATH})}
    ${arrow([5], [[92, 232], [228, 210]], SECOND, 2.4)}${words([5], [112, 244], "a second tree", {colour: SECOND})}
    ${bars([0, 278, 358], "Pages of 4 KiB read per look-up", [
    row([2, 3, 4, 5], "heap, primary", primary[0], HEAP.line), row([3, 4, 5], "clustered, primary", primary[1], CLUSTERED.line),
    row([4, 5], "heap, secondary", secondary[0], HEAP.line), row([5], "clustered, second.", secondary[1], CLUSTERED.line)])}`);
}
