"""The emulator under the stock driver: every function of guest/checks is a test here."""

from __future__ import annotations

import pytest
from boot_guest import CHECKS, Run, names_of_checks

pytestmark = pytest.mark.lab


@pytest.mark.parametrize(
    "name", [name for file in sorted(CHECKS.glob("*.py")) for name in names_of_checks(file)]
)
def test_check(checked: Run, name: str) -> None:
    outcome = checked.outcomes.get(name)
    assert outcome, f"the guest never came to it; its console ends with:\n{checked.console[-3000:]}"
    assert not outcome["failure"], outcome["failure"]
