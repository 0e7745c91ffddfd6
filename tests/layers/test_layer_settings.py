"""Lists of engines' settings: what the engines of the built layers say of themselves."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scripts.engines.settings import list_path, settings_of
from scripts.layers.settings import LAYERS, main, settings_in

LISTED = sorted(
    path.parent.name
    for path in LAYERS.glob("*/image.erofs")
    if list_path(Path(), path.parent.name).is_file()
)


@pytest.mark.lab
@pytest.mark.skipif(os.geteuid() != 0, reason="PostgreSQL is asked as its own user")
@pytest.mark.parametrize("engine", LISTED)
def test_list_is_what_the_engine_says(engine: str, toolchain: Path) -> None:
    said = settings_in(LAYERS / engine / "image.erofs", engine, toolchain)
    assert {setting.name: setting for setting in said} == settings_of(list_path(Path(), engine))


def test_list_of_a_layer_that_is_not_built_says_how_to_build_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["postgresql-17", "--layers", str(tmp_path)]) == 1
    assert "python -m scripts.layers build envs/postgresql-17.yaml" in capsys.readouterr().err
