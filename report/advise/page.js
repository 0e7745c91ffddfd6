/** The page of advice: two readings of a server's statistics, what volumes would bring it. Nothing leaves the browser. */
import {html} from "htl";
import {bytes, number, percent, plural} from "../charts/format.js";
import {table} from "../charts/table.js";
import {advise} from "./answer.js";
import {decoded, parseReading} from "./readings.js";
import {AdviseError, refusal} from "./rules.js";

/** Names that options have on the command line, in its words. */
const LABELS = {"--latency-us": "Latency", "--clients": "Clients", "--cores": "Cores", "--disk": "Disk", "--now": "Present volume"};
const EARLIER = "Earlier reading";
const LATER = "Later reading";

/**
 * @param {{rules: object, devices: object[], example: object, error: object}} data advise.json, devices.json,
 *   advise_example.json, advise_error.json
 * @returns {HTMLElement}
 */
export function advicePage({rules, devices, example, error}) {
  const options = optionsForm(rules, devices);
  const said = html`<div class="advice" aria-live="polite">`;
  const update = () => {
    const given = readings.map((each) => each.reading());
    options.offerDisks(rules, given);
    said.replaceChildren(...answerOf({rules, devices, error}, given, options.chosen()));
  };
  const readings = [EARLIER, LATER].map((name) => readingField(rules, name, update));
  const show = html`<button type="button">Try an example</button>`;
  show.addEventListener("click", () => {
    readings[0].fill(example.before);
    readings[1].fill(example.after);
    update();
    options.choose(example);
    update();
  });
  options.element.addEventListener("input", update);
  update();
  return html`<div class="advise"><div class="advise-readings">${readings.map((each) => each.element)}</div>
    <p>${show} <span class="sql-hint">The counts of a published cell, PostgreSQL 17 on a volume of 3,000 requests per
      second</span></p>
    ${options.element}${said}</div>`;
}

/** @returns {{element: HTMLElement, reading: () => {text: string, file: string, error?: AdviseError}, fill: (text: string) => void}} */
function readingField(rules, name, changed) {
  const text = html`<textarea rows="6" spellcheck="false" autocomplete="off" aria-label=${name}
    placeholder="Paste what the statement answered, or drop its file here">`;
  const file = html`<input type="file" aria-label=${`File of the ${name.toLowerCase()}`}>`;
  let error = null;
  const take = async (chosen) => {
    if (!chosen) return;
    error = chosen.size > rules.most_bytes
      ? refusal(rules, "large", {file: name, mib: rules.most_bytes / 1024 ** 2}) : null;
    text.value = error ? "" : decoded(await chosen.arrayBuffer());
    changed();
  };
  file.addEventListener("change", () => take(file.files[0]));
  text.addEventListener("input", () => {
    error = null;
    changed();
  });
  const element = html`<fieldset class="advise-reading"><legend>${name}</legend>${text}<label>or a file ${file}</label></fieldset>`;
  element.addEventListener("dragover", (event) => event.preventDefault());
  element.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
  return {element, reading: () => ({text: text.value, file: name, error}), fill: (words) => {
    error = null;
    text.value = words;
  }};
}

/** What the readings may not say: cores, clients, disk, the present volume and latency. */
function optionsForm(rules, devices) {
  const field = (min, step, placeholder) => html`<input type="number" min=${min} step=${step} placeholder=${placeholder}>`;
  const cores = field(1, 1, "as read");
  const clients = field(0, "any", "as read");
  const latency = field(0, "any", "as stated");
  const disk = html`<select><option value="">none</select>`;
  const now = html`<select><option value="">not in this list</option>${devices.map((each) => html`<option>${each.name}`)}</select>`;
  const element = html`<fieldset class="control advise-options"><legend>The server</legend>
    <label class="select">Disk ${disk}</label><label class="select">Present volume ${now}</label>
    <label>Cores ${cores}</label><label>Clients ${clients}</label><label>Latency, µs ${latency}</label></fieldset>`;
  const given = (input) => (input.value === "" ? null : Number(input.value));
  const offerDisks = (_, readings) => {
    const names = disksIn(rules, readings.at(-1));
    const chosen = disk.value;
    if (names.join("\n") === [...disk.options].slice(1).map((each) => each.value).join("\n")) return;
    disk.replaceChildren(html`<option value="">none`, ...names.map((name) => html`<option selected=${name === chosen}>${name}`));
  };
  return {
    element, offerDisks,
    chosen: () => ({disk: disk.value || null, now: now.value || null, cores: given(cores), clients: given(clients),
      latencyUs: given(latency)}),
    choose: (example) => {
      Object.assign(disk, {value: example.disk});
      Object.assign(now, {value: example.now});
      Object.assign(latency, {value: example.latency_us});
    },
  };
}

/** @returns {string[]} the disks that did something, of a text that may be no reading */
function disksIn(rules, {text, file}) {
  try {
    const {disks} = parseReading(rules, text, file);
    return [...disks].filter(([, counts]) => counts.get("busy_ms")).map(([name]) => name);
  } catch {
    return [];
  }
}

/** @returns {HTMLElement[]} */
function answerOf({rules, devices, error: found}, readings, options) {
  const empty = readings.filter(({text, error}) => !text.trim() && !error);
  if (empty.length === readings.length) return [];
  try {
    for (const {error} of readings) if (error) throw error;
    if (empty.length) return [notice(`Now the ${empty[0].file.toLowerCase()}.`)];
    return answerParts(rules, devices, advise(rules, devices, readings, options, found));
  } catch (error) {
    if (!(error instanceof AdviseError)) throw error;
    return [html`<p class="notice failed" role="alert">${ofThePage(error.message)}`];
  }
}

/** @param {string} words of the command @returns {string} with the labels of the form */
function ofThePage(words) {
  return Object.entries(LABELS).reduce((said, [name, label]) => said.replaceAll(name, `“${label}”`), words);
}

function notice(words) {
  return html`<p class="notice">${words}`;
}

/** @param {object} said an answer @returns {HTMLElement[]} */
function answerParts(rules, devices, said) {
  const fails = said.warnings.filter((words) => words.startsWith("THE MODEL FAILS"));
  return [
    ...fails.map((words) => html`<p class="notice failed" role="alert">${ofThePage(words)}`),
    html`<p class="headline">${ofThePage(headline(said))}`,
    ...said.warnings.filter((words) => !fails.includes(words)).map((words) => notice(ofThePage(words))),
    html`<h3>What a transaction asks for</h3>`, askedList(rules, said),
    ...said.tables.flatMap((each) => [html`<h3>${tableTitle(each)}</h3>`, ...(each.error ? [html`<p>${each.error}`] : []),
      volumeTable(rules, devices, said, each)]),
    ...(said.statements ? [html`<h3>${`Statements by ${rules.statements.names[said.statements.by]}`}</h3>`,
      statementTable(rules, said.statements)] : []),
    html`<h3>What the readings cannot say</h3>`,
    html`<ul>${said.unknown.map((words) => html`<li>${ofThePage(words)}`)}</ul>`,
  ];
}

function headline({tables: [{volumes}], tps, now}) {
  const best = volumes.reduce((one, other) => (other.tps > one.tps ? other : one));
  const enough = volumes.find((each) => each.tps >= 0.95 * best.tps);
  return `${now} ${enough.name} would bring ${number(enough.tps)} transactions per second in place of ${number(tps)}; no volume more than ${number(best.tps)}.`;
}

function askedList({busy: words}, said) {
  const {server, seconds, transactions, counted_as: countedAs, tps, latency_s: latencyS, asked, notes, busy} = said;
  const rows = [
    ["Server", `${server}: ${number(transactions)} ${countedAs} in ${number(seconds)} s`],
    ["Now", `${number(tps)} per second, ${number(latencyS * 1e3)} ms each, ${plural(asked.clients, "client")} at work`],
    ["Processor", `${number(asked.processor_s * 1e3)} ms`, notes.processor],
    ...(said.waited_s === null ? [] : [["Waited for storage", `${number(said.waited_s * 1e3)} ms`, notes.waited]]),
    ["Read", `${bytes(asked.read_bytes)} in ${plural(asked.read_requests, "request")}`, notes.reads],
    ["Written", `${bytes(asked.write_bytes)} in ${plural(asked.write_requests, "request")}`],
    ["Flushes", number(asked.flushes)],
    ["Busy", Object.entries(busy).map(([name, share]) =>
      `${words[name]} ${percent(share)} of the time`).join(", ")],
  ];
  return html`<dl class="facts">${rows.flatMap(([name, value, note]) =>
    [html`<dt>${name}`, html`<dd>${value}${note ? ` (${note})` : ""}`])}</dl>`;
}

function tableTitle({read_ahead_kib: kib}) {
  if (kib === null) return "What volumes would bring";
  return kib ? `With a read-ahead of ${number(kib)} KiB` : "Without read-ahead";
}

function volumeTable(rules, devices, said, {volumes}) {
  const words = (name) => rules.limits[name];
  const sources = new Map(devices.map((each) => [each.name, each]));
  const named = (name, {is_slower: isSlower}) => {
    const {source, url} = sources.get(name);
    return html`<a href=${url} title=${source}>${name}</a>${isSlower ? " (?)" : ""}`;
  };
  const price = (usd, {name, price_as_of: asOf}) => (usd === null ? "–"
    : html`<span title=${sources.get(name).price_source}>${number(usd)}${asOf ? ` (${asOf})` : ""}</span>`);
  return table(volumes, [
    {key: "name", label: "Volume", text: true, format: named},
    {key: "read_latency_us", label: "A read, µs"}, {key: "flush_latency_us", label: "A flush, µs"},
    {key: "tps", label: `${said.counted_as === "transactions" ? "Transactions" : "Statements"} per second`},
    {key: "times", label: "Times now", format: (_, row) => `${(row.tps / said.tps).toFixed(2)}×`},
    {key: "latency_s", label: "Latency, ms", format: (seconds) => number(seconds * 1e3)},
    {key: "limit", label: "Limit", text: true, format: words},
    {key: "next_limit", label: "Then", text: true, format: words},
    ...(volumes.some((row) => row.price_usd_month !== null)
      ? [{key: "price_usd_month", label: "USD per month (as of)", format: price}] : []),
  ], tableTitle({read_ahead_kib: null}));
}

function statementTable(rules, {by, statements}) {
  const name = rules.statements.names[by];
  return table(statements, [
    {key: "text", label: "Statement", text: true, wide: true},
    {key: "share", label: `Of all ${name}`, format: percent},
    {key: `${by}_per_call`, label: `${name[0].toUpperCase()}${name.slice(1)} per call`},
    {key: "calls", label: "Calls"},
    {key: "time_us_per_call", label: "Time per call, ms", format: (us) => number(us / 1e3)},
  ], `Statements by ${name}`);
}
