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
const storage = [{engine: PG, changed_bytes: 32, kept_bytes_per_update: 584, hot_share: 0.75},
  {engine: PG, changed_bytes: 512, kept_bytes_per_update: 600, hot_share: 0.5},
  {engine: MARIADB, changed_bytes: 32, kept_bytes_per_update: 70, hot_share: null}];
const texts = (figure) => [...figure.querySelectorAll("li")].map((item) => item.textContent.replace(/\s+/g, " "));
const three = () => stepsFigure({title: "Three", drawing: drawing(50, "x", [box([1, 2, 3], [0, 0, 9, 9], ["a"]), box([2], [0, 0, 9, 9], ["b"])]),
  steps: ["one", "two", "three"].map((name) => ({name, text: `${name}.`}))});
const seen = (figure) => [...figure.querySelectorAll("[data-steps]")].filter((part) => !part.classList.contains("off"))
  .map(({textContent}) => textContent.trim());
const current = (figure) => figure.querySelector("[aria-current=step]").textContent;
const press = (figure, key) => document.activeElement.dispatchEvent(
  new window.KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));

test("figures in the steps are those of the rows", () => {
  const steps = texts(versionSteps(held, storage));
  assert.equal(steps.length, 6);
  assert.match(steps[0], /3 in PostgreSQL 17 and 2 in MariaDB 11\.8/);
  assert.match(steps[1], /\(HOT\)\. The share of such UPDATEs is 75 % in PostgreSQL 17/);
  assert.match(steps[1], /An UPDATE of 32 bytes keeps this much of the old version: 584 B in PostgreSQL 17 and 70 B in MariaDB 11\.8/);
  assert.match(steps[3], /After 32 UPDATEs .* 19 in PostgreSQL 17 and 34 in MariaDB 11\.8/);
  assert.match(steps[4], /18 in PostgreSQL 17 and 2\.5 in MariaDB 11\.8/);
  assert.match(steps[5], /VACUUM \(PostgreSQL 17\) and the purge \(MariaDB 11\.8\) .* 4 in PostgreSQL 17 and 2\.25/);
});

test("look-ups and reads have theirs, too", () => {
  const look = (engine, phase, read_pages_per_transaction) => ({engine, phase, read_pages_per_transaction});
  const lookups = texts(lookupSteps([look(PG, "primary", 4), look(PG, "secondary", 4.5), look(MARIADB, "primary", 5),
    look(MARIADB, "secondary", 8)], [{engine: PG, bytes: 2 ** 20}, {engine: PG, bytes: 2 ** 20}]));
  assert.match(lookups[0], /take 2 MiB in PostgreSQL 17\./);
  assert.match(lookups[3], /4\.5 in PostgreSQL 17, 1\.13× as many/);
  assert.match(lookups[4], /8 in MariaDB 11\.8, 1\.60× as many/);
  const mean = (engine, read_ahead_kb, device_reads, device_read_bytes_mean) => ({engine, phase: "scan", read_ahead_kb,
    device_reads, device_read_bytes_mean, syscall_read_bytes_mean: 8192});
  const scans = [0, 128, 2048].map((read_ahead_kb, i) => ({engine: PG, phase: "scan", read_ahead_kb, bandwidth_share: 0.4 + i / 10}));
  const reads = texts(readAheadSteps([mean(PG, 0, 1000, 4096), mean(PG, 128, 50, 131072), mean(PG, 2048, 5, 2 ** 20),
    mean(MARIADB, 0, 400, 16384), mean(MARIADB, 2048, 400, 16384)], scans));
  assert.match(reads[0], /PostgreSQL 17 asks the kernel for 8 KiB per system call/);
  assert.match(reads[1], /1,000 requests of 4 KiB, and the scan reaches 40 % /);
  assert.match(reads[3], /read_ahead_kb 2,048\. .* 5 requests of 1 MiB, and the scan reaches 60 %/);
  assert.match(reads[4], /400 requests of 16 KiB\. With read_ahead_kb 0 they have the same size/);
});

test("without rows the steps are told without figures", () => {
  for (const figure of [versionSteps([], []), lookupSteps([], []), readAheadSteps([], [])]) {
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
