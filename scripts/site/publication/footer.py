"""The foot of every page: what the figures are of, where they come from, and how to cite them."""

from __future__ import annotations

import json
from html import escape

from scripts.site.publication.about import CITATION, About
from scripts.site.publication.citation import as_bibtex, as_data, as_text, short

LICENSE = "LICENSE.txt"


def footer(about: About, title: str, page: str) -> str:
    """The footer of one page, as HTML; charts cite themselves by its ``data-work``."""
    work = escape(json.dumps(as_data(about)))
    return f"""<footer class="site-footer">
<p>{" · ".join(_links(about))}</p>
<p>Every figure on these pages is computed from the results database. {_rows(about)}</p>
<details class="cite" data-work="{work}"><summary>Cite this page</summary>
<p>{escape(as_text(about, title, page))}</p>
<pre tabindex="0" aria-label="BibTeX"><code>{escape(as_bibtex(about, title, page))}</code></pre>
<p class="cite-files"><a href="{CITATION}" download>{CITATION}</a></p>
</details>
<p class="site-address">{escape(about.address_of(page) or "")}</p>
</footer>
"""


def _links(about: About) -> list[str]:
    name = escape(about.citation.name)
    if about.repository:
        name = f'<a href="{escape(about.repository)}">{name}</a>'
    return [
        name,
        f'Code and data: <a href="{LICENSE}">{escape(about.citation.license)} licence</a>',
        '<a href="glossary.html">Glossary</a>',
    ]


def _rows(about: About) -> str:
    """Commit, date and hash of the rows, as far as they are known."""
    if about.rows is None:
        return "Its rows were measured where the site was built, and are not published."
    digest = f'SHA-256 <code title="{about.rows}">{short(about.rows)}</code>'
    if about.commit is None or about.date is None:
        return f"Rows: {digest}."
    commit = f'<code title="{about.commit}">{short(about.commit)}</code>'
    if about.repository:
        commit = f'<a href="{escape(about.repository)}/commit/{about.commit}">{commit}</a>'
    date = f'<time datetime="{about.date.isoformat()}">{about.date.isoformat()}</time>'
    return f"Rows: published on {date} at commit {commit}, {digest}."
