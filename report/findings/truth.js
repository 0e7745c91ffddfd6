/** Sentences about the same cells in virtual and in real time: where the two agree. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, percent, plural, times} from "../charts/format.js";
import {groupRows, isKnown, median} from "../charts/group.js";

const readAheadWords = (kib) => (kib ? `with ${number(kib)} KiB of read-ahead` : "without read-ahead");

/** How far apart two labs may be before it has to be explained; fixed before anything was measured. */
export const BYTES_WITHIN = 0.05;
export const RATIO_WITHIN = 0.1;
/** How well `make repeats` wants to know a ratio in real time before it stops measuring. */
const KNOWN_WITHIN = 0.05;
/** The share of either direction's bandwidth below which the device doesn't decide. */
const DEVICE_DECIDES_FROM = 0.75;

/** What is compared of a run, by its column in truth_labs.json. */
export const measuresOfTruth = [
  {key: "tps", name: "transactions or scans per second"},
  {key: "read_kib_per_transaction", name: "KiB read per transaction"},
  {key: "write_kib_per_transaction", name: "KiB written per transaction"},
  {key: "read_request_kib", name: "KiB per read request"},
  {key: "write_request_kib", name: "KiB per write request"},
  {key: "flushes_per_transaction", name: "flushes per transaction"},
  {key: "read_utilisation", name: "share of the read bandwidth used"},
  {key: "write_utilisation", name: "share of the write bandwidth used"},
  {key: "engine_cpu_us_per_transaction", name: "CPU time of the engine per transaction, µs"},
];

/** What a run counts, by its load; the first is what pages draw. */
export const loadsOfTruth = {oltp: "OLTP transactions", tpcc: "TPC-C transactions", scan: "scans"};

const settingOf = (row) => `${row.load}|${row.read_bandwidth_mib_s}|${row.read_ahead_kb}`;

/**
 * @param {object[]} rows of truth_labs.json
 * @returns {string[]} what one chart shows, in order: a load at a bandwidth, as `atOfTruth` takes it apart
 */
export function placesOfTruth(rows) {
  const loads = Object.keys(loadsOfTruth);
  const places = [...new Set(rows.map((row) => `${row.load}-${row.read_bandwidth_mib_s}`))];
  const rank = (place) => loads.indexOf(atOfTruth(place).load);
  return places.sort((a, b) => rank(a) - rank(b) || atOfTruth(a).mib_s - atOfTruth(b).mib_s);
}

/** @param {string} place of `placesOfTruth` @returns {{load: string, mib_s: number, words: string}} */
export function atOfTruth(place) {
  const [load, mib_s] = place.split("-");
  return {load, mib_s: Number(mib_s), words: `${loadsOfTruth[load]} at ${number(Number(mib_s))} MiB/s`};
}

/**
 * @param {object[]} rows of truth_labs.json, of the engines that are shown
 * @param {string} key a measure, as of `measuresOfTruth`
 * @returns {{load: string, engine: string, mib_s: number, kib: number, virtual: number, real: number, low: number,
 *   high: number, runs: number, difference: number}[]} medians of both labs where both have the
 *   setting; `low` and `high` of the runs in real time; `difference` of that over virtual time, less 1
 */
export function comparedLabs(rows, key) {
  const known = rows.filter((row) => isKnown(row[key]));
  const order = orderEngines(known.map((row) => row.engine));
  const loads = Object.keys(loadsOfTruth);
  return [...groupRows(known, (row) => `${row.engine}|${settingOf(row)}`).values()].flatMap((own) => {
    const valuesOf = (isReal) => own.filter((row) => row.real_time === isReal).map((row) => row[key]);
    const [inVirtual, inReal] = [valuesOf(false), valuesOf(true)];
    if (!inVirtual.length || !inReal.length) return [];
    const [virtual, real] = [median(inVirtual), median(inReal)];
    const {load, engine, read_bandwidth_mib_s: mib_s, read_ahead_kb: kib} = own[0];
    return [{load, engine, mib_s, kib, virtual, real, low: Math.min(...inReal), high: Math.max(...inReal),
      runs: inReal.length, difference: real / virtual - 1}];
  }).sort((a, b) => loads.indexOf(a.load) - loads.indexOf(b.load) || order.indexOf(a.engine) - order.indexOf(b.engine) ||
    a.mib_s - b.mib_s || a.kib - b.kib);
}

/**
 * @param {object[]} rows of truth_labs.json, of the engines that are shown
 * @returns {{load: string, first: string, second: string, mib_s: number, kib: number, virtual: number, real: number,
 *   difference: number}[]} the transactions of one engine over those of another in both labs
 */
export function comparedRatios(rows) {
  const compared = comparedLabs(rows, "tps");
  const engines = orderEngines(compared.map((row) => row.engine));
  return engines.flatMap((first, index) => engines.slice(index + 1).flatMap((second) =>
    compared.filter((row) => row.engine === first).flatMap((row) => {
      const other = compared.find((each) => each.engine === second && each.load === row.load &&
        each.mib_s === row.mib_s && each.kib === row.kib);
      if (!other) return [];
      const [virtual, real] = [row.virtual / other.virtual, row.real / other.real];
      return [{load: row.load, first, second, mib_s: row.mib_s, kib: row.kib, virtual, real, difference: real / virtual - 1}];
    })));
}

const settingWords = ({load, mib_s, kib}) => `${number(mib_s)} MiB/s and ${number(kib)} KiB of read-ahead (${loadsOfTruth[load]})`;
const farthest = (rows) => rows.reduce((most, row) => (Math.abs(row.difference) > Math.abs(most.difference) ? row : most));
const signed = (share) => `${share < 0 ? "−" : "+"}${percent(Math.abs(share))}`;

/** Whether both labs' intervals of a ratio leave no doubt which engine is the faster. @param {object} row of `comparedRatios` */
function isSettled({load, first, second, mib_s, kib}, intervals) {
  const own = intervals.filter((row) => row.load === load && row.numerator_engine === first && row.denominator_engine === second &&
    row.read_bandwidth_mib_s === mib_s && row.read_ahead_kb === kib && isKnown(row.low));
  return own.length === 2 && own.every(({low, high}) => low > 1 || high < 1);
}

/**
 * @param {object[]} rows of truth_labs.json, of the engines that are shown
 * @param {object[]} intervals of truth_ratios.json
 * @returns {string} the page's answer: whether the labs agree on the faster engine and on the ratio
 */
export function truthAnswer(rows, intervals) {
  const ratios = comparedRatios(rows);
  if (!ratios.length) return "These engines were not measured in both virtual and real time.";
  const same = ratios.filter((row) => (row.virtual > 1) === (row.real > 1));
  // A factor, as a percentage would depend on which engine is divided by which.
  const farthestBy = Math.max(...ratios.map(({virtual, real}) => Math.max(real / virtual, virtual / real)));
  const near = ratios.filter((row) => Math.abs(row.difference) <= RATIO_WITHIN);
  const settled = ratios.filter((row) => isSettled(row, intervals));
  const among = settled.filter((row) => same.includes(row));
  return `Both labs have the same faster engine at ${number(same.length)} of ${plural(ratios.length, "setting")}; at ${number(settled.length)} the 95 % ` +
    `interval of either lab excludes the opposite${settled.length ? `, and they agree at ${among.length === settled.length ? "all" : number(among.length)} of these` : ""}. The ratio of the engines agrees ` +
    `within the ${percent(RATIO_WITHIN)} fixed in advance at ${number(near.length)}; at most, the two differ by a factor of ${
      times(farthestBy)}.${bytesWords(rows)}`;
}

/** How often the bytes of a transaction agree as was fixed in advance, for the answer. */
function bytesWords(rows) {
  const shares = [["read", "read_kib_per_transaction"], ["written", "write_kib_per_transaction"]].flatMap(([name, key]) => {
    const compared = comparedLabs(rows, key);
    const near = compared.filter((row) => Math.abs(row.difference) <= BYTES_WITHIN);
    return compared.length ? [`bytes ${name} in ${number(near.length)} of ${number(compared.length)} cases`] : [];
  });
  return shares.length ? ` Per transaction, ${list(shares)} agree within the ${percent(BYTES_WITHIN)} fixed in advance.` : "";
}

/** @param {object[]} rows of truth_labs.json @returns {string[]} where the labs differ most; none where one lab has no rows */
export function truthSentences(rows) {
  const ratios = comparedRatios(rows);
  if (!ratios.length) return [];
  const near = ratios.filter((row) => Math.abs(row.difference) <= RATIO_WITHIN);
  const most = farthest(ratios);
  return [
    `The ratio of the engines agrees within ${percent(RATIO_WITHIN)} at ${number(near.length)} of ${plural(ratios.length, "setting")}. The labs differ most at ${
      settingWords(most)}: ${engineName(most.first)} completes ${times(most.virtual)} as many as ${
      engineName(most.second)} in virtual time and ${times(most.real)} in real time.`,
    ...["read_kib_per_transaction", "write_kib_per_transaction"].flatMap((key) => bytesSentences(rows, key)),
    ...processorSentences(rows),
    ...disturbedSentences(rows),
    ...unmeasuredSentences(ratios),
  ];
}

/**
 * @param {object[]} intervals of truth_ratios.json
 * @returns {string[]} how well the ratios are known in real time, and of how many runs; none without repeats there
 */
export function repeatSentences(intervals) {
  const real = intervals.filter((row) => row.real_time && isKnown(row.low) && row.numerator_engine < row.denominator_engine);
  return [...groupRows(real, (row) => row.load).values()].map((own) => {
    const widths = own.map(({ratio, low, high}) => Math.max(high / ratio, ratio / low) - 1);
    const known = widths.filter((width) => width <= KNOWN_WITHIN).length;
    const repeats = [...new Set(own.map((row) => row.repeats))].sort((a, b) => a - b).map(number).join(" or ");
    return `In real time the ratio of ${loadsOfTruth[own[0].load]} is of ${repeats} runs of each engine, and its interval reaches ${
      percent(Math.max(...widths))} at most; at ${known ? number(known) : "none"} of ${plural(own.length, "setting")} is it within the ${
      percent(KNOWN_WITHIN)} until which “make repeats” goes on.`;
  });
}

/** How near the bytes per transaction of one direction are, in a sentence. */
function bytesSentences(rows, key) {
  const compared = comparedLabs(rows, key);
  if (!compared.length) return [];
  const near = compared.filter((row) => Math.abs(row.difference) <= BYTES_WITHIN);
  const most = farthest(compared);
  const {name} = measuresOfTruth.find((measure) => measure.key === key);
  return [`${name} agree within ${percent(BYTES_WITHIN)} in ${number(near.length)} of ${
    plural(compared.length, "pair")} of engine and setting; they differ most in ${engineName(most.engine)} at ${settingWords(most)}: ${
    number(most.virtual)} in virtual time, ${number(most.real)} in real time (${signed(most.difference)}).`];
}

/** Where the virtual lab's device has bandwidth to spare and the throughputs differ: a sentence for each engine. */
function processorSentences(rows) {
  const used = [...comparedLabs(rows, "read_utilisation"), ...comparedLabs(rows, "write_utilisation")];
  // Of none, it is no finite number.
  const usedIn = (row, lab) => Math.max(...used.filter((each) => each.engine === row.engine && each.load === row.load &&
    each.mib_s === row.mib_s && each.kib === row.kib).map((each) => each[lab]));
  const spare = comparedLabs(rows, "tps").filter((row) => Math.abs(row.difference) > RATIO_WITHIN &&
    Number.isFinite(usedIn(row, "virtual")) && usedIn(row, "virtual") < DEVICE_DECIDES_FROM);
  return [...groupRows(spare, (row) => `${row.engine}|${row.load}`).values()].map((own) => {
    const most = farthest(own);
    return `${engineName(most.engine)} used at most ${percent(usedIn(most, "virtual"))} of either direction's bandwidth in virtual time at ${
      settingWords(most)}, so the processor decides there: the virtual lab's gives ${
      number(most.virtual)} per second, this host's ${number(most.real)}, with ${percent(usedIn(most, "real"))} of the bandwidth.`;
  });
}

/**
 * CPU time per transaction is instructions per transaction in virtual time, so the real one over it is the time of
 * an instruction, but for what the kernels do differently.
 *
 * @param {object[]} rows of truth_labs.json, of the engines that are shown
 * @param {[number, number]} assumed the factors between which the verdicts are recomputed
 * @returns {string[]} one per load and pair: how much longer the instructions of one engine take than the other's
 */
export function instructionTimeSentences(rows, assumed) {
  const compared = comparedLabs(rows, "engine_cpu_us_per_transaction");
  return [...groupRows(compared, (row) => row.load).values()].flatMap((own) => {
    const engines = orderEngines([...new Set(own.map((row) => row.engine))]);
    const sharesOf = (engine) => own.filter((row) => row.engine === engine).map((row) => row.real / row.virtual).sort((a, b) => a - b);
    const words = (engine) => `${times(sharesOf(engine)[0])} to ${times(sharesOf(engine).at(-1))}`;
    return engines.flatMap((first, index) => engines.slice(index + 1).flatMap((second) => {
      const factors = own.filter((row) => row.engine === second).flatMap((row) => {
        const other = own.find((each) => each.engine === first && each.mib_s === row.mib_s && each.kib === row.kib);
        return other ? [row.real / row.virtual / (other.real / other.virtual)] : [];
      }).sort((a, b) => a - b);
      if (!factors.length) return [];
      const within = factors.filter((factor) => assumed[0] <= factor && factor <= assumed[1]).length;
      const range = within === factors.length ? "within" : within ? "partly beyond" : "beyond";
      return `On this host ${loadsOfTruth[own[0].load]} take ${words(first)} the CPU time that they take in virtual time in ${
        engineName(first)} and ${words(second)} in ${engineName(second)}. So an instruction of ${engineName(second)} takes ${
        factors.length === 1 ? times(factors[0]) : `${times(factors[0])} to ${times(factors.at(-1))}`} as long as one of ${engineName(first)} at ${
        plural(factors.length, "setting")}, ${range} the range that is assumed here.`;
    }));
  });
}

/**
 * What an engine completes when its own writes don't hold it up, beside what both labs give at that setting.
 *
 * @param {object[]} rows of truth_labs.json, of the engines that are shown
 * @param {object[]} unheld of truth_writes.json: OLTP in virtual time, whose writes take their latency alone
 * @returns {string[]} one per engine and setting that both labs have, too
 */
export function unheldWritesSentences(rows, unheld) {
  const compared = comparedLabs(rows, "tps").filter((row) => row.load === "oltp");
  return compared.flatMap((row) => {
    const own = unheld.filter((each) => each.engine === row.engine && each.read_bandwidth_mib_s === row.mib_s && each.read_ahead_kb === row.kib);
    if (!own.length) return [];
    const free = median(own.map((each) => each.tps));
    const [before, after] = [row.difference, row.real / free - 1];
    const explains = Math.abs(before) > RATIO_WITHIN && Math.abs(after) <= RATIO_WITHIN;
    const verdict = explains ? "so the wait for its own writes is large enough to explain the difference between the labs"
      : Math.abs(free / row.virtual - 1) <= BYTES_WITHIN ? "so it hardly waits for its writes" : "so the wait for its writes is a part of the difference";
    return [`With writes that nothing holds back ${engineName(row.engine)} completes ${number(free)} per second in virtual time at ${
      settingWords(row)}, with the limit ${number(row.virtual)}; in real time it completes ${number(row.real)}, ${verdict}.`];
  });
}

/** Loads of which one lab or one of the engines has no run. */
function unmeasuredSentences(ratios) {
  const missing = Object.keys(loadsOfTruth).filter((load) => !ratios.some((row) => row.load === load));
  return missing.length ? [`Not measured in both labs: ${list(missing.map((load) => loadsOfTruth[load]))}.`] : [];
}

/** Runs whose host was busy with something else: their times can't be trusted. */
function disturbedSentences(rows) {
  const real = rows.filter((row) => row.real_time);
  const disturbed = real.filter((row) => row.is_disturbed);
  return [disturbed.length
    ? `Other work disturbed ${number(disturbed.length)} of ${plural(real.length, "run")} in real time: their bytes and requests can be trusted, their times can't.`
    : `The host was quiet in all ${plural(real.length, "run")} in real time.`];
}
