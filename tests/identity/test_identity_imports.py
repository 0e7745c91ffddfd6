"""What a stage's outcome depends on: code that runs, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from scripts.identity import imports


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with a package of one module, which imports another."""
    folder = tmp_path / "scripts" / "stage"
    folder.mkdir(parents=True)
    (tmp_path / "scripts/__init__.py").write_text('"""All stages."""\n')
    (folder / "__init__.py").write_text('"""A stage."""\n')
    (folder / "run.py").write_text("from scripts.stage.tool import use\n\nuse()\n")
    (folder / "tool.py").write_text("def use(): ...\n")
    monkeypatch.setattr(imports, "ROOT", tmp_path)
    for function in (imports.imports_of, imports._imported_files, imports._files_of):
        function.cache_clear()
    return folder


def test_a_package_that_only_says_what_it_is_is_no_source(package: Path) -> None:
    found = imports.module_sources("scripts/stage/run.py")
    assert found == ["scripts/stage/run.py", "scripts/stage/tool.py"]


def test_a_package_whose_init_runs_is_a_source(package: Path) -> None:
    (package / "__init__.py").write_text('"""A stage."""\nLIMIT = 3\n')
    assert "scripts/stage/__init__.py" in imports.module_sources("scripts/stage/run.py")
