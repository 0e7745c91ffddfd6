"""Every mistake is reported before a run: one line with file, line, key and what is allowed."""

from __future__ import annotations

import invalid_devices
import pytest
from invalid_configs import MISTAKES, OLTP
from scratch_study import Repository

from scripts.plan import ConfigError, load_study
from scripts.plan.study import ROOT

ALL = {**MISTAKES, **invalid_devices.MISTAKES}


@pytest.mark.parametrize("name", ALL)
def test_mistake_is_reported_in_a_line(repository: Repository, name: str) -> None:
    old, new, expected = ALL[name]
    repository.replace(old, new)
    assert repository.complaint() == expected, "one line, however many cells it is wrong in"


def test_the_study_is_right_before_it_is_made_wrong(repository: Repository) -> None:
    assert len(repository.plan().cells) == 8


def test_all_mistakes_are_reported_at_once(repository: Repository) -> None:
    repository.replace("[device_requests]", "[nothing]")
    repository.replace("dataset: sysbench", "dataset: nothing")
    repository.replace("engine_memory_mib: 128", "engine_memory_mib: 600")
    with pytest.raises(ConfigError) as caught:
        repository.plan()
    assert [problem.key for problem in caught.value.problems] == [
        "engine_memory_mib",
        "cell.dataset",
        "cell.traces[0]",
    ]


def test_absent_file_is_reported(repository: Repository) -> None:
    with pytest.raises(ConfigError, match="cannot be read: No such file or directory"):
        load_study(repository.root / "config/nothing.yaml", repository.root)


def _tuned(repository: Repository, tuning: str) -> str:
    """What is said of a study whose factor is a setting, with the real lists of the engines."""
    for path in (ROOT / "envs").glob("*.settings.tsv"):
        repository._write(f"envs/{path.name}", path.read_text(encoding="utf-8"))
    repository.replace("  seed: [1, 2]\n", f"  seed: [1, 2]\n  {tuning}\n")
    return repository.complaint()


@pytest.mark.parametrize(
    ("tuning", "complaint"),
    [
        (
            "tuning.mariadb.innodb_flush_log_at_trx_commit: [1, 5]",
            f"{OLTP}:8: factors.tuning.mariadb.innodb_flush_log_at_trx_commit[1]: "
            "innodb_flush_log_at_trx_commit must be <= 3 in mariadb-11.8 (got 5)",
        ),
        (
            "waits: [{label: a, tuning.postgresql.io_method: sync}, {label: b}]",
            f'{OLTP}:8: factors.waits[0]: unknown setting "io_method": a configuration file of '
            "postgresql-17 has no such setting",
        ),
        (
            "waits: [{tuning.mariadb.datadir: /x, engines: [mariadb]}, {label: b}]",
            f"{OLTP}:8: factors.waits[0]: datadir is set by the lab, which relies on it: "
            "leave it out",
        ),
    ],
)
def test_setting_that_an_engine_would_not_run_with_is_reported(
    repository: Repository, tuning: str, complaint: str
) -> None:
    assert _tuned(repository, tuning) == complaint


def test_setting_of_other_engines_than_those_measured_is_not_checked(
    repository: Repository,
) -> None:
    """A group for MariaDB alone makes no cells of PostgreSQL, whose setting it may name wrongly."""
    group = "{tuning.postgresql.io_method: x, tuning.mariadb.nothing: 1, engines: [mariadb]}"
    complaint = _tuned(repository, f"waits: [{group}, {{label: b}}]")
    assert "io_method" not in complaint
    assert "nothing" in complaint
