"""HammerDB in the guest: what it is told, and how a run that failed is known as one."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from guest import hammerdb
from guest.system import GuestError

ROOT = Path(__file__).parents[2]
TRANSCRIPTS = ROOT / "tests/parse/transcripts/hammerdb"
SCRIPTS = ROOT / "workloads/hammerdb"
PHASE = {
    "name": "run",
    "workload": "hammerdb/tprocc",
    "threads": 4,
    "duration_s": 120,
    "options": {"rampup_min": 1, "all_warehouses": "on"},
}


@pytest.fixture
def layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(hammerdb, "ROOT", tmp_path)
    monkeypatch.setattr(hammerdb, "SCRIPTS", SCRIPTS)
    return tmp_path


@pytest.mark.parametrize(
    ("adapter", "prefix", "user"),
    [("postgresql", "pg", "postgres"), ("mariadb", "maria", "nobody")],
)
def test_command_runs_our_script_in_the_engine_s_layer(
    layer: Path, adapter: str, prefix: str, user: str
) -> None:
    job = {"adapter": adapter, "seed": 3}
    command, variables = hammerdb.command("tprocc", PHASE, job)
    assert command[:3] == ["chroot", f"--userspec={user}", str(layer)]
    assert command[-1] == "cd /opt/hammerdb && exec ./hammerdbcli tcl auto /tmp/hammerdb/tprocc.tcl"
    assert (layer / "tmp/hammerdb/tprocc.tcl").read_text() == (SCRIPTS / "tprocc.tcl").read_text()
    words = variables["HAMMERDB_SETTINGS"].split(" ")
    assert len(words) % 3 == 0
    told = {key: value for _, key, value in zip(*[iter(words)] * 3, strict=True)}
    assert (told[f"{prefix}_rampup"], told[f"{prefix}_duration"]) == ("1", "2")
    assert told[f"{prefix}_allwarehouse"] == told[f"{prefix}_timeprofile"] == "true"
    assert (variables["HAMMERDB_USERS"], variables["HAMMERDB_SEED"]) == ("4", "3")


@pytest.mark.parametrize("adapter", ["postgresql", "mariadb"])
@pytest.mark.parametrize("name", ["run", "build"])
def test_every_key_is_one_that_hammerdb_knows(layer: Path, adapter: str, name: str) -> None:
    """HammerDB goes on with its default when a key is unknown. Its own list is in a transcript."""
    result = (TRANSCRIPTS / f"{adapter}-result.out").read_text()
    known = set(re.findall(r'"((?:pg|maria)_\w+)": ', result))
    job = {"adapter": adapter, "seed": 1}
    if name == "run":
        variables = hammerdb.command("tprocc", PHASE, job)[1]
    else:
        variables = hammerdb._command("build", job, {"count_ware": 2, "num_vu": 1}, {})[1]
    keys = set(variables["HAMMERDB_SETTINGS"].split(" ")[1::3])
    assert keys <= known


def run(path: Path, folder: Path) -> str:
    """The reason of the error that a run with this output ends in."""
    (folder / "stdout.txt").write_text(path.read_text())
    errors = path.with_suffix(".err")
    (folder / "stderr.txt").write_text(errors.read_text() if errors.exists() else "")
    with pytest.raises(GuestError) as caught:
        hammerdb.keep_outputs(PHASE, folder)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pg-wrong-password-run", 'password authentication failed for user "tpcc"'),
        ("pg-server-down-run", "port 5498 failed: Connection refused"),
        ("pg-unknown-key", 'key "pg_no_such_key" cannot be found in any PostgreSQL dictionary'),
        ("maria-wrong-password-run", "Access denied for user 'root'@'127.0.0.1'"),
        ("script-error", 'hammerdb/tprocc: invalid command name "no_such_command"'),
    ],
)
def test_failed_run_fails_its_cell_in_hammerdb_s_words(
    layer: Path, tmp_path: Path, name: str, said: str
) -> None:
    assert said in run(TRANSCRIPTS / f"failed/{name}.out", tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        "build-client-library-lacks-command",
        "build-mariadb-server-unreachable",
        "check-client-library-lacks-command",
        "pg-wrong-password-build",
    ],
)
def test_failed_build_is_told(name: str) -> None:
    text = (TRANSCRIPTS / f"failed/{name}.out").read_text()
    assert "Error in Virtual User 1: " in (hammerdb.trouble(text, hammerdb.CHECKED) or "")


@pytest.mark.parametrize("adapter", ["postgresql", "mariadb"])
def test_whole_run_and_build_are_no_failures(layer: Path, tmp_path: Path, adapter: str) -> None:
    scratch = layer / "tmp/hammerdb"
    scratch.mkdir(parents=True)
    (scratch / "hdbtcount.log").write_text("counted\n")
    (tmp_path / "stdout.txt").write_text((TRANSCRIPTS / f"{adapter}-run.txt").read_text())
    (tmp_path / "stderr.txt").write_text("")
    hammerdb.keep_outputs(PHASE, tmp_path)
    assert (tmp_path / "hdbtcount.log").read_text() == "counted\n"
    built = [(TRANSCRIPTS / f"{adapter}-{name}.out").read_text() for name in ("build", "check")]
    assert hammerdb.trouble("".join(built), hammerdb.CHECKED) is None
    assert "ended without" in (hammerdb.trouble(built[0], hammerdb.CHECKED) or "")


def test_scripts_say_to_hammerdb_what_they_should(tmp_path: Path) -> None:
    """In a plain Tcl in which HammerDB's commands only say that they were called."""
    tclsh = subprocess.run(["sh", "-c", "command -v tclsh"], capture_output=True, text=True)
    if tclsh.returncode:
        pytest.skip("there is no tclsh here")
    harness = tmp_path / "harness.tcl"
    harness.write_text(
        "proc unknown {name args} {\n"
        "  puts [list $name {*}$args]\n"
        '  if {$name eq "vurun"} { return "Benchmark Run jobid=6B008E623C9E03E213436363" }\n'
        "}\n"
        f"source {SCRIPTS / 'tprocc.tcl'}\n"
    )
    variables = {
        "HAMMERDB_DATABASE": "pg",
        "HAMMERDB_SETTINGS": "connection pg_host /run/sockets tpcc pg_rampup 1",
        "HAMMERDB_USERS": "4",
        "HAMMERDB_SEED": "7",
    }
    done = subprocess.run(["tclsh", harness], capture_output=True, text=True, env=variables)
    assert done.stderr == ""
    said = done.stdout.splitlines()
    assert said[:4] == [
        "dbset db pg",
        "dbset bm TPC-C",
        "diset connection pg_host /run/sockets",
        "diset tpcc pg_rampup 1",
    ]
    assert "expr {srand(7 * 10007 + [lindex [tpcccommon::findvuposition] 0])}" in said
    order = ["loadscript", "vuset vu 4", "vucreate", "tcstart", "vurun", "tcstop", "vudestroy"]
    places = [said.index(each) for each in order]
    assert places == sorted(places)
    assert "jobs 6B008E623C9E03E213436363 timing" in said
    assert said[-1] == "VURUN RETURNED: Benchmark Run jobid=6B008E623C9E03E213436363"
