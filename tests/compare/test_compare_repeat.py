"""The commands of a report, which measure again in any clone."""

from __future__ import annotations

from pathlib import Path

import yaml

from scripts.compare.repeat import as_named, run_command
from scripts.compare.sides import Side

ROOT = Path(__file__).parents[2]


def test_a_side_that_was_built_is_named_by_its_patch(tmp_path: Path) -> None:
    """Its layer's name is known in no other clone; a patch of the repository's own is."""
    patch = ROOT / "examples/no-checksums.patch"
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / patch.name).write_bytes(patch.read_bytes())
    layers = tmp_path / "results/envs"
    for name, text in ((patch.name, patch.read_text()), ("own.patch", "another\n")):
        (layers / "patches/1").mkdir(parents=True, exist_ok=True)
        (layers / "patches/1" / name).write_text(text)
    built = {"name": "b-1", "role": "engine", "adapter": "postgresql", "suite": "forky"}
    patches = [f"patches/1/{name}" for name in (patch.name, "own.patch")]
    source = {"of": "postgresql-18", "apt": "postgresql-18", "patch": patches}
    layer = {**built, "description": "built", "source": source}
    (layers / "b-1.yaml").write_text(yaml.safe_dump(layer))
    named = as_named(Side("b-1", {"io_method": "sync"}), tmp_path)
    assert named == "postgresql-18+examples/no-checksums.patch+own.patch{io_method=sync}"
    source = {"of": "postgresql-18", "git": "/home/me/postgres", "commit": "1" * 40}
    (layers / "b-1.yaml").write_text(yaml.safe_dump({**layer, "source": source}))
    sides = [Side("postgresql-18"), Side("b-1")]
    command = run_command("run a b --only x y --twins 2", sides, tmp_path, "compare-reads")
    assert command == (
        f"python -m scripts.compare run postgresql-18 /home/me/postgres@{'1' * 40} --twins 2 "
        "--only compare-reads"
    )
    assert run_command("run a --only x y", [], tmp_path).endswith("--only x y")
