/** A scan's reads on their way: from the engine through the page cache to the device, and past it. */
import {svg} from "htl";
import {engineName} from "../charts/engines.js";
import {bytes, number, percent} from "../charts/format.js";
import {bothKinds} from "./engines.js";
import {arrow, bars, box, COLOURS, drawing, frameBox, from, heightOfBars, words} from "./kit.js";
import {stepsFigure} from "./steps.js";

const {heap: CACHED, clustered: DIRECT, device: DEVICE, plain: PLAIN, old: OLD} = COLOURS;

/**
 * @param {object[]} means rows of readahead_means.json @param {object[]} scans rows of readahead_scans.json, both of the
 *   engines that are shown
 * @param {import("./steps.js").Step[]} steps five: the engine asks, no read-ahead, a window, a larger one, past the page cache
 * @returns {HTMLElement}
 */
export function readAheadSteps(means, scans, steps) {
  const first = (rows) => rows.filter((row) => row.phase === "scan");
  const engines = bothKinds(first(means).map((row) => row.engine));
  const windows = [...new Set(first(means).map((row) => row.read_ahead_kb))].sort((a, b) => a - b);
  const [off, usual, large] = [windows[0], windows[windows.length >> 1], windows.at(-1)];
  const at = (engine, kib) => {
    const is = (row) => row.engine === engine && row.read_ahead_kb === kib;
    return {...first(means).find(is), share: first(scans).find(is)?.bandwidth_share ?? undefined};
  };
  const cached = [off, usual, large].map((kib) => at(engines.heap, kib));
  return stepsFigure({title: "A scan's reads on their way to the device",
    drawing: draw(engines, cached, at(engines.clustered, large), [off, usual, large]), steps});
}

function draw(engines, cached, direct, windows) {
  const small = (steps, y, count, colour, width = 12, x = 20) => Array.from({length: count}, (_, i) =>
    box(steps, [x + i * (width + 4), y, width, 16], [], colour));
  const size = (row) => (row.device_read_bytes_mean === undefined ? "" : bytes(row.device_read_bytes_mean));
  const name = (engine, other) => (engine ? engineName(engine) : other);
  const row = (steps, label, figure, colour) => ({steps, name: label, bars: [{value: figure.share, colour,
    text: figure.share === undefined ? "" : percent(figure.share)}]});
  return drawing(254 + heightOfBars(4), "Reads of a scan at the engine, in the page cache and at the device; below, the share of the device's bandwidth", svg`
    ${frameBox(from(1), [0, 2, 226, 48], name(engines.heap, "Buffered engine"), CACHED)}${small(from(1), 26, 8, PLAIN)}
    ${frameBox([5], [246, 2, 112, 48], name(engines.clustered, "InnoDB"), DIRECT)}${small([5], 26, 5, PLAIN, 14, 256)}
    ${frameBox(from(1), [0, 72, 226, 62], "page cache", PLAIN)}
    ${small([2], 104, 8, OLD)}${box([3, 4, 5], [84, 98, 120, 26], ["window ahead"], CACHED)}${small([3, 4, 5], 104, 4, OLD)}
    ${frameBox(from(1), [0, 156, 358, 74], "device", DEVICE)}
    ${arrow(from(1), [[60, 50], [60, 70]])}${arrow([2], [[40, 134], [40, 154]])}${arrow([3, 4, 5], [[144, 134], [144, 154]])}
    ${small([2], 182, 6, PLAIN, 7, 20)}${words([2], [20, 222], size(cached[0]))}
    ${box([3], [96, 178, 46, 24], [], PLAIN)}${words([3], [96, 222], size(cached[1]))}
    ${box([4, 5], [150, 178, 80, 24], [], PLAIN)}${words([4, 5], [150, 222], size(cached[2]))}
    ${arrow([5], [[302, 50], [302, 154]], DIRECT.line, 2.4)}${small([5], 182, 5, PLAIN, 14, 256)}${words([5], [256, 222], size(direct))}
    ${bars([0, 250, 358], "Share of the device's bandwidth", [
    row([2, 3, 4, 5], `read-ahead ${number(windows[0])} KiB`, cached[0], CACHED.line),
    row([3, 4, 5], `read-ahead ${number(windows[1])} KiB`, cached[1], CACHED.line),
    row([4, 5], `read-ahead ${number(windows[2])} KiB`, cached[2], CACHED.line), row([5], "direct", direct, DIRECT.line)])}`);
}
