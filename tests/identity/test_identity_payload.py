"""What a guest is sent of a file: all that it runs, and no words for readers."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from scripts.files.hashes import ROOT
from scripts.identity import payload as sent
from scripts.identity.comments import is_string, python, stripped
from scripts.workloads.registry import NAMES

GUEST_FILES = [
    *sorted((ROOT / "scripts/guest").rglob("*.py")),
    *sorted((ROOT / "scripts/engines").glob("*/guest/*.py")),
    *sorted((ROOT / "scripts/workloads").glob("*/guest.py")),
    *sorted((ROOT / "scripts/data").glob("*/guest.py")),
]
ODD = '''#!/usr/bin/env python3
"""Words.

# no comment
"""

TEXT = """kept

  # no comment\x20\x20
"""  # a comment
PARTS = (
    "one"  # a comment

    f"# {TEXT}"
)
NAME = "ä"; """a string beside"""


class Empty:
    """Words."""


async def wait():
    # a comment
    """Words."""

    return '#'  # a comment
'''


def leave_out_docstrings(tree: ast.Module) -> None:
    """Take away every statement that is a string and nothing else."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            kept = [inner for inner in body if not is_string(inner)]
            node.body = kept if kept or isinstance(node, ast.Module) else [ast.Pass()]


@pytest.mark.parametrize("text", [*map(Path.read_text, GUEST_FILES), ODD])
def test_stripped_python_does_the_same(text: str) -> None:
    def dumped(source: str, *, bare: bool) -> str:
        tree = ast.parse(source)
        if bare:
            leave_out_docstrings(tree)
        return ast.dump(tree)

    after = python(text)
    assert dumped(after, bare=True) == dumped(text, bare=True)
    if text is not ODD:
        assert dumped(after, bare=False) == dumped(text, bare=True)
    assert python(after) == after


def test_strings_keep_every_byte() -> None:
    assert python(ODD) == (
        "#!/usr/bin/env python3\n"
        'TEXT = """kept\n\n  # no comment  \n"""\n'
        'PARTS = (\n    "one"\n\n    f"# {TEXT}"\n)\n'
        'NAME = "ä"; """a string beside"""\n'
        "class Empty:\n    pass\n"
        "async def wait():\n    return '#'\n"
    )


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("a.lua", "#!/x\n-- Words.\n\nf(1)  -- kept\n  -- more\n", "#!/x\nf(1)  -- kept\n"),
        ("a.lua", "x = [[\n-- text\n]]\n", "x = [[\n-- text\n]]\n"),
        ("a.lua", 'x = "a\\\n-- text"\n', 'x = "a\\\n-- text"\n'),
        ("a.sql", "-- It's.\nSELECT 'a';\n\nSELECT 2;\n-- More.\n", "SELECT 'a';\n\nSELECT 2;\n"),
        ("a.sql", "SELECT 'a\n-- text';\n", "SELECT 'a\n-- text';\n"),
        ("scripts/workloads/check/guest.py", "# Words.\nA = 1\n", "A = 1\n"),
        ("workloads/check/a.sql", "-- a name\nSELECT 1;\n", "-- a name\nSELECT 1;\n"),
        ("a.bt", "#!/x\n/*\n * Words.\n */\n// More.\nEND\n{\n}\n", "#!/x\nEND\n{\n}\n"),
        ("a.bt", "END\n/*p == 1/\n// text\n", "END\n/*p == 1/\n// text\n"),
        ("a.fio", "; Words.\n# More.\n[a]\nrw=read\n", "[a]\nrw=read\n"),
        ("a.sh", "#!/x\n# Words.\n\techo '#'\n\n", "#!/x\n\techo '#'\n"),
        ("a.sh", "#!/x\ncat <<E\n# text\nE\n", "#!/x\ncat <<E\n# text\nE\n"),
        ("a.tcl", "# Words.\nputs 1\n", "# Words.\nputs 1\n"),
    ],
)
def test_only_what_is_surely_a_comment_goes(name: str, before: str, after: str) -> None:
    assert stripped(name, before) == after


def test_description_of_tables_is_sent_without_its_words() -> None:
    assert sent.content("workloads/tpch/schema.yaml").startswith(b"{")


def test_payload_of_a_task_names_workload_and_traces_of_that_task() -> None:
    job = {
        "warm_up": {"workload": "fio/read"},
        "phases": [{"workload": "sql/scan"}],
        "traces": ["readahead"],
    }
    others = {
        task: {
            name
            for name in sent.files_sent(job, task, "mariadb")
            if not name.startswith(("guest/", "engines/"))
        }
        for task in ("boot", "prepare", "measure")
    }
    assert others == {
        "boot": set(),
        "prepare": {"workloads/fio/guest.py", "workloads/fio/read.fio", "tracing/readahead.bt"},
        "measure": {"workloads/sql/guest.py", "workloads/sql/scan.sql"},
    }


def test_every_kind_has_its_part_in_the_guest_and_it_is_sent_with_its_own_jobs_alone() -> None:
    parts = {kind: f"scripts/workloads/{kind}/guest.py" for kind in NAMES if kind != "own"}
    for kind, part in parts.items():
        tree = ast.parse((ROOT / part).read_text())
        functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        named = [argument.arg for argument in functions["run"].args.args]
        assert named == ["phase", "job", "engine", "folder"], part
        job = {"phases": [{"workload": f"{kind}/x"}], "traces": []}
        found = set(sent.files_sent(job, "measure", "postgresql").values())
        assert found & set(parts.values()) == {part}
        assert not found & set(sent.files_sent(job, "boot", None).values()) & set(parts.values())


def test_part_of_a_kind_of_data_is_sent_to_its_loads_alone() -> None:
    part = "data/sysbench/guest.py"
    job = {"dataset": {"kind": "sysbench"}, "traces": []}
    assert part in sent.files_sent(job, "load", "mariadb")
    assert part not in sent.files_sent(job, "measure", "mariadb")
    others = sent.files_sent({"dataset": {"kind": "freight"}}, "load", "mariadb")
    assert [name for name in others if name.startswith("data/")] == []


def test_tool_of_the_user_s_own_is_driven_by_the_jobs_that_name_it() -> None:
    job = {"dataset": {"kind": "hammerdb"}, "tools": {"hammerdb": "6.0"}}
    assert {
        "guest/hammerdb.py",
        "engines/mariadb/guest/hammerdb.py",
        "data/hammerdb/guest.py",
        "workloads/hammerdb/build.tcl",
    } <= set(sent.files_sent(job, "load", "mariadb"))


def test_own_workload_is_run_by_the_part_of_sysbench() -> None:
    job = {"phases": [{"workload": "own/x"}], "traces": []}
    assert "workloads/sysbench/guest.py" in sent.files_sent(job, "measure", "postgresql")


def test_statements_are_those_of_the_engine_s_dialect() -> None:
    """By a name without it, as a guest has one engine alone."""
    job = {"phases": [{"workload": "sql/scan"}, {"workload": "sql/freight"}], "traces": []}
    for adapter, path in (("mysql", "scan.mysql.sql"), ("postgresql", "scan.sql")):
        found = sent.files_sent(job, "measure", adapter)
        assert found["workloads/sql/scan.sql"] == f"workloads/sql/{path}"
        assert found["workloads/sql/freight.sql"] == "workloads/sql/freight.sql"
    load = {"dataset": {"kind": "payments"}}
    assert sent.files_sent(load, "load", "mariadb")["routines.sql"].endswith("/routines.mysql.sql")
