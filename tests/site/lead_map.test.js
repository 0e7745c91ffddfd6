/** The map of who leads: whose the squares are, and what each setting changes. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {leadSentences, leadSquares} from "../../report/findings/lead_map.js";

const square = (pipes, mibS, kib, ratio) => ({pipes, read_bandwidth_mib_s: mibS, read_ahead_kb: kib,
  numerator: "mariadb-11.8", denominator: "postgresql-17", ratio, low: null, high: null, repeats: 1});

test("squares are of the first engine over the second, and level near 1", () => {
  const squares = leadSquares([square("shared", 16, 0, 0.5), square("shared", 16, 128, 1.05),
    square("shared", 16, 2048, 2)]);
  assert.deepEqual(squares.map(({first, second, ratio, leader}) => [first, second, ratio, leader]), [
    ["postgresql-17", "mariadb-11.8", 2, "postgresql-17"], ["postgresql-17", "mariadb-11.8", 1 / 1.05, null],
    ["postgresql-17", "mariadb-11.8", 0.5, "mariadb-11.8"]]);
});

test("it is said whose the map is, and what read-ahead and a second pipe change", () => {
  const rows = [square("shared", 16, 0, 0.5), square("shared", 16, 2048, 2), square("shared", 64, 0, 0.8),
    square("shared", 64, 2048, 1), square("separate", 16, 0, 0.4), square("separate", 16, 2048, 2)];
  const [whose, readAhead, pipes] = leadSentences(rows);
  assert.equal(whose, "Of 6 combinations, PostgreSQL 17 leads in 3 and MariaDB 11.8 in 2; one is level (within 15 %). " +
    "The ratio goes from 0.50× to 2.50×.");
  assert.equal(readAhead, "From 0 to 2,048 KiB of read-ahead, the ratio is multiplied by 0.20× to 0.80×, and the leader " +
    "changes in 3 of 3 cases.");
  assert.equal(pipes, "With the full bandwidth for each of reads and writes instead of one for both, the ratio is " +
    "multiplied by 1.00× to 1.25×, and the leader changes in 0 of 2 cases.");
});

test("of nothing nothing is said, and of one value of a setting no change", () => {
  assert.deepEqual(leadSentences([]), []);
  assert.equal(leadSentences([square("shared", 16, 0, 0.5), square("shared", 64, 0, 0.5)]).length, 1);
});
