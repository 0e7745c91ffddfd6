/** The model, a closed network of queues: scripts/advise/model.py says what it assumes. */

const MIB = 1024 * 1024;

/**
 * @typedef {{processor_s: number, read_bytes: number, write_bytes: number, read_requests: number,
 *   write_requests: number, flushes: number, clients: number}} Demand of one transaction, and how many clients there are
 * @typedef {{name: string, read_mib_s: number, write_mib_s: number, iops?: number | null, read_latency_us?: number,
 *   write_latency_us?: number, flush_latency_us?: number, separate?: boolean,
 *   price_usd_month?: number | null, price_as_of?: string | null}} Volume
 */

/**
 * @param {object} model of advise.json @param {Demand} demand @param {Volume} volume @param {number} cores
 * @returns {{tps: number, latency_s: number, limit: string, next_limit: string}}
 */
export function predict(model, demand, volume, cores) {
  const reads = demand.read_bytes / MIB / volume.read_mib_s;
  const writes = demand.write_bytes / MIB / volume.write_mib_s;
  const besideBatches = writes * (1 - model.batched);
  const busy = askedOf(demand, volume);
  const queues = volume.separate ? [reads, besideBatches] : [reads + besideBatches];
  if (volume.iops) queues.push(busy.requests);
  // Of m cores: a queue m times as fast, and the rest beside all others (Seidmann).
  queues.push(busy.processor = demand.processor_s / cores);
  const latencyUs = demand.read_requests * (volume.read_latency_us ?? 0)
    + demand.flushes * ((volume.write_latency_us ?? 0) + (volume.flush_latency_us ?? 0));
  const beside = demand.processor_s * (cores - 1) / cores + latencyUs / 1e6;
  const without = throughput(queues, beside, demand.clients);
  const tps = 1 / (1 / without + writes * model.batched);
  const shares = Object.entries(busy).map(([place, seconds]) => ({place, share: Math.min(1, tps * seconds)}));
  const [first, second] = shares.sort((a, b) => b.share - a.share);
  const latencyS = demand.clients / tps;
  const isBusy = first.share >= model.busy;
  // Where nothing is busy, clients wait for their own time on a core, or for latencies and batches of writes.
  const waiting = demand.processor_s / latencyS >= model.mostly ? "computing" : "waiting";
  return {tps, latency_s: latencyS, limit: isBusy ? first.place : waiting, next_limit: isBusy ? second.place : first.place};
}

/** @param {Demand} demand @param {Volume} volume @returns {Record<string, number>} seconds of a transaction at each of its limits */
export function askedOf(demand, volume) {
  const reads = demand.read_bytes / MIB / volume.read_mib_s;
  const writes = demand.write_bytes / MIB / volume.write_mib_s;
  /** @type {Record<string, number>} */
  const busy = volume.separate ? {reads, writes} : {transfers: reads + writes};
  if (volume.iops) busy.requests = (demand.read_requests + demand.write_requests) / volume.iops;
  return busy;
}

/** @param {object} model @param {Demand} demand @returns {boolean} whether the answer hangs on the bytes written, which differ by the volume */
export function isMostlyWritten(model, {read_bytes: read, write_bytes: written}) {
  return written > model.mostly_written * (read + written);
}

/**
 * @param {object} model @param {Demand} demand @param {number} nowKib @param {number} pageBytes
 * @returns {boolean} whether so much is read ahead that other volumes, slower or faster, read other amounts
 */
export function isReadFarAhead(model, demand, nowKib, pageBytes) {
  return nowKib > model.usual_ahead_kib && demand.read_bytes > model.far_ahead_pages * pageBytes * demand.read_requests;
}

/**
 * @param {object} model @param {Demand} demand @param {number} nowKib @param {number} kib @param {number} pageBytes
 * @returns {Demand | null} at another read-ahead; `null` where the readings can't say
 */
export function withReadAhead(model, demand, nowKib, kib, pageBytes) {
  const asked = demand.read_requests * pageBytes;
  if (!nowKib) return kib ? null : demand;
  if (!kib) {
    const read = Math.min(demand.read_bytes, asked);
    return {...demand, read_bytes: read, read_requests: read / model.kernel_page_bytes};
  }
  if (kib <= nowKib) return kib === nowKib ? demand : null;
  const ahead = Math.max(0, demand.read_bytes - asked);
  return {...demand, read_bytes: demand.read_bytes + ahead * (model.most_ahead_growth - 1)};
}

/** @param {number[]} queues @param {number} beside @param {number} clients @returns {number} exact mean-value analysis */
export function throughput(queues, beside, clients) {
  let lengths = queues.map(() => 0);
  let [before, now] = [0, 0];
  for (let number = 1; number <= Math.max(1, Math.ceil(clients)); number += 1) {
    const waits = queues.map((each, i) => each * (1 + lengths[i]));
    before = now;
    now = number / (beside + waits.reduce((sum, wait) => sum + wait, 0));
    lengths = waits.map((wait) => now * wait);
  }
  const part = clients - Math.floor(clients);
  return part ? before + (now - before) * part : now;
}
