/** Charts wait until a reader is near or the browser is idle: nothing moves then, and none is left out. */
import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";
import {setTop, setWidth, tellWidth} from "./document.js";
import {drawnCharts} from "./drawn_charts.js";

const idle = [];
let watched;
globalThis.requestIdleCallback = (call) => idle.push(call);
globalThis.addEventListener = (...listener) => window.addEventListener(...listener);
globalThis.IntersectionObserver = class {
  constructor(call) {
    watched = {call, boxes: new Set()};
  }

  observe(box) {
    watched.boxes.add(box);
  }

  unobserve(box) {
    watched.boxes.delete(box);
  }
};
const BELOW = 5000;
const names = Object.keys(drawnCharts);
const drawingOf = (figure) => figure.querySelector(".chart-drawing");
const isDrawn = (figure) => drawingOf(figure).querySelector("svg") !== null;
const letIdle = () => idle.splice(0).forEach((call) => call());
const heightOf = (drawing) => (drawing.localName === "svg" ? [drawing] : [...drawing.children])
  .reduce((sum, svg) => sum + Number(svg.getAttribute("height")), 0);

/** Charts in the page and below what is seen of it. */
async function below(...those) {
  setTop(BELOW);
  const main = document.createElement("main");
  document.body.replaceChildren(main);
  const figures = those.map((name) => drawnCharts[name]());
  main.append(...figures);
  await new Promise((resolve) => setTimeout(resolve));
  return figures;
}

beforeEach(() => {
  document.body.replaceChildren();
  while (idle.length) letIdle();
});

test("the first chart of a page is drawn at once, wherever it is", async () => {
  assert.ok(isDrawn((await below("bandwidth"))[0]));
});

for (const width of [358, 832]) {
  test(`a chart that waits takes the room of its drawing, ${width} pixels wide`, async () => {
    setWidth(width);
    const figures = await below(...names);
    const kept = figures.map((figure) => drawingOf(figure).style.minHeight);
    assert.ok(!figures.some(isDrawn));
    assert.ok(figures.every((figure) => drawingOf(figure).getAttribute("aria-busy") === "true"));
    for (let i = 0; i < names.length; i += 1) letIdle();
    figures.forEach((figure, i) => {
      assert.equal(kept[i], `${heightOf(drawingOf(figure).firstElementChild)}px`, names[i]);
      assert.equal(drawingOf(figure).hasAttribute("aria-busy"), false);
    });
  });
}

test("a chart is drawn when a reader comes near", async () => {
  const [near, far] = await below("dots", "lines");
  assert.ok([near, far].every((figure) => watched.boxes.has(drawingOf(figure))));
  watched.call([{target: drawingOf(near), isIntersecting: true}, {target: drawingOf(far), isIntersecting: false}]);
  assert.deepEqual([near, far].map(isDrawn), [true, false]);
});

test("an idle browser draws one chart after the other, and then fills the folds", async () => {
  const figures = await below("dots", "lines");
  const tables = () => document.querySelectorAll("details table").length;
  const seen = [1, 2, 3, 4].map(() => {
    letIdle();
    return [figures.filter(isDrawn).length, tables()];
  });
  assert.deepEqual(seen, [[1, 0], [2, 0], [2, 1], [2, 2]]);
  assert.equal(idle.length, 0, "nothing is left to do");
});

test("numbers are there once their fold is opened", async () => {
  const [figure] = await below("dots");
  const fold = figure.querySelector("details.chart-numbers");
  assert.equal(fold.querySelector("table"), null);
  fold.dispatchEvent(new window.Event("toggle"));
  assert.ok(fold.querySelector("table"));
  while (idle.length) letIdle();
  assert.equal(fold.querySelectorAll("table").length, 1);
});

test("all charts are drawn before the page is printed", async () => {
  const figures = await below("dots", "lines", "queries");
  window.dispatchEvent(new window.Event("beforeprint"));
  assert.ok(figures.every(isDrawn));
});

test("a chart that another took the place of is not drawn", async () => {
  const [figure] = await below("dots");
  figure.remove();
  setTop(0);
  tellWidth(drawingOf(figure), 0);
  while (idle.length) letIdle();
  assert.equal(isDrawn(figure), false);
});
