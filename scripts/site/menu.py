"""Puts pages of experiments into the bar of pages, beside those of ``report/_quarto.yml``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from scripts.site.errors import SiteError
from scripts.site.specification import FOLDER, Specification
from scripts.values.plain_yaml import load_yaml


def add_pages(project_file: Path, specifications: Mapping[str, Specification]) -> None:
    """Add an entry for each specification with a `menu` to the menus of a Quarto project's file.

    Raises:
        SiteError: there is no menu of that name, or no page of the specification's name.
    """
    project = load_yaml(project_file.read_text(encoding="utf-8"))
    menus = {
        entry["text"]: entry["menu"]
        for entry in project["website"]["navbar"]["left"]
        if "menu" in entry
    }
    added = False
    for name, specification in specifications.items():
        if specification.menu is None:
            continue
        under, page = specification.menu.under, f"{name}.qmd"
        if under not in menus:
            known = ", ".join(menus)
            raise SiteError(
                f'{FOLDER}/{name}.yaml: menu.under: unknown menu "{under}" (known: {known})'
            )
        if not project_file.with_name(page).is_file():
            raise SiteError(
                f"{FOLDER}/{name}.yaml: menu: report/{page} is missing; write that page"
            )
        menus[under].append({"text": specification.menu.text, "href": page})
        added = True
    if added:
        text = yaml.safe_dump(project, allow_unicode=True, sort_keys=False)
        project_file.write_text(text, encoding="utf-8")
