/** Causes: the shares of the variation, and what a setting does to each engine. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {byteSentences, causeSentences, shareSentences, sharesOfVariation} from "../../report/findings/causes.js";

const effect = (factor, ratio, more) => ({experiment: "sensitivity", metric: "tps", engine: "postgresql-17",
  denominator_engine: "mariadb-11.8", factors: [factor], first_value: "0", second_value: "128",
  effect_ratio: ratio, low: ratio / 1.25, high: ratio * 1.25, stands_out: false, ...more});
const combination = (ratio) => ({numerator_engine: "postgresql-17", denominator_engine: "mariadb-11.8", ratio, cell_id: `${ratio}`});
// Read-ahead halves the ratio, isolation makes it 1.25 times as large, and they do not depend on each other.
const combinations = [2, 1, 2.5, 1.25].map(combination);
const effects = [effect("device.read_ahead_kb", 0.5, {stands_out: true}), effect("isolation", 1.25)];
const alone = (engine, metric, ratio) => effect("device.read_ahead_kb", ratio, {engine, metric, denominator_engine: null});

test("shares of effects that add up are all of the variation", () => {
  const [first, second] = sharesOfVariation(effects, combinations);
  assert.equal(first.name, "read-ahead");
  assert.ok(Math.abs(first.share + second.share - 1) < 1e-9);
  assert.ok(Math.abs(first.share - Math.log(2) ** 2 / (Math.log(2) ** 2 + Math.log(1.25) ** 2)) < 1e-9);
  assert.match(shareSentences(effects, combinations)[0], /100 % goes with single settings \(read-ahead 91 % and isolation 9 %\), and 0 % with/);
});

test("what no setting explains by itself is left to combinations and chance", () => {
  const [sentence] = shareSentences(effects, [2, 1, 1.25, 2.5].map(combination).concat([0.2, 5].map(combination)));
  assert.match(sentence, /goes with single settings .* and \d+(\.\d+)? % with their combination and with chance\./);
  assert.deepEqual(shareSentences([], []), []);
  assert.deepEqual(shareSentences(effects, [1, 1].map(combination)), []);
});

test("a cause is said of each engine, with the bytes where they are known", () => {
  const own = [alone("postgresql-17", "tps", 0.5), alone("mariadb-11.8", "tps", 1),
    alone("postgresql-17", "pages_per_transaction", 2), alone("mariadb-11.8", "pages_per_transaction", 1)];
  assert.deepEqual(causeSentences([...effects, ...own]), ["Read-ahead (0 → 128 KiB): PostgreSQL 17 commits 0.50× as many transactions and " +
    "moves 2.00× the bytes in each; MariaDB 11.8 1.00× as many transactions and 1.00× the bytes in each."]);
  assert.deepEqual(causeSentences([]), []);
});

test("what stands out in the bytes is said, too", () => {
  const bytes = effect("device.read_ahead_kb", 1.5, {metric: "pages_per_transaction", stands_out: true});
  assert.match(byteSentences([...effects, bytes])[0], /^In the bytes that a transaction moves, PostgreSQL 17 over MariaDB 11\.8, 1 of these settings stands out: read-ahead \(0 → 128 KiB\) multiplies that ratio by 1\.50×/);
  assert.deepEqual(byteSentences(effects), []);
});
