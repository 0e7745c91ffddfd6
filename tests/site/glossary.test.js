/** Terms in text: which words are one, and where each is first used. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {finder} from "../../report/chrome/finder.js";

const entries = [
  {term: "bandwidth", anchor: "bandwidth", forms: ["bandwidth"], text: "B."},
  {term: "bandwidth per CPU speed", anchor: "per", forms: ["bandwidth per CPU speed", "MiB/s per GIPS"], text: "P."},
  {term: "HOT", anchor: "hot", forms: ["HOT"], text: "H."},
  {term: "read-ahead", anchor: "read-ahead", forms: ["read-ahead", "read ahead"], text: "R."},
];
const find = finder(entries);
const all = () => new Set(entries.map(({term}) => term));
const words = (text, open = all()) => find(text, open).map(({index, length}) => text.slice(index, index + length));

test("the longest term is taken, across the end of a line too", () => {
  assert.deepEqual(words("The bandwidth\nper CPU speed, in MiB/s per GIPS"), ["bandwidth\nper CPU speed"]);
});

test("each term is found once, and not again in the next text", () => {
  const open = all();
  assert.deepEqual(words("Bandwidths, and the bandwidth", open), ["Bandwidths"]);
  assert.deepEqual(words("bandwidth", open), []);
});

test("capitals matter where a term has them", () => {
  assert.deepEqual(words("A hot page is not HOT."), ["HOT"]);
});

test("a part of a word is no term", () => {
  assert.deepEqual(words("read-ahead-free, bandwidthless, SHOT, read_bandwidth"), []);
  assert.deepEqual(words("(read ahead)"), ["read ahead"]);
});
