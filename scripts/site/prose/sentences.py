"""Takes a page apart into sentences with a comment on their values, and all the rest.

In a cell, `finding: "..."` is such a sentence: a chart's title, with a comment of JavaScript.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from scripts.site.errors import SiteError

VALUE = re.compile(r"\{\{(.*?)\}\}")
COMMENT = re.compile(r"[ ]*<!--\s*(?=values:|when:)")
CODE_COMMENT = re.compile(r"[ ]*/\*\s*(?=values:|when:)")
FINDING = re.compile(r'\s*finding: "[^"\\]*",$')
NO_FINDING = re.compile(r"\bfinding:")
PARTS = re.compile(
    r"\s*(?:<!--|/\*)\s*(?:values:(?P<values>.*?))?(?:\bwhen:(?P<when>.*?))?\s*(?:-->|\*/)\s*",
    re.DOTALL,
)
FENCE = re.compile(r"(```+|~~~+)")
ITEM = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")
# What no sentence goes across: a heading, the edge of a block, the line below a table's head.
EDGE = re.compile(r"#|:::|\|?[ :|]*-[ :|-]*$|---")


@dataclass
class Sentence:
    """Lines of a page; with a comment, those whose values and condition it names."""

    line: int
    lines: list[str]
    comment: list[str] = field(default_factory=list)
    comment_line: int = 0
    values: list[str] = field(default_factory=list)
    when: str = ""

    @property
    def begins_item(self) -> bool:
        """Whether it is the first of an entry of a list."""
        return not self.is_code and bool(ITEM.match(self.lines[0]))

    @property
    def is_code(self) -> bool:
        """Whether it is the title of a chart, in a cell."""
        return bool(self.comment and FINDING.match(self.lines[0]))


def take_apart(page: str, text: str) -> list[Sentence]:
    """The sentences of a page in its order; their lines and comments together are its text.

    Raises SiteError, with page and line, for a value that no comment names and for a comment that
    names other values than its sentence has.
    """
    found: list[Sentence] = []
    open_lines: list[str] = []
    fence = ""
    lines = iter(enumerate(text.split("\n"), start=1))

    def close(before: int) -> None:
        if not open_lines:
            return
        start = before - len(open_lines)
        for at, line in enumerate(open_lines, start=start):
            draft = VALUE.search(line)
            if draft:
                raise SiteError(
                    f"{page}:{at}: no comment names the cell of {draft[0]}; write "
                    "`<!-- values: query.row.column -->` on a line below the sentence"
                )
            if fence:
                raise SiteError(
                    f"{page}:{at}: a finding needs the condition under which it is true; write "
                    "`/* when: condition */` on a line below it"
                )
        found.append(Sentence(start, open_lines.copy()))
        open_lines.clear()

    for number, line in lines:
        mark = FENCE.match(line)
        if mark and (not fence or mark[1].startswith(fence)):
            close(number)
            fence = "" if fence else mark[1]
        elif (CODE_COMMENT if fence else COMMENT).match(line):
            comment, end = [line], "*/" if fence else "-->"
            while end not in comment[-1]:
                following = next(lines, None)
                if following is None:
                    raise SiteError(f"{page}:{number}: the comment lacks its end, `{end}`")
                comment.append(following[1])
            if not open_lines:
                raise SiteError(f"{page}:{number}: the comment stands below no sentence")
            found.append(_commented(page, number, open_lines.copy(), comment))
            open_lines.clear()
            continue
        elif not fence and line.strip() and not EDGE.match(line):
            if ITEM.match(line):
                close(number)
            open_lines.append(line)
            continue
        elif fence and FINDING.match(line):
            close(number)
            open_lines.append(line)
            continue
        elif fence and NO_FINDING.search(line):
            raise SiteError(f'{page}:{number}: write `finding: "...",` on a line of its own')
        # A line by itself: of code, empty, or an edge, which also ends a table's head.
        close(number)
        found.append(Sentence(number, [line]))
    close(text.count("\n") + 2)
    return found


def _commented(page: str, number: int, lines: list[str], comment: list[str]) -> Sentence:
    text = "\n".join(comment)
    parts = PARTS.fullmatch(text)
    if parts is None or text.count("-->") + text.count("*/") > 1:
        raise SiteError(
            f"{page}:{number}: the comment must be `<!-- values: query.row.column, ... "
            "when: condition -->`, with one of the two at least, and end its line"
        )
    values = [" ".join(each.split()) for each in (parts["values"] or "").split(",")]
    values = [each for each in values if each]
    drafts = VALUE.findall("\n".join(lines))
    if len(values) != len(drafts):
        raise SiteError(
            f"{page}:{number}: the comment names {len(values)} cells and the sentence above has "
            f"{len(drafts)} values in double braces; name one for each, in their order"
        )
    condition = " ".join((parts["when"] or "").split())
    return Sentence(number - len(lines), lines, comment, number, values, condition)
