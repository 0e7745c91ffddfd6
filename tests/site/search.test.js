/** The search: what it finds, in which order, and what it shows of it. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {excerpt, searcher} from "../../report/chrome/index.js";

const sections = [
  {page: "oltp.html", anchor: "", title: "OLTP over bandwidth", heading: "OLTP over bandwidth", text: "Checkpoints matter."},
  {page: "durability.html", anchor: "copies", title: "Durability", heading: "Copies of pages",
    text: "InnoDB writes a page twice, and PostgreSQL writes its image after a checkpoint."},
  {page: "method.html", anchor: "engines", title: "Method", heading: "Checkpoints", text: "The settings."},
];
const search = searcher(sections);

test("a heading counts for more than the text", () => {
  assert.deepEqual(search("checkpoint").map(({address}) => address),
    ["method.html#engines", "durability.html#copies", "oltp.html"]);
});

test("all words must be there", () => {
  assert.deepEqual(search("checkpoint image").map(({address}) => address), ["durability.html#copies"]);
  assert.deepEqual(search("checkpoint zebra"), []);
});

test("the beginning of a word and a slip of the pen are enough", () => {
  assert.equal(search("durab")[0].title, "Durability");
  assert.equal(search("postgrsql")[0].address, "durability.html#copies");
});

test("a section that is the page itself is named once", () => {
  assert.equal(search("oltp")[0].heading, "");
});

test("an excerpt marks the words and cuts between words", () => {
  const text = `${"before ".repeat(40)}a checkpoint. ${"after ".repeat(60)}`;
  const pieces = excerpt(text, ["checkpoint"]);
  assert.deepEqual(pieces.filter(({found}) => found), [{text: "checkpoint", found: true}]);
  const said = pieces.map((piece) => piece.text).join("");
  assert.match(said, /^… before .* a checkpoint\. after .* after …$/);
  assert.ok(said.length < 200);
});

test("words that are no regular expression are harmless", () => {
  assert.deepEqual(excerpt("C++ (and) more", ["c++", "(and"]).filter(({found}) => found).map(({text}) => text), ["C++", "(and"]);
  assert.deepEqual(excerpt("nothing", []), [{text: "nothing", found: false}]);
});
