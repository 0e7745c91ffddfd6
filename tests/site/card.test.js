/** Pictures of links say whole words. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {lines} from "../../scripts/site/publication/lines.js";

const TEXT = "At 16 MiB/s, in runs of 7.3 s, PostgreSQL 18 commits 1.79× as many transactions as MariaDB 11.8: one setting decides";

test("text that is cut ends with a whole word", () => {
  const words = new Set(TEXT.split(" ").map((word) => word.replace(/[,:]$/, "")));
  for (let room = 12; room < 120; room += 1) {
    for (const most of [1, 2, 3]) {
      const shown = lines(TEXT, room, most);
      assert.ok(shown.length <= most);
      assert.ok(shown.every((line) => line.length <= room), shown.join("|"));
      for (const word of shown.join(" ").split(" ")) {
        assert.ok(word === "…" || words.has(word.replace(/[,:]$/, "")), `${room}: ${word}`);
      }
    }
  }
});

test("text that fits is whole", () => {
  assert.equal(lines(TEXT, 200, 1).join(" "), TEXT);
  assert.equal(lines(TEXT, 40, 9).join(" "), TEXT);
});
