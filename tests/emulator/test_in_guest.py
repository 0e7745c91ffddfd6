"""The emulator under the stock driver: every function of guest/checks is a test here."""

from __future__ import annotations

import pytest
from boot_guest import Run, names_of_all_checks

pytestmark = pytest.mark.lab


@pytest.mark.parametrize("name", names_of_all_checks())
def test_check(checked: Run, name: str) -> None:
    checked.verify(name)
