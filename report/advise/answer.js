/** The answer: what limits a server, and what volumes would bring: scripts/advise/answer.py. */
import {between} from "./between.js";
import {askedOf, isMostlyWritten, isReadFarAhead, predict, withReadAhead} from "./model.js";
import {parseReading} from "./readings.js";
import {filled, grouped, refusal} from "./rules.js";

/**
 * @typedef {import("./between.js").Between} Between
 * @typedef {import("./model.js").Volume} Volume
 * @typedef {{disk?: string | null, clients?: number | null, cores?: number | null, now?: string | null,
 *   latencyUs?: number}} Options
 */

/**
 * @param {object} rules advise.json @param {object[]} devices devices.json
 * @param {{text: string, file: string}[]} readings the earlier and the later @param {Options} [options]
 * @param {{read_ahead: object} | null} [found] advise_error.json
 * @returns {object} all that is said; throws an AdviseError where nothing can be
 */
export function advise(rules, devices, readings, options = {}, found = null) {
  const [before, after] = readings.map(({text, file}) => parseReading(rules, text, file));
  return answer(rules, between(rules, before, after, options),
    volumesOf(rules, devices, options.latencyUs ?? null), options, found);
}

/** @param {object} rules @param {object[]} devices @param {number | null} latencyUs @returns {Volume[]} with what is stated of each, or one latency for all */
function volumesOf(rules, devices, latencyUs) {
  if (latencyUs !== null && !(latencyUs >= 0 && latencyUs <= rules.most_latency_us)) {
    throw refusal(rules, "latency", {most: grouped(rules.most_latency_us)});
  }
  return devices.map((each) => ({name: each.name, read_mib_s: each.mib_s, write_mib_s: each.mib_s, iops: each.iops,
    read_latency_us: latencyUs ?? each.read_latency_us,
    // What is stated of a flush is of the write that is flushed, too.
    write_latency_us: latencyUs ?? 0, flush_latency_us: latencyUs === null ? each.flush_latency_us : 0,
    price_usd_month: each.price_usd_month ?? null, price_as_of: each.price_as_of ?? null}));
}

/** @param {object} rules @param {Between} found @param {Volume[]} known @param {Options} options @param {object | null} error */
function answer(rules, found, known, options, error) {
  const cores = options.cores || found.cores;
  if (!cores) throw refusal(rules, "no_cores");
  if (!(Number.isInteger(cores) && cores >= 1 && cores <= rules.most_cores)) {
    throw refusal(rules, "cores", {most: grouped(rules.most_cores)});
  }
  const present = known.find((each) => each.name === options.now) ?? null;
  if (options.now && !present) {
    throw refusal(rules, "no_volume", {now: options.now, names: known.map((each) => each.name).join("; ")});
  }
  const tps = found.transactions / found.seconds;
  const busy = {processor: Math.min(1, tps * found.demand.processor_s / cores)};
  if (found.busyShare !== null) busy.disk = found.busyShare;
  if (present) {
    for (const [place, each] of Object.entries(askedOf(found.demand, present))) busy[place] = Math.min(1, tps * each);
  }
  return {
    server: found.server, seconds: found.seconds, transactions: found.transactions, counted_as: found.countedAs,
    tps, latency_s: found.demand.clients / tps, cores,
    warnings: warningsOf(rules, found, tps, cores, present, known),
    now: nowOf(rules, found, found.demand.clients / tps, busy, present),
    asked: found.demand, waited_s: found.waitedS, notes: notesOf(rules, found), busy,
    tables: tablesOf(rules, found, cores, known, present, error),
    statements: found.statements,
    unknown: unknownOf(rules, found, known),
  };
}

/** Where the model fails is said before it answers. */
function warningsOf({model, warnings}, found, tps, cores, present, known) {
  const said = found.countedAs !== "statements" ? [] : [filled(warnings.by_statement,
    {statements: grouped(found.transactions), transactions: grouped(found.commits)})];
  if (found.untried !== null) said.push(filled(warnings.untried, {server: found.server, tried: found.untried}));
  if (isMostlyWritten(model, found.demand)) said.push(warnings.writes);
  if (saysReadAhead(found) && isReadFarAhead(model, found.demand, found.readAheadKib, found.pageBytes)) {
    said.push(filled(warnings.far_ahead, {kib: grouped(found.readAheadKib)}));
  }
  if (!present) return [...said, warnings.unchecked];
  const times = predict(model, found.demand, present, cores).tps / tps;
  const name = Math.abs(times - 1) <= model.explained ? "explained" : "fails";
  said.unshift(filled(warnings[name], {times: grouped(times, 2)}));
  if (known.some((each) => isSlower(model, each, present))) said.push(warnings.slower);
  return said;
}

/** What holds the server's transactions up now, in one sentence. */
function nowOf({model, now: words, limits}, found, latencyS, busy, present) {
  const [place, most] = Object.entries(busy).filter(([name]) => name !== "disk")
    .reduce((one, other) => (other[1] > one[1] ? other : one));
  if (most >= model.busy) return filled(words.busy, {limit: limits[place], share: percentOf(most)});
  // A disk that serves many requests at once can have one at all times, and not be at its limit.
  const disk = (busy.disk ?? 0) >= model.busy ? filled(words.disk, {share: percentOf(busy.disk)}) : null;
  if (found.waitedS === null && disk) return disk;
  const computing = found.demand.processor_s / latencyS;
  const share = Math.min(1, (found.waitedS ?? 0) / latencyS);
  if (found.waitedS !== null && share >= model.mostly) {
    const waits = filled(words[found.waitsOfAll ? "waits_at_most" : "waits"], {share: percentOf(share)});
    return filled(words[present ? "none_reached" : "which"], {waits});
  }
  const onCore = percentOf(Math.min(1, computing));
  if (computing >= model.mostly) return filled(words.computing, {share: onCore});
  if (disk) return disk;
  if (found.waitedS === null) return filled(words.unknown, {share: onCore});
  return filled(words.nothing, {computing: onCore, share: percentOf(share)});
}

function percentOf(share) {
  return grouped(share * 100);
}

function isSlower(model, volume, present) {
  return present !== null && volume.read_mib_s < model.slower * present.read_mib_s;
}

/** Of which figures less may be true. */
function notesOf(rules, found) {
  const notes = {};
  if (!found.hasProcessor) notes.processor = rules.notes.processor;
  if (found.pageCache && !found.hasDisk) notes.reads = rules.notes.reads;
  if (found.waitsOfAll) notes.waited = rules.notes.waited;
  return notes;
}

/** The volumes as read-ahead is now, and with others where the readings say what they read. */
function tablesOf(rules, found, cores, known, present, error) {
  const {model} = rules;
  const asked = [[null, found.demand]];
  if (saysReadAhead(found)) {
    for (const kib of model.read_aheads_kib) {
      const other = withReadAhead(model, found.demand, found.readAheadKib, kib, found.pageBytes);
      if (other && kib !== found.readAheadKib) asked.push([kib, other]);
    }
  }
  return asked.map(([kib, demand]) => ({read_ahead_kib: kib, error: kib === null ? null : aheadError(rules, error, kib), volumes: known.map((volume) => ({
    name: volume.name, ...predict(model, demand, volume, cores),
    read_latency_us: volume.read_latency_us, flush_latency_us: volume.write_latency_us + volume.flush_latency_us,
    price_usd_month: volume.price_usd_month, price_as_of: volume.price_as_of, is_slower: isSlower(model, volume, present)}))}));
}

/** What the model's error was on published cells whose read-ahead alone differs. */
function aheadError(rules, error, kib) {
  const {predictions, median, within_15_percent: within} = error.read_ahead[kib];
  return filled(rules.read_ahead_error,
    {predictions: grouped(predictions), median: grouped(median * 100, 1), within: grouped(within * 100)});
}

function saysReadAhead(found) {
  return found.pageCache && found.hasDisk && found.readAheadKib !== null;
}

function unknownOf({unknown}, found, known) {
  const said = [unknown.clients, unknown.peaks, unknown.locks];
  said.push(unknown.latency);
  if (known.some((each) => each.price_usd_month === null)) said.push(unknown.prices);
  if (found.pageCache && !saysReadAhead(found)) said.push(unknown.read_ahead);
  else if (found.pageCache) said.push(found.readAheadKib ? unknown.ahead : unknown.from_nothing);
  if (!found.hasDisk) said.push(unknown.requests);
  if (!found.isPrimary) said.push(unknown.replica);
  if (!found.statements) said.push(unknown.statements);
  else if (found.statements.by === "rows_examined") said.push(unknown.examined);
  return said;
}
