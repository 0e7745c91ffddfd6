/** Grouping rows, in the order of first appearance. */

/**
 * @template T
 * @param {T[]} rows @param {(row: T) => string} key
 * @returns {Map<string, T[]>}
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
  const sorted = values.filter((value) => value !== null && !Number.isNaN(value))
    .sort((a, b) => a - b);
  if (!sorted.length) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
