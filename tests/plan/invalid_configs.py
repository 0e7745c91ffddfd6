"""Invalid configurations of a scratch study: what is replaced, by what, and the error line."""

from __future__ import annotations

CONFIG, OLTP = "config/config.yaml", "config/experiments/oltp.yaml"
BUILT_IN = (
    "sysbench/bulk_insert, sysbench/oltp_delete, sysbench/oltp_insert, sysbench/oltp_point_select, "
    "sysbench/oltp_read_only, sysbench/oltp_read_write, sysbench/oltp_update_index, "
    "sysbench/oltp_update_non_index, sysbench/oltp_write_only, sysbench/select_random_points, "
    "sysbench/select_random_ranges, sysbench/tpcc, sysbench/update_only"
)

MISTAKES = {
    "speed of a core in hundredths": (
        "lab: {kind: virtual,",
        "lab: {kind: virtual, cpu_gips: 2.55,",
        f"{CONFIG}:1: lab.cpu_gips: must be in tenths, such as 2.5 (got 2.55)",
    ),
    "speed of a core that is not ours to set": (
        "lab: {kind: virtual,",
        "lab: {kind: host, device: emulator, cpu_gips: 3,",
        f"{OLTP}:8: cell.cpu_gips: CPUs of the lab host are as fast as they are: leave it out "
        "(at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "no number": (
        "{read_latency_us: 20}",
        "{read_latency_us: fast}",
        f'{OLTP}:10: cell.device.read_latency_us: must be a number (got "fast")',
    ),
    "not a number": (
        "{read_latency_us: 20}",
        "{read_latency_us: .nan}",
        f"{OLTP}:10: cell.device.read_latency_us: must be a finite number (got nan)",
    ),
    "misspelt key": (
        "engine_memory_mib: 128",
        "engine_memory_mb: 128",
        f'{CONFIG}:2: engine_memory_mb: unknown key "engine_memory_mb" (did you mean '
        '"engine_memory_mib"? known: datasets, duration_factor, engine_memory_mib, engines, '
        "events_factor, experiment_overrides, experiments, hammerdb, keep_snapshots, lab, "
        "results_dir, shared_dir, tuning, verify_cells)",
    ),
    "misspelt key deep in a phase": (
        "duration_s:",
        "duration:",
        f'{OLTP}:16: cell.phases[0].duration: unknown key "duration" (did you mean "duration_s"? '
        "known: device_schedule, duration_s, engines, events, name, options, threads, workload)",
    ),
    "missing key": (
        "engines: [postgresql-17, mariadb-11.8]\n",
        "",
        f"{CONFIG}: engines: is missing",
    ),
    "unknown engine": (
        "[postgresql-17, mariadb-11.8]",
        "[postgresql-16, mariadb-11.8]",
        f'{CONFIG}:3: engines[0]: unknown engine "postgresql-16" (did you mean "postgresql-17"? '
        "known: mariadb-11.8, postgresql-17)",
    ),
    "layer that is no engine": (
        "[postgresql-17, mariadb-11.8]",
        "[base]",
        f'{CONFIG}:3: engines[0]: unknown engine "base" (known: mariadb-11.8, postgresql-17)',
    ),
    "engine listed twice": (
        "[postgresql-17, mariadb-11.8]",
        "[mariadb-11.8, mariadb-11.8]",
        f'{CONFIG}:3: engines[1]: "mariadb-11.8" is listed twice',
    ),
    "value for an engine that there is not": (
        "seed: [1, 2]",
        "room:\n    - {label: loose, options.fill_factor: 70, engines: [postgres]}",
        f'{OLTP}:8: factors.room[0].engines: unknown engine or family "postgres" (did you mean '
        '"postgresql"? known: mariadb, mariadb-11.8, postgresql, postgresql-17)',
    ),
    "value for an engine that is listed twice": (
        "seed: [1, 2]",
        "room:\n    - {label: loose, options.fill_factor: 70, engines: [mariadb, mariadb]}",
        f"{OLTP}:8: factors.room[0].engines: mariadb is listed twice",
    ),
    "value for engines that are none": (
        "seed: [1, 2]",
        "room:\n    - {label: loose, options.fill_factor: 70, engines: null}",
        f"{OLTP}:8: factors.room[0].engines: must be a list of engines or families (got None)",
    ),
    "unknown engine as a factor": (
        "engine: [all]",
        "engine: [oracle-19]",
        f'{OLTP}:5: factors.engine[0]: unknown engine "oracle-19" '
        "(known: mariadb-11.8, postgresql-17)",
    ),
    "unknown workload": (
        "sysbench/oltp_read_write",
        "sysbench/oltp_readwrite",
        f'{OLTP}:15: cell.phases[0].workload: unknown workload "sysbench/oltp_readwrite" '
        f'(did you mean "sysbench/oltp_read_write"? known: {BUILT_IN})',
    ),
    "unknown kind of workload": (
        "sysbench/oltp_read_write",
        "benchbase/tpcc",
        f"{OLTP}:15: cell.phases[0].workload: must match "
        "^(accident|advise|check|engine|fio|hammerdb|held|kernel|moved|own|pgbench|sql|stop|sysbench|tpch)"
        '/[A-Za-z0-9_]+$ (got "benchbase/tpcc")',
    ),
    "unknown trace": (
        "[device_requests]",
        "[device_request]",
        f'{OLTP}:11: cell.traces[0]: unknown trace "device_request" (did you mean '
        '"device_requests"? known: device_requests)',
    ),
    "unknown dataset": (
        "dataset: sysbench",
        "dataset: tpch",
        f'{OLTP}:9: cell.dataset: unknown dataset "tpch" (known: sysbench)',
    ),
    "unknown experiment": (
        "experiments: [oltp]",
        "experiments: [oltp, olap]",
        f'{CONFIG}:6: experiments[1]: unknown experiment "olap" (did you mean "oltp"? known: oltp)',
    ),
    "unknown factor": (
        "seed: [1, 2]",
        "sede: [1, 2]",
        f'{OLTP}:7: factors.sede: unknown factor "sede" (did you mean "seed"? known: clients, '
        "cpu_gips, cpus, dataset, device.<key>, engine, engine_memory_mib, events_factor, "
        "filesystem, "
        "options.<key>, phases.<name>.<key>, seed, threads, traces, tuning.<engine>.<key>, "
        "turn_instructions)",
    ),
    "more clients than may connect": (
        "  threads: 8\n",
        "  threads: 25\n",
        f"{OLTP}:12: cell.threads: 25 clients are more than the 24 that may connect: set clients "
        "(at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "tuning of an engine that there is not": (
        "  threads: 8\n",
        "  threads: 8\n  tuning: {postgres: {work_mem: 1MB}}\n",
        f'{OLTP}:13: cell.tuning.postgres: unknown engine or family "postgres" (did you mean '
        '"postgresql"? known: mariadb, mariadb-11.8, postgresql, postgresql-17)',
    ),
    "tuning while loading of an engine that there is not": (
        "seed: 1}",
        "seed: 1, load_tuning: {postgres: {work_mem: 1MB}}}",
        f'{CONFIG}:5: datasets.sysbench.load_tuning.postgres: unknown engine or family "postgres" '
        '(did you mean "postgresql"? known: mariadb, mariadb-11.8, postgresql, postgresql-17)',
    ),
    "file system that there is not": (
        "  threads: 8\n",
        "  threads: 8\n  filesystem: btrfs\n",
        f"{OLTP}:13: cell.filesystem: must be one of 'ext4', 'xfs' or 'none' (got \"btrfs\")",
    ),
    "data that do not fit the device": (
        "rows_per_table: 100000",
        "rows_per_table: 1000000",
        f"{CONFIG}:5: datasets.sysbench.rows_per_table: the data need about 1831 MiB with indexes "
        "and logs, more than lab.device_mib (1536): at most 838860 rows per table fit",
    ),
    "dataset of a kind that there is not": (
        "kind: sysbench, tables",
        "kind: tpce, tables",
        f"{CONFIG}:5: datasets.sysbench.kind: must be one of 'freight', 'hammerdb', 'own', "
        "'payments', 'sysbench', 'tpcc', 'tpch' (got \"tpce\")",
    ),
    "dataset without a kind": (
        "kind: sysbench, tables",
        "tables",
        f"{CONFIG}:5: datasets.sysbench.kind: is missing",
    ),
    "key of another kind of dataset": (
        "datasets:\n",
        "datasets:\n  tpch: {kind: tpch, scale_factor: 0.02, tables: 8}\n",
        f'{CONFIG}:5: datasets.tpch.tables: unknown key "tables" (known: kind, '
        "load_tenth_gips_more, load_tuning, scale_factor)",
    ),
    "load by a CPU that is faster than any": (
        "seed: 1}",
        "seed: 1, load_tenth_gips_more: 76}",
        f"{CONFIG}:5: datasets.sysbench.load_tenth_gips_more: must be <= 75, as a CPU has at most "
        "10 and lab.cpu_gips is 2.5 (got 76)",
    ),
    "scale at which there are no primary keys": (
        "datasets:\n",
        "datasets:\n  tpch: {kind: tpch, scale_factor: 0.001}\n",
        f"{CONFIG}:5: datasets.tpch.scale_factor: must be >= 0.01 (got 0.001)",
    ),
    "scale that does not fit the device": (
        "datasets:\n",
        "datasets:\n  tpch: {kind: tpch, scale_factor: 1}\n",
        f"{CONFIG}:5: datasets.tpch.scale_factor: the data need about 2375 MiB with indexes and "
        "logs, more than lab.device_mib (1536): 0.65 is the most that fits",
    ),
    "warehouses that do not fit the device": (
        "datasets:\n",
        "datasets:\n  tpcc: {kind: tpcc, warehouses: 10}\n",
        f"{CONFIG}:5: datasets.tpcc.warehouses: the data need about 1650 MiB with indexes and "
        "logs, more than lab.device_mib (1536): at most 9 fit",
    ),
    "TPC-C on other data": (
        "sysbench/oltp_read_write",
        "sysbench/tpcc",
        f"{OLTP}:9: cell.dataset: sysbench/tpcc needs a dataset of kind tpcc; this is sysbench "
        "(at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "query that there is not": (
        "sysbench/oltp_read_write",
        "tpch/q23",
        f'{OLTP}:15: cell.phases[0].workload: unknown workload "tpch/q23" (did you mean '
        '"tpch/q18"? known: tpch/q18)',
    ),
    "query on other data": (
        "sysbench/oltp_read_write",
        "tpch/q18",
        f"{OLTP}:9: cell.dataset: tpch/q18 needs a dataset of kind tpch; this is sysbench "
        "(at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "option that queries do not have": (
        "workload: sysbench/oltp_read_write",
        "workload: tpch/q18\n      options: {timeout: 3}",
        f'{OLTP}:16: cell.phases[0].options.timeout: unknown option "timeout" (did you mean '
        '"timeout_s"? known: explain, timeout_s)',
    ),
    "query without time": (
        "workload: sysbench/oltp_read_write",
        "workload: tpch/q18\n      options: {timeout_s: 0}",
        f"{OLTP}:16: cell.phases[0].options.timeout_s: must be a number of seconds > 0 (got 0)",
    ),
    "memory that the machine does not have": (
        "engine_memory_mib: 128",
        "engine_memory_mib: 600",
        f"{CONFIG}:2: engine_memory_mib: must be <= 512: lab.machine_memory_mib (768) less 256 "
        "for the system (got 600)",
    ),
    "key given twice": (
        "engine_memory_mib: 128\n",
        "engine_memory_mib: 128\nengine_memory_mib: 256\n",
        f"{CONFIG}:3: engine_memory_mib: is given twice (first in line 2)",
    ),
    "no YAML": (
        "engines: [postgresql-17, mariadb-11.8]",
        "engines: [postgresql-17, mariadb-11.8",
        f"{CONFIG}:4: no YAML: did not find expected ',' or ']'",
    ),
    "value given twice": (
        "seed: [1, 2]",
        "seed: [1, 1]",
        f"{OLTP}:7: factors.seed[1]: 1 is listed twice",
    ),
    "factor without values": (
        "seed: [1, 2]",
        "seed: []",
        f"{OLTP}:7: factors.seed: must have at least 1 entries",
    ),
    "workload without an end": (
        "{4: 60, default: 8}",
        "0",
        f"{OLTP}:16: cell.phases[0].duration_s: sysbench/oltp_read_write would never end: set "
        "duration_s or events above 0",
    ),
    "freight without rows or a file": (
        "{kind: sysbench, tables: 4, rows_per_table: 100000, seed: 1}",
        "{kind: freight}",
        f"{CONFIG}:5: datasets.sysbench.rows: is missing: say how many to generate, or name the "
        "real file",
    ),
    "freight from a file that is not there": (
        "{kind: sysbench, tables: 4, rows_per_table: 100000, seed: 1}",
        "{kind: freight, file: FAF4.5.1.csv}",
        f"{CONFIG}:5: datasets.sysbench.file: FAF4.5.1.csv: there is no such file; leave it out to "
        "have rows generated",
    ),
    "more freight than the device holds": (
        "{kind: sysbench, tables: 4, rows_per_table: 100000, seed: 1}",
        "{kind: freight, rows: 100000000}",
        f"{CONFIG}:5: datasets.sysbench.rows: the data need about 17881 MiB with indexes and logs, "
        "more than lab.device_mib (1536): at most 8589934 rows fit",
    ),
    "scan of a table that the data set lacks": (
        "sysbench/oltp_read_write",
        "sql/freight",
        f"{OLTP}:9: cell.dataset: sql/freight needs a dataset of kind freight; this is sysbench "
        "(at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "duration of a job that ends with its file": (
        "sysbench/oltp_read_write",
        "fio/scan_direct",
        f"{OLTP}:16: cell.phases[0].duration_s: fio/scan_direct ends with its file: leave the "
        "duration out",
    ),
    "duration without a default": (
        "{4: 60, default: 8}",
        "{4: 60}",
        f'{OLTP}:16: cell.phases[0].duration_s: needs the key "default", for bandwidths above the '
        "largest that is named",
    ),
    "longer than the virtual limit": (
        "{4: 60, default: 8}",
        "900",
        f"{OLTP}:13: cell.phases: last 900 s together, over lab.virtual_limit_s (600) "
        "(at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "engine without a file system": (
        "  threads: 8\n",
        "  threads: 8\n  filesystem: none\n",
        f"{OLTP}:13: cell.filesystem: an engine needs a file system, ext4 or xfs "
        "(at engine postgresql-17, device.bandwidth_mib_s 4)",
    ),
    "sysbench without an engine": (
        "engine: [all]",
        "engine: [null]",
        f"{OLTP}:13: cell.phases: sysbench: only these kinds work without an engine: "
        "fio, kernel "
        "(at engine None, device.bandwidth_mib_s 4)",
    ),
    "more CPUs than the lab has": (
        "cell:\n",
        "needs: {cpus: 16}\ncell:\n",
        f"{OLTP}:8: needs.cpus: the lab virtual (lab.kind) has 8: set lab.kind to one of host, "
        "or leave oltp out of experiments",
    ),
    "an unknown capability": (
        "cell:\n",
        "needs: {fast: true}\ncell:\n",
        f'{OLTP}:8: needs.fast: unknown key "fast" (known: clock, cpus, deterministic, exclusive, '
        "real_time, snapshots)",
    ),
    "override of an experiment that is not run": (
        "experiments: [oltp]\n",
        "experiments: [oltp]\nexperiment_overrides: {oltq: {seed: [1]}}\n",
        f'{CONFIG}:7: experiment_overrides.oltq: unknown experiment "oltq" (did you mean "oltp"? '
        "known: oltp)",
    ),
}
