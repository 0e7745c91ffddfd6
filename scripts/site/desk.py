"""A writer's server: a page is rendered again when its source, or a query of it, changed."""

from __future__ import annotations

import functools
import http.server
import io
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any, BinaryIO

from scripts.files.hashes import made_of
from scripts.site.build import prepare
from scripts.site.cache import Kept
from scripts.site.errors import SiteError
from scripts.site.pandoc.pages import read_page
from scripts.site.pandoc.render import (
    SCRIPTS,
    compile_cells,
    copy_resources,
    page_html,
    write_scripts,
)
from scripts.site.prose.facts import FOLDER as FACTS
from scripts.site.prose.facts import facts_of
from scripts.site.prose.pages import read_prose
from scripts.site.publication.about import load_about
from scripts.site.publication.finish import finished
from scripts.site.publication.head import first
from scripts.site.serve import Handler, listen
from scripts.values.plain_yaml import load_yaml

FAULTS = '<pre class="notice" role="alert">{}</pre>'
RELOAD = Path(__file__).with_name("reload.js")
# A page that was rendered again has another version.
RELOADS = '<script type="module" src="reload.js?{}"></script>'


class Desk:
    """Pages of `database`, each rendered when asked for. Single cells and SQL have no data."""

    def __init__(self, database: Path, folder: Path, repository: Path, kept: Kept) -> None:
        self.database, self.repository, self.kept = database, repository, kept
        self.project, self.site = folder / "project", folder / "site"
        prepare(database, self.project, repository, kept=kept, cells=False)
        text = (self.project / "_quarto.yml").read_text(encoding="utf-8")
        self.settings = load_yaml(text)
        self.about = load_about(repository, self.project)
        copy_resources(self.project, self.site, self.settings)
        write_scripts({}, self.site, repository, kept)
        shutil.copyfile(RELOAD, self.site / RELOAD.name)
        self._made: dict[str, tuple[str, str]] = {}
        self._one = threading.Lock()

    def render(self, name: str) -> str:
        """Bring ``<name>.html`` up to date; return what to show in place of one that has a fault.

        A page is made once for each change, also one with a fault, as open pages ask every second.
        """
        with self._one:
            source = self.repository / f"report/{name}.qmd"
            queries = sorted((self.repository / FACTS).glob("*.sql"))
            files = [source, *queries] if source.is_file() else []
            if not files and not (self.project / f"{name}.qmd").is_file():
                return ""
            made = made_of([path.stat().st_mtime_ns for path in files])
            if self._made.get(name, ("",))[0] != made:
                reloads = RELOADS.format(made)
                try:
                    faults = self._write(source) if files else ""
                    self._render(name, reloads + faults)
                    self._made[name] = made, ""
                except SiteError as error:
                    self._made[name] = made, reloads + FAULTS.format(escape(str(error)))
            return self._made[name][1]

    def _write(self, source: Path) -> str:
        """Put the page with its values into the project; return a notice of unsupported ones."""
        with facts_of(self.database, self.repository, self.kept) as facts:
            text, faults = read_prose(source, facts)
        words = "\n".join(words for words, _ in faults)
        if any(is_error for _, is_error in faults):
            raise SiteError(words)
        (self.project / source.name).write_text(text, encoding="utf-8")
        return FAULTS.format(escape(words)) if words else ""

    def _render(self, name: str, above: str) -> None:
        page = read_page(self.project / f"{name}.qmd")
        styles = self.settings["format"]["html"]["css"]
        html = page_html(page, self.project, styles)
        for each, module in compile_cells([page], self.repository).items():
            (self.site / SCRIPTS / f"{each}.js").write_text(module, encoding="utf-8")
        html = html.replace("<title>", f"{first(page)}<title>", 1)
        html = finished(html, page, self.about, self.settings["website"], "")
        html = html.replace("<main", f"{above}<main", 1)
        (self.site / f"{name}.html").write_text(html, encoding="utf-8")


class DeskHandler(Handler):
    """Serves the pages of a desk."""

    def __init__(self, *arguments: Any, desk: Desk, **more: Any) -> None:
        self.desk = desk
        super().__init__(*arguments, directory=str(desk.site), **more)

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """The file; a page is brought up to date first, and one with a fault tells it."""
        name = self.path.partition("?")[0].partition("#")[0].strip("/") or "index.html"
        if not name.endswith(".html"):
            return super().send_head()
        fault = self.desk.render(name.removesuffix(".html"))
        if not fault:
            return super().send_head()
        body = fault.encode()
        self.send_response(http.HTTPStatus.INTERNAL_SERVER_ERROR)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        return io.BytesIO(body)


@contextmanager
def desk_server(desk: Desk, port: int = 0) -> Iterator[http.server.ThreadingHTTPServer]:
    """A server of the desk's pages on localhost, not started; port 0 takes a free one."""
    with listen(functools.partial(DeskHandler, desk=desk), port) as service:
        yield service
