"""What a folder of scripts/engines must have, so that an engine of the family works everywhere."""

from __future__ import annotations

import inspect
import json
import re
from pathlib import Path
from typing import Any

import pytest
import sqlglot
from guest.engines import adapter
from guest.engines.adapter import Adapter

from scripts.engines import families, statistics
from scripts.engines.counters import parse_engine_reading
from scripts.engines.families import FOLDER, FamilyError, family, family_names, family_of, parts_of
from scripts.engines.plans import plan_reader
from scripts.engines.statistics import Rule, rules_of, views
from scripts.identity.imports import imports_of
from scripts.layers.model import ENVS, layer_names, load_layer

REPOSITORY = Path(__file__).parents[2]
READINGS = REPOSITORY / "tests/parse/transcripts/engine"
QUERIES = [
    path for kind in ("views", "pages") for path in (REPOSITORY / "sql" / kind).rglob("*.sql")
]
# Colours and symbols that distinguish lines, of all versions together.
MARKS = [
    (mark["colour"], mark["symbol"])
    for name in family_names()
    for mark in family(name).versions.values()
]


@pytest.mark.parametrize("name", family_names())
def test_family_says_all_that_charts_and_sentences_need(name: str) -> None:
    about = family(name)
    assert about.name
    assert about.old_versions_are
    for mark in about.versions.values():
        assert mark.keys() == {"colour", "symbol"}
        assert re.fullmatch("#[0-9a-f]{6}", mark["colour"])
    assert re.fullmatch("#[0-9a-f]{6}", about.colour_of_others)


def test_every_symbol_is_one_that_legends_draw() -> None:
    drawn = re.findall(r'^  (\w+): "M', (REPOSITORY / "report/charts/symbol.js").read_text(), re.M)
    assert {symbol for _, symbol in MARKS} <= set(drawn)


def test_no_two_versions_look_alike() -> None:
    assert len({colour for colour, _ in MARKS}) == len(MARKS)
    assert len({symbol for _, symbol in MARKS}) == len(MARKS)
    assert len({family(name).rank for name in family_names()}) == len(family_names())


@pytest.mark.parametrize("name", family_names())
def test_dialect_of_a_family_is_one_that_queries_are_written_in(name: str) -> None:
    assert sqlglot.Dialect.get_or_raise(family(name).dialect)


@pytest.mark.parametrize("name", family_names())
def test_family_has_an_adapter_whose_settings_say_where_its_memory_goes(name: str) -> None:
    job = {
        "engine_memory_mib": 512,
        "device": {"device_mib": 1536},
        "clients": 8,
        "connections": 32,
        "tuning": {"own": 1},
    }
    layer: Any = None
    made = adapter(name, layer, job)
    assert isinstance(made, Adapter)
    settings = made.settings()
    assert settings["own"] == "1"
    assert all(isinstance(value, str) and "\n" not in value for value in settings.values())
    assert made.explain_with
    assert made.begin_snapshot


@pytest.mark.parametrize("name", family_names())
def test_tools_of_a_family_have_what_they_need(name: str) -> None:
    described = (FOLDER / name / "guest/hammerdb.py").is_file()
    assert described == ("hammerdb" in family(name).tools)
    assert set(family(name).tools) <= {"hammerdb", "pgbench"}


@pytest.mark.parametrize("path", sorted(FOLDER.rglob("*.py")), ids=str)
def test_code_of_guests_and_of_the_host_stay_apart(path: Path) -> None:
    """In the guest there is no package ``scripts``, and the host has no use for the other two."""
    found = imports_of(str(path.relative_to(REPOSITORY)))
    packages = {name.partition(".")[0] for name in found.names}
    assert not packages & ({"scripts"} if path.parent.name == "guest" else {"guest", "engines"})


@pytest.mark.parametrize("name", family_names())
def test_family_reads_plans(name: str) -> None:
    read = plan_reader(name)
    assert read is not None
    assert list(inspect.signature(read).parameters) == ["text", "phase", "query", "source"]


def measures_used() -> set[str]:
    texts = [path.read_text() for path in QUERIES]
    return {measure for text in texts for measure in re.findall(r"\bmeasure = '(\w+)'", text)}


@pytest.mark.parametrize("name", family_names())
def test_family_has_the_measures_that_every_engine_has(name: str) -> None:
    assert {"log_bytes", "cache_bytes"} <= {measure for measure, _ in rules_of(name)}


def test_every_measure_is_described_and_those_that_sql_asks_for_exist() -> None:
    """A name that is misspelt would be a measure of nobody's."""
    known = {measure for name in family_names() for measure, _ in rules_of(name)}
    assert known >= measures_used()
    table = (FOLDER / "README.md").read_text().split("| measure |")[1].split("\n\n")[0]
    assert known == set(re.findall(r"`(\w+)`", table))


@pytest.mark.parametrize("name", family_names())
def test_counters_of_a_family_are_those_that_its_engines_have(name: str) -> None:
    """In a real reading of one of them; or its view was read at another moment."""
    readings = [
        parse_engine_reading(path.read_text(), path.name)
        for path in sorted(READINGS.glob(f"{name}*-after.json"))
    ]
    assert readings, f"no reading of {name} in {READINGS}"
    known = {(source, counter) for reading in readings for source, _, counter in reading}
    sources = {source for source, _ in known}
    found = [rule for _, rule in rules_of(name) if (rule.source, rule.counter) in known]
    missing = [
        rule
        for _, rule in rules_of(name)
        if rule.source in sources and rule not in found and not _elsewhere(rule, found)
    ]
    assert found
    assert not missing


def _elsewhere(rule: Rule, found: list[Rule]) -> bool:
    """Whether the counter is one that another version of the engine keeps in another view."""
    return any(other.source != rule.source for other in found if other.of == rule.of)


def test_views_are_described_alike_by_all() -> None:
    assert views()["relation_sizes"].keys == ("relname",)


@pytest.mark.parametrize(
    "name", [name for name in layer_names() if load_layer(ENVS / f"{name}.yaml").role == "engine"]
)
def test_engine_is_named_after_its_family(name: str) -> None:
    layer = load_layer(ENVS / f"{name}.yaml")
    assert family_of(name) == layer.adapter
    if layer.source:
        layer = load_layer(ENVS / f"{layer.source.of}.yaml")
        assert family_of(name) == layer.adapter
    assert any(
        re.fullmatch(family(layer.adapter).server_packages, each)
        for each in [*layer.packages, *layer.unpack]
    )


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one family, a copy of a real one."""
    name = family_names()[0]
    for part in parts_of(name):
        (tmp_path / part).mkdir()
        for path in (FOLDER / part).glob("*.*"):
            (tmp_path / part / path.name).write_bytes(path.read_bytes())
    for module in (families, statistics):
        monkeypatch.setattr(module, "FOLDER", tmp_path)
    caches = (families.family, families.family_names, statistics._content, statistics.views)
    for function in caches:
        function.cache_clear()
    yield tmp_path / name
    for function in caches:
        function.cache_clear()


def test_mistakes_are_reported_with_file_and_key(own: Path) -> None:
    path = own / "family.json"
    good = json.loads(path.read_text())
    for change, said in (
        ({"nmae": "X"}, "nmae: unknown key; known are name, rank"),
        ({"shares": ["nobody"]}, "shares: there is no folder"),
    ):
        path.write_text(json.dumps(good | change))
        families.family.cache_clear()
        with pytest.raises(FamilyError, match=re.escape(f"{path}: {said}")):
            family(own.name)
    path.write_text("{")
    with pytest.raises(FamilyError, match="is not valid JSON"):
        family(own.name)
    path.write_text(json.dumps({key: good[key] for key in good if key != "dialect"}))
    with pytest.raises(FamilyError, match="dialect: is missing"):
        family(own.name)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("measure: {}", "measure: unknown key; known are views, measures"),
        ("measures: {log_bytes: [{source: x}]}", "measures: log_bytes: counter: is missing"),
        ("measures: {m: [{source: x, counter: y, of: mean}]}", "measures: m: of is delta or after"),
    ],
)
def test_mistakes_in_statistics_are_reported_with_file_and_key(
    own: Path, text: str, said: str
) -> None:
    (own / "statistics.yaml").write_text(text)
    with pytest.raises(FamilyError, match=said):
        list(rules_of(own.name))


def test_unknown_family_names_those_that_there_are() -> None:
    with pytest.raises(FamilyError, match=f"known are .*{family_names()[0]}"):
        family("nobody")
