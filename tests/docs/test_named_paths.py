"""Documents name files that exist, and files have what the documents say stands there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from scratch_copy import ROOT, recipe_files

PAGES = sorted(path.name for path in (ROOT / "docs").glob("*.md"))
DOCUMENTS = ["CONTRIBUTING.md", "README.md", *(f"docs/{name}" for name in PAGES)]
FOLDERS = sorted(
    {
        name.partition("/")[0]
        for name in subprocess.run(
            ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout.splitlines()
        if "/" in name
    }
)
# A path from the repository's root, whole and without placeholders; results are made by runs.
PATH = re.compile(rf"(?<![\w/.~-])(?:{'|'.join(map(re.escape, FOLDERS))})/[\w/.-]*")
# What a reader of the page makes in following it.
MADE = {
    "CONTRIBUTING.md": recipe_files((ROOT / "CONTRIBUTING.md").read_text()),
    "docs/adding-a-page.md": {
        "config/experiments/update-load.yaml",
        "report/experiments/update-load.yaml",
        "report/update-load.qmd",
    },
}


def prose(text: str) -> str:
    """A document without its blocks of code, but with its commands."""
    return re.sub(r"^(`{3,})(?!sh$)\w*\n.*?^\1$", "", text, flags=re.DOTALL | re.MULTILINE)


def named_paths(text: str) -> set[str]:
    """Paths of the repository that a document names outside its code."""
    found = set()
    words = prose(text)
    for match in PATH.finditer(words):
        # What follows at once may be a placeholder, which makes it a pattern.
        if not words.startswith(("<", "*", "{", "$"), match.end()):
            found.add(match[0].rstrip("."))
    return found


@pytest.mark.parametrize("name", DOCUMENTS)
def test_named_paths_exist(name: str) -> None:
    named = named_paths((ROOT / name).read_text()) - MADE.get(name, set())
    if name in ("CONTRIBUTING.md", "docs/architecture.md"):
        assert len(named) > 15
    assert sorted(path for path in named if not (ROOT / path).exists()) == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    text = prose((ROOT / name).read_text())
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", text)
    folder = (ROOT / name).parent
    assert [link for link in links if not (folder / link).exists()] == []


def test_each_step_of_a_value_stands_where_the_page_says() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    steps = re.findall(r"^\| (\d+)\. .* \| `([^`]+)` \| `([^`]+)` \|$", text, re.MULTILINE)
    assert [int(number) for number, _, _ in steps] == list(range(1, 17))
    for _, path, words in steps:
        assert words in (ROOT / path).read_text(), f"{path}: {words}"


def test_architecture_names_every_stage() -> None:
    text = (ROOT / "docs/architecture.md").read_text()
    packages = {path.parent.name for path in (ROOT / "scripts").glob("*/__init__.py")}
    assert {name for name in packages if f"`scripts/{name}`" not in text} == set()


def test_a_path_that_does_not_exist_is_seen() -> None:
    text = "See `scripts/plan/nothing.py` and `envs/<name>.yaml`.\n\n```yaml\na: tests/b.py\n```\n"
    assert named_paths(text) == {"scripts/plan/nothing.py"}
    assert not Path(ROOT / "scripts/plan/nothing.py").exists()


# Their names and the ends are apart, so that this file has no address either.
NAMES = "debian|ubuntu|pypi|pythonhosted|npmjs|nodesource|anaconda|launchpad"
ARCHIVES = re.compile(rf"\b(?:{NAMES})\.(?:org|com|net)\b")


def test_no_file_names_the_address_of_a_package_archive() -> None:
    """Whoever builds has archives of their own; locks have hashes and no addresses."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.split("\0")
    files = [ROOT / name for name in listed if name and (ROOT / name).is_file()]
    assert len(files) > 1000
    named = [
        f"{path.relative_to(ROOT)}: {found[0]}"
        for path in files
        if (found := ARCHIVES.search(path.read_bytes().decode(errors="replace")))
    ]
    assert named == []
