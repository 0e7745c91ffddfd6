"""Running the toolchain's programs on the host.

Two ways. ``toolchain_binary`` runs one program through the tree's own dynamic loader: no
privilege, the host's files in view, enough for QEMU and the file system tools.
``toolchain_command`` enters the tree (chroot): what compiling needs, as gcc and make start
further programs of the tree.
"""

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from scripts.layers.errors import LayerError
from scripts.programs import TooLongError, run_program

LOADER = "usr/lib64/ld-linux-x86-64.so.2"
LIBRARIES = "usr/lib/x86_64-linux-gnu"
BINARIES = ("usr/bin", "usr/sbin")
FIRMWARE = ("usr/share/qemu", "usr/share/seabios")
APPARMOR_SWITCH = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")

# $1 tree, $2 working folder inside it, $3 how it is entered, $4 how many pairs of host folder and
# folder inside follow, then the command. Each folder comes with everything that is mounted in it: a
# recipe may be files that are bound one by one, and inside a user namespace /dev and /proc are not
# available otherwise.
_ENTER = """set -eu
PATH="$PATH:/usr/sbin:/sbin"
tree=$1; folder=$2; enter=$3; pairs=$4; shift 4
mount --rbind /dev "$tree/dev"
mount --rbind /proc "$tree/proc"
while test "$pairs" -gt 0; do
    mkdir -p "$tree$2"
    mount --rbind "$1" "$tree$2"
    shift 2
    pairs=$((pairs - 1))
done
exec $enter "$tree" /usr/bin/env --ignore-environment --chdir="$folder" \
    HOME=/tmp LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin "$@"
"""


def toolchain_binary(tree: Path, name: str, folder: Path | None = None) -> list[str]:
    """Arguments that run one of the toolchain's programs from outside the tree.

    Append the program's own arguments. QEMU also finds its firmware and modules in the tree.
    ``folder``: where a program is that is not the toolchain's own but uses its libraries.
    Raises LayerError when the program is not there.
    """
    tree = tree.resolve()
    places = [folder.resolve()] if folder else [tree / binaries for binaries in BINARIES]
    program = next((place / name for place in places if (place / name).is_file()), None)
    if program is None and folder:
        raise LayerError(f"{folder}/{name} is missing: run snakemake {folder}/layer.json")
    if program is None:
        raise LayerError(
            f"{tree}: has no program {name}: build the toolchain layer, or add the package to "
            "envs/toolchain.yaml"
        )
    if os.statvfs(tree).f_flag & os.ST_NOEXEC:
        raise LayerError(
            f"{tree}: is on a file system that is mounted noexec, where no program can be run: "
            "mount it without, or name a folder elsewhere as shared_dir"
        )
    # The host's locales and preloaded libraries belong to another C library.
    argv = [
        "env",
        "--unset=LD_PRELOAD",
        "--unset=LD_LIBRARY_PATH",
        "LC_ALL=C",
        f"QEMU_MODULE_DIR={tree / LIBRARIES / 'qemu'}",
        str(tree / LOADER),
        "--inhibit-cache",
        "--library-path",
        str(tree / LIBRARIES),
        str(program),
    ]
    if name.startswith("qemu-system-"):
        for firmware in FIRMWARE:
            argv += ["-L", str(tree / firmware)]
    return argv


def toolchain_command(
    tree: Path,
    argv: Sequence[str],
    binds: Sequence[tuple[Path, str]] = (),
    folder: str = "/",
    account: tuple[int, int] | None = None,
) -> list[str]:
    """Arguments that run a command inside the tree, in a mount namespace of its own.

    ``binds`` are pairs of a host folder and the absolute path where the command finds it;
    ``folder`` is the command's working folder, as seen inside, ``account`` the numbers of the user
    and the group that it runs as, if they are not root's. Works for root and, through a
    user namespace, for everyone else; ``check_can_enter`` checks whether this host allows it.
    """
    tree = tree.resolve()
    pairs: list[str] = []
    for host, inside in binds:
        if not inside.startswith("/"):
            raise LayerError(f"{inside}: a place inside the toolchain must be an absolute path")
        pairs += [str(host.resolve()), inside]
    return [
        *_namespace(),
        "sh", "-c", _ENTER, "sh", str(tree), folder, _chroot(account), str(len(binds)),
        *pairs, *argv,
    ]  # fmt: skip


def _chroot(account: tuple[int, int] | None) -> str:
    """The command that enters a tree, as the user and the group of these numbers."""
    if account is None:
        return "chroot"
    user, group = account
    if os.geteuid() == 0:
        return f"chroot --userspec={user}:{group} --groups={group}"
    # Who is not root has one number alone, which may be another one in a namespace below this.
    return f"unshare --user --map-user={user} --map-group={group} --keep-caps -- chroot"


def check_can_enter() -> None:
    """Raise LayerError, with the fix, when this user cannot have a mount namespace."""
    for program, package in (("unshare", "util-linux"), ("mount", "mount")):
        if shutil.which(program) is None:
            raise LayerError(f"{program} is not installed: install the package {package}")
    try:
        trial = run_program([*_namespace(), "true"], "unshare")
    except TooLongError as error:
        raise LayerError(str(error)) from None
    if trial.returncode == 0:
        return
    if os.geteuid() == 0:
        raise LayerError(
            "root may not mount here (a container?): start the container with "
            "--cap-add=SYS_ADMIN --security-opt=apparmor=unconfined"
        )
    if APPARMOR_SWITCH.exists() and APPARMOR_SWITCH.read_text().strip() == "1":
        raise LayerError(
            "this host's AppArmor keeps user namespaces from ordinary users: run `sudo sysctl "
            "kernel.apparmor_restrict_unprivileged_userns=0` (until the next boot) or build as "
            "root"
        )
    raise LayerError(
        f"cannot make a user namespace ({trial.stderr.strip()}): run `sudo sysctl "
        "user.max_user_namespaces=10000 kernel.unprivileged_userns_clone=1` or build as root"
    )


def _namespace() -> list[str]:
    """``unshare`` with what this user needs to be allowed to mount."""
    rights = [] if os.geteuid() == 0 else ["--map-root-user"]
    return ["unshare", *rights, "--mount", "--propagation", "private", "--"]
