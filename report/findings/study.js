/** A sentence about the size of the study. */
import {number, plural} from "../charts/format.js";

/** @param {object[]} rows of study.json @returns {string[]} how many of the first lab's cells finished */
export function studySentences([study]) {
  if (!study) return ["The database holds no cell."];
  const lost = study.cells - study.cells_done;
  return [`${number(study.cells_done)} of ${plural(study.cells, "cell")} of the lab ${study.lab} finished` +
    `${lost ? `; ${plural(lost, "cell")} did not, and each names the reason` : ""}.`];
}
