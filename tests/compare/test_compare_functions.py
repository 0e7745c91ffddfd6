"""Places in a program get the names of its functions, and a change of instructions names them."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from pathlib import Path

import duckdb
import pytest

from scripts.compare.functions import UNKNOWN, Functions, functions_of
from scripts.compare.rows import by_size, rows_of
from scripts.compare.sides import Side
from scripts.compare.where import Watched, Where
from scripts.store.build import create_schema
from tests.compare.test_compare_texts import OPERATIONS, ROOT, A, B, cell, insert

Samples = dict[tuple[str, str], int]
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


def test_names_of_cpp_are_as_they_are_written(tmp_path: Path) -> None:
    if not shutil.which("c++"):
        pytest.skip("there is no compiler")
    source, debug = tmp_path / "a.cc", tmp_path / "layer/debug/usr/sbin/server.debug"
    debug.parent.mkdir(parents=True)
    source.write_text(
        "namespace log { struct file { int flush(long); }; }\n"
        "int log::file::flush(long n) { return n; }\n"
        'extern "C" int plain(int n) { return n; }\n'
        "int main(int argc, char **) { return log::file().flush(argc) + plain(argc); }\n"
    )
    subprocess.run(["c++", "-O0", "-o", debug, source], check=True)

    def names(folder: Path) -> set[str]:
        functions = functions_of(folder / "layer", "server")
        assert functions is not None
        return {name for *_, name in functions._found}

    assert {"_ZN3log4file5flushEl", "plain", "main"} <= names(tmp_path)
    # The tree of the toolchain's layer has the program that reads such names.
    toolchain = ROOT / "results/layers/toolchain"
    if not (toolchain / "layer.json").exists():
        pytest.skip("the toolchain is not built")
    (tmp_path / "toolchain").symlink_to(toolchain)
    functions_of.cache_clear()
    assert {"log::file::flush", "plain", "main"} <= names(tmp_path)


def measured(
    connection: duckdb.DuckDBPyConnection, side: Side, used: int, samples: Samples
) -> None:
    """Three twins of a side that took as many us, and the watched one's samples."""
    for twin in ("1", "2", "3"):
        name = cell(connection, side, twin, "done")
        for phase, after in (("settle", 0), ("inserts", used)):
            insert(
                connection, "system_counters", cell_id=name, phase=phase, before=0,
                source="cgroup_engine/cpu.stat", counter="usage_usec", after=after, delta=after,
            )  # fmt: skip
    name = cell(connection, side, "where", "done")
    for (kind, key), value in samples.items():
        insert(
            connection, "trace_values", cell_id=name, trace="functions", begin_ns=10,
            end_ns=20, map=kind, key=key, value=value,
        )  # fmt: skip


def where_of(folder: Path, layers: Path, first: Samples, other: Samples) -> Where:
    """Where more instructions are, of two sides with these samples."""
    with duckdb.connect(str(folder / "results.duckdb")) as connection:
        create_schema(connection)
        measured(connection, A, 52_000, first)
        measured(connection, B, 58_000, other)
        rows = rows_of(connection, OPERATIONS, A.name, B.name)
        row = next(row for row in by_size(rows) if row.measure.name == "instructions")
        return Watched(connection, ROOT, layers).where(row, A.name, B.name)


def scans(layers: Path, side: Side, scanned: int) -> Samples:
    """So many samples of one function; its place differs between the sides' programs."""
    known = places(layers / side.layer)
    return {
        ("@program", f"postgres,{known['scan']}"): scanned - 60,
        ("@program", f"postgres,{known['scan'] + 3}"): 60,
        ("@program", f"postgres,{known['hidden']}"): 7,
        ("@kernel", "postgres"): 30,
        ("@library", "postgres"): 5,
    }


def test_more_instructions_name_the_function(layers: Path, tmp_path: Path) -> None:
    """The same function lies in another place of the other side's program."""
    first, other = scans(layers, A, 100), scans(layers, B, 200)
    (tmp_path / "named").mkdir()
    where = where_of(tmp_path / "named", layers, first, other)
    (part,) = where.parts
    assert (part.seen_at, part.process, part.file) == ("processor", "postgres", "scan")
    # A sample stands for 20 us: at 2.5 GIPS, for 50,000 instructions.
    assert part.other - part.first == 100 * 50_000
    assert part.error == pytest.approx(math.sqrt(300) * 50_000)
    assert where.said.startswith("142 and 242 looks at the engine's processes;")
    (tmp_path / "unnamed").mkdir()
    (part,) = where_of(tmp_path / "unnamed", tmp_path, first, other).parts
    assert part.file == UNKNOWN


def test_what_watches_and_clients_are_no_part_of_a_row_s_instructions(
    layers: Path, tmp_path: Path
) -> None:
    """The cost of a trace differs between sides, as does when the client's turn comes."""
    others = {("@kernel", "bpftrace"): 500, ("@library", "psql"): 300, ("@kernel", ""): 200}
    where = where_of(tmp_path, layers, scans(layers, A, 100), {**scans(layers, B, 200), **others})
    assert [part.process for part in where.parts] == ["postgres"]
    assert "142 and 242 looks" in where.said


def test_a_difference_within_the_error_of_sampling_names_no_function(
    layers: Path, tmp_path: Path
) -> None:
    """40 of 240 looks are 2.6 times their error."""
    where = where_of(tmp_path, layers, scans(layers, A, 100), scans(layers, B, 140))
    assert where.parts == []
    assert where.said.startswith("No function stands out of the error of sampling. 142 and 182")


def test_looks_that_keep_step_with_a_loop_name_no_function(layers: Path, tmp_path: Path) -> None:
    """As they did in a full scan: of a dozen functions, most differ by far more than by chance."""
    first = [1160, 721, 422, 123, 248, 137, 59, 26, 19, 6, 33, 6, 25]
    other = [935, 618, 322, 258, 237, 186, 47, 38, 29, 34, 26, 32, 20]
    samples = [
        {("@program", f"postgres,name{number}"): value for number, value in enumerate(values)}
        for values in (first, other)
    ]
    where = where_of(tmp_path, layers, *samples)
    assert where.parts == []
    assert re.search(r"error, [34]\.\d times as wide here as by chance alone\.$", where.said)
