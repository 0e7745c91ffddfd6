/** Sentences about the flushes of a commit and the pages of an UPDATE. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {commitFlushSentences, updatePageSentences} from "../../report/findings/commits.js";

test("flushes are given without and with the binary log", () => {
  const row = (engine, logs, flushes) => ({engine, logs, flushes, repeats: 3, low: null, high: null});
  assert.deepEqual(commitFlushSentences([
    row("mysql-9.7", "binary-log", 3.02), row("mysql-9.7", "own-log", 1.1), row("postgresql-17", "own-log", 1)]), [
    "A durable commit of PostgreSQL 17 takes 1 flush of the device with its own log alone (medians over 3 seeds).",
    "A durable commit of MySQL 9.7 takes 1.1 flushes of the device with its own log alone, and 3.02 with a binary " +
    "log as well (medians over 3 seeds)."]);
});

test("pages are compared where both tables were measured", () => {
  const row = (pages_are, pages_per_update) => ({engine: "postgresql-17", pages_are, pages_per_update});
  assert.deepEqual(updatePageSentences([row("full", 3), row("full", 2.6), row("full", 2.8), row("room", 1.4)]), [
    "PostgreSQL 17 writes 2.8 pages per UPDATE where pages are full, and 1.4 where a tenth of each is free: 2.00× as many."]);
  assert.deepEqual(updatePageSentences([row("full", 3)]), []);
});
