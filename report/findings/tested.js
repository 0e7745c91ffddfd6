/** A sentence about what the rows of a site were measured with. */
import {list, number, plural} from "../charts/format.js";

/**
 * @param {{emulator_sha256: string, cells: number}[]} instruments rows of instruments.json
 * @returns {string[]}
 */
export function instrumentSentences(instruments) {
  const cells = instruments.reduce((sum, row) => sum + row.cells, 0);
  if (!cells) return ["No cell of this database has a result."];
  if (instruments.length === 1) {
    return [`All ${number(cells)} cells here were measured with one build of the emulator, ` +
      `${instruments[0].emulator_sha256.slice(0, 8)}.`];
  }
  const parts = instruments.map((row) =>
    `${number(row.cells)} with ${row.emulator_sha256.slice(0, 8)}`);
  return [`The ${plural(cells, "cell")} here were measured in pieces, with ` +
    `${number(instruments.length)} builds of the emulator: ${list(parts)}. The present version of ` +
    "the code repeats those of its own build to the digit. The others were measured before it and " +
    "await their turn."];
}

/**
 * @param {{campaign: string, tried: number, faults: number}[]} campaigns rows of tested.json
 * @returns {string} the page's answer: how much was tried, and how many faults that found
 */
export function testedAnswer(campaigns) {
  const sum = (key) => campaigns.reduce((total, row) => total + row[key], 0);
  return `${plural(campaigns.length, "campaign")} tried ${number(sum("tried"))} cases and found ${
    plural(sum("faults"), "fault")}; the tables below say what became of each.`;
}
