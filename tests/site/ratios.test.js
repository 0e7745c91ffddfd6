/** Ratios of two engines, turned. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {turnedRatios} from "../../report/findings/ratios.js";

test("ratios are of the first engine over the second, bounds included", () => {
  const [row] = turnedRatios([{numerator: "mariadb-11.8", denominator: "postgresql-17", ratio: 0.5, low: 0.4, high: 0.8}]);
  assert.deepEqual([row.first, row.ratio, row.low, row.high], ["postgresql-17", 2, 1.25, 2.5]);
});
