/** The home page's table of workloads by pairs of engines: who leads, and what is not settled. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {endsOf, workloadMatrix} from "../../report/findings/matrix.js";
import {engineStyle} from "../../report/charts/engines.js";
import "./document.js";

const {matrixTable} = await import("../../report/charts/matrix.js");

const PG17 = "postgresql-17", PG18 = "postgresql-18", MARIADB = "mariadb-11.8", MYSQL = "mysql-9.7";
const row = (workload, setting, numerator, denominator, median, more) => ({place: 1, workload, page: "oltp", setting,
  read_bandwidth_mib_s: 4, numerator, denominator, median, low: median * 0.98, high: median * 1.02, ...more});
const rows = [
  row("OLTP", "4 MiB/s", MARIADB, PG18, 0.8), row("OLTP", "4 MiB/s", MARIADB, PG17, 0.7),
  row("OLTP", "4 MiB/s", PG17, PG18, 1.03),
  row("OLTP", "256 MiB/s", MARIADB, PG18, 1.01), row("OLTP", "256 MiB/s", MARIADB, PG17, 0.9),
  row("TPC-C", "4 MiB/s", MARIADB, PG17, 2), row("TPC-C", "4 MiB/s", MYSQL, PG17, 0.25, {page: "tpcc"}),
  row("TPC-C", "4 MiB/s", MARIADB, MYSQL, 8),
  row("Q18", "4 MiB/s", PG18, MARIADB, 0.5, {low: null, high: null}),
  row("Q18", "256 MiB/s", PG18, MARIADB, 1.5, {low: null, high: null}),
];
const all = [PG17, PG18, MARIADB, MYSQL];

test("each setting compares the newest versions that were measured there, the leader first", () => {
  const {pairs, workloads} = workloadMatrix(rows, all);
  assert.deepEqual(pairs.map(({key}) => key), ["PostgreSQL/MariaDB", "PostgreSQL/MySQL", "MariaDB/MySQL"]);
  const [oltp, tpcc, q18] = workloads;
  const lead = oltp.settings[0].leads.get("PostgreSQL/MariaDB");
  assert.deepEqual([lead.leader, lead.other, lead.ratio, lead.is_settled], [PG18, MARIADB, 1.25, true]);
  assert.ok(Math.abs(lead.low - 1 / (0.8 * 1.02)) < 1e-12 && Math.abs(lead.high - 1 / (0.8 * 0.98)) < 1e-12);
  assert.equal(oltp.settings[1].leads.get("PostgreSQL/MariaDB").is_settled, false, "1 is in the interval");
  assert.equal(tpcc.settings[0].leads.get("PostgreSQL/MariaDB").other, PG17);
  assert.equal(q18.settings[0].leads.get("PostgreSQL/MariaDB").low, null);
});

test("a single run has no interval: it leads nowhere, and its cell has no colour", () => {
  const single = rows.filter(({workload}) => workload === "Q18");
  const matrix = workloadMatrix(single, all);
  const table = matrixTable(matrix, "");
  assert.deepEqual([...table.querySelectorAll("td")].map((cell) => cell.className), ["unsettled", "unsettled"]);
  assert.match(table.querySelector("td").textContent, /MariaDB 2\.00×\s+one run/);
});

test("where one engine alone caches all data, neither leads by itself", () => {
  const unequal = row("TPC-C", "4 MiB/s", MARIADB, MYSQL, 17, {one_caches_all: true, run_s_least: 0.25, run_s_most: 12});
  const matrix = workloadMatrix([...rows, unequal], [MARIADB, MYSQL]);
  const table = matrixTable(workloadMatrix([unequal], all), "");
  assert.match(table.querySelector("td.unsettled").textContent, /MariaDB 17\.00×\s+16\.66× to 17\.34× †/);
  assert.match(table.querySelector("th[scope=rowgroup]").textContent, /runs of 0\.25 to 12 s/);
  assert.equal(matrix.workloads[0].settings[0].leads.size, 1);
});

test("a lead that the time of an instruction decides is not settled, and marked", () => {
  const close = row("TPC-C", "64 MiB/s", MARIADB, PG17, 1.05, {cpu_time_decides: true});
  const matrix = workloadMatrix([close], all);
  assert.match(matrixTable(matrix, "").querySelector("td.unsettled").textContent, /MariaDB 1\.05×\s+1\.03× to 1\.07× ‡/);
});

test("a lead has the colour of the newest version above its column, whichever was measured", () => {
  const matrix = workloadMatrix(rows, all);
  assert.equal(matrix.colours.get("PostgreSQL"), engineStyle(PG18).colour);
  const cell = [...matrixTable(matrix, "").querySelectorAll("td.settled")].find((td) => td.textContent.includes("4.00×"));
  assert.match(cell.textContent, /PostgreSQL/);
  assert.match(cell.getAttribute("style"), new RegExp(engineStyle(PG18).colour));
});

test("of many settings the table has the ends and the middle", () => {
  assert.deepEqual(endsOf([4, 16, 32, 64, 128, 256]), [4, 64, 256]);
  assert.deepEqual(endsOf([4, 256]), [4, 256]);
});

test("the table names the leader in its colour, and what is not settled", () => {
  const table = matrixTable(workloadMatrix(rows, all), "Who leads");
  assert.equal(table.querySelector("caption").textContent, "Who leads");
  const [first, second] = table.querySelectorAll("tbody tr");
  const cells = (tr) => [...tr.querySelectorAll("td")].map((td) => td.textContent.replace(/\s+/g, " ").trim());
  assert.deepEqual(cells(first), ["PostgreSQL 1.25× 1.23× to 1.28× °", "–", "–"]);
  assert.deepEqual(cells(second)[0], "not settled MariaDB 0.99× to 1.03×");
  const led = first.querySelector("td.settled");
  assert.equal(led.querySelector("a").getAttribute("href"), "oltp.html");
  assert.ok(led.style.getPropertyValue("--lead").startsWith("#"));
  assert.equal(first.querySelector("th[scope=rowgroup]").getAttribute("rowspan"), "2");
  assert.equal(table.querySelectorAll("th[scope=row]").length, 5);
});

test("a version that is not the newest stands in its row, once where all rows have it", () => {
  const table = matrixTable(workloadMatrix(rows, all), "");
  const groups = [...table.querySelectorAll("th[scope=rowgroup]")].map((th) => th.textContent.replaceAll(/\s+/g, " ").trim());
  assert.deepEqual(groups, ["OLTP", "TPC-Cwith PostgreSQL 17", "Q18"]);
  assert.deepEqual([...table.querySelectorAll("thead th")].slice(2).map((th) => th.textContent),
    ["PostgreSQL 18 or MariaDB 11.8", "PostgreSQL 18 or MySQL 9.7", "MariaDB 11.8 or MySQL 9.7"]);
  const mixed = [row("OLTP", "4 MiB/s", MARIADB, PG18, 2), row("OLTP", "8 MiB/s", MARIADB, PG17, 2)];
  assert.deepEqual([...matrixTable(workloadMatrix(mixed, all), "").querySelectorAll("th[scope=row]")].map((th) => th.textContent),
    ["4 MiB/s", "8 MiB/swith PostgreSQL 17"]);
});

test("a lead that was not checked with another time of an instruction is marked", () => {
  const [checked, not] = [true, false].map((cpu_time_computed) => matrixTable(workloadMatrix(
    [row("OLTP", "4 MiB/s", MARIADB, PG18, 2, {cpu_time_computed})], all), "").querySelector("td").textContent);
  assert.doesNotMatch(checked, /°/);
  assert.match(not, /°/);
});

test("a workload leads to where it is shown", () => {
  const table = matrixTable(workloadMatrix(rows, all), "", {OLTP: "deciding.html#reads"});
  assert.equal(table.querySelector("td a").getAttribute("href"), "deciding.html#reads");
  assert.equal(table.querySelector("tbody:nth-of-type(2) td a").getAttribute("href"), "oltp.html");
});

test("a workload's name is text, whatever is in it", () => {
  const table = matrixTable(workloadMatrix([row("<img src=x>", "<b>", MARIADB, PG18, 2)], all), "x");
  assert.equal(table.querySelector("img, th b"), null);
});
