"""Names of families stand in their folders: what else names one has to be changed for a new one.

Beside scripts/engines they may stand in envs/, in studies, experiments and claims (config/ and
sql/claims/), in what sentences for readers say (sql/facts/), in files of workloads that are
written for one, in tests, and in these sentences.
"""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from scripts.engines.families import family_names
from scripts.identity.comments import is_string

ROOT = Path(__file__).parents[2]
CODE = (
    "scripts",
    "sql/tables",
    "sql/views",
    "sql/pages",
    "rules",
    "report",
    "tracing",
    "Snakefile",
)
OWN = "scripts/engines/"
ENDINGS = (".py", ".sql", ".js", ".smk", ".json", ".sh", ".bt", ".c", "Snakefile")
NAME = re.compile(rf"\b({'|'.join(family_names())})\b")
COMMENT = {
    ".sql": r"--[^\n]*",
    ".js": r"/\*.*?\*/|(?m:(?<!:)//[^\n]*)",
    ".smk": r'(?m:#[^\n]*)|""".*?"""',
    "Snakefile": r'(?m:#[^\n]*)|""".*?"""',
    ".sh": r"(?m:#[^\n]*)",
    ".bt": r"/\*.*?\*/|//[^\n]*",
    ".c": r"/\*.*?\*/|//[^\n]*",
}
# What names a family for a reason of its own, with the reason.
REASONS = {
    "report/advise_error.json": "what was measured, by engine; the command that writes it is in it",
    "report/advise_shown.json": "what was measured, by cell; the command that writes it is in it",
    "scripts/data/own/types.py": "names of types by dialect, of which one is called like a family",
    "scripts/plan/docs.py": "the example in the generated documentation of the configuration",
    "scripts/plan/model.py": "examples in the descriptions of keys",
}


def files() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", *CODE], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.splitlines()
    return [
        path
        for path in listed
        if path.endswith(ENDINGS) and not path.startswith(OWN) and path not in REASONS
    ]


def said(path: Path) -> str:
    """A file without what is for readers alone."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return "\n".join(_python(ast.parse(text)))
    for ending, pattern in COMMENT.items():
        if path.name.endswith(ending):
            text = re.sub(pattern, "", text, flags=re.DOTALL)
    return text


def _python(tree: ast.Module) -> Iterator[str]:
    words = {
        node.value for node in ast.walk(tree) if is_string(node) and isinstance(node, ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in words:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.ImportFrom):
            yield f"{node.module} {' '.join(alias.name for alias in node.names)}"


@pytest.mark.parametrize("path", files())
def test_code_names_no_family(path: str) -> None:
    assert NAME.findall(said(ROOT / path)) == []
    assert NAME.findall(path) == []


def test_a_name_in_code_is_seen_and_one_in_a_comment_is_not(tmp_path: Path) -> None:
    name = family_names()[0]
    for ending, code, comment in (
        ("py", f'X = "{name}"', f'"""{name}."""\n# {name}\n'),
        ("sql", f"SELECT '{name}'", f"-- {name}\nSELECT 1"),
        ("js", f'f("{name}");', f"/** {name} */ f(); // {name}"),
    ):
        path = tmp_path / f"a.{ending}"
        path.write_text(code)
        assert NAME.findall(said(path)) == [name]
        path.write_text(comment)
        assert NAME.findall(said(path)) == []
