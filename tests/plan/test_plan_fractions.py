"""Fractions of factors: which cells they make, and what is wrong with them."""

from __future__ import annotations

import pytest
from invalid_configs import OLTP
from scratch_study import Repository

MISTAKES = {
    "fraction of an unknown factor": (
        "  seed: [1, 2]\n",
        "  seed: [1, 2]\nfraction: {device.pipes: [device.bandwidth_mib_s, seed]}\n",
        f'{OLTP}:8: fraction.device.pipes: unknown factor "device.pipes" (known: '
        "device.bandwidth_mib_s, engine, seed)",
    ),
    "fraction of a factor of three values": (
        "  seed: [1, 2]\n",
        "  seed: [1, 2, 3]\n  threads: [1, 8]\n"
        "fraction: {threads: [device.bandwidth_mib_s, seed]}\n",
        f"{OLTP}:9: fraction.threads: seed must have two values (it has 3)",
    ),
    "fraction that follows from itself": (
        "  seed: [1, 2]\n",
        "  seed: [1, 2]\n  threads: [1, 8]\nfraction: {threads: [threads, seed]}\n",
        f"{OLTP}:9: fraction.threads: threads follows from others itself: name factors that are "
        "crossed",
    ),
}


def test_fraction_crosses_some_factors_and_lets_others_follow(repository: Repository) -> None:
    repository.replace(
        "  seed: [1, 2]\n",
        "  seed: [1, 2]\n  device.pipes: [shared, separate]\n"
        "fraction:\n  device.pipes: [device.bandwidth_mib_s, seed]\n",
    )
    cells = [cell.job for cell in repository.plan().cells if cell.job["engine"] == "mariadb-11.8"]
    assert [
        (job["device"]["read_bandwidth_mib_s"], job["seed"], job["factors"]["device.pipes"])
        for job in cells
    ] == [(4, 1, "shared"), (4, 2, "separate"), (64, 1, "separate"), (64, 2, "shared")]


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_one_line_that_names_the_key(name: str, repository: Repository) -> None:
    old, new, expected = MISTAKES[name]
    repository.replace(old, new)
    assert repository.complaint() == expected
