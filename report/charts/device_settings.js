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
  {"name": "units", "label": "Units", "unit": "", "default": 0},
  {"name": "stripe_bytes", "label": "Stripe", "unit": "bytes", "default": 16384},
  {"name": "read_ahead_kb", "label": "Readahead", "unit": "KiB", "default": 128},
];
