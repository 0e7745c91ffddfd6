"""Which mirror of Debian this host has, and which snapshot archive: no address stands in here.

The mirror is that of the host's own apt if it is one of Debian. Elsewhere, as on Ubuntu, it is the
one that mmdebstrap writes into a tree of Debian when it is given none. The snapshot archive is the
one that the mirror's Release file names, else the one that apt is configured with.
"""

import os
import re
import subprocess
from pathlib import Path
from shlex import quote
from tempfile import TemporaryDirectory

from scripts.layers.server import Server, Unavailable

# Address of a mirror of Debian's main archive, such as http://mirror.example/debian; that of the
# security archive is expected beside it, with the same name and `-security`.
MIRROR_VARIABLE = "BANDWISE_DEBIAN_MIRROR"
SNAPSHOT_VARIABLE = "BANDWISE_DEBIAN_SNAPSHOT"
# The archives by what their Release files call them.
LABELS = {"Debian": "main", "Debian-Security": "security"}
# mmdebstrap's names for suites of Debian; any that has a security archive will do.
SUITE = "stable"
# $1 is the tree, with nothing in it but apt's configuration.
KEEP_SOURCES = 'cp "$1/etc/apt/sources.list"'
LIMIT_S = 60.0
RELEASE_BYTES = 1 << 20

_LINE = re.compile(r"^deb (?:\[[^]]*\] )?(\S+) (\S+) ", re.M)
_FIELD = re.compile(r"^([A-Z][A-Za-z-]+): *(\S.*)$", re.M)
_CONFIGURED = re.compile(r'^Acquire::Snapshots::URI::Origin::Debian "(.+)";$', re.M)

Archives = dict[str, str]


def host_archives(server: Server) -> Archives:
    """Addresses of Debian's archives, main and security, as this host has them.

    Raises Unavailable when neither apt nor mmdebstrap names one.
    """
    found = _of_apt(server)
    if "main" not in found:
        found = _of_mmdebstrap()
    if "main" not in found:
        raise Unavailable(
            f"is not known, as neither apt nor mmdebstrap names one: set {MIRROR_VARIABLE}="
            "http://mirror.example/debian"
        )
    return beside(found["main"]) | found


def beside(main: str) -> Archives:
    """The archives of a mirror of which only the main one is known."""
    return {"main": main, "security": f"{main}-security"}


def snapshot_archive(server: Server, suite: str, mirrors: list[Archives]) -> str:
    """Address of the snapshot archive that these mirrors, or this host's apt, name.

    Raises Unavailable when there is none.
    """
    named = [_release(server, archives["main"], suite).get("Snapshots", "") for archives in mirrors]
    named += _CONFIGURED.findall(_output(["apt-config", "dump"]))
    for template in named:
        # Such as https://snapshot.example/archive/debian/@SNAPSHOTID@/.
        address, found, _ = template.partition("/archive/")
        if found and address.startswith(("http://", "https://")):
            return address
    raise Unavailable(
        f"is not known, as no mirror's Release file has Snapshots: set {SNAPSHOT_VARIABLE}="
        "https://snapshot.example"
    )


def _of_apt(server: Server) -> Archives:
    """Debian's archives among the sources of this host's apt."""
    found: Archives = {}
    known = set()
    # Of the sources that apt has read, it knows what they are; the others have to be asked.
    read = "$(ORIGIN)\t$(LABEL)\t$(REPO_URI)"
    for line in _output(["apt-get", "indextargets", "--format", read]).splitlines():
        origin, label, address = line.split("\t")
        known.add(address)
        _note(server, found, origin, label, address)
    if "main" in found:
        return found
    named = ["apt-get", "indextargets", "--no-release-info", "--format", "$(RELEASE)\t$(REPO_URI)"]
    suites: dict[str, str] = {}
    for line in _output(named).splitlines():
        suite, address = line.split("\t")
        if address not in known:
            suites.setdefault(address, suite)
    for address, suite in suites.items():
        for each in _addresses(server, address):
            release = _release(server, each, suite)
            _note(server, found, release.get("Origin", ""), release.get("Label", ""), each)
    return found


def _note(server: Server, found: Archives, origin: str, label: str, address: str) -> None:
    """Keep an archive's first address, if it is one of Debian's archives."""
    if origin != "Debian" or label not in LABELS:
        return
    for each in _addresses(server, address):
        found.setdefault(LABELS[label], each)


def _addresses(server: Server, address: str) -> list[str]:
    """What a source of apt stands for, as far as it is HTTP: itself, or a list of mirrors."""
    address = address.rstrip("/")
    method, _, place = address.partition(":")
    lines = [address]
    try:
        if method == "mirror+file":
            lines = Path(place).read_text(encoding="utf-8").splitlines()
        elif method.startswith("mirror"):
            url = f"{method.removeprefix('mirror').removeprefix('+') or 'http'}:{place}"
            lines = b"".join(server.read(url, RELEASE_BYTES)).decode().splitlines()
    except (OSError, UnicodeDecodeError, Unavailable):
        return []
    named = [line.split()[0].rstrip("/") for line in lines if line.strip()]
    return [each for each in named if each.startswith(("http://", "https://"))]


def _release(server: Server, address: str, suite: str) -> dict[str, str]:
    """The fields of a suite's Release file; none where it is not available."""
    for name in ("InRelease", "Release"):
        try:
            text = b"".join(server.read(f"{address}/dists/{suite}/{name}", RELEASE_BYTES))
        except Unavailable:
            continue
        return dict(_FIELD.findall(text.decode(errors="replace")))
    return {}


def _of_mmdebstrap() -> Archives:
    """The archives that mmdebstrap writes into a tree when it is given no mirror."""
    with TemporaryDirectory(prefix="bandwise-mirror-") as folder:
        # Without packages, nothing is installed that could touch the host.
        argv = ["mmdebstrap", "--quiet", "--mode=chrootless", "--variant=custom"]
        argv += ["--skip=update,check/chrootless", f"--setup-hook={KEEP_SOURCES} {quote(folder)}"]
        _output([*argv, SUITE, "/dev/null"], {"TMPDIR": folder})
        sources = Path(folder, "sources.list")
        text = sources.read_text(encoding="utf-8") if sources.exists() else ""
    found: Archives = {}
    for address, suite in _LINE.findall(text):
        archive = "security" if suite.endswith("-security") else "main"
        found.setdefault(archive, address.rstrip("/"))
    return found


def _output(argv: list[str], variables: dict[str, str] | None = None) -> str:
    """What a program of the host prints; nothing where it is missing or fails."""
    path = os.environ.get("PATH", "/usr/bin:/bin") + ":/usr/sbin:/sbin"
    environment = {**os.environ, "LC_ALL": "C.UTF-8", "PATH": path, **(variables or {})}
    try:
        done = subprocess.run(
            argv, env=environment, capture_output=True, text=True, check=False, timeout=LIMIT_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
