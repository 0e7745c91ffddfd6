/** The kinds of TPC-C's transactions. */

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
