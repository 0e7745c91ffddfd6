/** TPC-C over terminals: the best of each engine, and the writes that a run pays for. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {terminalSentences} from "../../report/findings/terminals.js";

const run = (engine, threads, tps, more) => ({engine, threads, tps, read_bandwidth_mib_s: 16, duration_s: 1600 / tps,
  write_pages_per_transaction: 4, ...more});

test("the best number of terminals and what the most leave of it", () => {
  const [best, written] = terminalSentences([run("mysql-9.7", 4, 50), run("mysql-9.7", 64, 80), run("mariadb-11.8", 4, 400),
    run("mariadb-11.8", 16, 500, {write_pages_per_transaction: 2}), run("mariadb-11.8", 64, 450)]);
  assert.equal(best, "At 16 MiB/s the most transactions per second are (1 run of each): MariaDB 11.8 500 with 16 terminals and 0.90× of that with 64; " +
    "MySQL 9.7 80 with 64 terminals.");
  assert.equal(written, "For each transaction MariaDB 11.8 8 to 16 KiB and MySQL 9.7 16 KiB are written before the run of 3.2 to 32 s ends. " +
    "What an engine keeps to write later is not in its figure.");
});

test("the fastest device comes first, and nothing is said of nothing", () => {
  const found = terminalSentences([run("a", 4, 50), run("a", 16, 60), run("a", 4, 70, {read_bandwidth_mib_s: 256}), run("a", 16, 60, {read_bandwidth_mib_s: 256})]);
  assert.match(found[0], /^At 256 MiB\/s/);
  assert.equal(found.length, 4);
  assert.deepEqual(terminalSentences([]), []);
});
