/** Readings of a server's statistics, as a client or a graphical tool wrote them: scripts/advise/readings.py. */
import {refusal} from "./rules.js";
import {statementForm, statementOf} from "./statements.js";

/** No row that is read is longer; a longer line costs no time. */
const LONGEST = 20_000;
const SHOWN = 40;

/**
 * @typedef {object} Reading
 * @property {string} file
 * @property {Map<string, string>} words
 * @property {Map<string, bigint>} counts
 * @property {Map<string, Map<string, bigint>>} disks
 * @property {Map<string, number>} readAheadKib
 * @property {bigint | null} processorTicks
 * @property {number | null} cores
 * @property {Map<string, import("./statements.js").Statement>} statements
 * @property {bigint | null} statementsSinceUs since when the server counts them
 */

/** @param {object} rules @returns {Record<string, RegExp>} the forms of lines */
function formsOf(rules) {
  const forms = {};
  for (const name of ["row", "disk", "processor", "read_ahead", "whole"]) {
    forms[name] = new RegExp(rules[name].replaceAll("{between}", rules.between), "u");
  }
  return {...forms, around: new RegExp(rules.between, "u"), statement: statementForm(rules)};
}

/** @param {object} rules @param {string} text @param {string} file @returns {Reading} */
export function parseReading(rules, text, file) {
  const forms = formsOf(rules);
  const reading = {file, words: new Map(), counts: new Map(), disks: new Map(), readAheadKib: new Map(),
    processorTicks: null, cores: null, statements: new Map(), statementsSinceUs: null};
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (characters(line) > LONGEST) continue;
    let found;
    if ((found = forms.row.exec(line))) take(rules, forms, reading, found[1], stripped(found[2], forms.around));
    else if ((found = forms.statement.exec(line))) takeStatement(rules, forms, reading, found);
    else if ((found = forms.disk.exec(line))) takeDisk(rules, reading, found[1], numbersOf(found[2]));
    else if ((found = forms.processor.exec(line))) takeProcessor(rules, reading, found[1], numbersOf(found[2]));
    else if ((found = forms.read_ahead.exec(line))) reading.readAheadKib.set(found[1], Number(found[2]));
  }
  if (!reading.counts.size && !reading.words.size) {
    throw refusal(rules, text.includes(rules.mark) ? "layout" : "no_row", {file});
  }
  if (!reading.statements.size && text.includes(rules.statements.mark)) throw refusal(rules, "layout", {file});
  if (!reading.counts.has("end")) throw refusal(rules, "cut_off", {file});
  const whole = reading.statements.get(rules.statements.whole);
  reading.statements.delete(rules.statements.whole);
  if (reading.statements.size && !whole) throw refusal(rules, "statements_cut_off", {file});
  reading.statementsSinceUs = whole?.counts.get("time_us") ?? null;
  for (const name of rules.words) if (!reading.words.has(name)) throw refusal(rules, "no_word", {file, name});
  return reading;
}

/** @param {string} line @returns {number} its length as Python counts it, where it can be near the longest */
function characters(line) {
  return line.length > LONGEST && line.length <= 2 * LONGEST ? [...line].length : line.length;
}

/** @param {string} words @returns {bigint[]} */
function numbersOf(words) {
  return words.trim().split(/[ \t]+/).map(BigInt);
}

/** @param {string} value @param {RegExp} around one character @returns {string} */
function stripped(value, around) {
  let end = value.length;
  while (end && around.test(value[end - 1])) end -= 1;
  return value.slice(0, end);
}

/** @param {string} value @returns {string} */
function short(value) {
  return [...value.slice(0, 2 * SHOWN)].slice(0, SHOWN).join("");
}

/** One row of the answer. What a server doesn't count stays away. */
function take(rules, forms, {file, words, counts}, name, value) {
  if (words.has(name) || counts.has(name)) throw refusal(rules, "twice", {file, name});
  if (rules.words.includes(name)) words.set(name, short(value));
  else if (!rules.absent.includes(value.toLowerCase())) {
    if (!forms.whole.test(value)) throw refusal(rules, "not_whole", {file, name, value: short(value)});
    counts.set(name, BigInt(value));
  }
}

function takeStatement(rules, forms, {file, statements}, found) {
  const [id, ...cells] = found.slice(1);
  if (statements.has(id)) throw refusal(rules, "twice", {file, name: `of statement ${id}`});
  statements.set(id, statementOf(rules, cells, stripped(cells.at(-1), forms.around)));
}

function takeDisk(rules, {file, disks}, name, numbers) {
  if (disks.has(name)) throw refusal(rules, "host_twice", {file, name});
  disks.set(name, new Map(rules.disk_counts.slice(0, numbers.length).map((count, i) => [count, numbers[i]])));
}

function takeProcessor(rules, reading, number, numbers) {
  if (number) {
    reading.cores = (reading.cores ?? 0) + 1;
    return;
  }
  if (reading.processorTicks !== null) throw refusal(rules, "host_twice", {file: reading.file, name: "cpu"});
  // Idle and iowait are no work; steal is another guest's.
  const [user, nice, system, , , irq, softirq] = numbers;
  reading.processorTicks = user + nice + system + irq + softirq;
}

/** @param {ArrayBuffer} content @returns {string} UTF-8 or, as PowerShell writes it, UTF-16 */
export function decoded(content) {
  const [first, second] = new Uint8Array(content);
  // With a mark of byte order; or without, as what is written begins with a character of ASCII: one byte of two is zero.
  const isLittle = (first === 0xff && second === 0xfe) || (first > 0 && second === 0);
  const isBig = (first === 0xfe && second === 0xff) || (first === 0 && second > 0);
  return new TextDecoder(isLittle ? "utf-16le" : isBig ? "utf-16be" : "utf-8").decode(content);
}
