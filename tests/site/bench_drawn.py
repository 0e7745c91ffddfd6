"""How soon each page is drawn, and what it weighs: a bench to read, not a test that can fail.

Run it from the repository's root: ``python tests/site/bench_drawn.py results/site``.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.site.site_visitor import Visitor, serving

DRAWN = """() => new Promise((done) => {
    const look = () => document.querySelector('.chart-drawing svg, .cells table, .cell-page')
        ? done(performance.now()) : requestAnimationFrame(look);
    look();
})"""


def main(site: Path) -> None:
    """Print milliseconds to the first drawing, and KiB with and without data, of each page."""
    print(f"{'page':22} {'drawn, ms':>10} {'KiB':>6} {'data, KiB':>10}")
    with sync_playwright() as driver, serving(site) as address:
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless=new", "--no-sandbox"]
        )
        for path in sorted(site.glob("*.html")):
            context = browser.new_context()
            page = context.new_page()
            page.goto(f"{address}/{path.name}", wait_until="commit")
            drawn = page.evaluate(DRAWN) if path.stem not in ("method", "cell") else float("nan")
            page.close()
            weights = Visitor(context, address).open(path.name).body_bytes
            data = sum(size for url, size in weights.items() if "/data/" in url)
            rest = sum(weights.values()) - data
            print(f"{path.name:22} {drawn:10.0f} {rest / 1024:6.0f} {data / 1024:10.0f}")
            context.close()
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
