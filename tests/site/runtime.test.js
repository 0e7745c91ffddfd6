/** The small renderer's controls behave as those of Observable's standard library do under Quarto. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {Runtime} from "@observablehq/runtime";
import {input} from "../../scripts/site/pandoc/input.js";

/** A page of a control and a cell that depends on it; `seen` are the cell's values. */
function page(control) {
  const seen = [];
  const main = new Runtime({Generators: () => ({input})}).module();
  main.define("viewof x", () => control);
  main.define("x", ["Generators", "viewof x"], (generators, view) => generators.input(view));
  main.variable({fulfilled: (value) => seen.push(value)}).define(["x"], (x) => x);
  return seen;
}

const control = (value) => Object.assign(new EventTarget(), {value});
const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

test("a control without a value keeps what depends on it waiting", async () => {
  const box = control(undefined);
  const seen = page(box);
  await settled();
  assert.deepEqual(seen, [], "Observable's runtime would wait, too");
  box.value = 4;
  box.dispatchEvent(new Event("input"));
  await settled();
  assert.deepEqual(seen, [4]);
});

test("null is a value", async () => {
  const seen = page(control(null));
  await settled();
  assert.deepEqual(seen, [null]);
});

test("of several inputs at once the last one counts", async () => {
  const box = control(1);
  const seen = page(box);
  await settled();
  for (const value of [2, 3]) {
    box.value = value;
    box.dispatchEvent(new Event("input"));
  }
  await settled();
  assert.equal(seen[0], 1);
  assert.equal(seen.at(-1), 3);
});

test("a control that is done with is listened to no more", async () => {
  const box = control(1);
  let listeners = 0;
  const [add, remove] = [box.addEventListener.bind(box), box.removeEventListener.bind(box)];
  box.addEventListener = (...about) => { listeners += 1; add(...about); };
  box.removeEventListener = (...about) => { listeners -= 1; remove(...about); };
  const values = input(box);
  assert.equal(listeners, 1);
  assert.deepEqual(values.return(), {done: true});
  assert.equal(listeners, 0);
});
