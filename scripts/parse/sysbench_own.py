"""What a user's own script printed into sysbench's output, and what is sysbench's own of it.

A script may print whenever it likes, also without a line end, so that sysbench's next line begins
behind its words. And it may have the intervals reported by another function of sysbench's Lua:
``report_default``, ``report_csv`` or ``report_json``. They get sysbench's usual words here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from scripts.parse.errors import shorten

Line = tuple[int, str]
"""A line with its number from 1."""

_NUMBER = r"-?\d+\.\d\d"
_DEFAULT = re.compile(
    rf"(\[ \d+s \] thds: \d+ tps: {_NUMBER} qps: {_NUMBER} "
    rf"\(r/w/o: {_NUMBER}/{_NUMBER}/{_NUMBER}\) "
    rf"lat \(ms,95%\): {_NUMBER} err/s):? ({_NUMBER} reconn/s: {_NUMBER})"
)
_QUEUE = re.compile(r"\[ \d+s \] queue length: \d+, concurrency: \d+")
_CSV = re.compile(rf"(\d+),(\d+),{','.join([f'({_NUMBER})'] * 8)}")
_JSON = re.compile(
    r"(?:\[\n|,\n)?  \{\n"
    r' +"time": +(\d+),\n +"threads": (\d+),\n'
    rf' +"tps": ({_NUMBER}),\n +"qps": \{{\n'
    + "".join(rf' +"{name}": ({_NUMBER}),?\n' for name in ("total", "reads", "writes", "other"))
    + " +},\n"
    + "".join(rf' +"{name}": ({_NUMBER}),?\n' for name in ("latency", "errors", "reconnects"))
    + r"  \}(?:\n\])?"
)
_INTERVAL = (
    "[ {}s ] thds: {} tps: {} qps: {} (r/w/o: {}/{}/{}) lat (ms,95%): {} err/s: {} reconn/s: {}"
)
_SPACE_AHEAD = ("General statistics:", "Latency (ms):", "Threads fairness:")
_LINES_AT_MOST = 20


def sysbenchs_own(text: str, patterns: Iterable[re.Pattern[str]]) -> tuple[list[Line], list[Line]]:
    """The lines that are sysbench's, all spaced as it spaces them, and what the script printed.

    `patterns` are those of sysbench's whole lines but intervals. Of many printed lines the first
    are given, and how many more there are. A line without an end is the script's: it may be cut.
    """
    known = re.compile("|".join(f"(?:{each.pattern})" for each in (*patterns, _QUEUE)))
    text = _JSON.sub(_from_json, text)
    ours: list[Line] = []
    printed: list[Line] = []
    for number, line in enumerate(text.split("\n")[:-1], 1):
        before, own, after = _split(line, known)
        printed += [(number, words) for words in (before, after) if words.strip()]
        # The line that ends the histogram, which a script may print as well.
        if own == " " and not (ours and " |" in ours[-1][1]):
            own = ""
        if own:
            if own in _SPACE_AHEAD:
                ours.append((number, ""))
            ours.append((number, own))
            if own == "Threads started!":
                ours.append((number, ""))
    rest = text[text.rfind("\n") + 1 :]
    last = text.count("\n") + 1
    if rest.strip():
        printed.append((last, rest))
    # sysbench ends with an empty line, and each line has an end.
    ours += [(last, ""), (last, "")]
    if len(printed) > _LINES_AT_MOST:
        number, more = printed[_LINES_AT_MOST][0], len(printed) - _LINES_AT_MOST
        printed[_LINES_AT_MOST:] = [(number, f"and {more} lines more")]
    return ours, [(number, shorten(words)[1:-1]) for number, words in printed]


def _from_json(found: re.Match[str]) -> str:
    """The interval on the object's last line, so that further lines keep their numbers."""
    return "\n" * found[0].count("\n") + _INTERVAL.format(*found.groups())


def _split(line: str, known: re.Pattern[str]) -> tuple[str, str, str]:
    """What stands before sysbench's words in a line, these, and what stands behind them."""
    if known.fullmatch(line):
        return "", line, ""
    if found := _DEFAULT.search(line):
        return line[: found.start()], ": ".join(found.groups()), line[found.end() :]
    if found := _CSV.fullmatch(line):
        return "", _INTERVAL.format(*found.groups()), ""
    for place, letter in enumerate(line):
        if letter.isupper() and known.fullmatch(line, place):
            return line[:place], line[place:], ""
    return line, "", ""
