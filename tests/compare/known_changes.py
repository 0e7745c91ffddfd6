"""Whether comparisons find changes that are known, and are silent about harmless ones.

``python -m tests.compare.known_changes real`` measures the patches in ``patches/``, each against
the engine without it in the experiment that ``expected.yaml`` names, and ``harmless FOLDER`` those
that ``tests/compare/harmless.py`` has written, each in one experiment of the basket, in turn. What
is measured is kept, so an interrupted run goes on; ``--report`` reads only what is there.
docs/compare.md says what came of it.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

from scripts.compare.basket import read_basket
from scripts.engines.layer_files import layer_file
from scripts.layers.build import read_manifest

ENGINE = "postgresql-18"
PATCHES = Path(__file__).parent / "patches"
EXPECTED = PATCHES / "expected.yaml"
LAYERS = Path("results/layers")
Data = dict[str, Any]


def expected() -> dict[str, dict[str, str]]:
    """What each patch has to change."""
    return yaml.safe_load(EXPECTED.read_text(encoding="utf-8"))


def compared(
    patch: Path, options: argparse.Namespace, experiment: str, engine: str = ENGINE
) -> Data | None:
    """The report on an engine with and without a patch; None where there is none yet."""
    words = [engine, f"{engine}+{patch}", "--twins", str(options.twins), "--no-site"]
    words += ["--only", experiment, *options.words]
    command = "report" if options.report else "run"
    done = subprocess.run(
        [sys.executable, "-m", "scripts.compare", command, *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE if options.report else None,
        text=True, check=False,
    )  # fmt: skip
    paths = [line for line in done.stdout.splitlines() if line.endswith("report.json")]
    return json.loads(Path(paths[0]).read_text(encoding="utf-8")) if paths else None


def is_found(report: Data, wanted: dict[str, str]) -> bool:
    """Whether a report has the change, in its direction and in its file or function.

    A function is looked for among those that stand out, and a file has to have the largest part.
    """
    for row in report["compared"][0]["changed"]:
        if (row["operation"], row["measure"]) != (wanted["operation"], wanted["measure"]):
            continue
        parts = [part["file"] for part in row["where"] if part["seen_at"] == "file"]
        in_file = "file" not in wanted or any(wanted["file"] in part for part in parts[:1])
        named = [part["file"] for part in row["where"] if part["seen_at"] == "processor"]
        in_function = "function" not in wanted or wanted["function"] in named
        is_so = (row["difference"] > 0) == (wanted["direction"] == "more")
        return is_so and in_file and in_function
    return False


def named(report: Data, wanted: dict[str, str]) -> Data | None:
    """The row that a patch has to change, whether it has or not."""
    both = report["compared"][0]
    return next(
        (
            row
            for row in [*both["changed"], *both["level"]]
            if (row["operation"], row["measure"]) == (wanted["operation"], wanted["measure"])
        ),
        None,
    )


def real(options: argparse.Namespace) -> Iterable[str]:
    """A line for each patch, and how many were found."""
    found = measured = 0
    for name, wanted in expected().items():
        experiment, engine = wanted["experiment"], wanted.get("engine", ENGINE)
        report = compared(PATCHES / f"{name}.patch", options, experiment, engine)
        if report is None:
            yield f"| {name} | not measured | | | | |"
            continue
        measured += 1
        is_one = is_found(report, wanted)
        found += is_one
        row = named(report, wanted) or {"difference": 0, "change": 0, "band": 0, "where": []}
        counts = report["compared"][0]["counts"]
        yield (
            f"| {name} | {'found' if is_one else 'missed'} | {row['difference']:+g} "
            f"({row['change'] or 0:+.2%}) | {row['band']:g} | "
            f"{counts['changed']} of {counts['rows']} | "
            f"{'; '.join(part['file'] for part in row['where'] if part['file'])} |"
        )
    yield f"{found} of {measured} found"


def harmless(options: argparse.Namespace) -> Iterable[str]:
    """A line for each patch that makes another program, and the share of rows called changed."""
    rows = changed = same = measured = 0
    own = image(f"{ENGINE}-source")
    experiments = list(read_basket("quick", Path()).operations)
    for patch in sorted(options.folder.glob("*.patch")):
        number = int(patch.name.split("-")[0])
        report = compared(patch, options, experiments[(number - 1) % len(experiments)])
        if report is None:
            yield f"| {patch.stem} | not measured |"
            continue
        measured += 1
        one = report["compared"][0]
        is_same = image(re.split(r"[{]", one["other"])[0]) == own
        same += is_same
        counts = one["counts"]
        rows += counts["rows"]
        changed += counts["changed"]
        which = "; ".join(f"{row['operation']}: {row['measure']}" for row in one["changed"])
        kind = "the same program" if is_same else "another program"
        yield f"| {patch.stem} | {kind} | {counts['changed']} of {counts['rows']} | {which} |"
    share = changed / rows if rows else 0
    yield (
        f"{changed} of {rows} rows called changed ({share:.2%}), of {measured} changes, "
        f"{same} of which make the same program"
    )


def image(layer: str) -> str:
    """The hash of a built layer's image."""
    assert layer_file(Path(), layer).exists(), layer
    return read_manifest(LAYERS / layer)["image_sha256"]


def main() -> None:
    """Measure, or read what is measured, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    kinds = parser.add_subparsers(required=True)
    for name, run in (("real", real), ("harmless", harmless)):
        kind = kinds.add_parser(name)
        kind.add_argument("--twins", type=int, default=3)
        kind.add_argument("--report", action="store_true", help="of what is measured already")
        # Where a harmless change is does not matter, and a watched twin is half as much work again.
        kind.set_defaults(run=run, words=["--no-where"] if name == "harmless" else [])
        if name == "harmless":
            kind.add_argument("folder", type=Path)
    options = parser.parse_args()
    for line in options.run(options):
        print(line, flush=True)


if __name__ == "__main__":
    main()
