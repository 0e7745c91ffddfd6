/** What engines wait for, as numbers of threads. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {waitRows, waitSentences} from "../../report/findings/index.js";

const row = (threads, waitsFor, waiting, more) => ({cell_id: `a${threads}`, engine: "mysql-9.7", cpus: 8,
  threads, phase: "read-write", waits_for: waitsFor, threads_waiting: waiting, ...more});
const rows = [row(16, "lock", 8), row(64, "lock", 40), row(64, "CPU", 12), row(64, "flush", 0.5),
  row(64, "client", 58, {phase: "select"})];

test("a row has the threads that wait for each thing, none where nothing waited", () => {
  const [few, many] = waitRows(rows);
  assert.deepEqual([few.lock, few.CPU], [8, 0]);
  assert.deepEqual([many.lock, many.CPU, many.flush], [40, 12, 0.5]);
});

test("the sentence is of the most clients, and leaves out what hardly any thread waits for", () => {
  assert.deepEqual(waitSentences(rows), ["MySQL 9.7, 64 clients on 8 CPUs: 40 wait for a lock and 12 for a CPU."]);
  assert.deepEqual(waitSentences([]), []);
});

test("an engine that counts waits for rows has them told apart", () => {
  const counted = (threads) => waitSentences(rows.map((each) => ({...each, threads_waiting_for_rows: threads})))[0];
  assert.match(counted(0.1), /40 wait for a lock \(hardly any for locks of rows, the others for latches, mutexes and each/);
  assert.match(counted(12), /40 wait for a lock \(12 for locks of rows, the others for/);
  assert.doesNotMatch(counted(null), /rows/);
});

test("a phase whose waits do not add up is left out, and that is said", () => {
  const more = row(32, "lock", 50);
  const fewer = row(64, "CPU", 30, {cell_id: "b"});
  assert.deepEqual(waitRows([...rows, more, fewer]).map((each) => each.adds_up), [true, true, true, false, false]);
  assert.deepEqual(waitSentences([more, fewer]), ["In 2 of 2 phases threads that wait and CPUs do not add up to the " +
    "clients, since a wait counts in the phase in which it ends. Those phases are left out."]);
});
