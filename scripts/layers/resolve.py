"""Which packages a layer would be of today: asked of the suite's signed index, by apt.

apt runs in folders of its own, with nothing of this host's configuration but the proxy, and in the
two steps in which mmdebstrap runs it: the essential packages first, then the layer's own.
"""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import unquote

from scripts.layers.errors import LayerError
from scripts.layers.lock import Lock, Package
from scripts.layers.mirrors import MIRROR_VARIABLE
from scripts.layers.model import Layer
from scripts.layers.places import todays_archives
from scripts.layers.proxy import proxies

KEYRINGS = (
    Path("/usr/share/keyrings/debian-archive-keyring.pgp"),
    Path("/usr/share/keyrings/debian-archive-keyring.gpg"),
)
LIMIT_S = 600.0
# A suite that is released has updates beside it; the others get theirs by moving on.
LINE = "{kind} [signed-by={keyring}] {address} {suite} main"
KERNEL = "linux-image-amd64"
_KERNEL_DEPENDS = re.compile(r"^Depends: .*\blinux-image-([0-9][^ ,]*)-amd64\b", re.M)
_URI = re.compile(r"^'([^']+)' (\S+)_(\S+)_(\S+)\.deb ", re.M)
_SOURCE_URI = re.compile(r"^'([^']+)' (\S+) (\d+) SHA256:([0-9a-f]{64})", re.M)

KNOWN_FAILURES = (
    (
        ("NO_PUBKEY", "is not signed", "couldn't be verified"),
        "the mirror's signature cannot be checked: install or upgrade debian-archive-keyring",
    ),
    (
        ("does not have a Release file", "404  Not Found"),
        "the mirror has no such suite: correct the key suite of the layer's file",
    ),
    (
        ("Unable to locate package", "has no installation candidate", "No packages found"),
        "a package is not in the suite: correct the names in the layer's file",
    ),
    (
        ("Temporary failure", "Could not", "Unable to connect", "timed out", "unreachable"),
        f"no Debian mirror can be reached: check the network (or http_proxy, or {MIRROR_VARIABLE})",
    ),
)


class Index:
    """The package indices of one suite, in a folder of their own."""

    def __init__(self, suite: str, rolling: bool, sources: bool, folder: Path) -> None:
        """Fetch the suite's indices into an empty folder, those of source packages if asked to.

        Raises LayerError.
        """
        self.suite = suite
        self._folder = folder
        self._archives = todays_archives()
        for part in ("lists/partial", "cache/archives/partial", "etc/preferences.d"):
            (folder / part).mkdir(parents=True)
        suites = [("main", suite)]
        if not rolling:
            suites += [("main", f"{suite}-updates"), ("security", f"{suite}-security")]
        lines = [
            LINE.format(
                kind="deb-src" if sources else "deb",
                keyring=_keyring(),
                address=self._archives[archive],
                suite=name,
            )
            for archive, name in suites
        ]
        (folder / "sources.list").write_text("\n".join(lines) + "\n", encoding="utf-8")
        (folder / "apt.conf").write_text(_configuration(folder, rolling), encoding="utf-8")
        self._set_installed("")
        self._run("apt-get", "--error-on=any", "update")

    def resolve(self, layer: Layer) -> Lock:
        """The lock that the layer would have today, without an image."""
        if layer.from_sources:
            sources: dict[str, str | None] = dict.fromkeys(layer.packages)
            if layer.source and layer.source.apt:
                sources = {layer.source.apt: layer.source.version}
            return self._lock(
                {
                    name: file
                    for source, version in sources.items()
                    for name, file in self._sources(source, version)
                }
            )
        packages: dict[str, Package] = {}
        # What apt counts as essential is all that it would install into nothing.
        self._set_installed("")
        essential = self._files("dist-upgrade")
        packages |= {name: package for name, package, _text in essential}
        self._set_installed(
            "\n".join(f"{text.strip()}\nStatus: install ok installed\n" for *_, text in essential)
        )
        for name, package, _text in self._files("install", *layer.packages):
            packages[name] = package
        if layer.unpack:
            names = [name.replace("{kernel}", self._kernel()) for name in layer.unpack]
            for name, package, _text in self._files("download", *names):
                packages[name] = package.model_copy(update={"unpacked": True})
        return self._lock(packages)

    def _lock(self, packages: dict[str, Package]) -> Lock:
        return Lock(
            suite=self.suite,
            snapshot=datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ"),
            image_sha256=None,
            packages=packages,
        )

    def _sources(self, source: str, wanted: str | None) -> Iterator[tuple[str, Package]]:
        """Name and file of each part of a source package; the .dsc has the package's own name."""
        asked = f"{source}={wanted}" if wanted else source
        text = self._run("apt-get", "--print-uris", "--only-source", "source", asked)
        files = _SOURCE_URI.findall(text)
        dsc = next((name for _url, name, *_ in files if name.endswith(".dsc")), None)
        shown = self._run("apt-cache", "showsrc", "--only-source", source)
        for paragraph in re.split(r"\n\n+", shown):
            if dsc and f" {dsc}\n" in paragraph:
                version = re.findall(r"^Version: (\S+)$", paragraph, re.M)[0]
                break
        else:
            raise LayerError(f"{self.suite}: apt-cache does not show the source {source}")
        for url, name, size, sha256 in files:
            if name.endswith(".asc"):
                continue  # upstream's signature; the hashes are signed by Debian
            part = re.search(r"(\.[a-z]+\.tar\.(bz2|gz|xz))?$", name)
            yield (
                source + (part[0] if part else ""),
                Package(
                    version=version,
                    architecture="source",
                    size=int(size),
                    sha256=sha256,
                    archive=self._archive(url),
                    path=self._path(url),
                ),
            )

    def _archive(self, url: str) -> str:
        return "security" if url.startswith(self._archives["security"] + "/") else "main"

    def _path(self, url: str) -> str:
        return unquote(url.removeprefix(self._archives[self._archive(url)] + "/"))

    def _kernel(self) -> str:
        """The version and flavourless release of the suite's current kernel."""
        text = self._run("apt-cache", "--no-all-versions", "show", KERNEL)
        if (found := _KERNEL_DEPENDS.search(text)) is None:
            raise LayerError(f"{self.suite}: {KERNEL} does not name a kernel")
        return found[1]

    def _files(self, *request: str) -> list[tuple[str, Package, str]]:
        """Name, file and control text of each package that a request of apt-get would fetch."""
        text = self._run("apt-get", "--yes", "--print-uris", *request)
        urls = {
            (name, unquote(version), architecture): url
            for url, name, version, architecture in _URI.findall(text)
        }
        if not urls:
            return []
        wanted = [f"{name}:{arch}={version}" for name, version, arch in urls if arch != "all"]
        wanted += [f"{name}={version}" for name, version, arch in urls if arch == "all"]
        found = {}
        for paragraph in re.split(r"\n\n+", self._run("apt-cache", "show", *wanted)):
            fields = dict(re.findall(r"^([A-Za-z0-9-]+): (.*)$", paragraph, re.M))
            key = (fields.get("Package"), fields.get("Version"), fields.get("Architecture"))
            if key in urls and key not in found:
                found[key] = (fields["Package"], self._package(fields, urls[key]), paragraph)
        if lacking := urls.keys() - found.keys():
            raise LayerError(f"{self.suite}: apt-cache does not show {min(lacking)[0]}")
        return list(found.values())

    def _package(self, fields: dict[str, str], url: str) -> Package:
        return Package(
            version=fields["Version"],
            architecture=fields["Architecture"],
            size=int(fields["Size"]),
            sha256=fields["SHA256"],
            archive=self._archive(url),
            path=fields["Filename"],
            priority=fields["Priority"],
        )

    def _set_installed(self, status: str) -> None:
        """Have apt believe that these packages, in dpkg's form, are installed."""
        (self._folder / "status").write_text(status, encoding="utf-8")

    def _run(self, *argv: str) -> str:
        environment = {
            **os.environ,
            "APT_CONFIG": str(self._folder / "apt.conf"),
            "LC_ALL": "C.UTF-8",
        }
        try:
            result = subprocess.run(
                argv,
                env=environment,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=LIMIT_S,
            )
        except subprocess.TimeoutExpired:
            raise LayerError(f"{self.suite}: the mirror does not answer: run this again") from None
        except FileNotFoundError:
            raise LayerError(f"{argv[0]} is not installed: run `make setup`") from None
        if result.returncode != 0:
            raise LayerError(f"{self.suite}: {_explain(argv[0], result.stdout + result.stderr)}")
        return result.stdout


@contextmanager
def index_of(layer: Layer) -> Iterator[Index]:
    """The indices of a layer's suite, gone in the end."""
    with TemporaryDirectory(prefix="bandwise-index-") as folder:
        yield Index(layer.suite, layer.rolling, layer.from_sources, Path(folder))


def _configuration(folder: Path, rolling: bool) -> str:
    settings = {
        "Dir": folder,
        "Dir::State": folder,
        "Dir::State::status": folder / "status",
        "Dir::State::Lists": folder / "lists",
        "Dir::Cache": folder / "cache",
        "Dir::Etc": folder / "etc",
        "Dir::Etc::sourcelist": folder / "sources.list",
        "Dir::Etc::sourceparts": "/dev/null",
        "Dir::Etc::parts": "/dev/null",
        "APT::Architecture": "amd64",
        "APT::Architectures": "amd64",
        "APT::Install-Recommends": "false",
        # The folder is this user's alone.
        "APT::Sandbox::User": "",
        "Acquire::Languages": "none",
        "Acquire::Retries": 3,
        # Nothing in a suite that moves is final, so its index may be older than it says.
        "Acquire::Check-Valid-Until": str(not rolling).lower(),
    }
    for scheme, proxy in proxies().items():
        name, _, host = scheme.partition("://")
        settings[f"Acquire::{name}::Proxy" + (f"::{host}" if host else "")] = proxy
    return "".join(f'{key} "{value}";\n' for key, value in settings.items())


def _explain(program: str, output: str) -> str:
    """One line on why apt failed."""
    for signs, advice in KNOWN_FAILURES:
        if any(sign in output for sign in signs):
            return advice
    complaints = [line for line in output.splitlines() if line.startswith(("E: ", "W: "))]
    return f"{program} failed: {complaints[0][3:] if complaints else 'it gave no reason'}"


def _keyring() -> Path:
    """The keys of Debian's archive, which hosts other than Debian do not have by default."""
    for keyring in KEYRINGS:
        if keyring.exists():
            return keyring
    raise LayerError(f"{KEYRINGS[-1]} is missing: install the package debian-archive-keyring")
