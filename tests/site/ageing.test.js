/** The age of data: what the rule says of the ratio of the engines, and how pages per transaction grow. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {ageingPoints, ageingSentences, ageingSeries} from "../../report/findings/ageing.js";

const run = (engine, changed_percent, tps, more) => ({engine, read_ahead_kb: 0, room: "pages-full", changed_percent, seed: 1,
  tps, pages_per_transaction: 1000 / tps, transactions: 1000, cell_id: "c", ...more});
const pair = (fresh, aged) => [run("postgresql-17", 0, fresh), run("postgresql-17", 60, aged), run("mariadb-11.8", 0, 10), run("mariadb-11.8", 60, 10)];

test("the rule says whether age decides, matters, or does nothing", () => {
  const first = (rows) => ageingSentences(rows)[0];
  assert.match(first(pair(12, 8)), /^Without read-ahead, changing rows decides whether PostgreSQL 17 or MariaDB 11\.8 leads: .*1\.20× when nothing was changed and 0\.80× when 60 % of the rows were changed/);
  assert.match(first(pair(12, 11)), /^Without read-ahead, changing rows matters for PostgreSQL 17 and MariaDB 11\.8, but does not change who leads/);
  assert.match(first(pair(12, 11.8)), /^Without read-ahead, changing rows makes no difference of 5 %/);
  assert.match(first(pair(10.4, 9.7)), /^Without read-ahead, changing rows matters/);
});

test("pages per transaction and room follow", () => {
  const rows = [...pair(20, 10), run("postgresql-17", 0, 20, {room: "pages-with-room"}), run("postgresql-17", 60, 15, {room: "pages-with-room"})];
  const [, pages, room] = ageingSentences(rows);
  assert.equal(pages, "From the least to the most changed data, pages per transaction change without read-ahead from 50 to 100 in PostgreSQL 17 and from 100 to 100 in MariaDB 11.8.");
  assert.match(room, /a tenth of each page of PostgreSQL 17 is left free, the ratio is 2\.00× when nothing was changed and 1\.50× when 60 %/);
});

test("one age or one engine says nothing", () => {
  assert.deepEqual(ageingSentences([]), []);
  assert.deepEqual(ageingSentences(pair(12, 8).slice(0, 2)), []);
  assert.deepEqual(ageingSentences(pair(12, 8).filter((row) => row.changed_percent === 0)), []);
});

test("series are named by room and read-ahead", () => {
  const rows = [run("a", 0, 1, {read_ahead_kb: 128}), run("a", 0, 1, {room: "pages-with-room"}), run("a", 0, 1)];
  assert.deepEqual(ageingSeries(rows).map(({name}) => name), ["without read-ahead", "with 128 KiB of read-ahead", "room in pages, without read-ahead"]);
  assert.equal(ageingPoints(rows, "tps")[0].series, "pages-full|128");
});
