"""A scratch repository with a study of its own, to be made wrong in one place at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.plan import ConfigError, Plan, load_study, plan

STUDY = """\
lab: {kind: virtual, machine_memory_mib: 768, device_mib: 1536}
engine_memory_mib: 128
engines: [postgresql-17, mariadb-11.8]
datasets:
  sysbench: {kind: sysbench, tables: 4, rows_per_table: 100000, seed: 1}
experiments: [oltp]
"""
EXPERIMENT = """\
title: OLTP
question: How fast?
page: oltp
factors:
  engine: [all]
  device.bandwidth_mib_s: [4, 64]
  seed: [1, 2]
cell:
  dataset: sysbench
  device: {read_latency_us: 20}
  traces: [device_requests]
  threads: 8
  phases:
    - name: run
      workload: sysbench/oltp_read_write
      duration_s: {4: 60, default: 8}
"""


LAYERS = ("toolchain", "base", "qemu")


class Repository:
    """The files that a plan is made from; ``study`` and ``experiment`` are their texts."""

    def __init__(self, root: Path):
        self.root = root
        self.study, self.experiment = STUDY, EXPERIMENT
        for engine in ("postgresql-17", "mariadb-11.8"):
            adapter = engine.split("-")[0]
            self._write(f"envs/{engine}.yaml", f"role: engine\nadapter: {adapter}\n")
        self._write("envs/base.yaml", "role: base\n")
        for layer in (*LAYERS, "postgresql-17", "mariadb-11.8", "mysql-9.7"):
            self._write(f"envs/{layer}.lock.yaml", f"image_sha256: {layer.encode().hex():0<64}\n")
        self._write("tracing/device_requests.bt", "")
        self._write("workloads/sysbench/tpcc.lua", "")
        self._write("workloads/sysbench/update_only.lua", "")
        self._write("workloads/fio/randread.fio", "time_based=1\n")
        self._write("workloads/fio/scan_direct.fio", "rw=read\n")
        self._write("workloads/sql/scan.sql", "")
        self._write("workloads/sql/freight.sql", "")
        self._write("workloads/tpch/q18.sql", "")

    def _write(self, name: str, text: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def replace(self, old: str, new: str) -> None:
        """Change whichever of the two files holds ``old``."""
        assert (old in self.study) != (old in self.experiment), old
        self.study = self.study.replace(old, new, 1)
        self.experiment = self.experiment.replace(old, new, 1)

    def plan(self) -> Plan:
        """Write the files and plan."""
        self._write("config/config.yaml", self.study)
        self._write("config/experiments/oltp.yaml", self.experiment)
        return plan(load_study(self.root / "config/config.yaml", self.root))

    def complaint(self) -> str:
        """What planning complains of; a failed test if it does not."""
        with pytest.raises(ConfigError) as caught:
            self.plan()
        return str(caught.value)
