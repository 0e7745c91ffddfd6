/**
 * The settings of the device, as axes and tables name them. Generated from scripts/device/table.py
 * by `python -m scripts.device write`.
 */

/**
 * @typedef {{name: string, label: string, unit: string,
 *   default: string | number | null}} Setting
 * @type {Setting[]}
 */
export const deviceSettings = [
  {"name": "read_bandwidth_mib_s", "label": "Bandwidth of reads", "unit": "MiB/s", "default": null},
  {"name": "write_bandwidth_mib_s", "label": "Bandwidth of writes", "unit": "MiB/s", "default": null},
  {"name": "flush_bandwidth_mib_s", "label": "Bandwidth of flushes", "unit": "MiB/s", "default": 0},
  {"name": "read_latency_us", "label": "Latency of reads", "unit": "µs", "default": 20},
  {"name": "write_latency_us", "label": "Latency of writes", "unit": "µs", "default": 20},
  {"name": "flush_latency_us", "label": "Latency of flushes", "unit": "µs", "default": 20},
  {"name": "fua_latency_us", "label": "Latency of forced unit access", "unit": "µs", "default": 0},
  {"name": "turnaround_us", "label": "Turnaround", "unit": "µs", "default": 0},
  {"name": "pipes", "label": "Pipes", "unit": "", "default": "shared"},
  {"name": "iops_limit", "label": "Limit of IOPS", "unit": "per second", "default": 0},
  {"name": "iops_request_kib", "label": "Size of a counted request", "unit": "KiB", "default": 0},
  {"name": "iops_burst", "label": "Burst of requests", "unit": "", "default": 0},
  {"name": "iops_burst_limit", "label": "Limit of IOPS in a burst", "unit": "per second", "default": 0},
  {"name": "read_burst_kib", "label": "Burst of reads", "unit": "KiB", "default": 0},
  {"name": "read_burst_mib_s", "label": "Bandwidth of reads in a burst", "unit": "MiB/s", "default": 0},
  {"name": "write_burst_kib", "label": "Burst of writes", "unit": "KiB", "default": 0},
  {"name": "write_burst_mib_s", "label": "Bandwidth of writes in a burst", "unit": "MiB/s", "default": 0},
  {"name": "latency_least_percent", "label": "Least latency", "unit": "%", "default": 100},
  {"name": "latency_p90_percent", "label": "Latency at 90 %", "unit": "%", "default": 100},
  {"name": "latency_p99_percent", "label": "Latency at 99 %", "unit": "%", "default": 100},
  {"name": "latency_p999_percent", "label": "Latency at 99.9 %", "unit": "%", "default": 100},
  {"name": "latency_most_percent", "label": "Greatest latency", "unit": "%", "default": 100},
  {"name": "latency_seed", "label": "Seed of latencies", "unit": "", "default": 0},
  {"name": "stall_us", "label": "Stall", "unit": "µs", "default": 0},
  {"name": "stall_every_ms", "label": "Time between stalls", "unit": "ms", "default": 0},
  {"name": "slc_mib", "label": "SLC cache", "unit": "MiB", "default": 0},
  {"name": "slc_full_mib_s", "label": "Bandwidth of writes with a full SLC cache", "unit": "MiB/s", "default": 0},
  {"name": "slc_drain_mib_s", "label": "Drain of the SLC cache", "unit": "MiB/s", "default": 0},
  {"name": "units", "label": "Units", "unit": "", "default": 0},
  {"name": "stripe_bytes", "label": "Stripe", "unit": "bytes", "default": 16384},
  {"name": "read_ahead_kb", "label": "Readahead", "unit": "KiB", "default": 128},
];
