"""For how long a browser computes before a page shows its charts: a bench to read, not a test.

From the repository's root: ``python tests/site/bench_computed.py index.html results/site ...``. It
prints a row for each site: medians, over a few visits in turns, of the CPU time of the page's main
thread, on a processor that is not slowed down. Other work on the machine takes no part in it, so
that sites can be compared where times of a clock say nothing.
"""

from __future__ import annotations

import contextlib
import shutil
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.site.site_visitor import serving

VISITS = 3
# Idle browsers draw what is out of sight within this time.
AFTERWARDS_MS = 3500
CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing"]
MOMENTS = {"picture": "picture", "live": "live chart", "all": "all charts"}
WATCH = """(() => {
  const marked = new Set();
  const mark = (name) => marked.has(name) || (marked.add(name), performance.mark(name));
  const look = () => {
    const picture = document.querySelector(".first-look picture img");
    if (picture?.complete && picture.naturalWidth) mark("picture");
    // After the frame in which the chart is drawn.
    if (document.querySelector(".chart-drawing svg")) setTimeout(() => mark("live"));
    else requestAnimationFrame(look);
  };
  look();
})()"""


def trace(browser: Browser, address: str) -> list[dict]:
    """The events of one visit, with an empty cache."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    client = context.new_cdp_session(page)
    events: list[dict] = []
    ended: list[bool] = []
    client.on("Tracing.dataCollected", lambda part: events.extend(part["value"]))
    client.on("Tracing.tracingComplete", lambda _: ended.append(True))
    page.add_init_script(WATCH)
    client.send("Tracing.start", {"traceConfig": {"includedCategories": CATEGORIES}})
    page.goto(address, wait_until="commit")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(AFTERWARDS_MS)
    client.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(50)
    context.close()
    return events


def computed(events: list[dict]) -> dict[str, float]:
    """Milliseconds of CPU time of the page's main thread until each moment."""
    began = [
        event
        for event in events
        if event["name"] == "navigationStart"
        and event["args"].get("data", {}).get("documentLoaderURL", "").startswith("http")
    ][-1]
    own = [
        event
        for event in events
        if (event["pid"], event["tid"]) == (began["pid"], began["tid"])
        and event["ts"] >= began["ts"]
    ]
    marks = {event["name"]: event for event in own if event["name"] in MOMENTS}
    times = dict.fromkeys([*marks, "all"], 0.0)
    for task in _outermost([event for event in own if event["ph"] == "X" and "tdur" in event]):
        times["all"] += task["tdur"] / 1000
        for name, mark in marks.items():
            if task["ts"] + task["dur"] <= mark["ts"]:
                times[name] += task["tdur"] / 1000
            elif task["ts"] <= mark["ts"]:
                times[name] += (mark["tts"] - task["tts"]) / 1000
    return times


def _outermost(tasks: list[dict]) -> Iterator[dict]:
    end = 0
    for task in sorted(tasks, key=lambda task: (task["ts"], -task["dur"])):
        if task["ts"] >= end:
            end = task["ts"] + task["dur"]
            yield task


def main(name: str, sites: list[Path]) -> None:
    """Print a row for each site."""
    heads = ("site", *(f"until {words}, ms" for words in MOMENTS.values()))
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    found: dict[Path, list[dict[str, float]]] = {site: [] for site in sites}
    with contextlib.ExitStack() as stack:
        driver = stack.enter_context(sync_playwright())
        served = {site: stack.enter_context(serving(site)) for site in sites}
        browser = driver.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless=new", "--no-sandbox"]
        )
        for _ in range(VISITS):
            for site in sites:
                found[site].append(computed(trace(browser, f"{served[site]}/{name}")))
        browser.close()
    for site, visits in found.items():
        times = [statistics.median(visit.get(moment, 0) for visit in visits) for moment in MOMENTS]
        print(f"| {site} | {' | '.join(f'{time:.0f}' for time in times)} |")


if __name__ == "__main__":
    main(sys.argv[1], [Path(site) for site in sys.argv[2:]])
