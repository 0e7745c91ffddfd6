"""HammerDB in the guest: what it is sent, and how a run that failed is known as one."""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from engines.mariadb.guest import hammerdb as mariadb
from guest import hammerdb
from guest.system import LIMIT_BASE_NS, GuestError

from tests.parse.transcript_files import TRANSCRIPTS as ALL

ROOT = Path(__file__).parents[2]
LIMITS = {"virtual_ns_and_base": LIMIT_BASE_NS + 60 * 10**9}
TRANSCRIPTS, TPROCH = ALL / "hammerdb", ALL / "tproch"
SCRIPTS = ROOT / "workloads/hammerdb"
PHASE = {
    "name": "run",
    "workload": "hammerdb/tprocc",
    "threads": 4,
    "duration_s": 120,
    "options": {"rampup_min": 1, "all_warehouses": "on"},
}
QUERIES = {
    "name": "queries",
    "workload": "hammerdb/tproch",
    "threads": 2,
    "duration_s": 0,
    "options": {"query_sets": 3},
}
DATA = {
    "tprocc": {"kind": "hammerdb", "benchmark": "tprocc", "warehouses": 2, "scale_factor": None},
    "tproch": {"kind": "hammerdb", "benchmark": "tproch", "warehouses": None, "scale_factor": 10},
}
CHECKED = {name: benchmark.checked for name, benchmark in hammerdb.BENCHMARKS.items()}
# HammerDB's keys of TPROC-H, as its config/postgresql.xml and config/mariadb.xml of v6.0 list them.
TPROCH_KEYS = {
    "postgresql": """
        pg_host pg_port pg_sslmode pg_scale_fact pg_tpch_superuser pg_tpch_superuserpass
        pg_tpch_defaultdbase pg_tpch_user pg_tpch_pass pg_tpch_dbase pg_tpch_tspace
        pg_tpch_gpcompat pg_tpch_gpcompress pg_num_tpch_threads pg_total_querysets
        pg_raise_query_error pg_verbose pg_refresh_on pg_degree_of_parallel pg_update_sets
        pg_trickle_refresh pg_refresh_verbose pg_cloud_query pg_rs_compat
    """,
    "mariadb": """
        maria_host maria_port maria_socket maria_ssl maria_ssl_two_way maria_ssl_linux_capath
        maria_ssl_windows_capath maria_ssl_ca maria_ssl_cert maria_ssl_key maria_ssl_cipher
        maria_scale_fact maria_tpch_user maria_tpch_pass maria_tpch_dbase maria_num_tpch_threads
        maria_tpch_storage_engine maria_total_querysets maria_raise_query_error maria_verbose
        maria_refresh_on maria_update_sets maria_trickle_refresh maria_refresh_verbose
        maria_cloud_query
    """,
}


@pytest.fixture
def layer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(hammerdb, "ROOT", tmp_path)
    monkeypatch.setattr(hammerdb, "SCRIPTS", SCRIPTS)
    return tmp_path


def settings_of(variables: dict[str, str], dictionary: str) -> dict[str, str]:
    """The keys and values that HammerDB is given, of its connection and of the dictionary."""
    words = variables["HAMMERDB_SETTINGS"].split(" ")
    assert len(words) % 3 == 0
    assert set(words[::3]) == {"connection", dictionary}
    return dict(zip(words[1::3], words[2::3], strict=True))


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
    given = settings_of(variables, "tpcc")
    assert (given[f"{prefix}_rampup"], given[f"{prefix}_duration"]) == ("1", "2")
    assert given[f"{prefix}_allwarehouse"] == given[f"{prefix}_timeprofile"] == "true"
    assert (variables["HAMMERDB_USERS"], variables["HAMMERDB_SEED"]) == ("4", "3")


@pytest.mark.parametrize("adapter", ["postgresql", "mariadb"])
@pytest.mark.parametrize("name", ["run", "build"])
def test_every_key_is_one_that_hammerdb_knows(layer: Path, adapter: str, name: str) -> None:
    """HammerDB goes on with its default when a key is unknown. Its own list is in a transcript."""
    result = (TRANSCRIPTS / f"{adapter}-result.out").read_text()
    known = set(re.findall(r'"((?:pg|maria)_\w+)": ', result))
    keys = set(settings_of(given(adapter, name, "tprocc", PHASE), "tpcc"))
    assert keys <= known


def given(adapter: str, name: str, benchmark: str, phase: dict) -> dict[str, str]:
    """The variables of a run or of a build."""
    job = {"adapter": adapter, "seed": 1, "dataset": DATA[benchmark]}
    if name == "run":
        return hammerdb.command(benchmark, phase, job)[1]
    return hammerdb._command("build", benchmark, job, hammerdb._sizes(DATA[benchmark]), {})[1]


@pytest.mark.parametrize(("adapter", "prefix"), [("postgresql", "pg"), ("mariadb", "maria")])
def test_query_sets_are_reported_the_data_s_scale_factor(
    layer: Path, adapter: str, prefix: str
) -> None:
    run, build = (given(adapter, name, "tproch", QUERIES) for name in ("run", "build"))
    assert run["HAMMERDB_USERS"] == "2"
    assert run["HAMMERDB_BENCHMARK"] == build["HAMMERDB_BENCHMARK"] == "TPC-H"
    asked, built = settings_of(run, "tpch"), settings_of(build, "tpch")
    assert asked[f"{prefix}_scale_fact"] == built[f"{prefix}_scale_fact"] == "10"
    assert built[f"{prefix}_num_tpch_threads"] == "1"
    assert asked[f"{prefix}_total_querysets"] == "3"
    assert asked[f"{prefix}_raise_query_error"] == "true", "else a failed query is timed, too"
    assert asked.get(f"{prefix}_degree_of_parallel") == ("0" if prefix == "pg" else None)
    assert {*asked, *built} <= set(TPROCH_KEYS[adapter].split())


def test_parallel_workers_are_postgresql_s_alone(layer: Path) -> None:
    phase = {**QUERIES, "options": {"degree_of_parallel": 2}}
    asked = settings_of(given("postgresql", "run", "tproch", phase), "tpch")
    assert asked["pg_degree_of_parallel"] == "2"
    assert "degree" not in given("mariadb", "run", "tproch", phase)["HAMMERDB_SETTINGS"]


def test_mariadb_s_history_gets_no_key(layer: Path) -> None:
    """HammerDB compares the server's version for one, and fails on Debian's."""
    for name in ("run", "build"):
        asked = settings_of(given("mariadb", name, "tprocc", PHASE), "tpcc")
        assert asked["maria_history_pk"] == "false"
    failed = (TRANSCRIPTS / "failed/mariadb118-build-version-and-null-password.out").read_text()
    assert "maria_history_pk from false to true" in failed
    assert 'expected version number but got "{{{11.8.9"' in hammerdb.trouble(
        failed, CHECKED["tprocc"]
    )


@pytest.mark.parametrize(("benchmark", "prefix"), [("tprocc", ""), ("tproch", "tpch_")])
@pytest.mark.parametrize("name", ["run", "build"])
def test_mariadb_s_account_is_hammerdb_s_own_with_a_password(
    layer: Path, benchmark: str, prefix: str, name: str
) -> None:
    phase = PHASE if benchmark == "tprocc" else QUERIES
    dictionary = hammerdb.BENCHMARKS[benchmark].dictionary
    asked = settings_of(given("mariadb", name, benchmark, phase), dictionary)
    assert asked[f"maria_{prefix}user"] == mariadb.ACCOUNT != "root"
    assert asked[f"maria_{prefix}pass"] == mariadb.PASSWORD
    assert mariadb.PASSWORD not in ("", "null")
    # The server has no other way in than its socket, which HammerDB takes on this host.
    assert asked["maria_host"] == "127.0.0.1"
    assert asked["maria_socket"] == "/run/sockets/mariadb.sock"


class Server:
    """An engine whose client answers as ``answer`` says; ``asked`` has each call's words."""

    def __init__(self, answer) -> None:
        self.layer, self.asked, self.answer = self, [], answer

    def call(self, command: list[str], user: str, *, input_text: str) -> str:
        self.asked.append((" ".join(command), input_text))
        answer = self.answer(command)
        if isinstance(answer, GuestError):
            raise answer
        return answer


def build(engine: Server, monkeypatch: pytest.MonkeyPatch, benchmark: str) -> None:
    """A build of HammerDB's that notes when it began, and ends well."""

    def begun(words, **_):
        engine.asked.append(("HammerDB's build", ""))
        said = f"Vuser 1:sbtest {CHECKED[benchmark]}.\nVuser 1:FINISHED SUCCESS\n"
        return subprocess.CompletedProcess(words, 0, said, "")

    monkeypatch.setattr(hammerdb.subprocess, "run", begun)
    job = {
        "adapter": "mariadb",
        "dataset": DATA[benchmark],
        "limits": LIMITS,
    }
    hammerdb.build(job, engine)


@pytest.mark.parametrize("benchmark", ["tprocc", "tproch"])
def test_mariadb_s_account_is_made_and_used_ahead_of_the_build(
    layer: Path, monkeypatch: pytest.MonkeyPatch, benchmark: str
) -> None:
    server = Server(lambda _: "CURRENT_USER()\nhammerdb@localhost\n")
    build(server, monkeypatch, benchmark)
    (made, grant), (used, _), (last, _) = server.asked
    assert "--user=root" in made
    assert "CREATE USER hammerdb@localhost IDENTIFIED BY 'hammerdb'" in grant
    assert "--user=hammerdb --password=hammerdb" in used
    assert last == "HammerDB's build"


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            GuestError("mariadb failed (1): ERROR 1045 (28000): Access denied for user"),
            "HammerDB's account in MariaDB can't be used: mariadb failed (1): ERROR 1045 (28000)",
        ),
        ("CURRENT_USER()\n@localhost\n", "logs HammerDB's account in as another: CURRENT_USER()"),
    ],
)
def test_account_that_mariadb_refuses_is_known_ahead_of_a_build_of_half_a_day(
    layer: Path, monkeypatch: pytest.MonkeyPatch, answer: object, said: str
) -> None:
    server = Server(lambda words: answer if "--user=hammerdb" in words else "")
    with pytest.raises(GuestError, match=re.escape(said)):
        build(server, monkeypatch, "tproch")
    assert len(server.asked) == 2, "no build"


@pytest.mark.parametrize("benchmark", ["tprocc", "tproch"])
def test_build_ends_with_the_check_of_its_own_benchmark(
    layer: Path, monkeypatch: pytest.MonkeyPatch, benchmark: str
) -> None:
    """The line is the one that the source of HammerDB 6.0 puts, for TPROC-C also a real one."""
    other = {"tprocc": "tproch", "tproch": "tprocc"}[benchmark]
    job = {
        "adapter": "mariadb",
        "dataset": DATA[benchmark],
        "limits": LIMITS,
    }
    own = replace(mariadb.DATABASE, before_build=lambda _: None)
    monkeypatch.setattr(mariadb, "DATABASE", own)
    said = f"Vuser 1:sbtest {CHECKED[benchmark]}.\nVuser 1:FINISHED SUCCESS\n"
    monkeypatch.setattr(
        hammerdb.subprocess,
        "run",
        lambda words, **_: subprocess.CompletedProcess(words, 0, said, ""),
    )
    hammerdb.build(job, engine=None)
    name = hammerdb.BENCHMARKS[other].name
    with pytest.raises(GuestError, match=f"^HammerDB's build of {name}: it ended without"):
        hammerdb.build({**job, "dataset": DATA[other]}, engine=None)


def run(path: Path, folder: Path, phase: dict = PHASE) -> str:
    """The reason of the error that a run with this output ends in."""
    (folder / "stdout.txt").write_bytes(path.read_bytes())
    errors = path.with_suffix(".err")
    (folder / "stderr.txt").write_text(errors.read_text() if errors.exists() else "")
    with pytest.raises(GuestError) as caught:
        hammerdb.keep_outputs(phase, folder)
    assert "\n" not in str(caught.value)
    assert "\r" not in str(caught.value)
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
    ("name", "said"),
    [
        ("postgresql15-query-timeout", "ERROR:  canceling statement due to statement timeout"),
        ("postgresql17-missing-table", 'ERROR:  relation "nation" does not exist / LINE 1: ...s_p'),
        ("mariadb118-missing-table", "db server: Table 'sbtest.NATION' doesn't exist"),
    ],
)
def test_query_that_failed_fails_its_cell(
    layer: Path, tmp_path: Path, name: str, said: str
) -> None:
    reason = run(TPROCH / f"failed/{name}.out", tmp_path, QUERIES)
    assert reason.startswith("phase queries: hammerdb/tproch: Error in Virtual User 1: Query Error")
    assert said in reason


@pytest.mark.parametrize(
    "words",
    [
        "New Order Procedure Error set RAISEERROR for Details",
        "Query Failed : select 1 : ERROR:  out of memory",
        "Query 15 view error set RAISEERROR for Details",
        "mariaexec/db server: Deadlock found when trying to get lock",
        # In the words of its source: the monitor lost its patience with some of the users.
        "WARNING:Timing Data Incomplete",
        "FINISHED FAILED",
    ],
)
def test_run_that_went_on_after_a_failed_call_is_not_accepted(
    layer: Path, tmp_path: Path, words: str
) -> None:
    """It has a result and ends with ALL VIRTUAL USERS COMPLETE and exit code 0."""
    whole = (TRANSCRIPTS / "guest-mariadb118-run.txt").read_text()
    said = tmp_path / "said.txt"
    said.write_text(whole.replace("Vuser 3:RUNNING", f"Vuser 2:{words}\n\rVuser 3:RUNNING", 1))
    assert run(said, tmp_path) == f"phase run: hammerdb/tprocc: Vuser 2:{words}"


@pytest.mark.parametrize(
    ("path", "phase", "old", "new", "said"),
    [
        (
            TRANSCRIPTS / "guest-postgresql17-run.txt",
            PHASE,
            "achieved 9423 NOPM",
            "achieved 0 NOPM",
            "hammerdb/tprocc: its result is not above 0: TEST RESULT : System achieved 0 NOPM",
        ),
        (
            TRANSCRIPTS / "guest-postgresql17-run.txt",
            PHASE,
            "TEST RESULT",
            "TEST",
            "hammerdb/tprocc: it ended without a result",
        ),
        (
            TPROCH / "postgresql17-two-users-two-sets.txt",
            QUERIES,
            "is 0.08348",
            "is 0.00000",
            "hammerdb/tproch: its result is not above 0: Geometric mean of query times returning "
            "rows (21) is 0.00000",
        ),
        (
            TPROCH / "mariadb118-one-user.txt",
            QUERIES,
            "Geometric mean",
            "Mean",
            "hammerdb/tproch: it ended without a result",
        ),
    ],
)
def test_run_without_a_result_above_0_is_not_accepted(
    layer: Path, tmp_path: Path, path: Path, phase: dict, old: str, new: str, said: str
) -> None:
    text = path.read_bytes()
    assert old.encode() in text
    changed = tmp_path / "said.txt"
    changed.write_bytes(text.replace(old.encode(), new.encode()))
    assert run(changed, tmp_path, phase) == f"phase {phase['name']}: {said}"


@pytest.mark.parametrize(
    "path", [*TRANSCRIPTS.glob("*-run.txt"), *TPROCH.glob("*.txt")], ids=lambda path: path.stem
)
def test_runs_that_really_went_well_are_accepted(layer: Path, tmp_path: Path, path: Path) -> None:
    (tmp_path / "stdout.txt").write_bytes(path.read_bytes())
    (tmp_path / "stderr.txt").write_text("")
    hammerdb.keep_outputs(QUERIES if path.parent == TPROCH else PHASE, tmp_path)
    cut = path.read_bytes().replace(b"ALL VIRTUAL USERS COMPLETE", b"")
    (tmp_path / "cut.txt").write_bytes(cut)
    assert 'it ended without "ALL VIRTUAL USERS COMPLETE"' in run(tmp_path / "cut.txt", tmp_path)


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
    assert hammerdb.trouble("".join(built), CHECKED["tprocc"]) is None
    assert "ended without" in (hammerdb.trouble(built[0], CHECKED["tprocc"]) or "")
