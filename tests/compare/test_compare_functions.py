"""Places in a program get the names of its functions, and a change of instructions names them."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import duckdb
import pytest

from scripts.compare.functions import UNKNOWN, Functions, functions_of
from scripts.compare.rows import by_size, rows_of
from scripts.compare.where import Watched
from scripts.store.build import create_schema
from tests.compare.test_compare_texts import OPERATIONS, ROOT, A, B, cell, insert

CODE = """\
int scan(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
static __attribute__((noinline)) int hidden(int n) { return scan(n) + n; }
int main(int argc, char **argv) { (void) argv; return hidden(argc) == 100; }
"""


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two layers with a program as guests have it, and symbols beside it, as builds leave them."""
    if not all(map(shutil.which, ("cc", "objcopy", "strip", "nm"))):
        pytest.skip("there is no compiler")
    folder = tmp_path_factory.mktemp("layers")
    for side, ahead in ((A, ""), (B, "int more(void) { return 3; }\n")):
        bin_folder = folder / side.layer / "debug/usr/bin"
        bin_folder.mkdir(parents=True)
        source, program = folder / "a.c", folder / side.layer / "postgres"
        source.write_text(ahead + CODE)
        subprocess.run(["cc", "-O1", "-g", "-o", program, source], check=True)
        debug = bin_folder / "postgres.debug"
        subprocess.run(["objcopy", "--only-keep-debug", program, debug], check=True)
    return folder


def places(layer: Path) -> dict[str, int]:
    """Of each function a place, counted as a trace does, by other programs than ours."""
    debug = layer / "debug/usr/bin/postgres.debug"
    read = subprocess.run(["readelf", "-lW", debug], capture_output=True, text=True, check=False)
    loaded = re.findall(r"LOAD +\S+ (0x\w+) \S+ \S+ \S+ (...) ", read.stdout)
    begin = next(int(address, 16) for address, flags in loaded if "E" in flags)
    symbols = subprocess.run(["nm", debug], capture_output=True, text=True, check=True).stdout
    found = [line.split() for line in symbols.splitlines()]
    return {line[2]: int(line[0], 16) - begin for line in found if len(line) == 3}


def test_places_have_names(layers: Path) -> None:
    functions = functions_of(layers / A.layer, "postgres")
    assert isinstance(functions, Functions)
    known = places(layers / A.layer)
    for name in ("scan", "hidden", "main"):
        assert functions.name_at(known[name]) == name
        assert functions.name_at(known[name] + 2) == name
    assert functions.name_at(10**9) == UNKNOWN
    assert functions_of(layers / A.layer, "mariadbd") is None


def test_more_instructions_name_the_function(layers: Path, tmp_path: Path) -> None:
    """The same function lies in another place of the other side's program."""
    with duckdb.connect(str(tmp_path / "results.duckdb")) as connection:
        create_schema(connection)
        for side, scanned in ((A, 100), (B, 140)):
            for twin in ("1", "2", "3"):
                name = cell(connection, side, twin, "done")
                for phase, used in (("settle", 0), ("inserts", 50_000 + scanned * 20)):
                    insert(
                        connection, "system_counters", cell_id=name, phase=phase, before=0,
                        source="cgroup_engine/cpu.stat", counter="usage_usec", after=used,
                        delta=used,
                    )  # fmt: skip
            name = cell(connection, side, "where", "done")
            known = places(layers / side.layer)
            samples = {
                ("@program", f"postgres,{known['scan']}"): scanned - 60,
                ("@program", f"postgres,{known['scan'] + 3}"): 60,
                ("@program", f"postgres,{known['hidden']}"): 7,
                ("@kernel", "postgres"): 30,
                ("@kernel", ""): 11,
                ("@library", "postgres"): 5,
            }
            for (kind, key), value in samples.items():
                insert(
                    connection, "trace_values", cell_id=name, trace="functions", begin_ns=10,
                    end_ns=20, map=kind, key=key, value=value,
                )  # fmt: skip
        rows = rows_of(connection, OPERATIONS, A.name, B.name)
        row = next(row for row in by_size(rows) if row.measure.name == "instructions")
        (part,) = Watched(connection, ROOT, layers).parts(row, A.name, B.name)
        assert (part.seen_at, part.process, part.file) == ("processor", "postgres", "scan")
        # A sample stands for 20 us: at 2.5 GIPS, for 50,000 instructions.
        assert part.other - part.first == 40 * 50_000
        (part,) = Watched(connection, ROOT, tmp_path).parts(row, A.name, B.name)
        assert part.file == UNKNOWN
