"""What an ``envs/<name>.yaml`` may say, and how one is read."""

import re
from pathlib import Path
from typing import Annotated, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from pydantic import model_validator as validate_model

from scripts.engines.families import family_names
from scripts.engines.layer_files import LOCK_SUFFIX
from scripts.layers.errors import LayerError
from scripts.values.plain_yaml import load_yaml

ENVS = Path(__file__).resolve().parents[2] / "envs"

# Suites whose index may be older than the expiry date in it, as nothing in them is ever final.
ROLLING_SUITES = frozenset({"sid", "unstable", "forky", "testing"})

LayerName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9.+-]*$")]
Suite = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]*$")]
PackageName = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9.+-]+$")]
# `{kernel}` stands for the version and flavourless release of the suite's current kernel.
UnpackName = Annotated[
    str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9.+-]*(\{kernel\})?[a-z0-9.+-]*$")
]
ModuleName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]+$")]
Commit = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{40}$")]
# A path or glob from the tree's root. These reach a shell: no quotes, no blanks, no `..`.
_PART = r"[A-Za-z0-9_+*?-][A-Za-z0-9._+*?-]*"
TreePath = Annotated[str, StringConstraints(pattern=rf"^{_PART}(/{_PART})*$")]


class Source(BaseModel):
    """What an engine is compiled from, in place of the program of Debian's package."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    of: LayerName = Field(
        description="The engine layer in envs/ whose packages it has and whose program it replaces."
    )
    apt: PackageName | None = Field(default=None, description="A source package of the suite.")
    version: str | None = Field(
        default=None,
        description="The source package's version, if it isn't the one of the tree's packages.",
    )
    git: str | None = Field(default=None, description="The folder of a git repository.")
    commit: Commit | None = Field(default=None, description="Its commit, in full.")
    patch: list[str] = Field(
        default=[], description="Patches, applied in this order; paths from the layer's file."
    )

    @validate_model(mode="after")
    def _one_of_two(self) -> Self:
        if (self.apt is None) == (self.git is None):
            raise ValueError("name either apt, a source package, or git, a repository's folder")
        if (self.git is None) != (self.commit is None):
            raise ValueError("git and commit belong together")
        if self.version is not None and self.apt is None:
            raise ValueError("version is that of a source package, which apt names")
        return self


class Layer(BaseModel):
    """One layer, as described by its file in ``envs/``."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: LayerName = Field(description="The layer's name; the file is called <name>.yaml.")
    role: Literal["toolchain", "base", "engine", "build", "source"] = Field(
        description="toolchain runs on the host, base is the guest's root, engine a database; "
        "source is compiled from Debian's source package and our patches, with a build layer."
    )
    suite: Suite = Field(description="The Debian release that all packages come from.")
    description: str = Field(description="One line for readers.", min_length=1)
    packages: list[PackageName] = Field(
        default=[], description="Packages to install; of an engine with a source, none."
    )
    unpack: list[UnpackName] = Field(
        default=[],
        description="Packages that are extracted but not installed. `{kernel}` stands for the "
        "release of the suite's current kernel, such as 6.12.48+deb13.",
    )
    adapter: str | None = Field(
        default=None,
        description="For engines: the family in scripts/engines whose adapter starts and tunes it.",
    )
    source: Source | None = Field(
        default=None, description="For engines: what to compile it from, if not Debian's program."
    )
    files: dict[TreePath, str] = Field(
        default={}, description="Files that must be there before the packages are configured."
    )
    remove: list[TreePath] = Field(
        default=[], description="Paths (globs) that the finished layer does without."
    )
    boot_modules: list[ModuleName] = Field(
        default=[], description="For base: kernel modules of the initramfs, in loading order."
    )

    @validate_model(mode="after")
    def _role_decides_the_rest(self) -> Self:
        if self.role == "engine" and self.adapter is None:
            raise ValueError(f"an engine needs the key adapter ({', '.join(family_names())})")
        if self.role != "engine" and self.adapter is not None:
            raise ValueError("the key adapter belongs to engines only (role: engine)")
        if self.adapter is not None and self.adapter not in family_names():
            raise ValueError(f"adapter must be one of {', '.join(family_names())}")
        if self.source is None and not self.packages:
            raise ValueError("the key packages must name at least one package")
        if self.source is not None and (self.role != "engine" or self.packages or self.unpack):
            raise ValueError(
                "the key source belongs to engines (role: engine), whose packages and unpack are "
                "those of the layer that source.of names"
            )
        if self.role != "base" and self.boot_modules:
            raise ValueError("the key boot_modules belongs to the base only (role: base)")
        return self

    @property
    def from_sources(self) -> bool:
        """Whether its lock names the files of source packages."""
        return self.role == "source" or self.source is not None

    @property
    def rolling(self) -> bool:
        """Whether the suite is one that changes every day."""
        return self.suite in ROLLING_SUITES


def load_layer(path: Path) -> Layer:
    """Read and check one layer file.

    Raises LayerError, one line that names file, key and what is allowed.
    """
    try:
        content = load_yaml(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        known = ", ".join(layer_names(path.parent)) or "none"
        raise LayerError(f"{path}: no such layer file; layers there: {known}") from None
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        reason = re.sub(r"\s+", " ", str(error))
        raise LayerError(f"{path}: not valid YAML: {reason}") from None
    if not isinstance(content, dict):
        raise LayerError(f"{path}: expected keys such as name, role, suite and packages")
    try:
        layer = Layer.model_validate(content)
    except ValidationError as error:
        raise LayerError(f"{path}: {_one_line(error)}") from None
    if layer.name != path.name.removesuffix(".yaml"):
        raise LayerError(f"{path}: name: is {layer.name!r}, but must be the file's name")
    return layer


def layer_names(envs: Path = ENVS) -> list[str]:
    """Names of all layers described in a folder, sorted; the locks beside them are left out."""
    return sorted(
        path.name.removesuffix(".yaml")
        for path in envs.glob("*.yaml")
        if not path.name.endswith(LOCK_SUFFIX)
    )


def _one_line(error: ValidationError) -> str:
    """All complaints of pydantic in one line, each led by its key."""
    complaints = []
    for detail in error.errors():
        key = ".".join(str(part) for part in detail["loc"])
        message = detail["msg"].removeprefix("Value error, ")
        if detail["type"] == "extra_forbidden":
            message = "unknown key; known are " + ", ".join(Layer.model_fields)
        complaints.append(f"{key}: {message}" if key else message)
    return "; ".join(complaints)
