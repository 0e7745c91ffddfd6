"""``config/README.md`` from the models: every key, its type, default, range and meaning."""

from __future__ import annotations

import difflib
import itertools
import re
import sys
import types
import typing
from pathlib import Path
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from scripts.plan import claims, device_model, model
from scripts.plan.datasets import KINDS
from scripts.values.fields import LONGEST_S

_INTRODUCTION = """\
# Configuration

Generated from `scripts/plan/model.py`, `scripts/plan/claims.py` and the table of the device's
settings, `scripts/device/table.py`, by `python -m scripts.plan docs`; a test fails when it drifts.

{studies}
- `experiments/*.yaml`: one question each.
- `claims.yaml`: what other documents claim, and `claims/*.sql`, the queries that decide it.

`python -m scripts.plan check --config config/config.yaml` checks a study and shows what it would
run; `snakemake --cores N --configfile config/smoke.yaml` runs another than the default. An error
is reported before anything runs, in one line that names file, line, key and what is allowed.

An unknown key is an error. Units are in the names. A bare `on` or `off` in `tuning` and `options`
is passed on as `on` or `off`.
"""

_FACTORS = """\
## Factors

`factors` of an experiment are crossed: each combination of values is a cell. A key is

| factor | sets |
|---|---|
| `engine`, `dataset`, `filesystem`, `seed`, `threads`, `clients`, `cpus`, `cpu_gips`, `turn_instructions`, `engine_memory_mib`, `events_factor`, `traces` | that key of `cell`; `engine: [all]` means the study's `engines` |
| `device.<key>` | a setting of the device; `device.bandwidth_mib_s` sets reads and writes |
| `tuning.<engine or family>.<key>` | a setting of that engine; cells of other engines are made once, without it |
| `options.<key>` | an option of the workloads in all phases |
| `phases.<name>.<key>` | a key of the phase of that name, such as its `workload` |
| any other name | values are mappings of the paths above, which change together; `label` names the value in the cell's id, `engines` lists the engines or families that it is for, if not for all |

For example, four cells of which two differ in two settings at once:

```yaml
factors:
  seed: [1, 2]
  commit:
    - {label: safe, tuning.postgresql.synchronous_commit: "on"}
    - {label: fast, tuning.postgresql.synchronous_commit: "off", threads: 16}
```

A value that sets nothing but the tuning of some engines makes no cells of the others.

With many factors of two values each, a *fraction* of all combinations is enough to tell what each of
them does. `fraction` names the factors that are not crossed, each with a generator, the factors that it
follows from: it is at its second value where an odd number of these are at theirs. Half of eight
combinations, in which each factor is at each value twice:

```yaml
factors:
  device.read_ahead_kb: [0, 128]
  device.flush_latency_us: [20, 2000]
  device.pipes: [shared, separate]
fraction:
  device.pipes: [device.read_ahead_kb, device.flush_latency_us]
```

A *family* is an engine's name without its version: `postgresql` for `postgresql-17`. What is set
for the engine itself goes before what is set for its family, and an experiment's `tuning` goes
before the study's.

## Ids

A cell's id is readable and ends in a hash of the whole resolved job, so a changed setting is a new
cell, and a study may be changed back without running anything again. Limits of time are not in
the hash: a new limit runs again the cells that had timed out, and no others.
"""  # noqa: E501

_CLAIMS = """\
## How a claim is decided

An experiment names the claims that it measures in its `claims`, so a claim leads to its cells.
Where the study has such an experiment, `sql/claims/<id>.sql` is run, read-only, on the finished
database (`sql/README.md` lists its tables and views). It gives one row of these columns:

| column | meaning |
|---|---|
| `verdict` | one of `reproduced`, `contradicted`, `another figure`, `depends on settings`, \
`open`, `not comparable` |
| `value`, `low`, `high` | our figure and its interval, null where there is none |
| `unit` | the figure's; `times` for a ratio |
| `reason` | what it was decided by; required of `another figure` and the two after it |

or no row, when the cells that it compares aren't there. Then, and where a claim has no query, it
is open, and the reason is made from what is missing. Directions, ratios and trends are compared,
never absolute numbers. A claim that compares rates has the query `sql/claims/compared/<id>.sql`,
too, and is decided by their envelopes; `docs/verdicts.md` has the rule.
"""

CONFIG = Path(__file__).parents[2] / "config"

_BLOCKS: tuple[tuple[str, type[BaseModel]], ...] = (
    ("The study", model.StudyConfig),
    ("`lab`", model.Lab),
    *((f"`datasets.<name>` of kind `{name}`", kind) for name, kind in KINDS.items()),
    ("An experiment", model.Experiment),
    ("`needs`", model.Needs),
    ("`cell`", model.CellConfig),
    ("`cell.device`", device_model.Device),
    ("`cell.phases[]` and `cell.warm_up`", model.Phase),
    ("`cell.phases[].device_schedule[]`", device_model.DeviceStep),
)
_CLAIM_BLOCKS = (
    ("The claims", claims.ClaimsFile),
    ("`sources.<name>`", claims.Source),
    ("`claims.<id>`", claims.Claim),
)
_NAMED = {str: "text", int: "whole number", float: "number", bool: "true or false", Any: "value"}


def _studies() -> str:
    """A line for each study: the first sentence of the comment that its file begins with."""
    lines = []
    for path in sorted(CONFIG.glob("*.yaml")):
        if path.name == Path(claims.CLAIMS_FILE).name:
            continue
        comment = itertools.takewhile(
            lambda line: line.startswith("#"), path.read_text(encoding="utf-8").splitlines()
        )
        words = " ".join(line.removeprefix("#").strip() for line in comment)
        lines.append(f"- `{path.name}`: {re.split(r'(?<=[.]) ', words)[0]}")
    return "\n".join(lines)


def text() -> str:
    """The whole page."""
    introduction = _INTRODUCTION.replace("{studies}", _studies())
    blocks = [_block(title, block) for title, block in _BLOCKS]
    claim_blocks = [_block(title, block) for title, block in _CLAIM_BLOCKS]
    return "\n".join([introduction, *blocks, _FACTORS, *claim_blocks, _CLAIMS])


def refresh(path: Path, only_check: bool) -> int:
    """Write the page, or with ``only_check`` print how the file differs; 1 when it does."""
    fresh = text()
    if not only_check:
        path.write_text(fresh, encoding="utf-8")
        return 0
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    difference = difflib.unified_diff(
        old.splitlines(), fresh.splitlines(), str(path), "the models", lineterm=""
    )
    lines = list(difference)
    for line in lines:
        print(line, file=sys.stderr)
    return 1 if lines else 0


def _block(title: str, block: type[BaseModel]) -> str:
    rows = [
        f"| `{name}` | {_kind(name, field)} | {_default(field)} | {field.description} |"
        # Last what is not said of the thing itself.
        for name, field in sorted(
            block.model_fields.items(), key=lambda item: bool(item[1].exclude)
        )
    ]
    head = "| key | type and range | default | meaning |\n|---|---|---|---|"
    return "\n".join([f"## {title}\n", block.__doc__ or "", "", head, *rows, ""])


def _default(field: FieldInfo) -> str:
    if field.default is PydanticUndefined:
        return "required"
    if field.default is None:
        return "none"
    if isinstance(field.default, BaseModel):
        return "its defaults"
    if field.default in ({}, []):
        return "empty"
    return f"`{field.default}`"


def _kind(name: str, field: FieldInfo) -> str:
    if name == "duration_s":
        return f"number 0 ... {LONGEST_S:.0f}, or a mapping"
    signs = {"gt": ">", "ge": ">=", "lt": "<", "le": "<="}
    bounds = [
        f"{sign} {getattr(rule, key):g}"
        if getattr(rule, key) < 1e6
        else f"{sign} {getattr(rule, key)}"
        for rule in [*_metadata(field.annotation), *field.metadata]
        for key, sign in signs.items()
        if getattr(rule, key, None) is not None
    ]
    return " ".join([_type(field.annotation), ", ".join(bounds)]).strip()


def _metadata(annotation: Any) -> list[Any]:
    """Rules of ``Annotated[...]`` inside ``X | None``."""
    found: list[Any] = []
    for argument in typing.get_args(annotation):
        for rule in getattr(argument, "__metadata__", ()):
            found += getattr(rule, "metadata", [rule])
    return found


def _type(annotation: Any) -> str:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        return _type(arguments[0])
    if origin is typing.Literal:
        return ", ".join(f"`{value}`" for value in arguments)
    if origin in (typing.Union, types.UnionType):
        return _type(next(argument for argument in arguments if argument is not type(None)))
    if origin is list:
        return f"list of {_type(arguments[0])}s"
    if origin is dict:
        return f"mapping to {_type(arguments[1])}"
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return "block"
    return _NAMED[annotation]
