"""Building a small layer: from Debian, from a bundle, and builds that must fail."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.layers import places
from scripts.layers.build import build_layer, take_image
from scripts.layers.enter import toolchain_binary
from scripts.layers.errors import LayerError
from scripts.layers.lock import lock_path, read_lock, write_lock
from scripts.layers.record import RECORD
from scripts.layers.relock import relock
from tests.layers.conftest import ignore
from tests.layers.stand_in import stand_in
from tests.patience import until

pytestmark = [pytest.mark.lab, pytest.mark.long]

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


def build(folder, toolchain, out="layers", store="packages", steps=None):
    return build_layer(
        folder / "small.yaml",
        folder / out / "small",
        toolchain,
        folder / store,
        report=(steps if steps is not None else []).append,
        warn=ignore,
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory, toolchain):
    """A folder with a blank in its name: the layer's file, its lock of today, and the layer."""
    folder = tmp_path_factory.mktemp("a small one")
    (folder / "small.yaml").write_text(SMALL)
    assert relock([folder / "small.yaml"], ignore) == [folder / "small.yaml"]
    assert not build(folder, toolchain)["lock_matches"]
    take_image(folder / "small.yaml", folder / "layers" / "small")
    return folder


@pytest.fixture
def moved_on(monkeypatch):
    """No mirror and no archive has any of the locked files any more."""
    monkeypatch.delenv(places.BUNDLE_VARIABLE, raising=False)
    with stand_in() as stand:
        monkeypatch.setenv(places.MIRROR_VARIABLE, f"{stand.url}/debian")
        monkeypatch.setattr(places, "host_archives", lambda _server: places.beside(stand.url))
        monkeypatch.setenv(places.SNAPSHOT_VARIABLE, stand.url)
        yield stand


def test_a_mirror_that_moved_on_and_a_bundle_give_the_same_image(
    built, toolchain, moved_on, tmp_path, monkeypatch
):
    shutil.copytree(built / "packages", tmp_path / "my bundle" / "sha256")
    monkeypatch.setenv(places.BUNDLE_VARIABLE, str(tmp_path / "my bundle"))
    manifest = build(built, toolchain, out="again", store="new packages")
    assert manifest["lock_matches"]
    assert manifest["image_sha256"] == read_lock(built / "small.lock.yaml").image_sha256
    # Neither what was fetched nor what apt installs from came over the network.
    assert moved_on.asked == []


def test_a_mirror_that_moved_on_without_a_bundle_is_one_clear_line(
    built, toolchain, moved_on, tmp_path
):
    with pytest.raises(LayerError) as caught:
        build(built, toolchain, out="none", store="no packages")
    reported = str(caught.value)
    assert "\n" not in reported
    host = moved_on.url.removeprefix("http://")
    for part in ("the package ", f"the mirror {host} ", "BANDWISE_BUNDLE", "make relock"):
        assert part in reported
    assert not (built / "none" / "small").exists()


def test_a_whole_layer_of_the_same_packages_is_taken_as_it_is(built, toolchain, moved_on):
    layer = built / "layers" / "small"
    image = layer / "image.erofs"
    before = image.stat().st_ino
    # As the workflow does before a job.
    (layer / "layer.json").unlink()
    steps = []
    assert build(built, toolchain, store="no packages", steps=steps)["lock_matches"]
    assert image.stat().st_ino == before
    assert len(steps) == 1
    assert moved_on.asked == []


def test_a_damaged_layer_is_built_again(built, toolchain, moved_on):
    image = built / "layers" / "small" / "image.erofs"
    with image.open("r+b") as stream:
        stream.seek(100_000)
        stream.write(b"damage")
    assert build(built, toolchain)["lock_matches"]
    assert json.loads((built / "layers/small" / RECORD).read_text())["manifest"]["image_sha256"]


def test_the_manifest_is_on_disk_and_nothing_is_left_over(built):
    layer = built / "layers" / "small"
    manifest = json.loads((layer / "layer.json").read_text())
    assert manifest["packages"]["busybox-static"]
    assert manifest["packages"] == read_lock(built / "small.lock.yaml").versions()
    assert sorted(path.name for path in layer.parent.iterdir()) == [".small.guard", "small"]
    assert sorted(path.name for path in layer.iterdir()) == [
        "build.log",
        "image.erofs",
        "layer.json",
        RECORD,
    ]


def test_the_image_holds_what_was_asked_for_and_nothing_of_the_host(built, toolchain, tmp_path):
    image = built / "layers" / "small" / "image.erofs"
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
    layers = built / "layers"
    before = (layers / "small" / "layer.json").read_bytes()
    path = built / "small.yaml"
    try:
        path.write_text(SMALL.replace("etc/bandwise/note", "etc/passwd/note"))
        with pytest.raises(LayerError, match=r"mmdebstrap failed: .*small\.failed\.log") as caught:
            build(built, toolchain)
    finally:
        path.write_text(SMALL)
    assert "\n" not in str(caught.value)
    assert (layers / "small" / "layer.json").read_bytes() == before
    (layers / "small.failed.log").unlink()
    assert sorted(path.name for path in layers.iterdir()) == [".small.guard", "small"]


def test_the_toolchain_must_be_built_first(built, tmp_path):
    with pytest.raises(LayerError, match=r"build envs/toolchain.yaml --out .*toolchain"):
        build(built, tmp_path / "toolchain", out="other")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_orphan_writes_on_after_its_build_was_killed(built, toolchain, tmp_path, number):
    """Nothing runs on or stays mounted, and mmdebstrap has deleted its tree."""
    for name in ("small.yaml", "small.lock.yaml"):
        shutil.copy(built / name, tmp_path)
    scratch = tmp_path / "scratch"
    scratch.mkdir(mode=0o777)
    argv = [sys.executable, "-m", "scripts.layers", "build", str(tmp_path / "small.yaml")]
    argv += ["--out", str(tmp_path / "layers" / "small"), "--toolchain", str(toolchain)]
    argv += ["--packages", str(built / "packages")]
    process = subprocess.Popen(
        argv,
        env={**os.environ, "TMPDIR": str(scratch)},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr is not None
    for line in process.stderr:
        if "installing essential packages" in line:
            break
    time.sleep(0.5)
    assert list(scratch.iterdir()), "was to be killed while it builds"
    os.killpg(process.pid, number)
    process.wait()
    until(lambda: running_with(str(tmp_path)) == [])
    assert str(scratch) not in Path("/proc/self/mounts").read_text()
    assert list(scratch.iterdir()) == []
    assert not (tmp_path / "layers" / "small").exists()


def running_with(text):
    """Command lines of processes that name a path."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if text in line:
            found.append(line)
    return found


def test_a_package_more_in_the_lock_is_not_built_silently(built, toolchain, tmp_path):
    """A layer is of exactly the locked packages; one that nothing needs is not installed."""
    shutil.copy(built / "small.yaml", tmp_path)
    lock = read_lock(built / "small.lock.yaml")
    more = read_lock(Path("envs/base.lock.yaml")).packages["sysbench"]
    packages = {**lock.packages, "sysbench": more}
    write_lock(lock_path(tmp_path / "small.yaml"), lock.model_copy(update={"packages": packages}))
    with pytest.raises(LayerError, match=r"sysbench .* -> absent.*make relock NAMES=small"):
        build(tmp_path, toolchain)
