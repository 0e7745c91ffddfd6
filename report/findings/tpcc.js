/** Sentences about TPC-C: what its kinds of transactions are, and what each costs. */
import {engineName, orderEngines} from "../charts/engines.js";
import {list, number, percent} from "../charts/format.js";
import {groupRows, median} from "../charts/group.js";

/** The kinds in the order of the specification, and what pages call them. */
const KINDS = {
  new_order: "New-Order", payment: "Payment", order_status: "Order-Status", delivery: "Delivery",
  stock_level: "Stock-Level",
};

/**
 * @param {object[]} rows of tpcc_kinds.json
 * @returns {object[]} the same in the order of the specification, `kind` as pages call it
 */
export function tpccKinds(rows) {
  const order = Object.keys(KINDS);
  return [...rows].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map((row) => ({...row, kind: KINDS[row.kind] ?? row.kind}));
}

/**
 * @param {object[]} rows of tpcc_kinds.json
 * @returns {string[]} for each engine its New-Orders, its retries and its slowest kind of transaction
 */
export function tpccSentences(rows) {
  return orderEngines(rows.map((row) => row.engine)).flatMap((engine) => {
    const own = rows.filter((row) => row.engine === engine);
    const orders = own.filter((row) => row.kind === "new_order");
    if (!orders.length) return [];
    const rates = [...groupRows(orders, (row) => row.read_bandwidth_mib_s)].map(([, some]) => ({
      mib_s: some[0].read_bandwidth_mib_s, rate: median(some.map((row) => row.committed_per_minute)),
    })).sort((a, b) => a.mib_s - b.mib_s);
    const sum = (some, key) => some.reduce((total, row) => total + row[key], 0);
    const fast = own.filter((row) => row.read_bandwidth_mib_s === rates.at(-1).mib_s);
    const slowest = [...groupRows(fast, (row) => row.kind)]
      .map(([kind, some]) => ({kind, ms: median(some.map((row) => row.latency_ms_p95))}))
      .sort((a, b) => b.ms - a.ms)[0];
    const ends = rates.length > 1 ? [rates[0], rates.at(-1)] : rates;
    return [`${engineName(engine)} commits ${list(ends.map(({mib_s, rate}) =>
      `${number(rate)} New-Orders per minute at ${number(mib_s)} MiB/s`))}. Clients retry ${
      percent(sum(own, "retries") / sum(own, "transactions"))} of its transactions; ${
      percent(sum(orders, "rolled_back") / sum(orders, "transactions"))} of its New-Orders roll back, as the ` +
      `specification asks. At ${number(rates.at(-1).mib_s)} MiB/s its slowest kind is ${
        KINDS[slowest.kind]}, with a 95th percentile of ${number(slowest.ms)} ms.`];
  });
}
