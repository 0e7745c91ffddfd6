/** Drawings explained in steps: their figures, what a step shows, and how a reader goes from step to step. */
import assert from "node:assert/strict";
import {test} from "node:test";
import "./document.js";

let observed = null;
globalThis.IntersectionObserver = class {
  constructor(call, options) {
    observed = {call, options};
  }

  observe() {}
};
const {lookupSteps, readAheadSteps, versionSteps} = await import("../../report/steps/index.js");
const {stepsFigure} = await import("../../report/steps/steps.js");
const {box, drawing} = await import("../../report/steps/kit.js");

const PG = "postgresql-17", MARIADB = "mariadb-11.8";
const read = (engine, snapshot, updates_per_row, page_accesses_per_row) =>
  ({engine, snapshot, updates_per_row, page_accesses_per_row});
const held = [read(PG, "new", 0, 3), read(PG, "held", 32, 19), read(PG, "new", 32, 18), read(PG, "released", 32, 4),
  read(MARIADB, "new", 0, 2), read(MARIADB, "held", 32, 34), read(MARIADB, "new", 32, 2.5), read(MARIADB, "released", 32, 2.25)];
const texts = (figure) => [...figure.querySelectorAll("li")].map((item) => item.textContent.replace(/\s+/g, " "));
const three = () => stepsFigure({title: "Three", drawing: drawing(50, "x", [box([1, 2, 3], [0, 0, 9, 9], ["a"]), box([2], [0, 0, 9, 9], ["b"])]),
  steps: ["one", "two", "three"].map((name) => ({name, text: `${name}.`}))});
const seen = (figure) => [...figure.querySelectorAll("[data-steps]")].filter((part) => !part.classList.contains("off"))
  .map(({textContent}) => textContent.trim());
const current = (figure) => figure.querySelector("[aria-current=step]").textContent;
const press = (figure, key) => document.activeElement.dispatchEvent(
  new window.KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));

const told = (count) => Array.from({length: count}, (_, i) => ({name: `Step ${i + 1}`, text: `What happens in step ${i + 1}.`}));
/** Figures beside the bars of a drawing, each with the steps in which it is seen. */
const bars = (figure) => [...figure.querySelectorAll("svg [data-steps] text")].map(({textContent}) => textContent.trim());

test("figures of the drawings are those of the rows", () => {
  const versions = bars(versionSteps(held, told(6)));
  for (const pages of ["3", "2", "19", "34", "18", "2.5", "4", "2.25"]) assert.ok(versions.includes(pages), pages);
  assert.ok(versions.includes("32 UPDATEs, old"));
  const look = (engine, phase, read_pages_per_transaction) => ({engine, phase, read_pages_per_transaction});
  const lookups = bars(lookupSteps([look(PG, "primary", 4), look(PG, "secondary", 4.5), look(MARIADB, "primary", 5),
    look(MARIADB, "secondary", 8)], told(5)));
  for (const pages of ["4", "4.5", "5", "8"]) assert.ok(lookups.includes(pages), pages);
  const mean = (engine, read_ahead_kb, device_read_bytes_mean) => ({engine, phase: "scan", read_ahead_kb, device_read_bytes_mean});
  const scan = (engine, read_ahead_kb, bandwidth_share) => ({engine, phase: "scan", read_ahead_kb, bandwidth_share});
  const reads = bars(readAheadSteps([mean(PG, 0, 4096), mean(PG, 128, 131072), mean(PG, 2048, 2 ** 20), mean(MARIADB, 0, 16384),
    mean(MARIADB, 2048, 16384)], [scan(PG, 0, 0.4), scan(PG, 128, 0.5), scan(PG, 2048, 0.6), scan(MARIADB, 2048, 0.7)], told(5)));
  for (const figure of ["4 KiB", "128 KiB", "1 MiB", "16 KiB", "40 %", "50 %", "60 %", "70 %", "read-ahead 2,048 KiB"]) {
    assert.ok(reads.includes(figure), figure);
  }
});

test("the words of the steps are the page's", () => {
  assert.deepEqual(texts(versionSteps(held, told(6))).slice(0, 2),
    ["1Step 1. What happens in step 1.", "2Step 2. What happens in step 2."]);
});

test("without rows the steps are told without figures", () => {
  for (const figure of [versionSteps([], told(6)), lookupSteps([], told(5)), readAheadSteps([], [], told(5))]) {
    const said = figure.textContent;
    assert.doesNotMatch(said, /undefined|NaN|null|Infinity/);
    assert.ok(figure.querySelectorAll("li").length >= 5);
  }
});

test("a step shows its parts, by click and by keys, with one tab stop", () => {
  const figure = three();
  document.body.replaceChildren(figure);
  assert.deepEqual([current(figure), seen(figure)], ["1", ["a"]]);
  figure.querySelectorAll("li")[1].click();
  assert.deepEqual([current(figure), seen(figure)], ["2", ["a", "b"]]);
  figure.querySelectorAll("button")[1].focus();
  press(figure, "ArrowDown");
  assert.deepEqual([current(figure), seen(figure), document.activeElement.textContent], ["3", ["a"], "3"]);
  press(figure, "ArrowRight");
  assert.equal(current(figure), "3", "the last stays");
  press(figure, "Home");
  assert.equal(current(figure), "1");
  assert.equal(figure.querySelectorAll("button[tabindex='0']").length, 1);
});

test("the step that is scrolled to is shown, not so soon after another was chosen", (context) => {
  context.mock.method(performance, "now", () => 10_000);
  const figure = three();
  const items = figure.querySelectorAll("li");
  observed.call([{target: items[2], isIntersecting: true}]);
  assert.equal(current(figure), "3");
  items[0].click();
  observed.call([{target: items[1], isIntersecting: true}]);
  assert.equal(current(figure), "1");
  performance.now.mock.mockImplementation(() => 20_000);
  observed.call([{target: items[1], isIntersecting: true}, {target: items[0], isIntersecting: false}]);
  assert.equal(current(figure), "2");
});
