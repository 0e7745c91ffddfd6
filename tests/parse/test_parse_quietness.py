"""How quiet a host was: a row a look, and nothing that is not known."""

from __future__ import annotations

import json
from typing import Any

import pytest
from parse_goldens import TRANSCRIPTS

from scripts.parse.errors import ParseError
from scripts.parse.quietness import parse_quietness

FILE = TRANSCRIPTS / "quietness/disturbed.json"


def test_looks_of_a_busy_host_become_rows() -> None:
    before, during, after = parse_quietness(FILE.read_text(), FILE.name)
    assert [before.moment, during.moment, after.moment] == ["before", "during", "after"]
    assert before.attempt == 1
    assert before.busy_share is not None
    assert before.busy_share > 0.9
    assert (before.others_share, during.busy_share, during.read_mib_s) == (None, None, None)
    assert during.others_share is not None
    assert during.problem is not None
    assert during.problem.startswith("the host was disturbed: CPU time of others: ")


def test_looks_of_an_earlier_version_lack_what_it_did_not_take() -> None:
    looks = json.loads(FILE.read_text())
    before, during, _ = parse_quietness(json.dumps(looks), FILE.name)
    assert (before.write_mib_s, during.foreign_mib_s) == (None, None)
    looks[0]["write_mib_s"], looks[1]["foreign_mib_s"] = 96.5, 0.25
    before, during, _ = parse_quietness(json.dumps(looks), FILE.name)
    assert (before.write_mib_s, during.foreign_mib_s) == (96.5, 0.25)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("moment", "later", "moment 'later' should be one of before, during, after"),
        ("load_average", None, "load_average and steal_share should be numbers"),
        ("steal_share", "much", "much"),
        ("temperature", 40, "temperature"),
    ],
)
def test_what_is_not_known_is_reported(key: str, value: Any, words: str) -> None:
    looks = json.loads(FILE.read_text())
    looks[0][key] = value
    with pytest.raises(ParseError, match=words):
        parse_quietness(json.dumps(looks), "quietness.json")
