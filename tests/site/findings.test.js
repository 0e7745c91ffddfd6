/**
 * What pages say where the published rows are silent: no interval, one seed, nothing measured, the other direction. What
 * they say of the published rows is in `said/`; these look for a word or two, so that a sentence may change.
 */
import assert from "node:assert/strict";
import {test} from "node:test";
import * as findings from "../../report/findings/index.js";

const PG = "postgresql-17", MARIADB = "mariadb-11.8";
/** MariaDB over PostgreSQL, as queries give it; sentences turn it round. */
const pair = (ratio, more) => ({numerator: MARIADB, denominator: PG, ratio, median: ratio, low: ratio * 0.9, high: ratio * 1.1,
  read_bandwidth_mib_s: 16, read_ahead_kb: 0, repeats: 2, ...more});
const over = (...ratios) => ratios.map((ratio, i) => pair(ratio, {read_bandwidth_mib_s: 4 * 2 ** i}));

/** Each as [situation, sentences, words that are in them, words that are not]. */
function say(name, cases) {
  test(name, () => {
    for (const [situation, said, words, never] of cases) {
      const text = [said].flat().join(" ");
      assert.match(text, words, situation);
      if (never) assert.doesNotMatch(text, never, situation);
      assert.doesNotMatch(text, /undefined|NaN|null|Infinity/, situation);
    }
  });
}

test("of nothing nothing is said", () => {
  assert.equal(findings.runSentence([]), "");
  assert.deepEqual(findings.basisSentences([]), []);
});

say("an answer that wants figures says that they were not measured", [
  ["OLTP", findings.oltpHeadline({ratio: [], crossover: []}), /^No two engines/],
]);

say("OLTP follows the rows in both directions", [
  ["one bandwidth", findings.oltpHeadline({ratio: over(0.5), crossover: []}), /^PostgreSQL 17 commits 2\.00× .* at 4 MiB\/s\.$/],
  ["some runs are long enough", findings.basisSentences([true, false].map((is_steady, i) => ({engine: PG, read_bandwidth_mib_s: 4, seed: i,
    measured_s: 9, transactions: 99, is_steady, read_ahead_kb: 16, checkpoints: 3 * i}))), /1 of 2 runs are too short.*made 3 checkpoints/],
]);
