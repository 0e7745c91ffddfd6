/** The changes from one release to the next: the changed rows in their order, others folded, and how to repeat each. */
import assert from "node:assert/strict";
import {existsSync} from "node:fs";
import {test} from "node:test";
import "./document.js";

const {changeWords, compareCommand, releaseChanges} = await import("../../report/charts/release_changes.js");

const row = (measure, state, earlierMean, laterMean, more = {}) => ({
  operation: "Commits of INSERTs", place: "", measure, unit: "", earlier: "postgresql-17", later: "postgresql-18",
  earlier_mean: earlierMean, later_mean: laterMean, change_share: earlierMean ? laterMean / earlierMean - 1 : null, band: 1, state,
  earlier_cell: "a-17", later_cell: "a-18", ...more,
});

test("a study that compares no releases has no section", () => {
  assert.equal(releaseChanges([], []).textContent.trim(), "");
});

test("changed rows stand in their order, with both cells and the command that measures the pair again", () => {
  const drawn = releaseChanges([row("flushes", "changed", 0, 300), row("log bytes", "changed", 1000, 900, {unit: "B"}),
    row("instructions", "level", 100, 101), row("pages touched", "same", 5, 5)], []);
  assert.equal(drawn.querySelector("summary").textContent, "From PostgreSQL 17 to PostgreSQL 18: 2 of 4 figures changed by more than chance");
  assert.match(drawn.querySelector("details p").textContent.replaceAll(/\s+/g, " "), /1 figure differs by no more than chance \(“level”\), and 1 not at all/);
  const rows = [...drawn.querySelectorAll("tbody tr")].map((line) => [...line.cells].map((cell) => cell.textContent));
  assert.deepEqual(rows.map((cells) => [cells[1], cells[4]]), [["flushes", "from 0"], ["log bytes", "−10 %"]]);
  assert.deepEqual([...drawn.querySelectorAll("tbody tr:first-child a")].map((each) => each.getAttribute("href")),
    ["cell.html?cell=a-17", "cell.html?cell=a-18"]);
  assert.equal(drawn.querySelector("details p code").textContent, "python -m scripts.compare run postgresql-17 postgresql-18");
  assert.deepEqual([...drawn.querySelectorAll("details details > summary")].map((each) => each.textContent), ["1 level row"]);
});

test("a release with a patch is called by it, and its command takes the patch from examples/", () => {
  const pair = {earlier: "postgresql-18-source", later: "postgresql-18-no-checksums-1f6b475d1fe0"};
  const command = compareCommand(pair);
  assert.equal(command, "python -m scripts.compare run postgresql-18 postgresql-18+examples/no-checksums.patch");
  assert.ok(existsSync(command.split("+")[1]));
  assert.equal(releaseChanges([row("flushes", "changed", 1, 2, pair)], []).querySelector("summary").textContent.split(":")[0],
    "PostgreSQL 18 with no-checksums");
});

test("each pair opens, and the one with most changes is open", () => {
  const drawn = releaseChanges([row("flushes", "level", 1, 2),
    row("flushes", "changed", 1, 2, {earlier: "mariadb-10.11", later: "mariadb-11.8"}),
    row("flushes", "level", 1, 2, {earlier: "postgresql-18", later: "postgresql-18{io_method=sync}"})], []);
  const pairs = [...drawn.querySelectorAll("details")];
  assert.deepEqual(pairs.map((each) => each.querySelector("summary").textContent.split(":")[0]), ["From PostgreSQL 17 to PostgreSQL 18",
    "From MariaDB 10.11 to MariaDB 11.8", "PostgreSQL 18 with io_method=sync"]);
  assert.deepEqual(pairs.map((each) => each.hasAttribute("open")), [false, true, false]);
  document.body.append(drawn);
  pairs[2].dispatchEvent(new pairs[2].ownerDocument.defaultView.Event("toggle"));
  assert.equal(pairs[2].querySelector("code").textContent, "python -m scripts.compare run postgresql-18 'postgresql-18{io_method=sync}'");
});

test("the ten largest changes are shown, and each measure has a line", () => {
  const changes = Array.from({length: 13}, (_, index) => row(`measure ${index}`, "changed", 1, 20 - index));
  const pair = {earlier: "postgresql-17", later: "postgresql-18"};
  const drawn = releaseChanges(changes, [{...pair, measure: "flushes", mean_change_share: 0.5, more: 2, less: 1, level: 4},
    {...pair, later: "postgresql-19", measure: "flushes", mean_change_share: 9, more: 9, less: 9, level: 9}]);
  const lines = [...drawn.querySelectorAll("table")].map((each) => [...each.querySelectorAll("tbody tr")].map((line) => [...line.cells].map((cell) => cell.textContent)));
  assert.deepEqual(lines[0], [["flushes", "+50 %", "2", "1", "4"]]);
  assert.equal(lines[1].length, 10);
  assert.equal(drawn.querySelector("details details > summary").textContent, "3 smaller changes");
});

test("a change has its sign", () => {
  assert.deepEqual([0.5, -0.001, null].map((share) => changeWords({change_share: share})), ["+50 %", "−0.1 %", "from 0"]);
});
