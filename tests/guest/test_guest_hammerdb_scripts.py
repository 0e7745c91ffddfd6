"""HammerDB's scripts: what each says to HammerDB, and in which order."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parents[2] / "workloads/hammerdb"


def said_by(script: str, tmp_path: Path, **variables: str) -> list[str]:
    """What a script says, in a plain Tcl in which HammerDB's commands only say their own calls."""
    tclsh = subprocess.run(["sh", "-c", "command -v tclsh"], capture_output=True, text=True)
    if tclsh.returncode:
        pytest.skip("there is no tclsh here")
    harness = tmp_path / "harness.tcl"
    harness.write_text(
        "proc unknown {name args} {\n"
        "  puts [list $name {*}$args]\n"
        '  if {$name eq "vurun"} { return "Benchmark Run jobid=6B008E623C9E03E213436363" }\n'
        "}\n"
        f"source {{{SCRIPTS / script}}}\n"
    )
    done = subprocess.run(["tclsh", harness], capture_output=True, text=True, env=variables)
    assert done.stderr == ""
    return done.stdout.splitlines()


def test_run_of_tprocc_says_to_hammerdb_what_it_should(tmp_path: Path) -> None:
    said = said_by(
        "tprocc.tcl",
        tmp_path,
        HAMMERDB_DATABASE="pg",
        HAMMERDB_SETTINGS="connection pg_host /run/sockets tpcc pg_rampup 1",
        HAMMERDB_USERS="4",
        HAMMERDB_SEED="7",
    )
    assert said[:4] == [
        "dbset db pg",
        "dbset bm TPC-C",
        "diset connection pg_host /run/sockets",
        "diset tpcc pg_rampup 1",
    ]
    assert "expr {srand(7 * 10007 + [lindex [tpcccommon::findvuposition] 0])}" in said
    # HammerDB counts the script's patience in seconds and the monitor's in minutes. A script that
    # waits less goes on while the monitor still gathers the users' times.
    patience = {words.split()[2]: int(words.split()[3]) for words in said if "giset" in words}
    assert patience["keepalive_margin"] > 60 * patience["xt_gather_timeout"] >= 1200
    assert said.index("loadscript") > max(i for i, words in enumerate(said) if "giset" in words)
    order = ["loadscript", "vuset vu 4", "vucreate", "tcstart", "vurun", "tcstop", "vudestroy"]
    places = [said.index(each) for each in order]
    assert places == sorted(places)
    assert "jobs 6B008E623C9E03E213436363 timing" in said
    assert said[-1] == "VURUN RETURNED: Benchmark Run jobid=6B008E623C9E03E213436363"


def test_run_of_tproch_says_to_hammerdb_what_it_should(tmp_path: Path) -> None:
    said = said_by(
        "tproch.tcl",
        tmp_path,
        HAMMERDB_DATABASE="maria",
        HAMMERDB_SETTINGS="tpch maria_scale_fact 1",
        HAMMERDB_USERS="2",
        HAMMERDB_SEED="7",
    )
    assert said[:3] == ["dbset db maria", "dbset bm TPC-H", "diset tpch maria_scale_fact 1"]
    assert "expr {srand(7 * 10007 + [lindex [tpchcommon::findvuhposition] 0])}" in said
    order = ["loadscript", "vuset vu 2", "vucreate", "vurun", "vudestroy"]
    places = [said.index(each) for each in order]
    assert places == sorted(places)
    assert said[-1] == "VURUN RETURNED: Benchmark Run jobid=6B008E623C9E03E213436363"


def test_build_says_to_hammerdb_which_benchmark(tmp_path: Path) -> None:
    said = said_by(
        "build.tcl",
        tmp_path,
        HAMMERDB_DATABASE="pg",
        HAMMERDB_BENCHMARK="TPC-H",
        HAMMERDB_SETTINGS="tpch pg_scale_fact 1",
    )
    assert said[:3] == ["dbset db pg", "dbset bm TPC-H", "diset tpch pg_scale_fact 1"]
    assert said[3:] == ["buildschema", "vudestroy", "checkschema", "vudestroy"]
