"""HammerDB's builds of a schema and its checks: which went well, as real ones ended."""

from __future__ import annotations

from pathlib import Path

import pytest
from guest import hammerdb

from tests.parse.transcript_files import TRANSCRIPTS as ALL

ROOT = Path(__file__).parents[2]
TRANSCRIPTS, TPROCH = ALL / "hammerdb", ALL / "tproch"
CHECKED = {name: benchmark.checked for name, benchmark in hammerdb.BENCHMARKS.items()}


@pytest.mark.parametrize("name", ["mariadb118", "postgresql17"])
def test_builds_that_really_went_well_are_accepted(name: str) -> None:
    text = (TRANSCRIPTS / f"{name}-build-and-check.out").read_text()
    assert hammerdb.trouble(text, CHECKED["tprocc"]) is None
    check = (TPROCH / "postgresql15-check.out").read_text()
    assert hammerdb.trouble(check, CHECKED["tproch"]) is None


def test_check_that_an_account_without_a_password_fails_is_reported() -> None:
    text = (TPROCH / "failed/mariadb118-check-null-password.out").read_text()
    assert "Access denied for user 'root'@'localhost' (using password: YES)" in (
        hammerdb.trouble(text, CHECKED["tproch"]) or ""
    )


@pytest.mark.parametrize(
    "name",
    [
        "build-client-library-lacks-command",
        "build-mariadb-server-unreachable",
        "check-client-library-lacks-command",
        "pg-wrong-password-build",
    ],
)
def test_failed_build_is_reported(name: str) -> None:
    text = (TRANSCRIPTS / f"failed/{name}.out").read_text()
    assert "Error in Virtual User 1: " in (hammerdb.trouble(text, CHECKED["tprocc"]) or "")
