/** Sentences about how well the emulated device does what is set. */
import {list, number, percent, plural} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

/** How near to the timing model a measurement has to be. */
const NEAR = 0.02;

/** Measurements with an expectation, each with its `error`. @param {object[]} rows of calibration.json */
function withErrors(rows) {
  return rows.filter((row) => row.measured_mib_s !== null && row.expected_bandwidth_mib_s !== null)
    .map((row) => ({...row, error: row.measured_mib_s / row.expected_bandwidth_mib_s - 1}));
}

/** @param {object[]} rows of calibration.json @returns {string} the page's answer */
export function calibrationAnswer(rows) {
  const known = withErrors(rows);
  if (!known.length) return "No calibration run has finished.";
  const near = known.filter((row) => Math.abs(row.error) <= NEAR);
  const byBandwidth = [...groupRows([...known].sort((a, b) => a.bandwidth_mib_s - b.bandwidth_mib_s),
    (row) => row.bandwidth_mib_s)].map(([mibS, own]) => `${number(own.filter((row) => Math.abs(row.error) <= NEAR).length)} of ${
    number(own.length)} at ${number(mibS)} MiB/s`);
  return `In ${number(near.length)} of ${plural(known.length, "measurement")} fio reaches the bandwidth of the timing model within ${
    percent(NEAR)}: ${list(byBandwidth)} (one run each, so no interval).`;
}

/** @param {object[]} rows of calibration.json @returns {string[]} the largest error, and what exceeds the setting */
export function calibrationSentences(rows) {
  const known = withErrors(rows);
  if (!known.length) return [];
  const worst = known.reduce((a, b) => (Math.abs(b.error) > Math.abs(a.error) ? b : a));
  const over = rows.filter((row) => row.measured_mib_s > row.bandwidth_mib_s * 1.01);
  return [
    Math.abs(worst.error) > NEAR ? `The largest error is ${percent(Math.abs(worst.error))} ${
      worst.error < 0 ? "below" : "above"} the model, in ${worst.phase} at ${number(worst.bandwidth_mib_s)} MiB/s. ` +
      "The model has no term for the CPU, which limits small requests on fast devices." : "",
    over.length ? `${plural(over.length, "measurement")} exceed the bandwidth that is set by more than 1 %.`
      : "No measurement exceeds the bandwidth that is set by more than 1 %.",
  ].filter(Boolean);
}

/** @param {object[]} rows of lateness.json @returns {string[]} */
export function latenessSentences(rows) {
  const total = (some) => some.reduce((sum, row) => sum + row.commands, 0);
  const within = (some, ns) => total(some.filter((row) => row.bucket_max_ns !== null &&
    row.bucket_max_ns < ns)) / total(some);
  if (!total(rows)) return [];
  const jobs = [...groupRows(rows, (row) => row.phase)].map(([phase, own]) =>
    ({phase, share: within(own, 2048)}));
  const late = jobs.filter(({share}) => share < 0.99).map(({phase}) => phase);
  return [
    `The device completed ${percent(within(rows, 2048))} of ${plural(total(rows), "command")} ` +
      "within 2 µs after the time of its model, and none before it.",
    late.length ? `Fewer than 99 % were on time in ${list(late)}: the single core was still copying data or serving ` +
      "earlier commands." : "At least 99 % were on time in every job.",
  ];
}

const observerNames = {bpftrace: "bpftrace", diskstats: "the disk statistics", fio: "fio"};

/** @param {object[]} rows of observers.json @returns {string[]} */
export function observerSentences(rows) {
  const runs = [...groupRows(rows, (row) => `${row.cell_id} ${row.phase} ${row.direction}`)
    .values()];
  return Object.entries(observerNames).flatMap(([observer, name]) => {
    const pairs = runs.map((run) => [run.find((row) => row.observer === "device"),
      run.find((row) => row.observer === observer)]).filter(([own, other]) => own && other);
    if (!pairs.length) return [];
    const same = pairs.filter(([own, other]) => own.requests === other.requests &&
      own.bytes === other.bytes).length;
    const beyond = pairs.map(([own, other]) => other.latency_us_mean - own.latency_us_mean);
    return [`${observer === "diskstats" ? "The disk statistics" : name} ${observer === "diskstats" ? "count" : "counts"} the same requests ` +
      `and bytes as the device in ${number(same)} of ${plural(pairs.length, "run")}; the mean latency is ${
        number(Math.min(...beyond))} to ${number(Math.max(...beyond))} µs above the device's.${missedWords(pairs)}`];
  });
}

/** How many completions an observer did not see of the requests that it saw begin. */
function missedWords(pairs) {
  const missed = pairs.reduce((sum, [, {requests, completions}]) => sum + requests - (completions ?? requests), 0);
  const all = pairs.reduce((sum, [, {requests}]) => sum + requests, 0);
  return missed ? ` It missed ${number(missed)} of ${number(all)} completions, which are not in its mean: those that ` +
    "interrupt one of its own probes are not traced." : "";
}
