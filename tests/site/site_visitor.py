"""Opens pages of the site and notes all that they ask for and complain of."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from cells_factory import FAILED, MEASURED

from scripts.files.hashes import ROOT
from scripts.site.moved import moved_pages
from scripts.site.not_found import NAME as NOT_FOUND
from scripts.site.serve import server
from tests.patience import WAIT_S

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route

# Page and the least number of charts that it must draw.
PAGES = {
    "index.html": 1,
    "oltp.html": 7,
    "deciding.html": 3,
    "olap.html": 5,
    "mvcc.html": 5,
    "storage-layout.html": 5,
    "scaling.html": 4,
    "durability.html": 8,
    "releases.html": 0,
    "tpcc.html": 5,
    "claims.html": 0,
    "method.html": 2,
    "cells.html": 0,
    "sql.html": 0,
    "advise.html": 0,
    "glossary.html": 0,
    f"cell.html?cell={FAILED}": 0,
    f"cell.html?cell={MEASURED}": 1,
}
MOST_SHIFT = 0.05
SUM_OF_SHIFTS = """new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) sum += entry.hadRecentInput ? 0 : entry.value;
  }).observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(sum), 100);
})"""


@dataclass
class Visit:
    """An open page with all that it said and asked for."""

    page: Page
    strange_requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)
    body_bytes: dict[str, int] = field(default_factory=dict)


class Visitor:
    """Opens pages of the site; every request to another host is refused and noted."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context = context
        context.set_default_timeout(WAIT_S * 1000)
        self.address = address

    def open(self, name: str, width: int = 1280) -> Visit:
        """Open a page and wait until its cells have run."""
        page = self.context.new_page()
        page.set_viewport_size({"width": width, "height": 800})
        visit = Visit(page)

        def decide(route: Route) -> None:
            if route.request.url.startswith((self.address, "data:")):
                route.continue_()
            else:
                visit.strange_requests.append(route.request.url)
                route.abort()

        page.route("**/*", decide)
        page.on(
            "console",
            lambda message: (
                message.type in ("error", "warning") and visit.complaints.append(message.text)
            ),
        )
        page.on("pageerror", lambda error: visit.complaints.append(str(error)))
        page.on(
            "response",
            lambda answer: visit.body_bytes.update(
                {answer.url: int(answer.headers.get("content-length", 0))}
            ),
        )
        page.goto(f"{self.address}/{name}")
        page.wait_for_load_state("networkidle")
        # On a busy machine the network is idle before the page's cells have begun.
        page.wait_for_selector(".first-look", state="detached")
        page.wait_for_selector(".observablehq--running", state="detached")
        page.wait_for_selector(".chart-drawing[aria-busy]:visible", state="detached")
        # Drawings follow a measurement of their width, one frame later.
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")
        return visit


@contextlib.contextmanager
def serving(site: Path) -> Iterator[str]:
    """Serve a site on localhost; yield its address."""
    with server(site) as service:
        threading.Thread(target=service.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{service.server_port}"
        service.shutdown()


def pages_of(site: Path) -> list[Path]:
    """The pages of a site, without those that only lead on to another page."""
    others = {NOT_FOUND, *(f"{name}.html" for name in moved_pages(ROOT))}
    return [page for page in sorted(site.glob("*.html")) if page.name not in others]
