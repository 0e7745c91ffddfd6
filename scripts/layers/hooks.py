"""Shell run inside mmdebstrap, with the tree's path as ``$1``: what the packages do not do.

The hooks are strings rather than script files because mmdebstrap, when it runs unprivileged, is
another user that may be unable to read the folder of this repository.
"""

import shlex
from pathlib import Path, PurePosixPath

from scripts.layers.model import Layer
from scripts.layers.repository import UNPACKED

# Packages that were extracted and not installed, as `name<TAB>version` lines beside dpkg's status.
UNPACKED_LIST = "var/lib/dpkg/unpacked"

# Beside a layer's own list: what no layer needs and what would differ from host to host.
ALWAYS_REMOVED = (
    "boot/initrd.img-*",
    "etc/*-",  # passwd-, shadow-, ...: the backups of the account files
    "etc/apt/apt.conf.d/99mmdebstrap",
    "etc/apt/preferences.d/*",
    "etc/apt/sources.list",
    "etc/apt/sources.list.d/*",
    "etc/apt/trusted.gpg.d/*",
    "etc/dpkg/dpkg.cfg.d/99mmdebstrap",
    "etc/hostname",
    "etc/machine-id",
    "etc/resolv.conf",
    "run/*",
    "tmp/*",
    "usr/share/bash-completion",
    "usr/share/bug",
    "usr/share/doc",
    "usr/share/gcc",
    "usr/share/i18n",
    "usr/share/info",
    "usr/share/keyrings",
    "usr/share/lintian",
    "usr/share/locale",
    "usr/share/man",
    "var/backups",
    "var/cache/debconf/tmp.ci",  # made by old versions of mmdebstrap alone
    "var/lib/apt",
    "var/lib/systemd",
    "var/tmp/*",
)

# Of dpkg's records, only the list of versions is of use later.
DPKG_KEPT = ("status", "unpacked")


def before_configuring(layer: Layer) -> list[str]:
    """Hooks that put the layer's own files in place before any package is configured."""
    hooks = []
    for path, text in sorted(layer.files.items()):
        folder = shlex.quote(str(PurePosixPath(path).parent))
        hooks.append(
            f'set -eu; mkdir --parents "$1"/{folder}; '
            f'printf %s {shlex.quote(text)} > "$1"/{shlex.quote(path)}'
        )
    return hooks


def after_installing(layer: Layer, repository: Path) -> list[str]:
    """Hooks that finish the tree: extracted packages, module index, bytecode, trimming."""
    hooks = []
    if layer.unpack:
        hooks.append(_unpack(repository / UNPACKED))
    hooks.append(_remove([*layer.remove, *ALWAYS_REMOVED]))
    hooks.append(_REMOVE_BYTECODE)
    if layer.role == "base":
        hooks += [_INDEX_MODULES, _COMPILE_PYTHON]
    hooks.append(_FORGET_THE_INSTALLATION)
    return hooks


def _unpack(folder: Path) -> str:
    """Extract the packages in a folder over the tree."""
    return f"""set -eu
root=$1
mkdir "$root/tmp/unpack"
cp {shlex.quote(str(folder))}/*.deb "$root/tmp/unpack"
for package in "$root"/tmp/unpack/*.deb; do
    chroot "$root" dpkg-deb --extract "/tmp/unpack/${{package##*/}}" /
    chroot "$root" dpkg-deb --show --showformat '${{Package}}\\t${{Version}}\\n' \\
        "/tmp/unpack/${{package##*/}}" >> "$root/{UNPACKED_LIST}"
done
rm --recursive "$root/tmp/unpack"
"""


def _remove(patterns: list[str]) -> str:
    """Delete globs; they stay unquoted so that the shell expands them, from the tree's root."""
    return 'set -eu; cd "$1"; rm --recursive --force -- ' + " ".join(patterns)


_INDEX_MODULES = """set -eu
for folder in "$1"/usr/lib/modules/*; do
    chroot "$1" depmod "${folder##*/}"
done
"""

# Which bytes a package's bytecode has depends on the moment that it was installed at.
_REMOVE_BYTECODE = """set -eu
find "$1/usr" -type d -name __pycache__ -exec rm --recursive '{}' +
"""

# Bytecode usually checks its source on each import, by date or by content. Nothing changes in a
# read-only layer, and in virtual time every instruction counts.
_COMPILE_PYTHON = """set -eu
chroot "$1" env PYTHONHASHSEED=0 PYTHONDONTWRITEBYTECODE=1 sh -c '
    python3 -m compileall -q -f --invalidation-mode unchecked-hash \
        /usr/lib/python3 /usr/lib/python3.*'
"""

_FORGET_THE_INSTALLATION = f"""set -eu
find "$1/var/cache" "$1/var/log" -type f -delete
find "$1/var/lib/dpkg" -mindepth 1 -maxdepth 1 \
    {" ".join(f"! -name {name}" for name in DPKG_KEPT)} -exec rm --recursive '{{}}' +
"""
