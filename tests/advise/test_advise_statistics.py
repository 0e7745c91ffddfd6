"""A server's statistics for a workload are read from any client, or refused with the reason."""

from __future__ import annotations

import csv
import re
from dataclasses import replace

import pytest
from workload_cases import REAL

from scripts.advise.rules import AdviseError
from scripts.advise.workload.statistics import (
    parse_statistics,
    since,
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "has no row of bandwise_workload"),
        ("id | name\n1 | x\n", "has no row of bandwise_workload"),
        (REAL[: len(REAL) // 2], "not whole|is cut off"),
        (REAL.rsplit("\n", 2)[0], "is cut off"),
        (REAL + REAL, "several answers"),
        (REAL.replace('""replica"": false', '""replica"": true'), "of a replica"),
        (REAL.replace('""rows"": 1246', '""rows"": ""many""'), "is damaged"),
        (REAL.replace('""family"": ""postgresql""', '""family"": ""<b>x</b>""'), "not known here"),
        (re.sub('""calls"": [0-9]+', '""calls"": 0', REAL), "the server was idle"),
        (re.sub(".*statement.*\n", "", REAL), "no statement was counted"),
        (re.sub('""rows"": [0-9]+', '""rows"": 0', REAL), "run ANALYZE"),
        (REAL.replace('""is_analysed"": true', '""is_analysed"": false'), "run ANALYZE"),
        (re.sub('.*""table"", ""rows.*\n', "", REAL), "has no table"),
        (REAL.replace('""kind""', "kind"), "is not whole: take it as docs/advise.md says"),
    ],
)
def test_statistics_that_say_nothing_are_refused(text: str, words: str) -> None:
    with pytest.raises(AdviseError, match=words) as error:
        parse_statistics(text, "s.txt")
    assert str(error.value).startswith("s.txt")
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("form", ["plain", "aligned", "tabs", "mark of byte order"])
def test_any_client_s_answer_is_read(form: str) -> None:
    rows = [row[0] for row in csv.reader(REAL.splitlines()) if row]
    text = {
        "plain": "\n".join(rows),
        "aligned": "\n".join(f" {row} |" for row in rows),
        # As mysql --batch writes it without --raw.
        "tabs": "\n".join(row.replace("\\", "\\\\") for row in rows),
        "mark of byte order": "\ufeff" + "\r\n".join(rows),
    }[form]
    found, real = parse_statistics(text, "s.txt"), parse_statistics(REAL, "s.txt")
    assert found == real


def test_two_answers_are_subtracted_or_refused() -> None:
    before = parse_statistics(REAL, "before.txt")
    later = replace(
        before,
        file="after.txt",
        taken_us=before.taken_us + 10**9,
        statements=tuple(replace(each, calls=each.calls * 3) for each in before.statements),
    )
    assert since(before, later).statements[0].calls == before.statements[0].calls * 2
    for wrong, words in [
        (replace(later, identity="x"), "two servers"),
        (replace(later, version="18.1"), "two servers"),
        (replace(later, taken_us=5), "earlier first"),
        (replace(later, reset_us=later.taken_us), "were reset"),
        (replace(before, taken_us=later.taken_us), "idle"),
    ]:
        with pytest.raises(AdviseError, match=words):
            since(before, wrong)
