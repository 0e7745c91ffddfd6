"""The page of advice: two readings are pasted or dropped, and answered without a network."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest
from site_visitor import Visitor

from scripts.advise.answer import answer, volumes
from scripts.advise.between import between
from scripts.advise.error import FILE
from scripts.advise.error import published as error_of
from scripts.advise.readings import parse_reading
from scripts.site.build import REPOSITORY

if TYPE_CHECKING:
    from playwright.sync_api import Page

expect = pytest.importorskip("playwright.sync_api").expect
EXAMPLE = json.loads((REPOSITORY / "report/advise_example.json").read_text("utf-8"))
MOST_MS = 200
# Until the answer to what was just pasted stands in the page.
PASTED = """([before, after]) => {
  const [one, other] = document.querySelectorAll(".advise textarea");
  one.value = before;
  other.value = after;
  const start = performance.now();
  other.dispatchEvent(new Event("input", {bubbles: true}));
  return [performance.now() - start, document.querySelectorAll(".advice table").length];
}"""


@pytest.fixture
def page(visitor: Visitor) -> Page:
    """The page without a network, once it is loaded; nothing may be asked for after that."""
    visit = visitor.open("advise.html")
    visit.page.wait_for_selector(".advise textarea")
    visit.page.context.set_offline(True)
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    yield visit.page
    visit.page.context.set_offline(False)
    visit.page.close()
    assert asked == []
    assert visit.strange_requests == []
    assert visit.complaints == []


def paste(page: Page, before: str, after: str) -> None:
    """Type two readings into the fields."""
    page.get_by_label("Earlier reading", exact=True).fill(before)
    page.get_by_label("Later reading", exact=True).fill(after)


@pytest.mark.browser
def test_pasted_readings_are_answered_at_once_and_as_the_command_does(page: Page) -> None:
    paste(page, EXAMPLE["before"], EXAMPLE["after"])
    page.get_by_label(re.compile("^Disk")).select_option("nvme0n1")
    page.get_by_label("Present volume").select_option(EXAMPLE["now"])
    page.get_by_label("Latency, µs").fill(str(EXAMPLE["latency_us"]))
    found = between(
        *(parse_reading(EXAMPLE[name], name) for name in ("before", "after")), EXAMPLE["disk"]
    )
    said = answer(found, volumes(EXAMPLE["latency_us"]), None, EXAMPLE["now"])
    shown = page.locator(".advice table").first.locator("tbody tr")
    assert shown.count() == len(said["tables"][0]["volumes"])
    for row, expected in zip(shown.all(), said["tables"][0]["volumes"], strict=True):
        cells = row.locator("td").all_inner_texts()
        assert cells[0] == expected["name"]
        assert cells[1:3] == ["20", "20"]
        assert float(cells[3].replace(",", "")) == pytest.approx(expected["tps"], rel=0.01)
    titles = page.locator(".advice h3").all_inner_texts()
    assert "Without read-ahead" in titles
    assert "With a read-ahead of 2,048 KiB" in titles
    for words in said["unknown"]:
        assert re.sub(r"--\S+", "", words)[:40] in page.inner_text(".advice")


@pytest.mark.browser
def test_the_answer_takes_less_than_200_ms(page: Page) -> None:
    texts = [EXAMPLE["before"], EXAMPLE["after"]]
    first, tables = page.evaluate(PASTED, texts)
    page.get_by_label(re.compile("^Disk")).select_option("nvme0n1")
    again, all_tables = page.evaluate(PASTED, texts)
    assert (tables, all_tables) == (1, 3)
    assert max(first, again) < MOST_MS


@pytest.mark.browser
def test_the_example_and_dropped_files_are_answered(page: Page) -> None:
    page.get_by_role("button", name="Try an example").click()
    expect(page.locator(".advice table")).to_have_count(3)
    expect(page.locator(".advice .headline")).to_contain_text(
        "The limit now is the volume's requests"
    )
    page.get_by_label("File of the later reading").set_input_files(
        {"name": "a.txt", "mimeType": "text/plain", "buffer": EXAMPLE["before"].encode("utf-16")}
    )
    expect(page.get_by_role("alert")).to_contain_text("give the earlier reading first")
    page.get_by_label("File of the later reading").set_input_files(
        {"name": "a.txt", "mimeType": "text/plain", "buffer": b"x" * (16 * 2**20 + 1)}
    )
    expect(page.get_by_role("alert")).to_contain_text("larger than 16 MiB")


@pytest.mark.browser
def test_what_stands_in_readings_is_text(page: Page) -> None:
    markup = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    named = [EXAMPLE[name].replace("17.12", markup) for name in ("before", "after")]
    named = [text.replace("nvme0n1", "<b>nvme</b>") for text in named]
    paste(page, *named)
    expect(page.locator(".advice table")).to_have_count(1)
    assert page.locator(".advice :is(img, script, b)").count() == 0
    assert markup[:20] in page.inner_text(".advice")
    assert "<b>nvme</b>" in page.get_by_label(re.compile("^Disk")).inner_text()
    paste(page, named[0], named[1].replace("200000", markup))
    expect(page.get_by_role("alert")).to_contain_text("not a whole number")
    assert page.locator(".advice :is(img, script, b)").count() == 0
    assert dialogs == []


def test_the_error_that_the_page_charts_is_that_of_the_published_rows(published: Path) -> None:
    # `python -m scripts.advise error DATABASE --write` makes the file again.
    made = json.loads(json.dumps(error_of(published)))
    assert json.loads(FILE.read_text("utf-8")) == made


@pytest.mark.browser
@pytest.mark.parametrize("width", [390, 1280])
def test_predictions_are_charted_beside_what_was_measured(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    predictions = len(json.loads(FILE.read_text("utf-8"))["predictions"])
    assert predictions > 1_000
    chart = page.locator("figure.chart")
    expect(chart.locator("figcaption strong")).to_contain_text(
        f"% of {predictions:,} predictions are within"
    )
    marks = chart.locator('svg [aria-label*=" predicted, "]')
    expect(marks).to_have_count(predictions)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_example_is_the_published_cell(published: Path) -> None:
    query = (REPOSITORY / "sql/advise/error/cells.sql").read_text("utf-8").rstrip().rstrip(";")
    with duckdb.connect(str(published), read_only=True) as connection:
        found = connection.execute(
            f"SELECT tps, read_bytes / transactions, read_requests / transactions, "
            f"processor_s / transactions FROM ({query}) WHERE cell_id LIKE ?",
            ["volumes-postgresql-17-equal-caches-bw125-iops3000-ra128-s1-%"],
        ).fetchone()
    assert found is not None
    readings = [parse_reading(EXAMPLE[name], name) for name in ("before", "after")]
    got = between(readings[0], readings[1], EXAMPLE["disk"])
    mine = (
        got.transactions / got.seconds,
        got.demand.read_bytes,
        got.demand.read_requests,
        got.demand.processor_s,
    )
    assert mine == pytest.approx(found, rel=2e-3)
