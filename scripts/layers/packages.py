"""Which packages a layer holds, in which version, read from its tar."""

import tarfile
from pathlib import Path, PurePosixPath

from scripts.layers.errors import LayerError
from scripts.layers.hooks import UNPACKED_LIST

STATUS = "var/lib/dpkg/status"


def package_versions(tar: Path) -> dict[str, str]:
    """Name and version of every package of a layer, installed or only extracted, by name."""
    texts = {STATUS: "", UNPACKED_LIST: ""}
    with tarfile.open(tar) as archive:
        for member in archive:
            name = str(PurePosixPath(member.name))
            if name in texts and (stream := archive.extractfile(member)) is not None:
                texts[name] = stream.read().decode()
    if not texts[STATUS]:
        raise LayerError(f"{tar}: holds no {STATUS}, so it is no Debian tree")
    versions = parse_status(texts[STATUS]) | parse_unpacked(texts[UNPACKED_LIST])
    return dict(sorted(versions.items()))


def parse_status(text: str) -> dict[str, str]:
    """Installed packages of dpkg's status file."""
    versions = {}
    for paragraph in text.split("\n\n"):
        fields = {}
        for line in paragraph.splitlines():
            key, separator, value = line.partition(": ")
            if separator and not line.startswith(" "):
                fields[key] = value
        if fields.get("Status", "").endswith(" installed"):
            versions[fields["Package"]] = fields["Version"]
    return versions


def parse_unpacked(text: str) -> dict[str, str]:
    """Extracted packages: a name and a version a line, parted by a tab."""
    return dict(line.split("\t", 1) for line in text.splitlines() if line)
