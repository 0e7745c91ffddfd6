"""Renders a Quarto website project with pandoc and Observable's runtime."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Any

import yaml

from scripts.site.bundle import bundle, libraries, modules_of, run_node
from scripts.site.errors import SiteError
from scripts.site.small.pages import Page, read_page

HERE = Path(__file__).parent


def pandoc() -> str:
    """Path of pandoc: PyPI's `pypandoc_binary`, else the one on PATH."""
    try:
        import pypandoc

        return str(pypandoc.get_pandoc_path())
    except (ImportError, OSError):
        found = shutil.which("pandoc")
        if found:
            return found
    raise SiteError(
        "pandoc: not found; install it into the environment with "
        "`pip install pypandoc_binary` (`make setup` does)"
    )


def render(project: Path, out: Path, repository: Path) -> list[str]:
    """Render the pages of the Quarto project `project` into `out`; return their file names."""
    site = yaml.safe_load((project / "_quarto.yml").read_text(encoding="utf-8"))
    pages = [read_page(path) for path in sorted(project.glob("*.qmd"))]
    _check(project, pages)
    out.mkdir(parents=True, exist_ok=True)
    for folder in site["project"]["resources"]:
        shutil.copytree(project / folder, out / folder, dirs_exist_ok=True)
    styles = site["format"]["html"]["css"]
    for name in [styles] if isinstance(styles, str) else styles:
        shutil.copyfile(project / name, out / name)
    (out / "site_libs" / "bandwise").mkdir(parents=True)
    shutil.copyfile(HERE / "base.css", out / "site_libs" / "bandwise" / "base.css")
    write_scripts(pages, out, repository)
    for page in pages:
        html = _to_html(page, _variables(page, site, project))
        (out / f"{page.name}.html").write_text(html, encoding="utf-8")
    return [f"{page.name}.html" for page in pages]


def _check(project: Path, pages: list[Page]) -> None:
    for page in pages:
        for name in page.attachments:
            if not (project / name).is_file():
                raise SiteError(
                    f'{page.name}.qmd: FileAttachment("{name}") names no file; data files are '
                    "made by sql/pages/*.sql and report/experiments/*.yaml"
                )


def write_scripts(pages: list[Page], out: Path, repository: Path) -> Path:
    """Write the runtime and each page's cells; they lie where Quarto's runtime does.

    So ``import("../../lib/x.js")`` in a cell means the same file under both renderers. Return the
    folder.
    """
    scripts = out / "site_libs" / "quarto-ojs"
    bundle(repository, [HERE / "runtime.js"], scripts)
    request = [
        {"page": f"{page.name}.qmd", "cells": [asdict(cell) for cell in page.cells]}
        for page in pages
        if page.cells
    ]
    answer = run_node([str(HERE / "compile.js")], cwd=repository, stdin=json.dumps(request))
    for page, module in json.loads(answer).items():
        (scripts / f"{Path(page).stem}.js").write_text(module, encoding="utf-8")
    return scripts


def _variables(page: Page, site: dict[str, Any], project: Path) -> dict[str, Any]:
    html = site["format"]["html"]
    used = libraries([project / f"{page.name}.qmd"])
    navbar = [_entry(item, page) for item in site["website"]["navbar"]["left"]]
    return {
        "site-title": site["website"]["title"],
        "home": page.name == "index",
        "full": page.front.get("page-layout") == "full",
        # One font is enough for tables and labels; the home page is to be light, too.
        "serif": page.name not in {"cell", "index"},
        "css": html["css"],
        "navbar": navbar,
        "description-plain": page.front.get("description", ""),
        "module": [module for name in used for module in modules_of(project, name)],
        "attachment": [*page.attachments, *_files_of(page, project)],
        "script": f"site_libs/quarto-ojs/{page.name}.js" if page.cells else "",
    }


def _files_of(page: Page, project: Path) -> list[str]:
    """The data files of the experiments whose specifications a page reads, fetched as early."""
    found = []
    for name in page.attachments:
        text = (project / name).read_text(encoding="utf-8")
        if text.startswith("{"):
            about = json.loads(text)
            found += [f"data/{about['name']}_{query}.json" for query in about["queries"]]
    return list(dict.fromkeys([*found, *(["data/failed_cells.json"] if found else [])]))


def _entry(item: dict[str, Any], page: Page) -> dict[str, Any]:
    """An entry of the bar of pages: a page's link, or a group that holds some."""
    if "menu" in item:
        menu = [_entry(inner, page) for inner in item["menu"]]
        return {
            "text": item["text"],
            "menu": menu,
            "active": any(inner["active"] for inner in menu),
        }
    return {
        "text": item["text"],
        "href": item["href"].replace(".qmd", ".html"),
        "active": item["href"] == f"{page.name}.qmd",
    }


def _to_html(page: Page, variables: dict[str, Any]) -> str:
    front = {key: page.front[key] for key in ("title", "subtitle") if key in page.front}
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as metadata:
        json.dump({**front, **variables}, metadata)
        metadata.flush()
        toc = ["--toc", "--toc-depth=2"] if page.front.get("toc", True) else []
        done = subprocess.run(
            [
                pandoc(),
                "--from=markdown",
                "--to=html5",
                "--standalone",
                "--mathml",
                "--syntax-highlighting=none",
                "--wrap=preserve",
                f"--template={HERE / 'template.html'}",
                f"--lua-filter={HERE / 'filter.lua'}",
                f"--metadata-file={metadata.name}",
                *toc,
            ],
            input=page.markdown,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode != 0:
        raise SiteError(f"{page.name}.qmd: pandoc says: {done.stderr.strip()}")
    return done.stdout
