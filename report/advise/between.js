/** What a server did between two readings, per transaction; or why these don't say: scripts/advise/between.py. */
import {grouped, refusal} from "./rules.js";
import {costliest} from "./statements.js";

/** @typedef {import("./readings.js").Reading} Reading */

/**
 * @typedef {object} Between
 * @property {string} server
 * @property {string | null} untried the versions that the statements were tried on, where this is none of them
 * @property {number} seconds
 * @property {number} transactions
 * @property {string} countedAs
 * @property {number} commits COMMIT and ROLLBACK statements, or what else the server calls a transaction
 * @property {import("./model.js").Demand} demand
 * @property {number | null} waitedS for files, per transaction; `null` where that was not timed
 * @property {boolean} waitsOfAll
 * @property {boolean} isPrimary whether the server says that it is no replica
 * @property {number | null} cores
 * @property {number | null} busyShare
 * @property {boolean} hasDisk
 * @property {boolean} hasProcessor
 * @property {boolean} pageCache
 * @property {number} pageBytes
 * @property {number | null} readAheadKib
 * @property {object | null} statements
 */

/**
 * @param {object} rules @param {Reading} before @param {Reading} after
 * @param {{disk?: string | null, clients?: number | null}} [options]
 * @returns {Between}
 */
export function between(rules, before, after, {disk = null, clients = null} = {}) {
  refuse(rules, before, after);
  const seconds = secondsBetween(before, after);
  const {countedAs, counted} = transactionsOf(rules, before, after);
  if (counted < rules.fewest_transactions) {
    throw refusal(rules, "idle", {transactions: counted, seconds: grouped(seconds)});
  }
  const transactions = Number(counted);
  const got = Object.fromEntries(rules.counted.map((name) => [name, Number(grown(before, after, name) ?? 0n)]));
  const hasProcessor = before.processorTicks !== null && after.processorTicks !== null;
  if (!hasProcessor && grown(before, after, "active_us") === null) throw refusal(rules, "no_processor");
  if (hasProcessor && after.processorTicks < before.processorTicks) {
    throw refusal(rules, "processor_fell", {before: before.file, after: after.file});
  }
  const activeS = got.active_us / 1e6;
  const meanClients = clients || activeS / seconds;
  if (!meanClients) throw refusal(rules, "no_clients");
  if (!(meanClients > 0 && meanClients <= rules.most_clients)) {
    throw refusal(rules, "clients", {most: grouped(rules.most_clients)});
  }
  let busyShare = null;
  if (disk !== null) {
    const of = diskGrown(rules, before, after, disk);
    got.read_bytes = of.read_sectors * rules.sector_bytes;
    got.write_bytes = of.write_sectors * rules.sector_bytes;
    for (const name of ["read_requests", "write_requests", "flushes"]) got[name] = of[name] ?? got[name];
    busyShare = Math.min(1, of.busy_ms / 1e3 / seconds);
  }
  const ticks = hasProcessor ? Number(after.processorTicks - before.processorTicks) : 0;
  const processorS = hasProcessor ? ticks / rules.ticks_per_s : Math.max(0, activeS - got.waited_us / 1e6);
  const each = Object.fromEntries(Object.entries(got).map(([name, count]) => [name, count / transactions]));
  if (!(processorS + each.read_bytes + each.write_bytes)) throw refusal(rules, "no_work");
  return {
    server: serverOf(after), untried: untriedOf(rules, after),
    seconds, transactions, countedAs, commits: Number(grown(before, after, "transactions") ?? 0n),
    demand: {
      processor_s: processorS / transactions,
      read_bytes: each.read_bytes, write_bytes: each.write_bytes,
      read_requests: each.read_requests, write_requests: each.write_requests,
      flushes: each.flushes, clients: meanClients,
    },
    waitedS: waitedOf(before, after, transactions), waitsOfAll: rules.waits_of_all.includes(after.words.get("server")),
    isPrimary: [before, after].every(({counts}) => counts.has("replica")),
    cores: after.cores, busyShare, hasDisk: disk !== null, hasProcessor,
    pageCache: (after.counts.get("page_cache") ?? 1n) !== 0n,
    pageBytes: Number(after.counts.get("page_bytes")),
    readAheadKib: after.readAheadKib.get(disk ?? "") ?? null,
    // What one reading alone has was counted since the server's start.
    statements: before.statementsSinceUs === null || after.statementsSinceUs === null
      ? null : costliest(rules, before.statements, after.statements),
  };
}

/** Throws an AdviseError where two readings are not of one server's running load. */
function refuse(rules, before, after) {
  const [one, other] = [serverOf(before), serverOf(after)];
  if (one !== other) throw refusal(rules, "versions", {before: before.file, server: one, after: after.file, other});
  if (before.words.get("identity") !== after.words.get("identity")) {
    throw refusal(rules, "servers", {before: before.file, after: after.file});
  }
  for (const {file, counts, processorTicks} of [before, after]) {
    for (const name of rules.needed) if (!counts.has(name)) throw refusal(rules, "no_count", {file, name});
    if (counts.get("replica")) throw refusal(rules, "replica", {file});
    if (!(counts.get("waits_timed") ?? 1n) && processorTicks === null) throw refusal(rules, "untimed", {file});
  }
  const seconds = secondsBetween(before, after);
  if (seconds < rules.fewest_seconds) {
    throw refusal(rules, "order", {after: after.file, seconds: grouped(seconds), before: before.file});
  }
  const since = ["reset_us", "started_us"].map((name) => after.counts.get(name) ?? 0n);
  const fallen = ["transactions", ...rules.counted].some((name) => (grown(before, after, name) ?? 0n) < 0n);
  if (fallen || since.some((us) => us > before.counts.get("taken_us"))) throw refusal(rules, "reset", {before: before.file});
  // A server of MySQL's line says when it was started to a second.
  const later = grown(before, after, "started_us") ?? 0n;
  if (later > rules.same_start_us || later < -rules.same_start_us) {
    throw refusal(rules, "failover", {before: before.file, after: after.file});
  }
  const [firstUs, lastUs] = [before.statementsSinceUs, after.statementsSinceUs];
  if (firstUs && lastUs && lastUs > firstUs) throw refusal(rules, "statements_reset", {before: before.file});
}

/** What was tried, of a server that was not. */
function untriedOf({tried}, {words}) {
  const version = words.get("version");
  const all = Object.entries(tried);
  const [, versions] = all.find(([name]) => name === words.get("server")) ?? [null, []];
  if (versions.some((each) => version === each || version.startsWith(`${each}.`))) return null;
  return all.map(([name, of]) => `${name} ${of.join(", ")}`).join("; ");
}

function serverOf({words}) {
  return `${words.get("server")} ${words.get("version")}`;
}

function secondsBetween(before, after) {
  return Number(after.counts.get("taken_us") - before.counts.get("taken_us")) / 1e6;
}

/** @param {Reading} before @param {Reading} after @param {string} name @returns {bigint | null} `null` where one of the readings doesn't count it */
function grown(before, after, name) {
  const [first, last] = [before.counts.get(name), after.counts.get(name)];
  return first === undefined || last === undefined ? null : last - first;
}

function waitedOf(before, after, transactions) {
  const waitedUs = grown(before, after, "waited_us");
  const timed = [before, after].every(({counts}) => counts.get("waits_timed") ?? 1n);
  return waitedUs === null || !timed ? null : Number(waitedUs) / 1e6 / transactions;
}

/** Transactions; where a server counts only those that are begun, and few are, statements. */
function transactionsOf(rules, before, after) {
  const count = grown(before, after, "transactions") || 0n;
  const statements = grown(before, after, "statements") || 0n;
  const [fewest, each] = [rules.fewest_transactions, rules.most_statements_each].map(BigInt);
  // Two statements of a reading itself are no load; no usual transaction has more than a hundred.
  return statements > fewest && statements > count * each
    ? {countedAs: "statements", counted: statements} : {countedAs: "transactions", counted: count};
}

/** @returns {Record<string, number>} */
function diskGrown(rules, before, after, disk) {
  const [first, last] = [before, after].map((reading) => diskOf(rules, reading, disk));
  /** @type {Record<string, number>} */
  const more = {};
  for (const [name, count] of last) if (first.has(name)) more[name] = Number(count - first.get(name));
  if (Object.entries(more).some(([name, count]) => name !== "in_flight" && count < 0)) {
    throw refusal(rules, "disk_fell", {disk});
  }
  return more;
}

function diskOf(rules, {file, disks}, disk) {
  if (!disks.size) throw refusal(rules, "no_disks", {file, disk});
  if (!disks.has(disk)) throw refusal(rules, "no_disk", {file, disk, names: [...disks.keys()].sort().join(", ")});
  return disks.get(disk);
}
