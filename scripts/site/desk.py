"""A writer's server: a page is rendered again when its source, or a query of it, changed."""

from __future__ import annotations

import functools
import http.server
import io
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any, BinaryIO

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
from scripts.site.prose.pages import write_pages
from scripts.site.publication.about import load_about
from scripts.site.publication.finish import finished
from scripts.site.publication.head import first
from scripts.site.serve import Handler, listen
from scripts.values.plain_yaml import load_yaml

FAULTS = '<pre class="notice" role="alert">{}</pre>'


class Desk:
    """Pages of `database`, each rendered when asked for. Single cells and SQL have no data."""

    def __init__(self, database: Path, folder: Path, repository: Path, kept: Kept) -> None:
        self.database, self.repository = database, repository
        self.project, self.site = folder / "project", folder / "site"
        prepare(database, self.project, repository, kept=kept, cells=False)
        text = (self.project / "_quarto.yml").read_text(encoding="utf-8")
        self.settings = load_yaml(text)
        self.about = load_about(repository, self.project)
        copy_resources(self.project, self.site, self.settings)
        write_scripts({}, self.site, repository, kept)
        self._made: dict[str, list[int]] = {}
        self._one = threading.Lock()

    def render(self, name: str) -> None:
        """Bring ``<name>.html`` up to date. SiteError for a page that can't be made."""
        with self._one:
            source = self.repository / f"report/{name}.qmd"
            queries = sorted((self.repository / FACTS).glob("*.sql"))
            files = [source, *queries] if source.is_file() else []
            made = [path.stat().st_mtime_ns for path in files]
            if self._made.get(name) == made:
                return
            faults = self._write(source) if files else ""
            if not (self.project / f"{name}.qmd").is_file():
                return
            self._render(name, faults)
            self._made[name] = made

    def _write(self, source: Path) -> str:
        """Put the page with its values into the project; return what its rows don't support."""
        [text] = write_pages(self.database, [source], self.repository).values()
        (self.project / source.name).write_text(text, encoding="utf-8")
        try:
            write_pages(self.database, [source], self.repository, every_sentence=True)
        except SiteError as error:
            return str(error)
        return ""

    def _render(self, name: str, faults: str) -> None:
        page = read_page(self.project / f"{name}.qmd")
        styles = self.settings["format"]["html"]["css"]
        html = page_html(page, self.project, styles)
        for each, module in compile_cells([page], self.repository).items():
            (self.site / SCRIPTS / f"{each}.js").write_text(module, encoding="utf-8")
        html = html.replace("<title>", f"{first(page)}<title>", 1)
        html = finished(html, page, self.about, self.settings["website"], "")
        if faults:
            html = html.replace("<main", f"{FAULTS.format(escape(faults))}<main", 1)
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
        try:
            self.desk.render(name.removesuffix(".html"))
        except SiteError as error:
            body = FAULTS.format(escape(str(error))).encode()
            self.send_response(http.HTTPStatus.INTERNAL_SERVER_ERROR)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            return io.BytesIO(body)
        return super().send_head()


@contextmanager
def desk_server(desk: Desk, port: int = 0) -> Iterator[http.server.ThreadingHTTPServer]:
    """A server of the desk's pages on localhost, not started; port 0 takes a free one."""
    with listen(functools.partial(DeskHandler, desk=desk), port) as service:
        yield service
