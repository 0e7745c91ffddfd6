"""Calling mmdebstrap: the argument list, its log, and errors that say what to do."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from scripts.layers import hooks
from scripts.layers.errors import LayerError
from scripts.layers.model import Layer

# Every file's date is cut back to this one (14 November 2023), older than any package in use.
SOURCE_DATE_EPOCH_S = 1_700_000_000

KEYRINGS = (
    Path("/usr/share/keyrings/debian-archive-keyring.pgp"),
    Path("/usr/share/keyrings/debian-archive-keyring.gpg"),
)

# Optional: an own mirror, in the form that mmdebstrap takes (URL or sources.list line).
MIRROR_VARIABLE = "BANDWISE_DEBIAN_MIRROR"

EXCLUDED_ON_EXTRACTION = ("/usr/share/doc/*", "/usr/share/man/*", "/usr/share/locale/*")

# What in mmdebstrap's log means what to the user; the first that is found counts.
KNOWN_FAILURES = (
    (
        ("No space left on device",),
        "the disk is full: free some 4 GiB here and in {scratch} (or point TMPDIR elsewhere)",
    ),
    (
        (
            "Temporary failure resolving",
            "Could not resolve",
            "Could not connect",
            "Unable to connect",
            "Connection timed out",
            "Network is unreachable",
            "Connection refused",
        ),
        "no Debian mirror can be reached: check the network (or http_proxy, or name a mirror in "
        + MIRROR_VARIABLE
        + ")",
    ),
    (
        ("NO_PUBKEY", "is not signed", "couldn't be verified"),
        "the mirror's signature cannot be checked: install or upgrade debian-archive-keyring",
    ),
    (
        ("does not have a Release file",),
        "the mirror has no such suite: correct the key suite of the layer's file",
    ),
    (
        ("Unable to locate package", "has no installation candidate"),
        "a package is not in the suite: correct the names in the layer's file",
    ),
    (
        ("uid_map", "newuidmap", "subuid", "unshare failed", "unshare syscall", "unable to pick"),
        "mmdebstrap needs root here, or user namespaces: install uidmap, see that /etc/subuid "
        "has a line for this user, and on Ubuntu run `sudo sysctl "
        "kernel.apparmor_restrict_unprivileged_userns=0`",
    ),
)


def bootstrap(layer: Layer, tar: Path, log: Path, report: Callable[[str], None]) -> None:
    """Install the layer's packages into a new tree and write it to ``tar``.

    mmdebstrap's whole output goes to ``log``; its steps are also given to ``report``.
    Raises LayerError when mmdebstrap is missing or fails.
    """
    if shutil.which("mmdebstrap", path=_search_path()) is None:
        raise LayerError("mmdebstrap is not installed: run `make setup`")
    environment = {
        **os.environ,
        "LC_ALL": "C.UTF-8",
        "PATH": _search_path(),
        "SOURCE_DATE_EPOCH": str(SOURCE_DATE_EPOCH_S),
        "TMPDIR": _scratch(),
    }
    begin_s = time.monotonic()
    with log.open("w", encoding="utf-8") as log_file:
        process = subprocess.Popen(
            [*_own_mounts(), *command(layer, tar)],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        assert process.stdout is not None
        try:
            for line in process.stdout:
                log_file.write(line)
                step = line.strip()
                if step.startswith("I: ") and step.endswith("..."):
                    report(f"{step[3:-3]} ({time.monotonic() - begin_s:.0f} s)")
            code = process.wait()
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait()
    if code < 0:
        raise LayerError(
            f"mmdebstrap was killed by signal {-code} (out of memory?): build again; it may have "
            f"left a folder {_scratch()}/mmdebstrap.* (see that nothing is mounted in it, then "
            "rm --recursive --one-file-system)"
        )
    if code != 0:
        raise LayerError(f"mmdebstrap failed: {explain(log.read_text(encoding='utf-8'))}")


def command(layer: Layer, tar: Path) -> list[str]:
    """The mmdebstrap call for a layer."""
    argv = [
        "mmdebstrap",
        "--mode=auto",
        "--variant=apt",
        "--format=tar",
        "--architectures=amd64",
        f"--keyring={_keyring()}",
        # The hooks clean up themselves, further than this would.
        "--skip=cleanup/apt",
        '--aptopt=Acquire::Languages "none"',
        '--aptopt=Acquire::Retries "3"',
    ]
    if layer.rolling:
        argv.append('--aptopt=Acquire::Check-Valid-Until "false"')
    argv += [f"--dpkgopt=path-exclude={pattern}" for pattern in EXCLUDED_ON_EXTRACTION]
    argv.append("--include=" + ",".join(layer.packages))
    argv += [f"--essential-hook={hook}" for hook in hooks.before_configuring(layer)]
    argv += [f"--customize-hook={hook}" for hook in hooks.after_installing(layer)]
    argv += [layer.suite, str(tar)]
    if mirror := os.environ.get(MIRROR_VARIABLE):
        argv.append(mirror)
    return argv


def explain(log: str) -> str:
    """One line on why mmdebstrap failed, from its log."""
    for signs, advice in KNOWN_FAILURES:
        if any(sign in log for sign in signs):
            return advice.format(scratch=_scratch())
    complaints = [line[3:] for line in log.splitlines() if line.startswith("E: ")]
    return complaints[0] if complaints else "it gave no reason"


def _own_mounts() -> list[str]:
    """For root: a mount namespace of mmdebstrap's own, which ends with its last process.

    As root, mmdebstrap mounts /proc, /sys and the host's /dev/shm into its tree. Without this, a
    build that is killed would leave them there for whoever deletes the tree to walk into.
    """
    argv = ["unshare", "--mount", "--propagation", "private", "--"]
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        return []
    allowed = subprocess.run([*argv, "true"], capture_output=True, check=False).returncode == 0
    return argv if allowed else []


def _keyring() -> Path:
    """The keys of Debian's archive, which hosts other than Debian do not have by default."""
    for keyring in KEYRINGS:
        if keyring.exists():
            return keyring
    raise LayerError(f"{KEYRINGS[-1]} is missing: install the package debian-archive-keyring")


def _scratch() -> str:
    """Where mmdebstrap builds its tree: /tmp may be a small RAM disk, or not allow devices."""
    return os.environ.get("TMPDIR", "/var/tmp")


def _search_path() -> str:
    """PATH with the system's tools, which Debian leaves out of a normal user's."""
    return os.environ.get("PATH", "/usr/bin:/bin") + ":/usr/sbin:/sbin"
