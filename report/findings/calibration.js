/** Sentences about how well the emulated device does what is set. */
import {list, number, percent, plural} from "../charts/format.js";
import {groupRows} from "../charts/group.js";

/** @param {object[]} rows of calibration.json @returns {string[]} */
export function calibrationSentences(rows) {
  const known = rows.filter((row) => row.measured_mib_s !== null &&
    row.expected_bandwidth_mib_s !== null);
  if (!known.length) return [];
  const error = (row) => row.measured_mib_s / row.expected_bandwidth_mib_s - 1;
  const near = known.filter((row) => Math.abs(error(row)) <= 0.02);
  const worst = known.reduce((a, b) => (Math.abs(error(b)) > Math.abs(error(a)) ? b : a));
  const over = rows.filter((row) => row.measured_mib_s > row.bandwidth_mib_s * 1.01);
  return [
    `${plural(near.length, "measurement")} of ${number(known.length)} lie within 2 % of the ` +
      "bandwidth that the timing model expects for their size and depth.",
    near.length < known.length ? `The farthest, ${worst.phase} at ` +
      `${number(worst.bandwidth_mib_s)} MiB/s, is ${percent(Math.abs(error(worst)))} ` +
      `${error(worst) < 0 ? "below" : "above"} it: the model has no term for the CPU.` : "",
    over.length ? `${plural(over.length, "measurement")} exceed the bandwidth set by more than 1 %.`
      : "None exceeds the bandwidth set by more than 1 %.",
  ];
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
    `Of ${plural(total(rows), "command")} the device completed ${percent(within(rows, 2048))} ` +
      "within 2 µs of the instant that its model gives, and none before it.",
    late.length ? `Less than 99 % were so in ${list(late)}: there the machine's one core was busy ` +
      "copying data, or with the commands before." : "That holds for at least 99 % in every job.",
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
    return [`Of ${plural(pairs.length, "run")}, ${name} ${observer === "diskstats" ? "count" :
      "counts"} the device's own number of requests and bytes in ${number(same)}; the mean ` +
      `latency is ${number(Math.min(...beyond))} to ${number(Math.max(...beyond))} µs above the ` +
      "device's."];
  });
}
