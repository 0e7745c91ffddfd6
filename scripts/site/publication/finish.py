"""Puts the parts of a publication into the rendered pages, whichever renderer made them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from scripts.site.errors import SiteError
from scripts.site.publication.about import CITATION, About
from scripts.site.publication.footer import LICENSE, footer
from scripts.site.publication.head import head
from scripts.site.publication.tools import TOOLS
from scripts.site.small.pages import Page, read_page

HEADER = re.compile(r'<header id="quarto-header".*?</header>', re.DOTALL)


def finish(site: Path, project: Path, repository: Path, about: About) -> None:
    """Finish the pages in `site`, which a renderer made of `project`."""
    shutil.copyfile(repository / CITATION, site / CITATION)
    shutil.copyfile(repository / "LICENSE", site / LICENSE)
    # Quarto's own index for its own search, which has the source of cells in it.
    (site / "search.json").unlink(missing_ok=True)
    for path in sorted(project.glob("*.qmd")):
        target = site / f"{path.stem}.html"
        html = target.read_text(encoding="utf-8")
        target.write_text(_finished(html, read_page(path), about), encoding="utf-8")


def _finished(html: str, page: Page, about: About) -> str:
    name = f"{page.name}.html"
    title, description = page.front["title"], page.front.get("description", "")
    bar = HEADER.search(html)
    if bar is None:
        raise SiteError(f"{name}: the renderer made no bar of pages to put the search into")
    html = html.replace(bar[0], _before(bar[0], "</nav>", TOOLS, name), 1)
    html = _before(html, "</head>", head(about, title, description, name), name)
    return _before(html, "</body>", footer(about, title, name), name)


def _before(html: str, mark: str, part: str, name: str) -> str:
    """`html` with `part` before the last `mark`."""
    at = html.rfind(mark)
    if at < 0:
        raise SiteError(f"{name}: the renderer made a page without {mark}")
    return html[:at] + part + html[at:]
