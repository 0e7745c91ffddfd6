/** Ticks of axes: their labels stand apart. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {apart} from "../../report/charts/ticks.js";

test("labels below a logarithmic axis stand apart", () => {
  const place = (tick) => 100 * Math.log2(tick);
  assert.deepEqual(apart([0.0926, 0.0999, 0.4, 0.8], String, place), [0.0926, 0.4, 0.8]);
  assert.deepEqual(apart([1, 2, 4], String, place), [1, 2, 4]);
  assert.deepEqual(apart([], String, place), []);
});
