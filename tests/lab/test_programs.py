"""Programs of others that hang: each has an end, with a line that names it, its log and the fix."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scripts import programs
from scripts.data.errors import DataError
from scripts.data.tpch import tables
from scripts.layers import bundle as layers_bundle
from scripts.layers import debian, source
from scripts.layers.enter import check_can_enter
from scripts.layers.errors import LayerError
from scripts.layers.lock import Package
from scripts.layers.model import load_layer
from scripts.layers.repository import _entry
from scripts.programs import TooLongError, run_program
from scripts.site import quarto
from scripts.site.bundle import run_node
from scripts.site.errors import SiteError
from scripts.site.pandoc import render

HANGS = "#!/bin/sh\necho begun >&2\nsleep 600\n"
FIX = "see that its disk, its network and memory are there, and run again"


@pytest.fixture
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Programs of those names that hang, and limits that are soon over."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("dpkg-deb", "node", "npm", "pandoc", "quarto", "tpchgen-cli", "mmdebstrap"):
        (folder / name).write_text(HANGS)
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    for name in programs.LIMITS_S:
        monkeypatch.setitem(programs.LIMITS_S, name, 1.0)
    return folder


def of_dpkg(folder: Path) -> None:
    package = Package(
        version="1", architecture="all", size=1, sha256="0" * 64, archive="main", path="pool/p.deb"
    )
    _entry("p", package, folder / "p.deb")


def of_tpchgen(folder: Path) -> None:
    tables._run_generator(1.0, folder)


def of_node(folder: Path) -> None:
    run_node(["pack.js"], cwd=folder, stdin="{}")


def of_npm(folder: Path) -> None:
    layers_bundle._run(["npm", "pack"])


def of_pip(folder: Path) -> None:
    layers_bundle._run(["sh", "-c", "sleep 600", "-m", "pip"])


def of_pandoc(folder: Path) -> None:
    page = folder / "index.qmd"
    page.write_text("---\ntitle: Home\n---\n\nText.\n")
    (folder / "template.html").write_text("$body$")
    render.page_html(render.read_page(page), folder, [])


def of_quarto(folder: Path) -> None:
    quarto.render(folder, folder / "site", folder / "quarto.log")


def of_compiler(folder: Path) -> None:
    with (folder / "guard").open("w") as guard:
        source.supervise(["sh", "-c", "echo begun; sleep 600"], folder / "log", guard.fileno())


def of_mmdebstrap(folder: Path) -> None:
    layer = load_layer(Path("envs/base.yaml"))
    with (folder / "guard").open("w") as guard:
        debian.bootstrap(
            layer, folder, folder / "tar", folder / "log", guard.fileno(), lambda step: None
        )


@pytest.mark.parametrize(
    ("run", "name", "error"),
    [
        (of_dpkg, "dpkg-deb", LayerError),
        (of_tpchgen, "tpchgen-cli", DataError),
        (of_node, r"pack\.js: node", SiteError),
        (of_npm, "npm", LayerError),
        (of_pip, "pip", LayerError),
        (of_pandoc, r"index\.qmd: pandoc", SiteError),
        (of_quarto, "quarto", SiteError),
        (of_compiler, "the compiler", LayerError),
        (of_mmdebstrap, "mmdebstrap", LayerError),
    ],
)
def test_program_that_hangs_has_an_end(
    tmp_path: Path,
    hanging: Path,
    monkeypatch: pytest.MonkeyPatch,
    run: Callable[[Path], None],
    name: str,
    error: type[Exception],
) -> None:
    """The run hung for ever, with a line of progress that ticked on."""
    monkeypatch.setattr(tables.shutil, "which", lambda program, **_: str(hanging / program))
    monkeypatch.setattr(render, "pandoc", lambda: str(hanging / "pandoc"))
    began_s = time.monotonic()
    with pytest.raises(error, match=rf"{name} did not end within 1 s.*{FIX}"):
        run(tmp_path)
    assert time.monotonic() - began_s < 60


def test_log_of_a_quarto_that_hangs_is_kept(tmp_path: Path, hanging: Path) -> None:
    with pytest.raises(SiteError, match=r"after it said 'begun'.*\(log: .*quarto\.log\)"):
        of_quarto(tmp_path)
    assert (tmp_path / "quarto.log").read_text() == "begun\n"


def test_namespace_that_hangs_has_an_end(tmp_path: Path, hanging: Path) -> None:
    (hanging / "unshare").write_text(HANGS)
    (hanging / "unshare").chmod(0o755)
    with pytest.raises(LayerError, match="unshare did not end within 1 s"):
        check_can_enter()


def test_program_gets_its_input_and_gives_what_it_says() -> None:
    script = "import sys; print(sys.stdin.read()); sys.stderr.write('\\xff'); sys.exit(3)"
    done = run_program([sys.executable, "-c", script], "node", stdin="word")
    assert (done.returncode, done.stdout, done.stderr) == (3, "word\n", "\xff")
    assert run_program(["cat"], "node").stdout == ""


def test_what_a_program_said_before_its_end_is_kept() -> None:
    with pytest.raises(TooLongError) as raised:
        run_program(["sh", "-c", "echo one; echo two >&2; sleep 60"], "node", limit_s=0.5)
    assert sorted(raised.value.said.split()) == ["one", "two"]
