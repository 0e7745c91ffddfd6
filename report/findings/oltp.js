/** Sentences about OLTP over bandwidth; every figure and every direction comes from the rows. */
import {engineName, rowsOfPairs} from "../charts/engines.js";
import {list, number, percent, times} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

const bandwidthOrder = (a, b) => a.read_bandwidth_mib_s - b.read_bandwidth_mib_s;

/** @param {object[]} ratio @returns {object[][]} rows of each pair that is compared, by bandwidth */
function pairs(ratio) {
  return rowsOfPairs(ratio.filter((row) => row.median !== null))
    .map((rows) => [...rows].sort(bandwidthOrder));
}

/**
 * @param {{ratio: object[], crossover: object[]}} data rows of oltp_ratio and oltp_crossover
 * @returns {string} who leads at how many bandwidths, and where the lead changes hands
 */
export function oltpHeadline({ratio, crossover}) {
  const [rows] = pairs(ratio);
  if (!rows) return "No pair of engines has finished the same bandwidth yet.";
  const {numerator, denominator} = rows[0];
  const [first, second] = [engineName(numerator), engineName(denominator)];
  // Where the interval includes 1, nobody is known to lead; a single seed has no interval.
  const wins = rows.filter((row) => (row.low ?? row.median) > 1).length;
  const losses = rows.filter((row) => (row.high ?? row.median) < 1).length;
  const level = rows.length - wins - losses;
  if (wins === rows.length || losses === rows.length) {
    const [leader, other] = wins ? [first, second] : [second, first];
    const leads = rows.map((row) => (wins ? row.median : 1 / row.median));
    return `${leader} leads ${other} at each of the ${rows.length} bandwidths, by ` +
      `${times(Math.min(...leads))} to ${times(Math.max(...leads))}.`;
  }
  if (level === rows.length) {
    return `${first} and ${second} are level, within the uncertainty, at each of the ${
      rows.length} bandwidths.`;
  }
  const [[leader, most], [other, least]] = wins >= losses ? [[first, wins], [second, losses]]
    : [[second, losses], [first, wins]];
  return `${leader} leads at ${most} of ${rows.length} bandwidths` +
    `${least ? `, ${other} at ${least}` : ""}${
      level ? `; at ${level} they are level, within the uncertainty` : ""}${
      wins && losses ? crossoverWords(crossover, numerator, denominator) : ""}.`;
}

function crossoverWords(crossover, numerator, denominator) {
  const found = crossover.filter((row) => row.numerator === numerator &&
    row.denominator === denominator && row.crossover_mib_s !== null);
  if (!found.length) return "";
  const places = found.map((row) => `${number(row.crossover_mib_s)} MiB/s${
    interval(row.low_mib_s, row.high_mib_s, number)}`);
  return `; the lead changes hands, by interpolation, at ${list(places)}`;
}

/** An interval in brackets, or nothing where one seed has none. */
function interval(low, high, format) {
  return low === null || high === null ? "" : ` (interval ${format(low)} to ${format(high)})`;
}

/** @returns {string[]} the ratio at both ends, its trend, and where it isn't settled */
export function oltpRatioSentences({ratio}) {
  return pairs(ratio).flatMap((rows) => {
    const name = `${engineName(rows[0].numerator)} makes`;
    const other = engineName(rows[0].denominator);
    const [low, high] = [rows[0], rows.at(-1)];
    const at = (row) => `${times(row.median)} the transactions of ${other} at ` +
      `${number(row.read_bandwidth_mib_s)} MiB/s${interval(row.low, row.high, times)}`;
    if (rows.length === 1) return [`${name} ${at(low)}.`];
    const falls = rows.slice(1).filter((row, i) => row.median < rows[i].median).length;
    const steps = rows.length - 1;
    const open = rows.filter((row) => row.low !== null && row.low <= 1 && row.high >= 1);
    return [
      `${name} ${at(low)}, and ${at(high)}.`,
      falls === steps ? "The ratio falls from each bandwidth to the next."
        : falls === 0 ? "The ratio rises, or stays, from each bandwidth to the next."
          : `From one bandwidth to the next the ratio falls ${falls} times of ${steps}.`,
      open.length ? `At ${list(open.map((row) => number(row.read_bandwidth_mib_s)))} MiB/s the ` +
        "interval includes 1: who leads there is not settled." : "",
    ];
  });
}

/** @returns {string[]} how steeply each engine's throughput follows the bandwidth */
export function oltpSensitivitySentences({slope, saturation}) {
  const steep = [...slope].filter((row) => row.slope !== null).sort((a, b) => b.slope - a.slope);
  if (!steep.length) return [];
  const words = steep.map((row) => `${times(2 ** row.slope)} for ${engineName(row.engine)} ` +
    `(slope ${row.slope.toFixed(2)}${interval(row.slope_low, row.slope_high,
      (value) => value.toFixed(2)).replace(" (", ", ").replace(")", "")})`);
  const known = steep.length > 1 && steep[0].slope_low !== null && steep.at(-1).slope_high !== null;
  const apart = known && steep[0].slope_low > steep.at(-1).slope_high;
  return [
    `A doubling of the bandwidth multiplies throughput, on average over the bandwidths, by ${list(words)}.`,
    steep.length > 1 ? `${engineName(steep[0].engine)} is the ${
      steep.length > 2 ? "most" : "more"} sensitive${
      apart ? "" : known ? ", though the intervals overlap"
        : "; with a single seed somewhere, how sure that is stays open"}.` : "",
    ...saturation.filter((row) => row.saturation_mib_s !== null).map((row) =>
      (row.saturation_mib_s < row.bandwidth_mib_s_max
        ? `${engineName(row.engine)} has 95 % of its best, ${number(row.tps_max)} transactions a ` +
          `second, from ${number(row.saturation_mib_s)} MiB/s on.`
        : `${engineName(row.engine)} comes within 5 % of its best only at ${
          number(row.bandwidth_mib_s_max)} MiB/s, the fastest device of the study.`)),
  ];
}

/** @returns {string[]} how much of the device each engine uses, at the lowest and the highest bandwidth */
export function oltpDeviceSentences({summary}) {
  const own = (measure) => groupRows(summary.filter((row) => row.measure === measure &&
    row.median !== null).sort(bandwidthOrder), (row) => row.engine);
  const used = [...own("busy_share")].map(([engine, rows]) =>
    `${engineName(engine)} keeps the device busy for ${percent(rows[0].median)} of the time at ` +
    `${number(rows[0].read_bandwidth_mib_s)} MiB/s and for ${percent(rows.at(-1).median)} at ` +
    `${number(rows.at(-1).read_bandwidth_mib_s)} MiB/s.`);
  const pages = [...own("pages_per_transaction")].map(([engine, rows]) =>
    `${engineName(engine)} moves ${number(Math.min(...rows.map((row) => row.median)))} to ` +
    `${number(Math.max(...rows.map((row) => row.median)))} pages of 4 KiB a transaction, reads ` +
    "and writes together.");
  return [...used, ...pages];
}
