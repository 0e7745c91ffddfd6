/** A look-up by primary key and one by secondary index, in a heap and in a clustered index. */
import {svg} from "htl";
import {engineName} from "../charts/engines.js";
import {bytes, number, times} from "../charts/format.js";
import {bothKinds, inEach, middle, sentence} from "./engines.js";
import {arrow, bars, box, COLOURS, drawing, frameBox, from, heightOfBars, words} from "./kit.js";
import {stepsFigure} from "./steps.js";

const {heap: HEAP, clustered: CLUSTERED, plain: PLAIN} = COLOURS;
const PATH = "#7a3e8e";
const SECOND = "#3f7f3a";

/**
 * @param {object[]} lookups rows of storage-layout_runs.json @param {object[]} sizes rows of
 *   storage-layout_sizes.json as loaded, both of the engines that are shown
 * @returns {HTMLElement}
 */
export function lookupSteps(lookups, sizes) {
  const engines = bothKinds([...lookups, ...sizes].map((row) => row.engine));
  /** @typedef {import("./engines.js").FigureOf} FigureOf */
  const pages = (engine, phase) => middle(lookups.filter((row) => row.engine === engine && row.phase === phase),
    "read_pages_per_transaction");
  const both = [engines.heap, engines.clustered];
  const of = (phase) => both.map((engine) => /** @type {FigureOf} */ ([engine, pages(engine, phase)]));
  const [primary, secondary] = ["primary", "secondary"].map(of);
  const size = both.map((engine) => {
    const own = sizes.filter((row) => row.engine === engine);
    return /** @type {FigureOf} */ ([engine, own.length ? own.reduce((sum, row) => sum + row.bytes, 0) : undefined]);
  });
  const each = (figure) => inEach([figure], number);
  const growth = ([, one], [, two]) => (one && two ? `, ${times(two / one)} as many as by primary key` : "");
  return stepsFigure({
    title: "Where a look-up finds its row",
    drawing: draw(engines, primary, secondary),
    steps: [
      {name: "Two layouts", text: `A heap keeps rows in any order, and each index beside them. A clustered index keeps the rows in the leaves of the primary key's tree. ${sentence("The same tables take ", inEach(size, bytes))}`},
      {name: "Heap, by primary key", text: `The index leaf holds the row's address: one leaf, one heap page. ${sentence("Pages of 4 KiB read per look-up: ", each(primary[0]))}`},
      {name: "Clustered index, by primary key", text: `The leaf holds the row, so no other page is read. InnoDB's page is larger, so it counts as several of 4 KiB. ${sentence("Pages of 4 KiB read per look-up: ", each(primary[1]))}`},
      {name: "Heap, by secondary index", text: `Every index holds the row's address, so this look-up is like the one by primary key. ${sentence("Pages of 4 KiB read per look-up: ", each(secondary[0]), growth(primary[0], secondary[0]))}`},
      {name: "Clustered index, by secondary index", text: `The secondary leaf holds the primary key, which is then looked up in a second tree: two leaves. ${sentence("Pages of 4 KiB read per look-up: ", each(secondary[1]), growth(primary[1], secondary[1]))}`},
    ],
  });
}

function draw(engines, primary, secondary) {
  const row = (steps, name, figure, colour) => ({steps, name, bars: [{value: figure[1], colour,
    text: figure[1] === undefined ? "" : number(figure[1])}]});
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
