"""Drawn figures: what a phone shows of them."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from site_visitor import Visitor

from scripts.site.build import REPOSITORY
from scripts.site.figures import NARROW, VIEW, add_narrow, size_of, stacked, with_narrow

FIGURES = REPOSITORY / "report" / "figures"
WIDE = [path for path in sorted(FIGURES.glob("*.svg")) if not path.name.endswith(NARROW)]
# The text of a page on a phone of 390 pixels, and the smallest letters that can be read there.
PHONE_PX = 358
LEAST_PX = 11
TEXT = re.compile(r'<text x="([\d.]+)" y="([\d.]+)"')
LETTERS = re.compile(r"font(?:-size)?:(?:\d+ )?(\d+)px")
MADE = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 100" width="760" height="100">
<title>Made</title>
<view id="a" viewBox="10 0 366 90"/>
<view id="b" viewBox="390 0 366 100"/>
<text x="20" y="50">left</text><text x="400" y="50">right</text>
</svg>
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with all figures, and what phones show of them."""
    folder = tmp_path_factory.mktemp("project")
    shutil.copytree(FIGURES, folder / "figures")
    add_narrow(folder)
    return folder


@pytest.mark.parametrize("path", WIDE, ids=lambda path: path.stem)
def test_letters_of_a_figure_can_be_read_on_a_phone(project: Path, path: Path) -> None:
    narrow = project / "figures" / f"{path.stem}{NARROW}"
    assert narrow.is_file(), "it needs <view> elements, or a narrow drawing"
    text = narrow.read_text(encoding="utf-8")
    size = size_of(text)
    assert size is not None
    assert min(map(int, LETTERS.findall(text))) * PHONE_PX / size[0] >= LEAST_PX


@pytest.mark.parametrize("path", WIDE, ids=lambda path: path.stem)
def test_no_text_of_a_figure_is_lost_between_its_views(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    views = [tuple(map(int, view)) for view in VIEW.findall(text)]
    for x, y in [tuple(map(float, at)) for at in TEXT.findall(text)] if views else []:
        seen = [
            left <= x <= left + width and upper <= y <= upper + height
            for left, upper, width, height in views
        ]
        assert seen.count(True) == 1, f"the text at {x}, {y}"


def test_views_stand_one_below_the_other_and_bring_the_drawing_once() -> None:
    drawing = stacked(MADE)
    assert drawing is not None
    assert size_of(drawing) == (366, 204)
    assert drawing.count("left") == drawing.count('href="#all"') == 1
    assert re.findall(r'<svg y="(\d+)" .*viewBox="(\d+) ', drawing) == [("0", "10"), ("104", "390")]
    assert "<view" not in drawing
    assert stacked(drawing) is None


def test_phone_is_offered_the_narrow_drawing_with_its_size(tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "made.svg").write_text(MADE)
    (tmp_path / "figures" / "plain.svg").write_text(VIEW.sub("", MADE))
    add_narrow(tmp_path)
    image = '<img class="x" src="figures/made.svg" alt="Made" width="760">'
    plain = '<img src="figures/plain.svg" alt="Plain">'
    html = with_narrow(f"<p>{image}{plain}</p>", tmp_path)
    assert html == (
        '<p><picture><source media="(max-width: 560px)" srcset="figures/made-narrow.svg" '
        f'width="366" height="204">{image}</picture>{plain}</p>'
    )


def test_narrow_drawing_by_hand_stays(tmp_path: Path) -> None:
    (tmp_path / "figures").mkdir()
    (tmp_path / "figures" / "made.svg").write_text(MADE)
    by_hand = tmp_path / "figures" / f"made{NARROW}"
    by_hand.write_text("by hand")
    add_narrow(tmp_path)
    assert by_hand.read_text() == "by hand"


@pytest.mark.browser
@pytest.mark.parametrize("name", ["mvcc", "durability", "storage-layout", "oltp", "olap"])
def test_figures_of_a_page_fit_a_phone(visitor: Visitor, name: str) -> None:
    visit = visitor.open(f"{name}.html", width=390)
    figures = visit.page.locator("main figure:not(.chart)")
    drawn = visit.page.locator("picture img")
    assert drawn.count() > 0
    for image in drawn.all():
        image.scroll_into_view_if_needed()
        shown = image.evaluate("async (it) => (await it.decode(), it.currentSrc)")
        assert shown.endswith(NARROW)
        box = image.bounding_box()
        assert box is not None
        assert 300 < box["width"] <= 390
    for figure in figures.all():
        assert figure.evaluate("it => it.scrollWidth <= it.clientWidth + 1")
    assert visit.complaints == []
    visit.page.close()
