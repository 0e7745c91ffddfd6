"""Taking out of a layer's tar what the initramfs is made of: kernel, modules, busybox."""

import lzma
import re
import tarfile
from pathlib import Path, PurePosixPath

from scripts.layers.errors import LayerError

BUSYBOX = "usr/bin/busybox"


def export_boot_files(tar: Path, boot_modules: list[str], folder: Path) -> str:
    """Write vmlinuz, busybox and the early modules into ``folder``; return the kernel release.

    Modules come decompressed in ``modules/``, with all that they depend on; ``modules/order``
    names the files in loading order. Raises LayerError when something is not in the tar.
    """
    with tarfile.open(tar) as archive:
        members = {str(PurePosixPath(member.name)): member for member in archive}
        release = kernel_release(list(members))
        modules = folder / "modules"
        modules.mkdir(parents=True)
        _extract(archive, members, f"boot/vmlinuz-{release}", folder / "vmlinuz")
        _extract(archive, members, BUSYBOX, folder / "busybox")
        (folder / "busybox").chmod(0o755)

        root = f"usr/lib/modules/{release}"
        index = _read(archive, members, f"{root}/modules.dep").decode()
        built_in = _read(archive, members, f"{root}/modules.builtin").decode()
        order = []
        for path in loading_order(index, built_in, boot_modules):
            name = PurePosixPath(path).name.removesuffix(".xz")
            content = _read(archive, members, f"{root}/{path}")
            if path.endswith(".xz"):
                content = lzma.decompress(content)
            (modules / name).write_bytes(content)
            order.append(name)
        (modules / "order").write_text("".join(f"{name}\n" for name in order))
    return release


def kernel_release(paths: list[str]) -> str:
    """The one kernel release that a tree has modules (or headers) for, from its paths."""
    releases = {
        match[1] for path in paths if (match := re.match(r"usr/lib/modules/([^/]+)/", path))
    }
    if len(releases) != 1:
        found = ", ".join(sorted(releases)) or "none"
        raise LayerError(f"expected one kernel in the layer, found {found}: see its key unpack")
    return releases.pop()


def loading_order(index: str, built_in: str, wanted: list[str]) -> list[str]:
    """Paths of the wanted modules and all they depend on, each after what it depends on.

    ``index`` is the text of modules.dep, ``built_in`` that of modules.builtin; a module that is
    built into the kernel needs no loading. Raises LayerError for a name in neither.
    """
    dependencies = {}
    for line in index.splitlines():
        path, _, needed = line.partition(":")
        dependencies[path] = needed.split()
    by_name = {_module_name(path): path for path in dependencies}
    inside = {_module_name(path) for path in built_in.split()}

    order: list[str] = []
    for name in wanted:
        key = name.replace("-", "_")
        if key in inside:
            continue
        if key not in by_name:
            raise LayerError(f"boot_modules: the layer's kernel has no module {name}")
        # modules.dep names all dependencies, the deepest last.
        for path in [*reversed(dependencies[by_name[key]]), by_name[key]]:
            if path not in order:
                order.append(path)
    return order


def _module_name(path: str) -> str:
    """``kernel/fs/erofs/erofs.ko.xz`` is the module ``erofs``; dashes count as underscores."""
    return PurePosixPath(path).name.split(".ko")[0].replace("-", "_")


def _extract(
    archive: tarfile.TarFile, members: dict[str, tarfile.TarInfo], name: str, target: Path
) -> None:
    target.write_bytes(_read(archive, members, name))


def _read(archive: tarfile.TarFile, members: dict[str, tarfile.TarInfo], name: str) -> bytes:
    """A file's content from the tar, following hard links."""
    stream = archive.extractfile(members[name]) if name in members else None
    if stream is None:
        raise LayerError(f"the layer has no file {name}: see its keys packages and unpack")
    return stream.read()
