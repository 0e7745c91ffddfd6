/**
 * A second axis for bandwidth, above the frame: volumes on machines that people know. A machine has the bandwidth of a
 * point if it has as many MiB/s for each of its GIPS.
 */
import * as Plot from "@observablehq/plot";
import {knownVolumes} from "../../scripts/site/known_volumes.js";
import {CORE_GIPS} from "../findings/storage.js";
import {list, number, plural} from "./format.js";
import {markText} from "./mark.js";
import {GAP, LETTER} from "./ticks.js";

/** Pixels of the line of labels. */
export const MACHINE_ROOM = 22;
/** More would hide the drawing's own axis. */
const [MOST, MOST_NARROW] = [4, 2];

/** @typedef {{name: string, mib_s: number, cores: number, x: number, text: string, perGips: number}} Machine `x` on the axis */

/**
 * The speed of the processor behind these rows, if it is one and known.
 * @param {{read_bandwidth_mib_s?: number, bandwidth_mib_s?: number, bandwidth_mib_s_per_gips?: number | null}[]} rows
 * @returns {number | null} GIPS of all its cores
 */
export function gipsOf(rows) {
  const speeds = rows.map((row) => (row.read_bandwidth_mib_s ?? row.bandwidth_mib_s) / row.bandwidth_mib_s_per_gips);
  const [first] = speeds;
  return first > 0 && speeds.every((speed) => Math.abs(speed / first - 1) < 1e-3) ? first : null;
}

/**
 * @param {number[]} domain MiB/s of the axis @param {number | null} gips as of `gipsOf`
 * @returns {Machine[]} those within it, the best known first
 */
export function machinesWithin([low, high], gips) {
  if (gips === null) return [];
  return knownVolumes.flatMap(({name, mib_s, cores}) => cores.map((count) => {
    const perGips = mib_s / (count * CORE_GIPS);
    return {name, mib_s, cores: count, perGips, x: perGips * gips, text: `${name} on ${plural(count, "core")}`};
  })).filter(({x}) => x >= low && x <= high);
}

/**
 * The best known of them whose labels fit beside each other.
 * @param {Machine[]} machines @param {(x: number) => number} place in pixels @param {number} width of the drawing
 * @returns {Machine[]} ascending
 */
export function machineTicks(machines, place, width) {
  const half = ({text}) => LETTER * text.length / 2;
  const most = width < 560 ? MOST_NARROW : MOST;
  return machines.reduce((shown, machine) => {
    const at = place(machine.x);
    const fits = shown.length < most && at >= half(machine) && at + half(machine) <= width && shown.every((other) =>
      Math.abs(place(other.x) - at) >= half(other) + half(machine) + GAP);
    return fits ? [...shown, machine] : shown;
  }, /** @type {Machine[]} */ ([])).sort((a, b) => a.x - b.x);
}

/** @param {Machine[]} ticks as of `machineTicks` @returns {object} a mark for Plot, below all others: a line for each */
export const machineLines = (ticks) => Plot.ruleX(ticks, {x: "x", stroke: "var(--rule)", insetTop: -6});

/** @param {Machine[]} ticks as of `machineTicks` @param {number} [lift] pixels above the frame @returns {object} a mark for Plot, the last one: what each is */
export const machineLabels = (ticks, lift = 8) => Plot.text(ticks, {
  x: "x", text: "text", frameAnchor: "top", dy: -lift, lineAnchor: "bottom", fill: "var(--muted)",
  title: ({name, mib_s, cores, perGips}) => markText({series: name, at: `${plural(cores, "core")} of ${number(CORE_GIPS)} GIPS`,
    value: `${number(mib_s)} MiB/s: ${number(perGips)} MiB/s per GIPS`})});

/** @param {Machine[]} machines @returns {string} a sentence on what they are; "" for none */
export function machineNote(machines) {
  const volumes = new Map(machines.map(({name, mib_s}) => [name, mib_s]));
  return volumes.size ? `Upper axis: ${list([...volumes].map(([name, mibS]) => `${name} (${number(mibS)} MiB/s)`))}, on cores of ${number(CORE_GIPS)} billion instructions per second.` : "";
}
