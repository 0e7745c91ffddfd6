"""Tracing scripts on this host see the cell and nothing else of the host."""

from __future__ import annotations

import re

import pytest
from smoke_run import REPOSITORY

from scripts.lab.host.tracing import ALWAYS, narrowed

SCRIPTS = sorted(path.name for path in (REPOSITORY / "tracing").glob("*.bt"))
NUMBER = 259 << 20 | 3
CELL = (
    '(cgroup == cgroupid("/sys/fs/cgroup/engine") || cgroup == cgroupid("/sys/fs/cgroup/client"))'
)


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_probe_of_every_script_has_a_condition(name: str) -> None:
    before = (REPOSITORY / "tracing" / name).read_text()
    after = narrowed(before, NUMBER)
    blocks = re.findall(r"^((?:[^ \t/*#}\n].*\n)+)(/.*/\n)?\{", after, re.MULTILINE)
    assert len(blocks) == len(re.findall(r"^\{", before, re.MULTILINE))
    for probes, condition in blocks:
        if probes.startswith(ALWAYS):
            assert not condition, probes
        else:
            own = f"args.dev == {NUMBER}" if ":block:" in probes else CELL
            assert own in condition, probes
    kept = re.sub(r"^/.*/\n", "", after, flags=re.MULTILINE)
    assert kept == re.sub(r"^/.*/\n", "", before, flags=re.MULTILINE)


def test_condition_that_is_there_stays() -> None:
    script = "tracepoint:block:block_rq_complete\n/@issued[args.dev]/\n{\n}\n"
    assert narrowed(script, 7) == (
        "tracepoint:block:block_rq_complete\n/(@issued[args.dev]) && args.dev == 7/\n{\n}\n"
    )
    script = 'tracepoint:a:b,\ntracepoint:a:c\n/args.ret > 0 && comm != "x"/\n{\n}\n'
    wanted = f'tracepoint:a:b,\ntracepoint:a:c\n/(args.ret > 0 && comm != "x") && {CELL}/\n{{\n}}\n'
    assert narrowed(script, 7) == wanted
