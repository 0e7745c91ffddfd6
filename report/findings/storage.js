/**
 * Which storage a load needs. The model is a closed network of queues: clients wait in turn for the processor, the
 * volume's requests and its transfers, while latency passes beside all others (exact mean-value analysis). So a volume
 * that is better in any respect is never slower.
 */
import {number} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

/** 10^9 instructions per second of a core: what one did with these engines. */
export const CORE_GIPS = 2.5;

/** Share of what the processor could do that counts as enough where no other figure is asked for. */
export const ENOUGH = 0.9;

/**
 * @typedef {{bytes: number, reads: number, writes: number, instructions: number}} Demand of one transaction: a row of
 *   storage_needs.json
 * @typedef {{name: string, mib_s: number, iops: number | null, read_latency_us: number, flush_latency_us: number,
 *   price_usd_month: number, size_gib: number, is_drive: boolean, cloud?: string, source: string, url: string, sizes?: Sizes}} Volume
 *   row of devices.json
 * @typedef {{iops: number[], mib_s: number[], mib_s_per_iops: number[], usd_gib: number, usd_iops: number[][], usd_mib_s: number,
 *   source: string}} Sizes that are sold: the least and the most, and prices per month. One of `usd_iops` is [above, each]
 * @typedef {{cores: number, gips: number, name?: string, cloud?: string, mib_s?: number, iops?: number}} Machine `gips` of
 *   one core; of a row of instances.json, what the instance can move at the most, whatever its volume could
 * @typedef {"bandwidth" | "requests" | "instance-bandwidth" | "instance-requests" | "latency" | "flush" | "processor"} Limit
 * @typedef {{mib_s: number, iops: number | null, read_latency_us: number, flush_latency_us: number, cpus: number,
 *   gips: number, clients: number, read_ahead_kb: number, tps: number}} Run row of storage_measured.json
 */

/**
 * @param {Demand} demand @param {Pick<Volume, "mib_s" | "iops" | "read_latency_us" | "flush_latency_us">} volume
 * @param {Machine} machine @param {number} clients
 * @returns {{tps: number, limit: Limit}} `limit` is where a transaction spends most of its time
 */
export function predict(demand, volume, {cores, gips, mib_s: most = Infinity, iops: mostIops = Infinity}, clients) {
  const processor = demand.instructions / (gips * 1e9);
  const queues = {
    bandwidth: demand.bytes / 2 ** 20 / Math.min(volume.mib_s, most),
    requests: (demand.reads + demand.writes) / Math.min(volume.iops ?? Infinity, mostIops),
    // Of m cores: a queue m times as fast, and the rest beside all others (Seidmann).
    processor: processor / cores,
  };
  // Reads of a transaction follow each other, and each commit waits for a flush.
  const beside = {
    latency: demand.reads * volume.read_latency_us / 1e6,
    flush: volume.flush_latency_us / 1e6,
    processor: processor * (cores - 1) / cores,
  };
  const passing = Object.values(beside).reduce((sum, seconds) => sum + seconds, 0);
  const places = Object.keys(queues);
  let lengths = places.map(() => 0);
  let [tps, waits] = [0, []];
  for (let count = 1; count <= clients; count += 1) {
    waits = places.map((place, i) => queues[place] * (1 + lengths[i]));
    tps = count / (passing + waits.reduce((sum, wait) => sum + wait, 0));
    lengths = waits.map((wait) => tps * wait);
  }
  const spent = {...beside};
  places.forEach((place, i) => { spent[place] = (spent[place] ?? 0) + waits[i]; });
  const [place] = Object.entries(spent).sort((a, b) => b[1] - a[1])[0];
  const isOfInstance = place === "bandwidth" ? most < volume.mib_s : place === "requests" && mostIops < (volume.iops ?? Infinity);
  return {tps, limit: /** @type {Limit} */ (isOfInstance ? `instance-${place}` : place)};
}

/** @param {Demand} demand @param {Machine} machine @param {number} clients @returns {number} what the processor could do alone */
export const processorTps = (demand, {cores, gips}, clients) =>
  predict(demand, {mib_s: Infinity, iops: null, read_latency_us: 0, flush_latency_us: 0}, {cores, gips}, clients).tps;

/** @param {Volume} volume with sizes @param {number} iops @param {number} bandwidth MiB/s @returns {Volume} what is sold nearest to that */
export function sizeOf({sizes, ...volume}, iops, bandwidth) {
  const [narrow, wide] = sizes.mib_s_per_iops.map((each) => each * iops);
  const mib_s = Math.min(Math.max(bandwidth, narrow), wide, sizes.mib_s[1]);
  const usd = sizes.usd_iops.reduce((sum, [above, each], i) =>
    sum + each * Math.max(0, Math.min(iops, sizes.usd_iops[i + 1]?.[0] ?? Infinity) - above), sizes.usd_gib * volume.size_gib);
  return {...volume, name: `${volume.name.split(",")[0]}, ${number(mib_s)} MiB/s, ${number(iops)} IOPS`, source: sizes.source,
    iops, mib_s, price_usd_month: usd + sizes.usd_mib_s * (mib_s - sizes.mib_s[0])};
}

/** @param {Volume} volume with sizes @param {(size: Volume) => boolean} isEnough @returns {Volume} its cheapest size that is enough, or else its largest */
function cheapestSize(volume, isEnough) {
  const {iops: [fewest, most], mib_s: [narrow, wide]} = volume.sizes;
  let [best, iops, mib_s] = [sizeOf(volume, most, wide), most, narrow];
  // With fewer requests per second no less bandwidth is enough, so neither has to go back.
  while (iops >= fewest && mib_s <= wide) {
    const size = sizeOf(volume, iops, mib_s);
    if (!isEnough(size)) mib_s += 25;
    else {
      if (size.price_usd_month < best.price_usd_month) best = size;
      iops -= 500;
    }
  }
  return best;
}

/**
 * Volumes, each with what it would bring, those of clouds first, by price; for an instance, those of its cloud alone. Of a
 * cloud's, the sizes that are listed without `sizes` are for scripts/advise.
 * @param {Demand} demand @param {Volume[]} volumes @param {Machine} machine @param {number} clients
 * @param {number | null} wanted transactions per second; null for most of what the processor could do
 * @param {Run[]} [runs] of the same load, engine and read-ahead
 * @returns {(Volume & {tps: number, limit: Limit, suffices: boolean, measured: Run | null})[]} `measured` with the same cores,
 *   clients, bandwidth and requests
 */
export function storageOffers(demand, volumes, machine, clients, wanted, runs = []) {
  const least = wanted ?? ENOUGH * processorTps(demand, machine, clients);
  const brings = (volume) => predict(demand, volume, machine, clients);
  const same = machine.cloud ? [] : runs.filter((run) => run.cpus === machine.cores && run.clients === clients);
  const sold = volumes.filter(({sizes, is_drive, cloud}) => (machine.cloud ?? cloud) === cloud && (sizes || is_drive));
  return sold.map((row) => (row.sizes ? cheapestSize(row, (size) => brings(size).tps >= least) : row)).map((volume) => {
    const found = brings(volume);
    return {...volume, ...found, suffices: found.tps >= least,
      measured: same.find((run) => run.mib_s === volume.mib_s && run.iops === volume.iops) ?? null};
  }).sort((a, b) => Number(a.is_drive) - Number(b.is_drive) || a.price_usd_month - b.price_usd_month);
}

/**
 * @param {Demand[]} needs rows of storage_needs.json @param {Run[]} runs rows of storage_measured.json
 * @returns {{runs: number, middle: number, most: number, off: number[]} | null} how many times the measured throughput
 *   the model gives of each, and its error: of half of them at most `middle`, of nine in ten at most `most`
 */
export function modelError(needs, runs) {
  const keyOf = (row) => `${row.load} ${row.engine} ${row.read_ahead_kb}`;
  const demands = groupRows(needs, keyOf);
  const off = runs.flatMap((run) => (demands.get(keyOf(run)) ?? []).map((demand) =>
    predict(demand, run, {cores: run.cpus, gips: run.gips}, run.clients).tps / run.tps)).sort((a, b) => a - b);
  if (!off.length) return null;
  const errors = off.map((value) => Math.abs(value - 1)).sort((a, b) => a - b);
  const at = (share) => errors[Math.ceil(share * errors.length) - 1];
  return {runs: off.length, middle: at(0.5), most: at(0.9), off};
}

/** What the workloads are, by name. */
const LOADS = {oltp: "OLTP (sysbench), keys spread evenly", tpcc: "TPC-C, some rows far hotter than others"};

/** @param {string} load @returns {string} what it is called */
export const loadName = (load) => LOADS[load] ?? load;

const LIMITS = {
  bandwidth: "bandwidth", requests: "requests per second", "instance-bandwidth": "bandwidth of the instance",
  "instance-requests": "requests of the instance", latency: "latency of reads", flush: "flushes", processor: "processor",
};

/** @param {Limit} limit @returns {string} such as "requests per second" */
export const limitName = (limit) => LIMITS[limit];
