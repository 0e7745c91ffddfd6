"""The page of addresses that a site doesn't have: ``404.html``, which servers send for them."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from scripts.site.publication.about import CITATION

NAME = "404.html"
# It is sent for addresses in any folder, so it has its styles in it, and looks for the folder of
# the site itself: the nearest above the address that has the site's file of citation. Without
# scripts its links are those of the site's own folder.
PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Page not found – {title}</title><meta name="robots" content="noindex">
<style>
:root {{ color-scheme: light dark; }}
body {{ font: 1.05rem/1.6 system-ui, sans-serif; }}
body {{ max-width: 40rem; margin: 12vh auto 3rem; padding: 0 1.2rem; }}
h1 {{ font-size: 1.7rem; }}
ul {{ columns: 2 14rem; padding-left: 1.2rem; }}
</style></head>
<body><main><h1>This page does not exist</h1>
<p>The address may be mistyped, or the page may have moved.
<a href="index.html">The overview</a> has the main findings.</p>
<ul>
{links}
</ul></main>
<script type="module">
const folders = location.pathname.split("/").slice(1, -1);
for (let depth = folders.length; depth >= 0; depth -= 1) {{
  const root = ["", ...folders.slice(0, depth), ""].join("/");
  const answer = await fetch(`${{root}}{citation}`).catch(() => null);
  const text = answer?.ok ? await answer.text() : "";
  if (!text.includes("cff-version:")) continue;
  for (const link of document.links) link.href = root + link.getAttribute("href");
  break;
}}
</script></body></html>
"""


def write_not_found(site: Path, website: dict[str, Any]) -> None:
    """Write the page, with links to the pages in the bar of the `website` in ``_quarto.yml``."""
    entries = [inner for entry in website["navbar"]["left"] for inner in entry.get("menu", [entry])]
    links = "\n".join(
        f'<li><a href="{escape(str(entry["href"]).replace(".qmd", ".html"))}">'
        f"{escape(str(entry['text']))}</a></li>"
        for entry in entries
    )
    text = PAGE.format(title=escape(website["title"]), links=links, citation=CITATION)
    (site / NAME).write_text(text, encoding="utf-8")
