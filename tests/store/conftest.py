"""Databases begin as copies of an empty one, which the store makes once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.empty_database import copied


@pytest.fixture(scope="session", autouse=True)
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with copied(tmp_path_factory.mktemp("empty")):
        yield
