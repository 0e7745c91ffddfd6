"""Writes pages with the values of a study's rows, without sentences that these don't support."""

from __future__ import annotations

import json
import re
from pathlib import Path

from scripts.site.cache import NOTHING, Kept
from scripts.site.errors import SiteError
from scripts.site.pandoc.pages import literal
from scripts.site.prose.facts import Facts, UnsupportedError, facts_of
from scripts.site.prose.sentences import VALUE, Sentence, take_apart
from scripts.site.prose.units import written

# A block that sentences left without content, such as a headline.
EMPTY = re.compile(r"^(:::+) ?\{[^}\n]*\}\n(\s*)^\1$", re.MULTILINE)


def write_pages(
    database: Path,
    sources: list[Path],
    repository: Path,
    every_sentence: bool = False,
    kept: Kept = NOTHING,
) -> dict[str, str]:
    """The text of each page, by the name of its file.

    Raises SiteError with a line for each fault, with page and line: with `every_sentence` also for
    each one that the rows don't support. Facts that `kept` has are not asked for again.
    """
    with facts_of(database, repository, kept) as facts:
        found = {path.name: read_prose(path, facts) for path in sources}
    faults = [
        words
        for _, of_page in found.values()
        for words, is_error in of_page
        if is_error or every_sentence
    ]
    if faults:
        raise SiteError("\n".join(faults))
    return {name: text for name, (text, _) in found.items()}


def refresh_drafts(database: Path, sources: list[Path], repository: Path) -> list[str]:
    """Put the values of a database's rows into the drafts; return the pages that changed."""
    changed = []
    with facts_of(database, repository) as facts:
        for path in sources:
            text = path.read_text(encoding="utf-8")
            lines: list[str] = []
            for each in take_apart(path.name, text):
                try:
                    new = _filled(each, facts, as_drafts=True)
                except (UnsupportedError, ValueError):
                    new = each.lines
                lines += new + each.comment
            if "\n".join(lines) != text:
                path.write_text("\n".join(lines), encoding="utf-8")
                changed.append(path.name)
    return changed


def read_prose(path: Path, facts: Facts) -> tuple[str, list[tuple[str, bool]]]:
    """A page's text, and what is wrong with it: the words, and whether with any rows."""
    lines: list[str] = []
    faults: list[tuple[str, bool]] = []
    # Lines left out of a paragraph, which follow it, so that all after it keep their numbers.
    owed = 0
    item_is_out = False
    for each in take_apart(path.name, path.read_text(encoding="utf-8")):
        is_empty = not "".join(each.lines).strip()
        if is_empty or each.begins_item:
            item_is_out = False
        said = None if item_is_out and not is_empty else each.lines
        if each.comment and said is not None:
            place = f"{path.name}:{each.comment_line}"
            said = None
            try:
                if each.when and not facts.holds(each.when):
                    raise UnsupportedError(f"the condition `{each.when}` is false")
                said = _filled(each, facts)
            except UnsupportedError as error:
                faults.append((f"{place}: {error}; mend the sentence above it", False))
            except ValueError as error:
                faults.append((f"{place}: {error}", True))
        if each.is_code:
            lines += (said or [""]) + [""] * len(each.comment)
            continue
        if said is None:
            item_is_out = item_is_out or each.begins_item
            owed += len(each.lines)
        else:
            lines += said
        owed += len(each.comment)
        if is_empty:
            lines += [""] * owed
            owed = 0
    text = "\n".join(lines)
    return EMPTY.sub(lambda found: "\n" * found[0].count("\n"), text), faults


def _filled(sentence: Sentence, facts: Facts, as_drafts: bool = False) -> list[str]:
    """The lines with values in place of the drafts, or as new drafts."""
    references = iter(sentence.values)

    def placed(draft: re.Match[str]) -> str:
        reference = next(references)
        try:
            value = facts.cell(reference)
            if value is None:
                raise UnsupportedError("is null")
            text = written(draft[1].strip(), reference.rpartition(".")[2], value)
            if as_drafts:
                return f"{{{{{text}}}}}"
            if sentence.is_code:
                return json.dumps(text, ensure_ascii=False)[1:-1]
            return literal(text) if text == value else text
        except (UnsupportedError, ValueError) as error:
            raise type(error)(f"{reference}: {error}") from error

    return [VALUE.sub(placed, line) for line in sentence.lines]
