/** Sentences about settings that an engine runs with at another value than its configuration asks for. */
import {engineName} from "../charts/engines.js";
import {number} from "../charts/format.js";

/** @param {object[]} rows of changed_settings.json @returns {string[]} the cells of each setting and experiment */
export function changedSettingSentences(rows) {
  if (!rows.length) return ["No engine is known to run with another value than its configuration asks for."];
  return rows.map(({experiment, engine, setting, asked, runs_with: runsWith, cells}) =>
    `${engineName(engine)}, ${number(cells)} ${cells === 1 ? "cell" : "cells"} of ${experiment}: ${setting} is set to ${
      asked}, ${runsWith === null ? "which the engine does not take" : `and the engine runs with ${runsWith}`}.`);
}
