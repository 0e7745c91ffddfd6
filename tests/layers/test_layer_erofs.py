"""Images that are read: each file comes out as it went in."""

import io
import tarfile

import pytest

from scripts.layers.erofs import Image
from scripts.layers.errors import LayerError
from scripts.layers.image import make_image


def entry(name, kind=tarfile.REGTYPE, mode=0o644, **more):
    made = tarfile.TarInfo(name)
    made.type, made.mode, made.mtime = kind, mode, 1_600_000_000
    for key, value in more.items():
        setattr(made, key, value)
    return made


CONTENTS = {"etc/empty": b"", "etc/short": b"short\n", "usr/long": b"0123456789" * 5000}


@pytest.fixture
def image(tmp_path, toolchain):
    tar = tmp_path / "layer.tar"
    with tarfile.open(tar, "w") as content:
        for folder in ("dev", "etc", "usr", "var", "many"):
            content.addfile(entry(folder, tarfile.DIRTYPE, 0o755))
        content.addfile(entry("var/own", tarfile.DIRTYPE, 0o1777, uid=101, gid=70_000))
        for name, text in CONTENTS.items():
            mode = 0o4755 if name == "usr/long" else 0o600
            content.addfile(entry(name, mode=mode, size=len(text), uid=7), io.BytesIO(text))
        content.addfile(entry("usr/link", tarfile.SYMTYPE, 0o777, linkname="../etc/short"))
        content.addfile(entry("usr/same", tarfile.LNKTYPE, linkname="usr/long"))
        content.addfile(entry("dev/null", tarfile.CHRTYPE, 0o666, devmajor=1, devminor=300))
        # More names than fit into a block.
        for number in range(400):
            content.addfile(entry(f"many/a-name-of-some-length-{number:04d}"))
    made = tmp_path / "image.erofs"
    make_image(tar, made, toolchain / "tree", "test")
    return made


def test_every_file_comes_out_as_it_went_in(image):
    with image.open("rb") as stream:
        read = Image(stream, image)
        found = {made.name: (made, b"".join(read.content(inode)) if made.isreg() else b"")
                 for made, inode in read.entries()}  # fmt: skip
    assert len([name for name in found if name.startswith("many/")]) == 400
    own = found["var/own"][0]
    assert (own.isdir(), own.mode, own.uid, own.gid) == (True, 0o1777, 101, 70_000)
    assert {name: found[name][1] for name in ("etc/empty", "etc/short")} == {
        name: CONTENTS[name] for name in ("etc/empty", "etc/short")
    }
    assert found["usr/long"][1] == CONTENTS["usr/long"]
    assert found["usr/same"][0].islnk()
    assert found["usr/same"][0].linkname == "usr/long"
    assert (found["usr/long"][0].mode, found["usr/long"][0].uid) == (0o4755, 7)
    assert found["usr/link"][0].linkname == "../etc/short"
    null = found["dev/null"][0]
    assert (null.ischr(), null.devmajor, null.devminor) == (True, 1, 300)
    assert {made.mtime for made, _content in found.values()} == {1_600_000_000}


def test_an_image_that_is_packed_again_is_the_same(image, tmp_path, toolchain):
    def packed(source, target):
        tar = tmp_path / "again.tar"
        with source.open("rb") as stream, tarfile.open(tar, "w") as content:
            read = Image(stream, source)
            for made, inode in read.entries():
                text = b"".join(read.content(inode)) if made.isreg() else b""
                content.addfile(made, io.BytesIO(text))
        make_image(tar, target, toolchain / "tree", "test")
        return target

    once = packed(image, tmp_path / "once")
    assert once.read_bytes() == packed(once, tmp_path / "twice").read_bytes()


@pytest.mark.parametrize("content", [b"", b"\0" * 4096])
def test_what_is_no_image_is_refused(tmp_path, content):
    path = tmp_path / "image.erofs"
    path.write_bytes(content)
    with path.open("rb") as stream, pytest.raises(LayerError, match="is no image of a layer"):
        Image(stream, path)
