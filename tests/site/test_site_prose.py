"""Prose with values: what a page says of rows, what it leaves out, and what errors name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from scripts.site.build import REPOSITORY
from scripts.site.cache import Kept
from scripts.site.errors import SiteError
from scripts.site.prose.pages import refresh_drafts, write_pages
from scripts.site.prose.units import written

READS = """
SELECT * FROM (VALUES
    ('pg', 311296, 1.684::DOUBLE, 20480.0, NULL, 0.1234, true),
    ('mariadb', 446464, 0.5, 16384.0, NULL, 0.5, false)
) AS t (name, read_bytes, ratio, page_bytes, absent, hit_share, is_settled)
"""
STUDY = "SELECT 1317 AS cells, 'PostgreSQL_18' AS newest, 12.3456 AS wait_ms"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two queries, and an empty database."""
    folder = tmp_path / "sql/facts"
    folder.mkdir(parents=True)
    (folder / "reads.sql").write_text(READS)
    (folder / "study.sql").write_text(STUDY)
    (folder / "many.sql").write_text("SELECT unnest([1, 2]) AS figure")
    duckdb.connect(str(tmp_path / "rows.duckdb")).close()
    return tmp_path


def page(repository: Path, text: str, every_sentence: bool = False) -> str:
    path = repository / "page.qmd"
    path.write_text(text)
    database = repository / "rows.duckdb"
    return write_pages(database, [path], repository, every_sentence)["page.qmd"]


def test_values_stand_in_the_units_and_digits_of_their_drafts(repository: Path) -> None:
    text = """\
{{MySQL}} reads {{1.0 KiB}} in {{1}} cells
and waits {{1.0 ms}}, {{0.1 s}} or {{1,000 µs}}; {{9 %}} hit, {{2.00×}}.
<!-- values: study.newest, reads.pg.read_bytes, study.cells, study.wait_ms, study.wait_ms,
     study.wait_ms, reads.pg.hit_share, reads.pg.ratio -->

Next.
"""
    assert page(repository, text) == (
        "PostgreSQL\\_18 reads 304 KiB in 1,317 cells\n"
        "and waits 12 ms, 0.01 s or 12,346 µs; 12 %\xa0hit, 1.68×.\n\n\n\nNext.\n"
    ).replace("\xa0", " ")


@pytest.mark.parametrize(
    ("draft", "column", "value", "text"),
    [
        ("1.68×", "ratio", 1.0, "1.00×"),
        ("9.6×", "lead_ratio", 10.44, "10×"),
        ("2×", "ratio", 12.6, "13×"),
        ("60", "tps", 123.4, "123"),
        ("60", "tps", 9.96, "10"),
        ("1,240", "tps", 1244.3, "1,244"),
        ("−1.5 %", "change_share", -0.0213, "−2.1 %"),
        ("5 %", "full_percent", 7.2, "7 %"),
        ("128 KiB", "read_ahead_kb", 2048, "2,048 KiB"),
        ("2 MiB", "read_ahead_kb", 2048, "2 MiB"),
        ("0.5", "tps", 0.0, "0"),
        ("1.2 GiB/s", "read_mib_s", 2048.0, "2.0 GiB/s"),
        ("3", "flushes_per_s", 4.2, "4"),
        ("410 MiB", "bytes", 416.5 * 2**20, "417 MiB"),
        ("60", "tps", 122.5, "123"),
    ],
)
def test_a_value_is_written_as_its_draft(draft: str, column: str, value: float, text: str) -> None:
    assert written(draft, column, value) == text


def test_what_the_rows_do_not_support_is_left_out_and_lines_keep_their_numbers(
    repository: Path,
) -> None:
    text = """\
::: {.headline}
PostgreSQL reads less.
<!-- when: reads.pg.read_bytes > reads.mariadb.read_bytes -->
:::

First. Said always.
Wrong {{1×}}.
<!-- values: reads.pg.ratio; when: reads.pg.ratio < 1 -->
Right {{1.0×}}.
<!-- values: reads.pg.ratio
     when: reads.pg.ratio > 1 and reads.pg.is_settled and study.newest <> 'reads.mariadb.ratio' -->

- One {{1×}}.
  <!-- values: reads.mysql.ratio -->
  It goes with the first.
- Two.

| a | b |
|---|---|
| x | {{1}} |
<!-- values: reads.pg.absent -->
| y | {{1 KiB}} |
<!-- values: reads.pg.read_bytes -->

```{ojs}
({{a: 1}})
```
""".replace("; when", "\n     when")
    said = page(repository, text)
    assert [line for line in said.split("\n") if line] == [
        *("Right 1.7×.", "- Two.", "| a | b |", "|---|---|", "| y | 304 KiB |"),
        *("```{ojs}", "({{a: 1}})", "```"),
    ]
    assert said.split("\n").index("```{ojs}") == text.split("\n").index("```{ojs}")


CHART = """\
```{ojs}
charts.dotsChart(rows, {
  finding: "{{MySQL}} reads {{1 KiB}}",
  /* values: study.newest, reads.pg.read_bytes
     when: reads.pg.read_bytes < reads.mariadb.read_bytes */
  title: "Bytes read"
})
```
"""


def test_a_charts_title_is_what_the_rows_show_or_is_left_out(repository: Path) -> None:
    said = page(repository, CHART).split("\n")
    title = '  title: "Bytes read"'
    assert said[2:6] == ['  finding: "PostgreSQL_18 reads 304 KiB",', "", "", title]
    left = page(repository, CHART.replace("<", ">")).split("\n")
    assert left[:6] == [*CHART.split("\n")[:2], "", "", "", title]
    assert len(said) == len(left) == len(CHART.split("\n"))
    with pytest.raises(SiteError, match=r"page.qmd:4: the condition .* is false"):
        page(repository, CHART.replace("<", ">"), every_sentence=True)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ('finding: "PostgreSQL leads",', "page.qmd:2: a finding needs the condition"),
        ('title: "a", finding: "b",', 'page.qmd:2: write `finding: "...",` on a line of its own'),
        ('finding: "a" + b,', 'page.qmd:2: write `finding: "...",` on a line of its own'),
        ("finding,\n/* when: true */", "page.qmd:3: the comment stands below no sentence"),
    ],
)
def test_a_charts_title_without_a_condition_is_an_error(
    repository: Path, wrong: str, message: str
) -> None:
    with pytest.raises(SiteError, match=re.escape(message)):
        page(repository, f"```{{ojs}}\n{wrong}\n```\n")


def test_published_rows_have_to_support_each_sentence(repository: Path) -> None:
    text = """\
Wrong {{1×}}.
<!-- values: reads.pg.ratio
     when: reads.pg.ratio < 1 -->

No row {{1×}}.
<!-- values: reads.mysql.ratio -->

Null {{1×}}.
<!-- values: reads.pg.absent -->

Unknown.
<!-- when: reads.pg.absent > 1 -->
"""
    with pytest.raises(SiteError) as error:
        page(repository, text, every_sentence=True)
    assert str(error.value).split("\n") == [
        "page.qmd:2: the condition `reads.pg.ratio < 1` is false; mend the sentence above it",
        "page.qmd:6: reads.mysql.ratio: reads.sql gives no row mysql (rows: pg, mariadb); mend the "
        "sentence above it",
        "page.qmd:9: reads.pg.absent: is null; mend the sentence above it",
        "page.qmd:12: the condition `reads.pg.absent > 1` is null; mend the sentence above it",
    ]
    assert page(repository, text).strip() == ""


@pytest.mark.parametrize(
    ("comment", "message"),
    [
        ("values: raeds.pg.ratio", 'page.qmd:2: raeds.pg.ratio: sql/facts: unknown query "raeds"'),
        ("values: reads.pg.ration", 'unknown column "ration"'),
        ("values: reads.ratio", "reads.ratio: name a cell of reads as reads.row.column"),
        ("values: study.pg.cells", "name a cell of study as study.column"),
        ("values: many.figure", "sql/facts/many.sql: gives 2 rows; give them a column `name`"),
        ("values: reads.pg.read_bytes", "read_bytes: is bytes by its name"),
        ("values: reads.pg.is_settled", "is_settled: is a bool, and a value is a number or a text"),
        (
            "values: reads.pg.ratio, study.cells",
            "names 2 cells and the sentence above has 1 values",
        ),
        (
            "values: reads.pg.ratio\nwhen: reads.pg.ratio + 1",
            "is of type DOUBLE; write one that is",
        ),
        ("values: reads.pg.ratio\nwhen: reads.pg.ratio >", "can't be read: Parser Error"),
        ("values: reads.pg.ratio\nwhen: reads.pg.ration > 1", 'unknown column "ration"'),
        ("when: true", "names 0 cells and the sentence above has 1 values"),
        (
            "values: reads.pg.ratio -->\n\n<!-- when: true",
            "page.qmd:4: the comment stands below no",
        ),
        ("values: reads.pg.ratio --> and more <!--", "page.qmd:2: the comment must be"),
    ],
)
def test_faults_name_page_line_and_cell(repository: Path, comment: str, message: str) -> None:
    with pytest.raises(SiteError) as error:
        page(repository, f"A sentence {{{{1.5×}}}}.\n<!-- {comment} -->\n")
    assert message in str(error.value)
    assert "page.qmd" in str(error.value) or "many.sql" in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Fine.\n\nIn {{5 s}}.\n", "page.qmd:3: no comment names the cell of {{5 s}}"),
        ("In {{5 s}}.\n<!-- values: study.wait_ms\n", "page.qmd:2: the comment lacks its end"),
        ("In {{5 h}}.\n<!-- values: study.wait_ms -->\n", "wait_ms: can't be written in h; units"),
        ("In {{x}}.\n<!-- values: study.wait_ms -->\n", "so its draft must be one such as 1.25×"),
    ],
)
def test_faults_of_a_sentence_name_page_and_line(repository: Path, text: str, message: str) -> None:
    with pytest.raises(SiteError) as error:
        page(repository, text)
    assert message in str(error.value)


def test_kept_facts_are_those_of_the_query_and_the_rows(repository: Path) -> None:
    (repository / "page.qmd").write_text(
        "Has {{1}}, waits {{12 ms}}.\n<!-- values: own.figure, study.wait_ms -->\n"
    )
    (repository / "sql/pages").mkdir()
    (repository / "sql/facts/own.sql").write_text("SELECT sum(figure) AS figure FROM data_of")
    kept = Kept(repository / "kept", "tools")

    def said(rows: str, view: str) -> str:
        database = repository / "rows.duckdb"
        with duckdb.connect(str(database)) as connection:
            connection.execute(f"CREATE OR REPLACE TABLE of AS SELECT unnest({rows}) AS figure")
        (repository / "sql/pages/of.sql").write_text(f"SELECT {view} AS figure FROM of")
        sources = [repository / "page.qmd"]
        first = write_pages(database, sources, repository, kept=kept)["page.qmd"]
        assert write_pages(database, sources, repository, kept=kept) == {"page.qmd": first}
        return first.partition(",")[0]

    assert said("[1, 2]", "figure") == "Has 3"
    assert said("[1, 4]", "figure") == "Has 5"
    assert said("[1, 4]", "2 * figure") == "Has 10"


def test_drafts_take_the_values_of_the_rows(repository: Path) -> None:
    text = """\
Reads {{1.0 KiB}}, {{2}}.
<!-- values: reads.pg.read_bytes, reads.x.ratio -->

B {{1×}}.
<!-- values: reads.pg.ratio -->
"""
    path = repository / "page.qmd"
    path.write_text(text)
    assert refresh_drafts(repository / "rows.duckdb", [path], repository) == ["page.qmd"]
    assert path.read_text() == text.replace("{{1×}}", "{{2×}}")
    assert refresh_drafts(repository / "rows.duckdb", [path], repository) == []


# Lists of what was measured, the terms, and tools, which answer what a reader asks: no articles.
LISTS = {"cell", "cells", "glossary"}
TOOLS = {"advise", "sql"}
ARTICLES = sorted({path.stem for path in (REPOSITORY / "report").glob("*.qmd")} - LISTS - TOOLS)
MOST_ARTICLES, MOST_WORDS = 12, 12_000
MOST_WORDS_OF_A_SENTENCE, MOST_NUMBERS_OF_A_PARAGRAPH, MOST_WORDS_OF_A_PAGE = 25, 6, 900
MOST_NUMBERS_OF_AN_ANSWER = 3
MOST_WORDS_OF_A_TITLE = 20
HEADLINE = re.compile(r"^::: \{\.headline\}\n(.*?)\n<!--", re.DOTALL | re.MULTILINE)
FIGURE = re.compile(r"\d[\d.,]*")
NO_TEXT = re.compile(
    r"\A---\n.*?\n---\n|^```.*?^```$|^(?:#|:::|\||!\[).*?$", re.DOTALL | re.MULTILINE
)


def paragraphs(text: str) -> Iterator[str]:
    """What a reader reads of a page outside of tables, headings and captions, without marks."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", NO_TEXT.sub("", text))
    for each in re.split(r"\n\s*\n|\n(?=- )", text):
        words = re.sub(r"[*`\\]", "", each).strip("- \n")
        if words:
            yield " ".join(words.split())


@pytest.fixture(scope="module")
def texts(published: Path) -> dict[str, list[str]]:
    """The paragraphs of each page with the published rows, which support each of its sentences."""
    pages = sorted((REPOSITORY / "report").glob("*.qmd"))
    made = write_pages(published, pages, REPOSITORY, every_sentence=True)
    return {Path(name).stem: list(paragraphs(text)) for name, text in made.items()}


def words_in(parts: list[str]) -> int:
    return sum(len(part.split()) for part in parts)


@pytest.mark.parametrize("name", ARTICLES)
def test_a_page_is_short(texts: dict[str, list[str]], name: str) -> None:
    own = texts[name]
    sentences = [each for part in own for each in re.split(r"(?<=[.!?]) (?=[A-Z])", part)]
    too_long = [each for each in sentences if len(each.split()) > MOST_WORDS_OF_A_SENTENCE]
    full = [part for part in own if len(FIGURE.findall(part)) > MOST_NUMBERS_OF_A_PARAGRAPH]
    assert too_long == []
    assert full == []
    assert 40 < words_in(own) <= MOST_WORDS_OF_A_PAGE


@pytest.mark.parametrize("name", ARTICLES)
def test_a_page_begins_with_its_answer(name: str) -> None:
    text = (REPOSITORY / f"report/{name}.qmd").read_text(encoding="utf-8")
    [answer] = HEADLINE.findall(text)
    assert len(answer.split()) <= MOST_WORDS_OF_A_SENTENCE
    assert len(re.findall(r"\{\{", answer)) <= MOST_NUMBERS_OF_AN_ANSWER
    assert text.index(answer) < text.index("\n## ")
    assert "?" in text.split("---")[1], "the question, as its title or subtitle"


# The board of claims is a list, and its verdicts are its findings.
@pytest.mark.parametrize("name", sorted(set(ARTICLES) - {"claims"}))
def test_titles_of_charts_say_what_is_seen(published: Path, name: str) -> None:
    path = REPOSITORY / f"report/{name}.qmd"
    titles = re.findall(r'finding: "(.*)",', write_pages(published, [path], REPOSITORY)[path.name])
    assert titles
    too_long = [each for each in titles if len(each.split()) > MOST_WORDS_OF_A_TITLE]
    assert too_long + [each for each in titles if len(FIGURE.findall(each)) > 3] == []


def test_the_site_is_short(texts: dict[str, list[str]]) -> None:
    assert len(ARTICLES) <= MOST_ARTICLES
    assert sum(words_in(texts[name]) for name in ARTICLES) <= MOST_WORDS


def test_the_published_rows_support_each_sentence_of_the_site(texts: dict[str, list[str]]) -> None:
    assert texts


@pytest.mark.parametrize("query", ["sql/facts/runs.sql", "sql/pages/runs.sql"])
def test_database_of_another_version_is_said(repository: Path, query: str) -> None:
    (repository / "sql/pages").mkdir()
    (repository / "sql/facts/runs.sql").write_text("SELECT ratio FROM data_runs")
    (repository / "sql/pages/runs.sql").write_text("SELECT 1.5 AS ratio")
    (repository / query).write_text("SELECT no_macro(1) AS ratio")
    with pytest.raises(SiteError, match=r"rows.duckdb: lacks what runs.sql reads .*no_macro"):
        page(repository, "A sentence {{1.5×}}.\n<!-- values: runs.ratio -->\n")
