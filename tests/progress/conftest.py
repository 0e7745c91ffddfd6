"""The fake study, copied once for a file of tests."""

from __future__ import annotations

import pytest
from fake_study import FakeStudy


@pytest.fixture(scope="module")
def fake(tmp_path_factory: pytest.TempPathFactory) -> FakeStudy:
    return FakeStudy(tmp_path_factory.mktemp("fake"))
