"""The one canonical text, in the two forms that ids and tables have always had."""

from __future__ import annotations

from scripts.ingest.job import group_key
from scripts.plan.jobs import short_hash
from scripts.values.canonical import canonical


def test_equal_data_have_one_text_whatever_their_order() -> None:
    assert canonical({"b": 1, "a": [True, None]}) == canonical({"a": [True, None], "b": 1})
    assert canonical({"b": 1, "a": 2.5}) == '{"a":2.5,"b":1}'


def test_letters_beyond_ascii_are_escaped_in_ids_alone() -> None:
    assert canonical({"a": "é"}, escaped=True) == '{"a":"\\u00e9"}'
    assert short_hash({"a": "é"}) == "57e512a1ff02f75e"
    assert group_key({"experiment": "x", "factors": {"a": "é"}}, frozenset()) == 'x {"a":"é"}'
