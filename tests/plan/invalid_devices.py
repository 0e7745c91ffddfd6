"""Invalid settings of a device in a scratch study: what is replaced, by what, the error line."""

from __future__ import annotations

from invalid_configs import CONFIG, OLTP

MISTAKES = {
    "bandwidth of zero": (
        "[4, 64]",
        "[4, 0]",
        f"{OLTP}:6: factors.device.bandwidth_mib_s[1]: must be >= 0.00390625 (got 0)",
    ),
    "negative bandwidth in the cell": (
        "{read_latency_us: 20}",
        "{read_bandwidth_mib_s: -3}",
        f"{OLTP}:10: cell.device.read_bandwidth_mib_s: must be >= 0.00390625 (got -3)",
    ),
    "limit too small to be reckoned with": (
        "{read_latency_us: 20}",
        "{slc_mib: 1, slc_full_mib_s: 0.001}",
        f"{OLTP}:10: cell.device.slc_full_mib_s: must be 0, or >= 0.00390625 (got 0.001)",
    ),
    "quantiles out of order": (
        "{read_latency_us: 20}",
        "{latency_p90_percent: 300, latency_p99_percent: 200, latency_p999_percent: 300, "
        "latency_most_percent: 300}",
        f"{OLTP}:10: cell.device: latency_p99_percent (200) is below latency_p90_percent (300): "
        "quantiles must rise (at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "bucket larger than the run": (
        "{read_latency_us: 20}",
        "{read_burst_kib: 300000}",
        f"{OLTP}:10: cell.device: read_burst_kib (300000) is as much as read_bandwidth_mib_s "
        "allows in all 60 s of the phases: shorten the burst, or measure for longer "
        "(at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "burst of what is not limited": (
        "{read_latency_us: 20}",
        "{iops_burst: 3}",
        f"{OLTP}:10: cell.device: iops_burst means nothing without iops_limit: set both, or "
        "neither (at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "burst slower than without": (
        "{read_latency_us: 20}",
        "{iops_limit: 100, iops_burst: 3, iops_burst_limit: 90}",
        f"{OLTP}:10: cell.device: iops_burst_limit (90) must be >= iops_limit (100) "
        "(at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "device that always stalls": (
        "{read_latency_us: 20}",
        "{stall_us: 5000, stall_every_ms: 5}",
        f"{OLTP}:10: cell.device: stall_us (5000) must be shorter than stall_every_ms (5), or no "
        "transfer ever begins (at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "cache of writes that is not described": (
        "{read_latency_us: 20}",
        "{slc_mib: 8}",
        f"{OLTP}:10: cell.device: slc_mib means nothing without slc_full_mib_s: set both, or "
        "neither (at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "absurd latency": (
        "{read_latency_us: 20}",
        "{read_latency_us: 20000000}",
        f"{OLTP}:10: cell.device.read_latency_us: must be <= 10000000 (got 20000000)",
    ),
    "readahead that the kernel would round": (
        "{read_latency_us: 20}",
        "{read_ahead_kb: 6}",
        f"{OLTP}:10: cell.device.read_ahead_kb: must be a multiple of 4 (got 6)",
    ),
    "schedule out of order": (
        "default: 8}",
        "default: 8}\n      device_schedule:\n        - {at_s: 2, bandwidth_mib_s: 8}\n"
        "        - {at_s: 1, bandwidth_mib_s: 4}",
        f"{OLTP}:19: cell.phases[0].device_schedule[1].at_s: must be in order of time: not before "
        "2 (got 1)",
    ),
    "schedule that changes nothing": (
        "default: 8}",
        "default: 8}\n      device_schedule: [{at_s: 2}]",
        f"{OLTP}:17: cell.phases[0].device_schedule[0]: changes nothing: name a bandwidth or a "
        "latency",
    ),
    "schedule longer than the device takes": (
        "default: 8}",
        "default: 8}\n      device_schedule: [" + "{at_s: 1, read_latency_us: 9}," * 19 + "]",
        f"{OLTP}:17: cell.phases[0].device_schedule: must have at most 18 entries (got 19)",
    ),
    "schedule of a warm-up": (
        "  threads: 8\n",
        "  threads: 8\n  warm_up:\n    name: warm\n    workload: sysbench/oltp_read_only\n"
        "    duration_s: 1\n    device_schedule: [{at_s: 1, bandwidth_mib_s: 4}]\n",
        f"{OLTP}:17: cell.warm_up.device_schedule: a warm-up runs at unlimited bandwidth: leave "
        "the schedule to the phases",
    ),
    "no bandwidth anywhere": (
        "  device.bandwidth_mib_s: [4, 64]\n",
        "",
        f"{OLTP}:9: cell.device: bandwidth_mib_s is missing: set it here or as a factor "
        "(at engine postgresql-17)",
    ),
    "NVMeVirt in a lab that has none": (
        "{read_latency_us: 20}",
        "{kind: nvmevirt}",
        f"{OLTP}:10: cell.device.kind: nvmevirt: the lab virtual has no such device: must be one "
        "of emulator, block, or set lab.kind to one of host",
    ),
    "path of the emulator": (
        "{read_latency_us: 20}",
        "{path: /dev/nullb0}",
        f"{OLTP}:10: cell.device: path is that of a block device: set kind: block "
        "(at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "block device without a path": (
        "{read_latency_us: 20}",
        "{kind: block}",
        f"{OLTP}:10: cell.device: path is missing: where the block device is, such as /dev/nullb0 "
        "(at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "settings of a block device": (
        "{read_latency_us: 20}",
        "{kind: block, path: /dev/nullb0, flush_latency_us: 1}",
        f"{OLTP}:10: cell.device: a block device has no such setting: leave out bandwidth_mib_s, "
        "flush_latency_us (at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "engine on a block device": (
        "  device.bandwidth_mib_s: [4, 64]\n  seed: [1, 2]\ncell:\n  dataset: sysbench\n"
        "  device: {read_latency_us: 20}\n",
        "  seed: [1, 2]\ncell:\n  dataset: sysbench\n  device: {kind: block, path: /dev/nullb0}\n",
        f"{OLTP}:9: cell.device: postgresql-17's data are an image of the emulated device: "
        "kind: emulator (at engine postgresql-17)",
    ),
    "bandwidth of zero in an override": (
        "experiments: [oltp]\n",
        "experiments: [oltp]\nexperiment_overrides:\n  oltp:\n    device.bandwidth_mib_s: [0]\n",
        f"{CONFIG}:9: experiment_overrides.oltp.device.bandwidth_mib_s[0]: must be >= "
        "0.00390625 (got 0)",
    ),
}
