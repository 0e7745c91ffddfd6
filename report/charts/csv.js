/** The numbers of a chart as comma-separated values, at full precision. */
import {csvFormatRows} from "d3";
import {bytes, percent} from "./format.js";

/**
 * What a column's numbers are where its format writes a unit that its label lacks.
 * @type {Map<import("./table.js").Column["format"], string>}
 */
const units = new Map([[bytes, "bytes"], [percent, "share"]]);

/**
 * @param {object[]} rows @param {import("./table.js").Column[]} columns
 * @returns {string} the labels, then a line for each row: words as in the table, numbers as measured
 */
export function csvOf(rows, columns) {
  const heads = columns.map(({key, label, format}) =>
    [label || key, units.get(format)].filter(Boolean).join(", "));
  /** @param {object} row @param {import("./table.js").Column} column */
  const cell = (row, {key, text, format}) => {
    const value = row[key] ?? "";
    return text && format && value !== "" ? format(value, row) : value;
  };
  return csvFormatRows([heads, ...rows.map((row) => columns.map((column) => cell(row, column)))]);
}
