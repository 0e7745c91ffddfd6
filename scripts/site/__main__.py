"""Commands: ``python -m scripts.site build | prepare | drafts | write | serve``."""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

from scripts.files.locks import LockedError, hold
from scripts.programs.entry import exit_with
from scripts.programs.parents import end_with_parents
from scripts.site.build import REPOSITORY, build, prepare, tools
from scripts.site.cache import Kept
from scripts.site.desk import Desk, desk_server
from scripts.site.errors import SiteError
from scripts.site.prose.pages import refresh_drafts
from scripts.site.quarto import RENDERERS, choose
from scripts.site.serve import server


def main(arguments: list[str] | None = None) -> int:
    """Run one command; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m scripts.site", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    database: dict[str, Any] = {
        "type": Path,
        "default": Path("results/results.duckdb"),
        "help": "results database (default: %(default)s)",
    }
    outputs: dict[str, Any] = {
        "type": Path,
        "metavar": "CELLS",
        "help": "folder of measured cells, such as results/cells: their raw outputs can then be "
        "read and downloaded on their pages (default: the site has rows alone)",
    }
    one = commands.add_parser("build", help="export the data, bundle the scripts, render the pages")
    one.add_argument("--database", **database)
    one.add_argument("--outputs", **outputs)
    one.add_argument(
        "--out",
        type=Path,
        default=Path("results/site"),
        help="folder of the site, replaced as a whole (default: %(default)s)",
    )
    one.add_argument(
        "--renderer",
        choices=RENDERERS,
        default="auto",
        help="auto: Quarto where it is on PATH, else the small renderer",
    )
    one.add_argument(
        "--every-sentence",
        action="store_true",
        help="fail, with page and line, where the rows don't support a sentence (default: leave it "
        "out)",
    )
    two = commands.add_parser("prepare", help="make a Quarto project with data/ and lib/, no pages")
    two.add_argument("--database", **database)
    two.add_argument("--outputs", **outputs)
    two.add_argument("--out", type=Path, required=True, help="new folder of the project")
    drafts = commands.add_parser(
        "drafts", help="put the values of the rows into the drafts of the pages' sources"
    )
    drafts.add_argument("--database", **database)
    three = commands.add_parser(
        "serve",
        help="serve a built site on this machine",
        description="Serve a built site on this machine. To see pages while you write, use "
        "`write`.",
    )
    three.add_argument(
        "--dir",
        type=Path,
        default=Path("results/site"),
        dest="folder",
        help="folder of the site (default: %(default)s)",
    )
    three.add_argument("--port", type=int, default=8000, help="port (default: %(default)s)")
    desk = commands.add_parser(
        "write",
        help="serve the pages and render each again when its source has changed",
        description="Serve the pages. When the source of one or a query in sql/facts/ has changed, "
        "it is rendered again, and a browser that shows it loads it. After `make site`, name "
        "--database results/published/results.duckdb.",
    )
    desk.add_argument("--database", **database)
    desk.add_argument("--port", type=int, default=8000, help="port (default: %(default)s)")
    options = parser.parse_args(arguments)
    try:
        with _alone(options):
            COMMANDS[options.command](options)
    except (LockedError, SiteError) as error:
        print(f"site: {error}", file=sys.stderr)
        return 1
    return 0


def _alone(options: argparse.Namespace) -> AbstractContextManager[object]:
    """The lock of the site that a command makes."""
    if options.command != "build":
        return nullcontext()
    out = options.out.absolute()
    return hold(out.with_name(f".{out.name}.lock"))


def _build(options: argparse.Namespace) -> None:
    if options.renderer == "auto" and choose("auto") == "small":
        print("site: Quarto isn't on PATH; the small renderer makes the same pages")
    keep = options.out.absolute().with_name(f".{options.out.name}-kept")
    renderer, rows = build(
        options.database,
        options.out,
        options.renderer,
        outputs=options.outputs,
        keep=keep,
        every_sentence=options.every_sentence,
    )
    print(
        f"site: {options.out} built by the {renderer} renderer from {sum(rows.values())} rows "
        f"in {len(rows)} data files; look at it with "
        f"`python -m scripts.site serve --dir {options.out}`"
    )


def _prepare(options: argparse.Namespace) -> None:
    prepare(options.database, options.out, outputs=options.outputs)
    print(
        f"site: {options.out} is a complete Quarto project; render it with "
        f"`quarto render {options.out}`"
    )


def _drafts(options: argparse.Namespace) -> None:
    pages = sorted((REPOSITORY / "report").glob("*.qmd"))
    changed = refresh_drafts(options.database, pages, REPOSITORY)
    print(
        f"site: new drafts in {', '.join(changed)}" if changed else "site: all drafts are current"
    )


def _serve(options: argparse.Namespace) -> None:
    with server(options.folder, options.port) as service:
        print(
            f"site: {options.folder} at http://localhost:{service.server_port}/ (Ctrl+C ends it)",
            flush=True,
        )
        try:
            service.serve_forever()
        except KeyboardInterrupt:
            print()


def _write(options: argparse.Namespace) -> None:
    # What the last build made of the same rows need not be made again: `make report` and
    # `make site` keep it beside their databases.
    beside = options.database.with_name(".site-kept")
    kept = Kept(beside if beside.is_dir() else Path("results/.site-kept"), tools())
    with tempfile.TemporaryDirectory(prefix="bandwise-desk-") as folder:
        desk = Desk(options.database, Path(folder), REPOSITORY, kept)
        with desk_server(desk, options.port) as service:
            print(
                f"site: write in report/*.qmd and sql/facts/, and see it at http://localhost:"
                f"{service.server_port}/ (Ctrl+C ends it)",
                flush=True,
            )
            try:
                service.serve_forever()
            except KeyboardInterrupt:
                print()


COMMANDS = {
    "build": _build,
    "prepare": _prepare,
    "drafts": _drafts,
    "write": _write,
    "serve": _serve,
}

if __name__ == "__main__":
    if not {"serve", "write"} & set(sys.argv[1:2]):
        end_with_parents()
    exit_with(main)
