/** What stands below a cell that is empty waits for it, while a page is read and its cells run. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {JSDOM} from "jsdom";
import {showInOrder} from "../../report/chrome/in_order.js";

const cell = (id, attributes = "") => `<div class="cell"><div id="ojs-cell-${id}" ${attributes}></div></div>`;
const tick = () => new Promise((resolve) => setTimeout(resolve));

async function pageOf(main, chosen = false) {
  const {document} = new JSDOM(`<body><div id="quarto-content"><main>${main}</main></div><footer></footer></body>`).window;
  if (chosen) document.documentElement.dataset.chosen = "";
  showInOrder(document);
  document.body.append(document.createElement("p"));
  await tick();
  const hidden = () => [...document.querySelectorAll(".waited-for ~ *")].map((part) => part.id || part.localName);
  const fill = async (id, html) => {
    document.getElementById(id).innerHTML = html;
    await tick();
  };
  return {document, hidden, fill};
}

test("what follows the first empty cell waits, whatever it is in; what precedes it does not", async () => {
  const {hidden, fill} = await pageOf(`<p id="before"></p><section>${cell(1)}<p id="between"></p></section>
    <section id="next">${cell(2)}<p id="after"></p></section>`);
  assert.deepEqual(hidden(), ["between", "next", "footer", "p"]);
  await fill("ojs-cell-2", "<p>Second</p>");
  assert.deepEqual(hidden(), ["between", "next", "footer", "p"], "it is not its turn");
  await fill("ojs-cell-1", "<p>First</p>");
  assert.deepEqual(hidden(), []);
});

test("a cell that runs is empty until it has shown something", async () => {
  const {hidden, fill} = await pageOf(`${cell(1)}<p id="after"></p>`);
  await fill("ojs-cell-1", '<div class="observablehq"></div>');
  assert.deepEqual(hidden(), ["after", "footer", "p"]);
  await fill("ojs-cell-1", '<div class="observablehq observablehq--running"></div>');
  assert.deepEqual(hidden(), ["after", "footer", "p"]);
  await fill("ojs-cell-1", '<div class="observablehq">Shown</div>');
  assert.deepEqual(hidden(), []);
  await fill("ojs-cell-1", '<div class="observablehq observablehq--running"></div>');
  assert.deepEqual(hidden(), [], "a page that was shown stays");
});

test("a cell of names alone is not waited for once it runs", async () => {
  const {hidden, fill} = await pageOf(`${cell(1)}<p id="after"></p>`);
  await fill("ojs-cell-1", "<div></div>");
  assert.deepEqual(hidden(), []);
});

test("white space in a place, as Quarto writes it, is no content", async () => {
  const {document, hidden, fill} = await pageOf(`<div class="first-look"></div>
    <div class="cell"><div id="ojs-cell-1" data-nodetype="expression">\n\n</div></div><p id="after"></p>`);
  assert.ok(hidden().includes("after"));
  await fill("ojs-cell-1", '<div class="chart-drawing"><svg></svg></div>');
  assert.deepEqual(hidden(), []);
  assert.equal(document.querySelector(".first-look"), null);
});

test("cells that show nothing are not waited for", async () => {
  const {hidden} = await pageOf(`${cell(1, 'class="hidden"')}<div class="hidden">${cell(2)}</div>
    ${cell(3, 'data-nodetype="declaration"')}<p id="after"></p>`);
  assert.deepEqual(hidden(), []);
});

test("the picture of the first chart goes when a chart is drawn, or where the address has choices", async () => {
  const look = '<div class="first-look"><div class="chart-drawing"><img></div></div>';
  const {document, fill} = await pageOf(`${look}${cell(1)}`);
  assert.ok(document.querySelector(".first-look"));
  await fill("ojs-cell-1", '<div class="chart-drawing"><svg></svg></div>');
  assert.equal(document.querySelector(".first-look"), null);
  assert.equal((await pageOf(`${look}${cell(1)}`, true)).document.querySelector(".first-look"), null);
});
