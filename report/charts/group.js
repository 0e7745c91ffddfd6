/** Rows: which have a value, their groups in the order of first appearance, and medians. */

/**
 * @template T, K
 * @param {Iterable<T>} rows @param {(row: T) => K} key
 * @returns {Map<K, T[]>}
 */
export function groupRows(rows, key) {
  const groups = new Map();
  for (const row of rows) {
    const name = key(row);
    if (groups.has(name)) groups.get(name).push(row);
    else groups.set(name, [row]);
  }
  return groups;
}

/** @param {number[]} values @returns {number | null} */
export function median(values) {
  const sorted = values.filter((value) => isKnown(value) && !Number.isNaN(value))
    .sort((a, b) => a - b);
  if (!sorted.length) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Whether a row has a value: where no run has a measure, rows have no such column. */
export function isKnown(value) {
  return value !== null && value !== undefined;
}
