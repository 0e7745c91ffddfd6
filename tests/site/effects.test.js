/** Effects of settings: what is compared, and what is said of it. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {
  decidingEffects, effectSentences, effectsOn, enginesOfEffects, interactionSentences, ratiosOfCombinations, stabilitySentence,
} from "../../report/findings/effects.js";

const effect = (factors, ratio, more) => ({metric: "tps", engine: "mariadb-11.8",
  denominator_engine: "postgresql-17", factors, first_value: "0", second_value: "128",
  effect_ratio: ratio, low: ratio * 0.8, high: ratio * 1.25, stands_out: false, ...more});
const effects = [
  effect(["device.read_ahead_kb"], 2, {stands_out: true}),
  effect(["page-copies"], 1.1, {first_value: "copies-on", second_value: "copies-off"}),
  effect(["device.pipes and log", "isolation and page-copies"], 0.8,
    {first_value: null, second_value: null}),
  effect(["device.read_ahead_kb"], 0.7, {denominator_engine: null}),
];
const combination = (ratio) => ({numerator_engine: "mariadb-11.8", denominator_engine: "postgresql-17", ratio,
  cell_id: `cell-${ratio}`});

test("the effects that stand out are said for each experiment", () => {
  const more = effect(["page-bytes"], 3, {experiment: "other", stands_out: true, first_value: "pages-whole", second_value: "pages-smaller"});
  assert.equal(decidingEffects([...effects, more]), "Of 2 settings that were varied together, 1 stands out in the transactions of " +
    "PostgreSQL 17 relative to MariaDB 11.8: read-ahead (0 → 128 KiB) multiplies them by 0.50× (0.40× to 0.63×). Of 1 setting that was " +
    "varied together, 1 stands out in the transactions of PostgreSQL 17 relative to MariaDB 11.8: size of pages (16 KiB → 4 KiB or " +
    "compressed) multiplies them by 0.33× (0.27× to 0.42×).");
  assert.equal(decidingEffects([]), "");
});

test("effects are on the first engine over the second, bounds included", () => {
  const pair = enginesOfEffects(effects);
  assert.deepEqual(pair, ["postgresql-17", "mariadb-11.8"]);
  const [readAhead, copies, both] = effectsOn(effects, "tps", pair);
  assert.equal(readAhead.effect, 0.5);
  assert.deepEqual([readAhead.low, readAhead.high], [0.4, 0.625]);
  assert.equal(copies.change, "on → off");
  assert.equal(both.is_one, false);
  assert.equal(both.name, "pipes for reads and writes with redo log or WAL, or isolation with copies of pages");
  assert.deepEqual(effectsOn(effects, "tps", ["mariadb-11.8"]).map((row) => row.effect), [0.7]);
  assert.equal(enginesOfEffects([]), null);
});

test("combinations are sorted by the ratio, turned", () => {
  assert.deepEqual(ratiosOfCombinations([combination(0.5), combination(4)], ["postgresql-17", "mariadb-11.8"]),
    [{ratio: 0.25, cell_id: "cell-4"}, {ratio: 2, cell_id: "cell-0.5"}]);
});

test("who leads is counted, and what decides is told from what doesn't", () => {
  const [who, decide, rest] = effectSentences(effects, [combination(0.5), combination(1.25), combination(4)]);
  assert.match(who, /^PostgreSQL 17 is faster than MariaDB 11\.8 in 1 of 3 combinations of 2 settings: it commits 0\.25× to 2\.00× as many transactions, with a median of 0\.80×\.$/);
  assert.match(decide, /^One effect stands out from all others: read-ahead \(0 → 128 KiB\) multiplies the ratio by 0\.50× \(0\.40× to 0\.63×\)\.$/);
  assert.match(rest, /^The other setting does not stand out in this design of single runs: copies of pages \(on → off\)\. That does not mean that it has no effect: each interval reaches a factor of 1\.25× to either side\.$/);
  assert.deepEqual(effectSentences([], []), []);
});

test("an effect that does not stand out among all, but does alone, is named", () => {
  const alone = effects.map((row) => (row.factors[0] === "page-copies" && row.denominator_engine ? {...row, low: 1.1, high: 1.4, effect_ratio: 1.25} : row));
  assert.match(effectSentences(alone, [combination(2)])[2], /, and taken alone that of copies of pages \(0\.80×, 0\.71× to 0\.91×\) excludes 1\.$/);
});

test("how level the runs of a design are is said", () => {
  const row = {experiment: "sensitivity", runs: 64, steady_runs: 0, rate_ratio_least: 0.39, rate_ratio_most: 1.93};
  assert.equal(stabilitySentence([row], "sensitivity"), "None of these 64 runs is at steady state: the rate of the second half is 0.39× to 1.93× " +
    "that of the first. So the order of the causes, and the share of each, hold for runs of this length.");
  assert.match(stabilitySentence([{...row, steady_runs: 1}], "sensitivity"), /^1 of these 64 runs is at/);
  assert.equal(stabilitySentence([row], "other"), "");
});

test("pairs are named where one of them stands out", () => {
  assert.match(interactionSentences(effects)[0], /^No pair of settings has an established interaction/);
  const found = [...effects.slice(0, 2), {...effects[2], stands_out: true}];
  assert.match(interactionSentences(found)[0], /by a factor of 1\.25× \(1\.00× to 1\.56×\).*: pipes for reads and writes with/);
  const alone = [...effects.slice(0, 2), {...effects[2], factors: ["device.pipes and log"], stands_out: true}];
  assert.match(interactionSentences(alone)[0], /\. They are pipes for reads and writes with redo log or WAL\.$/);
});
