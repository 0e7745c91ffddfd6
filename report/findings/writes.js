/** Sentences about the bytes that an UPDATE writes to the device. */
import {engineName, orderEngines} from "../charts/engines.js";
import {bytes, list, times} from "../charts/format.js";
import {figureOf, quotient, withInterval} from "./intervals.js";

const MEASURE = "write_bytes_per_transaction_with_write_back";

/**
 * @param {object[]} rows of write-amplification_intervals.json, of the engines that are shown
 * @returns {string} the page's answer: bytes per UPDATE of the engine that writes least, and the others over it
 */
export function writeAnswer(rows) {
  const found = orderEngines(rows.map((row) => row.engine)).map((engine) => ({engine, figure: figureOf(rows, MEASURE, {engine})}))
    .filter(({figure}) => figure).sort((a, b) => a.figure.value - b.figure.value);
  if (!found.length) return "UPDATEs of these engines were not measured.";
  const [least, ...others] = found;
  const more = others.map(({engine, figure}) => `${engineName(engine)} writes ${withInterval(quotient(figure, least.figure), times, false)} as much`);
  return `An UPDATE makes ${engineName(least.engine)} write ${withInterval(least.figure, bytes)} to the device${
    more.length ? `; ${list(more)}` : ""}.`;
}
