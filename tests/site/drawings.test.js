/**
 * Drawings of fixed rows against the files in tests/site/drawings, which any viewer of SVG shows. After a
 * change that is meant, `UPDATE=1 node --test tests/site/drawings.test.js` writes them anew: look at the
 * files that git then names before you commit them.
 */
import assert from "node:assert/strict";
import {readdirSync, readFileSync, writeFileSync} from "node:fs";
import {test} from "node:test";
import {savedBy, setWidth} from "./document.js";
import {drawnCharts} from "./drawn_charts.js";

const folder = new URL("drawings/", import.meta.url);
const widths = [358, 832];
const fileOf = (name, width) => `${name}-${width}.svg`;

for (const [name, draw] of Object.entries(drawnCharts)) {
  for (const width of widths) {
    test(`${name}, ${width} pixels wide`, async () => {
      setWidth(width);
      const text = (await savedBy(draw(), "SVG")).replaceAll("><", ">\n<");
      const file = new URL(fileOf(name, width), folder);
      if (process.env.UPDATE) writeFileSync(file, text);
      assert.ok(text === readFileSync(file, "utf8"), `${fileOf(name, width)} is drawn otherwise: see the top of this test`);
    });
  }
}

test("each file is the drawing of a chart", () => {
  const expected = Object.keys(drawnCharts).flatMap((name) => widths.map((width) => fileOf(name, width)));
  assert.deepEqual(readdirSync(folder).sort(), expected.sort());
});
