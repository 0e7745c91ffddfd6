"""What the engines' adapters write into configurations and ask servers, by engine and version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from engines.innodb.guest import server as innodb
from engines.postgresql.guest import adapter as postgresql
from engines.postgresql.guest import views
from guest.engines import adapter
from guest.system import GuestError

MIB = 1 << 20
INNODB = ("mariadb", "mysql")


class RecordingLayer:
    """An engine's layer in which programs leave what they were asked, and answer as set."""

    def __init__(self, answer: str = "") -> None:
        self.answer = answer
        self.inputs: list[str] = []

    def call(self, command: list[str], user: str, *, input_text: str = "", **_: Any) -> str:
        self.inputs.append(input_text)
        return self.answer

    def session(self, command: list[str], user: str) -> RecordingLayer:
        return self

    def keep(self, path: Path) -> None:
        """Nobody takes this runner's place."""

    def run(self, query: str) -> str:
        self.inputs.append(query)
        return "backends\n1\n" if "pg_stat_activity" in query else self.answer


def engine(
    name: str, layer: Any = None, memory_mib: int = 256, device_mib: int = 1536, **tuning: Any
) -> Any:
    job = {
        "engine_memory_mib": memory_mib,
        "device": {"device_mib": device_mib},
        "clients": 8,
        "connections": 32,
        "tuning": tuning,
    }
    return adapter(name, layer, job)


@pytest.mark.parametrize("name", INNODB)
@pytest.mark.parametrize("memory_mib", [256, 300, 1024, 16384])
def test_all_that_innodb_can_take_is_below_the_share_of_the_memory(name, memory_mib):
    server = engine(name, memory_mib=memory_mib)
    pool = int(server.settings()["innodb_buffer_pool_size"])
    most = pool + server.server_bytes + server.clients * server.connection_bytes
    assert most <= memory_mib * MIB * 85 // 100
    step = getattr(server, "chunk_bytes", innodb.POOL_STEP_BYTES)
    assert most > memory_mib * MIB * 85 // 100 - 2 * step


@pytest.mark.parametrize("memory_mib", [256, 300, 1024, 16384])
def test_mysql_runs_with_the_pool_that_it_is_given(memory_mib):
    """It makes the pool a multiple of its chunks, by making it larger."""
    settings = engine("mysql", memory_mib=memory_mib).settings()
    pool = int(settings["innodb_buffer_pool_size"])
    chunk = int(settings["innodb_buffer_pool_chunk_size"])
    assert pool % chunk == 0
    assert pool // chunk <= 1000


@pytest.mark.parametrize("name", INNODB)
def test_memory_that_leaves_no_buffer_pool_is_refused_with_what_would_do(name):
    with pytest.raises(GuestError) as caught:
        engine(name, memory_mib=64).settings()
    least_mib = int(str(caught.value).split("at least ")[1].split()[0])
    assert engine(name, memory_mib=least_mib).pool_bytes == innodb.POOL_BYTES_MIN
    with pytest.raises(GuestError, match="engine_memory_mib"):
        engine(name, memory_mib=least_mib - 1).settings()


@pytest.mark.parametrize(
    ("name", "log", "least"),
    [("mariadb", "innodb_log_file_size", 4), ("mysql", "innodb_redo_log_capacity", 8)],
)
def test_redo_log_is_a_quarter_of_the_pool_or_the_least_allowed(name, log, least):
    for memory_mib in (256, 1024):
        settings = engine(name, memory_mib=memory_mib).settings()
        quarter = int(settings["innodb_buffer_pool_size"]) // 4
        assert int(settings[log]) == pytest.approx(max(quarter, least * MIB), abs=MIB)


@pytest.mark.parametrize("name", INNODB)
def test_commits_are_as_durable_in_one_server_as_in_the_other(name):
    settings = engine(name).settings()
    assert settings["innodb_flush_log_at_trx_commit"] == "1"
    assert "innodb_doublewrite" not in settings
    # MariaDB keeps no second log by default, MySQL has to be set so.
    assert settings.get("skip_log_bin") == ("ON" if name == "mysql" else None)


def test_settings_that_one_server_lacks_are_not_written_for_it():
    mariadb, mysql = (engine(name).settings() for name in INNODB)
    assert {name for name in mysql if name.startswith(("aria", "skip_ssl"))} == set()
    assert {name for name in mariadb if name.startswith(("mysqlx", "caching"))} == set()
    assert mariadb.keys() & mysql.keys() >= {"innodb_flush_method", "max_connections"}


@pytest.mark.parametrize("device_mib", [64, 380, 1536])
def test_wal_of_postgresql_has_two_segments_on_any_device(device_mib: int) -> None:
    """It doesn't start with less: `"min_wal_size" must be at least twice "wal_segment_size"`."""
    settings = engine("postgresql", device_mib=device_mib).settings()
    for name in ("min_wal_size", "max_wal_size"):
        assert int(settings[name].removesuffix("MB")) >= 2 * 16


@pytest.mark.parametrize("name", ["postgresql", *INNODB])
def test_tuning_of_a_cell_goes_before_the_rules(name):
    assert engine(name, max_connections=77).settings()["max_connections"] == "77"


@pytest.mark.parametrize("name", ["postgresql", *INNODB])
def test_every_value_stands_in_the_results_as_it_is_written(name):
    for key, value in engine(name).settings().items():
        assert isinstance(value, str), key
        assert "\n" not in value


@pytest.mark.parametrize(
    ("major", "missing"),
    [
        (15, {"pg_stat_io", "pg_stat_checkpointer"}),
        (16, {"pg_stat_checkpointer"}),
        (17, set()),
        (18, set()),
    ],
)
def test_a_version_is_asked_for_the_views_that_it_has(
    major: int, missing: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"usr/lib/postgresql/{major}/bin").mkdir(parents=True)
    monkeypatch.setattr(postgresql, "ROOT", tmp_path)
    layer = RecordingLayer()
    server = engine("postgresql", layer)
    assert server.binaries == Path(f"/usr/lib/postgresql/{major}/bin")
    server.counters()
    counters = views.COUNTERS
    assert layer.inputs[1:] == [query for name, query in counters.items() if name not in missing]


def test_postgresql_is_asked_when_the_backends_of_the_clients_have_told_what_they_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "usr/lib/postgresql/17/bin").mkdir(parents=True)
    monkeypatch.setattr(postgresql, "ROOT", tmp_path)
    left = [3, 2, 1]

    class Layer(RecordingLayer):
        def run(self, query: str) -> str:
            self.inputs.append(query)
            return f"backends\n{left.pop(0)}\n" if "pg_stat_activity" in query else ""

    layer = Layer()
    engine("postgresql", layer).counters()
    assert [query == views.BACKENDS for query in layer.inputs[:4]] == [True] * 3 + [False]
    left += [2] * 10000
    monkeypatch.setattr(postgresql.time, "sleep", lambda _: None)
    monkeypatch.setattr(
        postgresql, "now_ns", iter(range(0, 20_000_000_000, 4_000_000_000)).__next__
    )
    with pytest.raises(GuestError, match="had not ended after 10 s"):
        engine("postgresql", layer).counters()


@pytest.mark.parametrize("name", INNODB)
def test_sizes_of_tables_and_indexes_are_pages_of_16_kib(name):
    layer = RecordingLayer("tab\tidx\tpages\tn_rows\nt\tPRIMARY\t10\t99\nt\tk\t3\t99\n")
    assert engine(name, layer).relations() == [
        {"relation": "t", "kind": "table", "bytes": 163840, "rows": 99, "depth": None},
        {"relation": "k", "kind": "secondary", "bytes": 49152, "rows": None, "depth": None},
    ]


@pytest.mark.parametrize("name", INNODB)
def test_rows_of_a_table_without_a_key_lie_in_the_hidden_index(name):
    layer = RecordingLayer("tab\tidx\tpages\tn_rows\nt\tGEN_CLUST_INDEX\t10\t99\n")
    (table,) = engine(name, layer).relations()
    assert (table["relation"], table["kind"], table["rows"]) == ("t", "table", 99)


@pytest.mark.parametrize("name", ["postgresql", *INNODB])
def test_table_may_have_nulls_and_no_key(name, monkeypatch):
    layer = RecordingLayer()
    made = engine(name, layer)
    asked = []
    monkeypatch.setattr(made, "sql", lambda text, **_: asked.append(text))
    monkeypatch.setattr(made, "_create_database", lambda: None, raising=False)
    freight = {"nullable": True, "columns": {"sctg2": "VARCHAR(2)", "tons": "DOUBLE PRECISION"}}
    keyed = {"columns": {"k": "INTEGER"}, "primary_key": ["k"]}
    made.load_tables({"faf451": freight, "keyed": keyed}, Path("/rows"))
    text = "; ".join(asked)
    assert "CREATE TABLE faf451 (sctg2 VARCHAR(2) NULL, tons DOUBLE PRECISION NULL)" in text
    assert "CREATE TABLE keyed (k INTEGER NOT NULL" in text
    assert text.count("PRIMARY KEY (k)") == 1
    assert text.count("PRIMARY KEY") == 1


def test_all_dirty_pages_are_written_and_the_limits_come_back(monkeypatch):
    """A checkpoint that left the limits at 0 would have the server write at once ever after."""
    left = [7, 0]

    class Layer(RecordingLayer):
        def call(self, command, user, *, input_text="", **_):
            super().call(command, user, input_text=input_text)
            if "SELECT" in input_text:
                return "low\thigh\n0.5\t80\n"
            return f"Variable_name\tValue\nx\t{left.pop(0)}\n" if "STATUS" in input_text else ""

    ran = []
    monkeypatch.setattr(innodb, "run", lambda *command: ran.append(command))
    monkeypatch.setattr(innodb.time, "sleep", lambda _: None)
    layer = Layer()
    engine("mysql", layer).verb("checkpoint")
    sets = [text for text in layer.inputs if text.startswith("SET")]
    assert "innodb_max_dirty_pages_pct = 0" in sets[0]
    assert "innodb_max_dirty_pages_pct = 80" in sets[-1]
    assert (left, ran) == ([], [("sync",)])
