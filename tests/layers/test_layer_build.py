"""Building layers for real, from Debian's mirror: a small one, and ones that must fail."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.layers.build import build_layer
from scripts.layers.debian import MIRROR_VARIABLE
from scripts.layers.enter import toolchain_binary
from scripts.layers.errors import LayerError

pytestmark = pytest.mark.lab

SMALL = """\
name: small
role: engine
adapter: postgresql
suite: trixie
description: the smallest layer, for tests
packages: [busybox-static]
files:
  etc/bandwise/note: |
    it's here
remove: [usr/share/zoneinfo]
"""


def build(folder, toolchain, text=SMALL, warnings=None):
    (folder / "small.yaml").write_text(text)
    return build_layer(
        folder / "small.yaml",
        folder / "layers" / "small",
        toolchain,
        report=lambda _step: None,
        warn=(warnings if warnings is not None else []).append,
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory, toolchain):
    """A small layer that was built twice: its folder, and the manifests of both builds."""
    folder = tmp_path_factory.mktemp("small")
    warnings: list[str] = []
    first = build(folder, toolchain, warnings=warnings)
    assert len(warnings) == 1
    return folder, first, build(folder, toolchain)


def test_the_same_packages_give_the_same_image(built):
    _folder, first, second = built
    assert first == second


def test_the_manifest_is_on_disk_and_nothing_is_left_over(built):
    folder, first, _second = built
    layer = folder / "layers" / "small"
    assert json.loads((layer / "layer.json").read_text()) == first
    assert [path.name for path in layer.parent.iterdir()] == ["small"]
    assert sorted(path.name for path in layer.iterdir()) == [
        "build.log",
        "image.erofs",
        "layer.json",
    ]
    assert first["packages"]["busybox-static"]


def test_the_image_holds_what_was_asked_for_and_nothing_of_the_host(built, toolchain, tmp_path):
    folder, _first, _second = built
    image = folder / "layers" / "small" / "image.erofs"
    fsck = toolchain_binary(toolchain / "tree", "fsck.erofs")
    tree = tmp_path / "tree"
    argv = [*fsck, f"--extract={tree}", "--no-preserve", str(image)]
    subprocess.run(argv, capture_output=True, check=True)
    assert (tree / "etc/bandwise/note").read_text() == "it's here\n"
    for path in (
        "etc/hostname",
        "etc/resolv.conf",
        "etc/apt/sources.list",
        "etc/machine-id",
        "usr/share/zoneinfo",
        "usr/share/doc",
        "var/lib/apt",
    ):
        assert not (tree / path).exists(), path
    assert not [path for path in (tree / "var/log").rglob("*") if path.is_file()]


def test_a_failed_build_leaves_the_former_layer_whole(built, toolchain):
    folder, first, _second = built
    broken = SMALL.replace("suite: trixie", "suite: trixbox")
    with pytest.raises(LayerError, match="correct the key suite") as caught:
        build(folder, toolchain, broken)
    assert "\n" not in str(caught.value)
    layers = folder / "layers"
    assert json.loads((layers / "small" / "layer.json").read_text()) == first
    assert "trixbox" in (layers / "small.failed.log").read_text()
    assert sorted(path.name for path in layers.iterdir()) == ["small", "small.failed.log"]
    (layers / "small.failed.log").unlink()


def test_an_unreachable_mirror_is_told_as_such(tmp_path, toolchain, monkeypatch):
    monkeypatch.setenv(MIRROR_VARIABLE, "http://127.0.0.1:9/debian")
    with pytest.raises(LayerError, match="no Debian mirror can be reached"):
        build(tmp_path, toolchain)


def test_the_toolchain_must_be_built_first(tmp_path):
    with pytest.raises(LayerError, match=r"build envs/toolchain.yaml --out .*toolchain"):
        build(tmp_path, tmp_path / "toolchain")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts outside of a user namespace")
def test_a_killed_build_leaves_nothing_mounted(tmp_path, toolchain):
    """mmdebstrap mounts the host's /dev/shm; deleting what it left would empty the host's."""
    (tmp_path / "small.yaml").write_text(SMALL)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    argv = [sys.executable, "-m", "scripts.layers", "build", str(tmp_path / "small.yaml")]
    options = ["--out", str(tmp_path / "layers" / "small"), "--toolchain", str(toolchain)]
    process = subprocess.Popen(
        [*argv, *options],
        env={**os.environ, "TMPDIR": str(scratch)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "installing remaining packages" in line:
            break
    time.sleep(0.5)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert list(scratch.iterdir()), "was killed too late to have left anything"
    assert str(scratch) not in Path("/proc/self/mounts").read_text()
    assert not (tmp_path / "layers" / "small").exists()
