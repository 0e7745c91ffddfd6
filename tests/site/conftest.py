"""The site rendered once from a made-up database, and a browser that may reach nothing else."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cells_factory import ALL_ENGINES, MEASURED
from database_factory import make_database
from site_visitor import Visitor, serving
from stand_in import install_stand_in

from scripts.site.build import REPOSITORY, build
from tests.patience import WAIT_S

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# Fixtures that take the most time.
BUILT = {"site", "quarto_site"}


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what looks at a built site: `make test` runs it where the browser's tests have one."""
    for item in items:
        if BUILT & set(getattr(item, "fixturenames", ())):
            item.add_marker("built")


@pytest.fixture(scope="session")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of made-up rows in the store's schema."""
    path = tmp_path_factory.mktemp("database") / "results.duckdb"
    make_database(path)
    return path


@pytest.fixture(scope="session")
def packages() -> None:
    """npm's packages, without which nothing can be bundled."""
    if not (REPOSITORY / "node_modules").is_dir():
        pytest.skip("node_modules is missing: run `npm ci`")


@pytest.fixture
def repository(tmp_path: Path, packages: None) -> Path:
    """What a site is made of, to be changed: pages and SQL as copies, the rest as it is."""
    copy = tmp_path / "repository"
    for name in ("report", "sql"):
        shutil.copytree(REPOSITORY / name, copy / name)
    for name in ("CITATION.cff", "LICENSE"):
        shutil.copyfile(REPOSITORY / name, copy / name)
    for name in ("node_modules", "scripts"):
        (copy / name).symlink_to((REPOSITORY / name).resolve())
    return copy


@pytest.fixture(scope="session")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of measured cells, with what one of them left: real outputs of tools."""
    folder = tmp_path_factory.mktemp("cells")
    cell = folder / MEASURED
    trace = cell / "outbox/traces/device_requests.jsonl"
    trace.parent.mkdir(parents=True)
    shutil.copyfile(REPOSITORY / "tests/parse/transcripts/bpftrace/device_requests.jsonl", trace)
    (cell / "outbox/engine.log").touch()
    (cell / "outcome.json").write_text('{"status": "done"}\n', encoding="utf-8")
    (cell / "timing.json").write_text('{"wall_s": 9.5}\n', encoding="utf-8")
    return folder


@pytest.fixture(scope="session")
def site(
    database: Path, outputs: Path, tmp_path_factory: pytest.TempPathFactory, packages: None
) -> Path:
    """The site, rendered by the small renderer from nothing; its parts are kept beside it."""
    out = tmp_path_factory.mktemp("built") / "site"
    build(database, out, "small", outputs=outputs, keep=out.with_name("kept"))
    return out


@pytest.fixture(scope="session")
def parts(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Copies what is kept of the site, so that what another site shares with it is made once."""
    return lambda: shutil.copytree(
        site.with_name("kept"), tmp_path_factory.mktemp("parts") / "kept"
    )


@pytest.fixture(scope="session")
def quarto_site(
    database: Path,
    outputs: Path,
    tmp_path_factory: pytest.TempPathFactory,
    parts: Callable[[], Path],
) -> Path:
    """The same site, made by a stand-in of Quarto."""
    folder = tmp_path_factory.mktemp("quarto")
    with pytest.MonkeyPatch.context() as patch:
        install_stand_in(folder, patch)
        build(database, folder / "site", "quarto", outputs=outputs, keep=parts())
    return folder / "site"


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserContext]:
    """Headless Chromium with a fresh profile."""
    playwright = pytest.importorskip("playwright.sync_api")
    if CHROMIUM is None:
        pytest.skip("chromium isn't on PATH")
    with playwright.sync_playwright() as driver:
        context = driver.chromium.launch_persistent_context(
            str(tmp_path_factory.mktemp("profile")),
            executable_path=CHROMIUM,
            args=FLAGS,
            reduced_motion="reduce",
        )
        # A busy host draws slowly, and the default is 5 s.
        playwright.expect.set_options(timeout=WAIT_S * 1000)
        yield context
        context.close()


@pytest.fixture(scope="session")
def visitor(site: Path, browser: BrowserContext) -> Iterator[Visitor]:
    """Opens pages of the site of made-up rows."""
    with serving(site) as address:
        yield Visitor(browser, address)


@pytest.fixture(scope="session")
def six(
    browser: BrowserContext,
    tmp_path_factory: pytest.TempPathFactory,
    parts: Callable[[], Path],
) -> Iterator[Visitor]:
    """Opens pages of the site of six engines, several versions of a family among them."""
    folder = tmp_path_factory.mktemp("six")
    make_database(folder / "six.duckdb", ALL_ENGINES)
    build(folder / "six.duckdb", folder / "site", "small", keep=parts())
    with serving(folder / "site") as address:
        yield Visitor(browser, address)


@pytest.fixture(scope="session")
def quarto_visitor(quarto_site: Path, browser: BrowserContext) -> Iterator[Visitor]:
    """Opens pages of the same site by a stand-in of Quarto."""
    with serving(quarto_site) as address:
        yield Visitor(browser, address)
