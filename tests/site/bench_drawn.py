"""How soon each page shows its first chart, and what it loads: a bench to read, not a test.

From the repository's root: ``python tests/site/bench_drawn.py results/site [page.html ...]``. It
prints the table of ``report/README.md``: medians of a few visits, each with an empty cache. The
first chart is the picture that the page comes with, or the live chart where it comes with none.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.site.site_visitor import serving

VISITS = 3
SLOWER_CPU = 4
PATIENCE_S = 12
# 1.6 Mbit/s with 150 ms there and back: a slow 4G phone, as Lighthouse has it.
SLOW_NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 200_000}
HEADS = (
    "page", "first chart, s", "live chart, s", "first, slow network, s", "live, slow network, s",
    "KB before the first", "KB in all", "layout shift",
)  # fmt: skip
WATCH = """(() => {
  const seen = window.seen = {picture: null, live: null, shift: 0};
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.shift += entry.hadRecentInput ? 0 : entry.value;
  }).observe({type: "layout-shift", buffered: true});
  const look = () => {
    const picture = document.querySelector(".first-look picture img");
    if (picture?.complete && picture.naturalWidth) seen.picture ??= performance.now();
    if (document.querySelector(".chart-drawing svg, .cells table, .cell-page, .claim, .sql")) {
      seen.live ??= performance.now();
    }
    if (seen.live === null) requestAnimationFrame(look);
  };
  look();
})()"""


@dataclass
class Visit:
    """What one visit saw: milliseconds, bytes as sent over the network, the sum of shifts."""

    first: float
    live: float
    before_first: int
    whole: int
    shift: float


def visit(browser: Browser, address: str, *, slow: bool) -> Visit:
    """Open a page with a slow CPU, and a slow network if `slow`, and look at what it does."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    client = context.new_cdp_session(page)
    loaded: list[tuple[float, int]] = []
    began: list[float] = []
    client.on("Network.requestWillBeSent", lambda event: began.append(event["timestamp"]))
    client.on(
        "Network.loadingFinished",
        lambda event: loaded.append((event["timestamp"], int(event["encodedDataLength"]))),
    )
    client.send("Network.enable")
    client.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER_CPU})
    if slow:
        client.send("Network.emulateNetworkConditions", SLOW_NETWORK | {"uploadThroughput": 93_750})
    page.add_init_script(WATCH)
    page.goto(address, wait_until="commit")
    page.wait_for_load_state("networkidle")
    for _ in range(PATIENCE_S):
        page.wait_for_timeout(1000)
        seen = page.evaluate("seen")
        if seen["live"] is not None:
            break
    context.close()
    live = seen["live"] or float("nan")
    first = seen["picture"] or live
    before = sum(size for at, size in loaded if (at - began[0]) * 1000 <= first)
    return Visit(first, live, before, sum(size for _, size in loaded), seen["shift"])


def median(visits: list[Visit], name: str) -> float:
    return statistics.median(getattr(each, name) for each in visits)


def main(site: Path, names: list[str]) -> None:
    """Print a row for each page."""
    print(f"| {' | '.join(HEADS)} |\n|{'---|' * len(HEADS)}")
    cell = json.loads((site / "data/cells.json").read_text())[0]["cell_id"]
    with sync_playwright() as driver, serving(site) as address:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless=new", "--no-sandbox"]
        )
        for name in names or sorted(path.name for path in site.glob("*.html")):
            place = f"{address}/{name}" + (f"?cell={cell}" if name == "cell.html" else "")
            fast = [visit(browser, place, slow=False) for _ in range(VISITS)]
            slow = [visit(browser, place, slow=True) for _ in range(VISITS)]
            times = [median(of, what) / 1000 for of in (fast, slow) for what in ("first", "live")]
            sizes = [median(slow, what) / 1000 for what in ("before_first", "whole")]
            shift = max(each.shift for each in (*fast, *slow))
            shown = [f"{value:.1f}" for value in times] + [f"{size:.0f}" for size in sizes]
            print(
                f"| {name.removesuffix('.html')} | {' | '.join(shown)} | {shift:.3f} |", flush=True
            )
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
