"""docs/advise.md, followed to the letter: its commands on a real server, and what they end in."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from production import SCHEMA, SECRET, fill, work
from test_advise_servers import counting, settle

from scripts.engines.trial import FOLDER
from scripts.layers.enter import toolchain_command
from scripts.own.servers import Client

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/advise.md").read_text(encoding="utf-8")
# Commands of the guide, and the program of a layer with what tells it the server.
PROGRAMS = {
    "postgresql-17": {
        "psql": "/usr/lib/postgresql/17/bin/psql",
        "pg_dump": "/usr/lib/postgresql/17/bin/pg_dump",
    },
    "mariadb-11.8": {"mariadb": "mariadb"},
}
TITLES = {"postgresql-17": "PostgreSQL", "mariadb-11.8": "MariaDB and MySQL"}
APART_S = 31

pytestmark = pytest.mark.lab


def blocks(title: str) -> list[str]:
    """The commands of a part of the guide: of the first reading, the second, and the workload."""
    part = GUIDE.split(f"### {title}\n", 1)[1].split("\n### ", 1)[0]
    return re.findall(r"```sh\n(.*?)```", part, re.DOTALL)


def place_of(client: Client, engine: str, folder: Path) -> dict[str, str]:
    """A folder with what the guide's commands need, and programs that reach the server."""
    programs = folder / "bin"
    programs.mkdir()
    tree = client.folder.parent / "tree"
    for name, program in PROGRAMS[engine].items():
        own = client.server.client[1:]
        told = [each for each in own if re.match(r"--(no-defaults|socket|user|skip-ssl)", each)]
        told = told or ["-h", FOLDER, "-U", "postgres"]
        argv = toolchain_command(tree, [program, *told], [(client.folder, FOLDER)])
        script = programs / name
        script.write_text(f'#!/bin/sh\nexec {shlex.join(map(str, argv))} "$@"\n')
        script.chmod(0o755)
    if "pg_dump" not in PROGRAMS[engine]:
        # The layer has no program that dumps; tests/own has real dumps.
        (folder / "schema").write_text(SCHEMA)
        dump = programs / "mariadb-dump"
        dump.write_text(f"#!/bin/sh\nexec cat {shlex.quote(str(folder / 'schema'))}\n")
        dump.chmod(0o755)
    for name in ("sql", "scripts", "report", "envs", "results"):
        (folder / name).symlink_to(ROOT / name)
    path = f"{programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path}


@pytest.mark.parametrize("engine", sorted(PROGRAMS))
def test_the_guide_is_followed_to_the_letter(engine: str, tmp_path: Path) -> None:
    with counting(engine) as client:
        environment = place_of(client, engine, tmp_path)

        def follow(commands: str) -> str:
            done = subprocess.run(
                ["bash", "-euo", "pipefail", "-c", commands],
                cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=600,
            )  # fmt: skip
            assert done.returncode == 0, f"{commands}\n{done.stdout}\n{done.stderr}"
            return done.stdout

        is_first = engine.startswith("postgresql")
        client.ask("CREATE DATABASE shop")
        client.tell("\\c shop" if is_first else "USE shop;")
        if is_first:
            client.ask("CREATE EXTENSION pg_stat_statements")
        fill(client)
        client.ask("ANALYZE" if is_first else "ANALYZE TABLE members, topics, posts, likes")
        for statement in client.server.recount:
            client.ask(statement)
        first, second, *rest = blocks(TITLES[engine])
        if not [*Path("/sys/block").glob("*/queue/read_ahead_kb")]:
            second = re.sub(r"^grep .*\n", "", second, flags=re.MULTILINE)
        began_s = time.monotonic()
        follow(first)
        work(client, 1000)
        settle(client)
        time.sleep(max(0.0, APART_S - (time.monotonic() - began_s)))
        *taking, asking = second.strip().splitlines()
        said = follow("\n".join(taking)) + follow(asking + (" --clients 1" if not is_first else ""))
        assert "gp3, 125 MiB/s, 3,000 IOPS" in said
        assert "Statements by" in said
        made = follow("".join(rest))
    lines = made.splitlines()
    assert lines[0].startswith("Fidelity: a call in production / in the run on"), made
    assert lines[1].startswith(("OFF BY MORE THAN 2 TIMES", "No count is off")), made
    # InnoDB estimates how many rows a table has.
    rows = int(re.search(r"table posts: (\d+) rows", made)[1])
    assert rows == pytest.approx(24_000, rel=0.1)
    statement = next(line for line in lines if line.startswith("select_posts_1"))
    assert re.search(r"8\.0 / [78]\.\d", statement), made
    shared = [tmp_path / name for name in ("before.txt", "after.txt", "shop.txt")]
    texts = [each.read_text(errors="replace") for each in (*shared, *tmp_path.glob("like-shop/*"))]
    assert not [text for text in texts if SECRET in text]
