/** More purge threads: their cost, and what fewer leave undone. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {purgeSentences} from "../../report/findings/index.js";

const run = (cpus, threads, tps, cell) => ({engine: "mariadb-11.8", cpus, innodb_purge_threads: threads, tps,
  read_bandwidth_mib_s: 256, transactions: 2000, cell_id: cell});
const runs = [run(4, 1, 600, "a"), run(4, 4, 450, "b"), run(1, 4, 180, "d"), run(1, 1, 360, "c")];

test("throughput is compared by machine, and what is left unpurged is said", () => {
  const uncollected = [["a", 0.95], ["b", 0.5], ["c", 1], ["d", 0.6]].map(([cell, share]) => ({cell_id: cell, left_share: share}));
  assert.deepEqual(purgeSentences(runs, uncollected), [
    "With 4 purge threads MariaDB 11.8 commits the following multiples of its transactions with 1: 0.50× at 256 MiB/s with 1 CPU and 0.75× at 256 MiB/s with 4 CPUs.",
    "But old versions of a run's transactions are still there when it ends: those of 95 % to 100 % with 1 and 50 % to 60 % with 4. " +
    "Part of what fewer threads win in so short a run may be work that they put off."]);
});

test("without shares or a second number of threads nothing is said of them", () => {
  assert.equal(purgeSentences(runs, []).length, 1);
  assert.deepEqual(purgeSentences([run(1, 1, 360, "c")], []), []);
  assert.deepEqual(purgeSentences([], []), []);
});
