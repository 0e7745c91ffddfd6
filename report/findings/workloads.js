/** What stands behind a point of a chart over the bandwidth. */
import {engineStyle} from "../charts/engines.js";
import {list, number, plural} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

const range = (values, unit) => {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return least === most ? plural(most, unit) : `${number(least)} to ${plural(most, unit)}`;
};

/**
 * @param {object[]} rows of an experiment's basis.sql, of the engines that are shown
 * @returns {string[]} what stands behind a point of its chart
 */
export function basisSentences(rows) {
  if (!rows.length) return [];
  const seeds = [...groupRows(rows, (row) => `${row.engine} ${row.read_bandwidth_mib_s}`).values()]
    .map((own) => own.length);
  const steady = rows.filter((row) => row.is_steady).length;
  const counted = rows.filter((row) => row.checkpoints !== null);
  const checkpointers = list([...new Set(counted.map((row) => engineStyle(row.engine).name))]);
  const checkpoints = counted.reduce((sum, row) => sum + row.checkpoints, 0);
  const ahead = [...new Set(rows.map((row) => row.read_ahead_kb))].sort((a, b) => a - b);
  return [
    `Behind each point of a line: ${range(seeds, "run")}, one per seed, of ${
      range(rows.map((row) => row.transactions), "transaction")} in ${
      range(rows.map((row) => Number(row.measured_s.toPrecision(2))), "second")}.`,
    steady < rows.length ? `${steady ? `${number(rows.length - steady)} of ${number(rows.length)} runs are`
      : "All runs are"} too short to show a steady state (by the MSER-5 test).` : "",
    !counted.length ? "" : checkpoints
      ? `${checkpointers} made ${plural(checkpoints, "checkpoint")} in ${plural(counted.length, "run")}.`
      : `No ${checkpointers} checkpoint happens during a run.`,
    `The kernel's read-ahead is ${list(ahead.map((kb) => `${number(kb)} KiB`))}.`,
    "Intervals cover only the spread of the seeds.",
  ];
}
