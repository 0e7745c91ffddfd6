"""Every mistake is reported before a run: one line with file, line, key and what is allowed."""

from __future__ import annotations

import pytest
from invalid_configs import MISTAKES
from scratch_study import Repository

from scripts.plan import ConfigError, load_study


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_reported_in_a_line(repository: Repository, name: str) -> None:
    old, new, expected = MISTAKES[name]
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
