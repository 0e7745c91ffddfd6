"""Puts the parts of a publication into the rendered pages, whichever renderer made them."""

from __future__ import annotations

import re
import shutil
from html import escape
from pathlib import Path
from typing import Any

from scripts.site.bar import bar
from scripts.site.cache import NOTHING, Kept
from scripts.site.errors import SiteError
from scripts.site.figures import with_narrow
from scripts.site.pandoc.pages import Page, read_page
from scripts.site.preload import preloads
from scripts.site.prerender.drawings import draw
from scripts.site.prerender.insert import with_first_look, with_stills
from scripts.site.publication.about import CITATION, About
from scripts.site.publication.footer import LICENSE, footer
from scripts.site.publication.head import first, head, script_of
from scripts.site.publication.note import missing_note
from scripts.site.publication.search import write_index
from scripts.values.plain_yaml import load_yaml

# The template has it once, and the bar of pages stands above it.
TITLE_TAG = "<title>"
CONTENT = '<div id="quarto-content">'
TITLE = re.compile(r"<title>.*?</title>", re.DOTALL)


def finish(
    site: Path, project: Path, repository: Path, about: About, kept: Kept = NOTHING
) -> list[str]:
    """Finish the pages in `site`, which a renderer made of `project`.

    Return what went wrong where pages were drawn for readers without scripts, in sentences.
    """
    shutil.copyfile(repository / CITATION, site / CITATION)
    shutil.copyfile(repository / "LICENSE", site / LICENSE)
    # Quarto's own index for its own search, which has the source of cells in it.
    (site / "search.json").unlink(missing_ok=True)
    website = load_yaml((project / "_quarto.yml").read_text(encoding="utf-8"))["website"]
    sources = [read_page(path) for path in sorted(project.glob("*.qmd"))]
    drawn = draw(sources, site, repository, kept)
    missing = missing_note(project)
    for page in sources:
        target = site / f"{page.name}.html"
        html = target.read_text(encoding="utf-8")
        html = html.replace(TITLE_TAG, first(page) + TITLE_TAG, 1)
        early = preloads(page, project, _first_chart(drawn.get(page.name)))
        html = _before(html, "</head>", "\n".join(early) + "\n", target.name)
        made = with_narrow(finished(html, page, about, website, missing), site)
        made = with_stills(made, drawn.get(page.name, {}).get("cells", {}))
        target.write_text(made, encoding="utf-8")
    write_index(site, [f"{page.name}.html" for page in sources])
    # After the index, which would find each of these texts twice.
    for name, page_drawn in drawn.items():
        if page_drawn["look"]:
            target = site / f"{name}.html"
            html = with_first_look(target.read_text(encoding="utf-8"), page_drawn["look"]["cells"])
            target.write_text(html, encoding="utf-8")
    return [f"{name}.html: {fault}" for name in drawn for fault in drawn[name]["faults"]]


def _first_chart(drawn: dict[str, Any] | None) -> str | None:
    """The id of the cell that draws a page's first chart: the last of what is looked at first."""
    return list(drawn["look"]["cells"])[-1] if drawn and drawn["look"] else None


def finished(html: str, page: Page, about: About, website: dict[str, Any], missing: str) -> str:
    """A rendered page with its bar, head and footer; `missing` stands above its content."""
    name = f"{page.name}.html"
    title, description = page.words("title"), page.words("description")
    if CONTENT not in html:
        raise SiteError(f"{name}: the renderer made a page without {CONTENT}: see template.html")
    full = page.front.get("page-layout") == "full"
    content = CONTENT.replace(">", ' class="page-full">') if full else CONTENT
    html = html.replace(CONTENT, bar(website, page.name) + missing + content, 1)
    site = website["title"]
    whole = f"{site}: {title}" if page.name == "index" else f"{title} – {site}"
    html = TITLE.sub(lambda _: f"<title>{escape(whole)}</title>", html, count=1)
    html = _before(html, "</head>", head(about, title, description, name), name)
    return _before(html, "</body>", footer(about, title, name) + script_of(page), name)


def _before(html: str, mark: str, part: str, name: str) -> str:
    """`html` with `part` before the last `mark`."""
    at = html.rfind(mark)
    if at < 0:
        raise SiteError(f"{name}: the renderer made a page without {mark}")
    return html[:at] + part + html[at:]
