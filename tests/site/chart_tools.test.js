/** What readers take along from a chart: numbers, drawing, link, citation. */
import assert from "node:assert/strict";
import {test} from "node:test";
import {button, savedBy, setWidth} from "./document.js";
import {linesChart} from "../../report/charts/lines.js";
import {bytes, percent} from "../../report/charts/format.js";
import {citation} from "../../report/charts/cite.js";
import {csvOf} from "../../report/charts/csv.js";
import {drawnCharts} from "./drawn_charts.js";

const {history, location} = window;
const rows = [
  {cell_id: "made", engine: "postgresql-18", series: "one", x: 8, value: 1500.5},
  {cell_id: "made-2", engine: "mariadb-11.8", series: "one", x: 8, value: 3},
];
const options = {engines: ["postgresql-18", "mariadb-11.8", "mysql-9.7"], series: [{key: "one", name: "a \"b\", c"}],
  xLabel: "Clients", label: "Thousand instructions", title: "Instructions per SELECT"};

test("the file has words as in the table, and numbers as measured", async () => {
  setWidth(640);
  assert.equal(await savedBy(linesChart(rows, options), "Data (CSV)"),
    "Engine,Series,Clients,Thousand instructions,Runs\n" +
    'PostgreSQL 18,"a ""b"", c",8,1500.5,1\nMariaDB 11.8,"a ""b"", c",8,3,1');
});

test("a unit that only the format writes is in the head of the file", () => {
  assert.equal(csvOf([{size: 4096, share: 0.5, nothing: null}], [{key: "size", label: "Size", format: bytes},
    {key: "share", label: "Busy", format: percent}, {key: "nothing", label: ""}]), '"Size, bytes","Busy, share",nothing\n4096,0.5,');
});

test("a chosen engine of which there is nothing is named", () => {
  const words = (figure) => [...figure.querySelectorAll(".chart-note")].map(({textContent}) => textContent);
  assert.deepEqual(words(linesChart(rows, options)), ["Not measured here: MySQL 9.7."]);
  assert.deepEqual(words(linesChart(rows, {...options, engines: options.engines.slice(0, 2)})), []);
  assert.deepEqual(words(linesChart([], options)), [], "the chart says itself that it is empty");
});

test("a chart's title is what the rows show until a reader chooses, and its address stays the same", () => {
  const finding = "MariaDB spends fewer";
  const titles = (more) => {
    const figure = linesChart(rows, {...options, ...more});
    return [figure.id, figure.querySelector("strong").textContent, figure.querySelector("figcaption span")?.textContent];
  };
  const neutral = ["chart-instructions-per-select", options.title, undefined];
  assert.deepEqual(titles({finding}), neutral, "this address has a choice");
  assert.deepEqual(titles({finding, holds: true}), [neutral[0], finding, options.title]);
  assert.equal(titles({finding, holds: true, subtitle: "One client."})[2], "One client.");
  const {search} = location;
  history.replaceState(null, "", "/oltp.html");
  assert.equal(titles({finding})[1], finding);
  assert.deepEqual(titles({}), neutral);
  history.replaceState(null, "", `/oltp.html${search}`);
});

test("a saved drawing stands alone: whole addresses, titles of marks, no variables", async () => {
  const text = await savedBy(drawnCharts.bandwidth(), "SVG");
  assert.match(text, /<a [^>]*href="http:\/\/site\.test\/cell\.html\?cell=made-postgresql-18-4-s1"/);
  assert.match(text, /<title>PostgreSQL 18\n4 MiB\/s\nTransactions per second: /);
  assert.match(text, /oltp\.html\?engines=a,b#chart-throughput-and-the-ratio-of-the-engines</);
  assert.doesNotMatch(text, /var\(--(ink|paper|rule|muted|sans)/);
});

const work = {name: "study", title: "study: what & why", authors: ["Doe, Jo", "The others"], year: "2026",
  origin: "Version 1.2. MIT licence."};

test("the citation names the publication and the view, and its title can't break the entry", () => {
  const view = {title: "50 % of {pages}", day: "2026-11-25", address: "http://site.test/oltp.html?engines=a,b#chart-pages"};
  const {sentence, bibtex} = citation(work, view);
  assert.equal(sentence, "Doe, Jo; The others (2026). “50 % of {pages}”. In study: what & why. Version 1.2. MIT licence. " +
    "http://site.test/oltp.html?engines=a,b#chart-pages, seen 2026-11-25.");
  assert.equal(bibtex, "@misc{study-oltp-html-engines-a-b-chart-pages,\n  author = {{Doe, Jo} and {The others}},\n" +
    "  title = {{study: what \\& why}},\n  year = {2026},\n" +
    "  howpublished = {\\url{http://site.test/oltp.html?engines=a,b#chart-pages}},\n" +
    "  note = {Chart: 50 \\% of \\{pages\\}. Version 1.2. MIT licence. Seen 2026-11-25.},\n}");
  const unpublished = citation({...work, year: ""}, view);
  assert.match(unpublished.sentence, /^Doe, Jo; The others\. “/);
  assert.doesNotMatch(unpublished.bibtex, /year/);
});

test("names in data are text, in the chart, its numbers and its file", async () => {
  const name = "<img src=x onerror=alert(1)>";
  const figure = linesChart(rows.map((row) => ({...row, engine: name})), {...options, engines: [name]});
  document.body.replaceChildren(figure);
  await new Promise((resolve) => setTimeout(resolve));
  assert.equal(figure.querySelectorAll("img").length, 0);
  assert.ok(figure.querySelectorAll("svg a").length > 0);
  assert.match(await savedBy(figure, "SVG"), /&lt;img src=x onerror=alert\(1\)&gt;/);
});

test("the citation is shown at a click, and hidden at the next", () => {
  const cite = button(linesChart(rows, options), "Cite");
  const foot = document.createElement("footer");
  foot.className = "site-footer";
  foot.innerHTML = '<details class="cite"></details>';
  foot.firstChild.dataset.work = JSON.stringify(work);
  document.body.append(foot);
  const panel = document.querySelector(".chart-cite");
  assert.equal(panel.hidden, true);
  cite.click();
  assert.equal(cite.getAttribute("aria-expanded"), "true");
  assert.match(panel.textContent, /oltp\.html\?engines=a,b#chart-instructions-per-select/);
  assert.match(panel.textContent, /^Doe, Jo; The others \(2026\)\./);
  cite.click();
  assert.equal(panel.hidden, true);
});
