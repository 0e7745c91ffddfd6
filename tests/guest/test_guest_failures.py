"""A cell that fails says why first: what fails after that, as it must, is a note of the reason."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from guest import client, measure, observe, on_host, workloads
from guest.engines.layer import Server
from guest.engines.session import Session
from guest.steps import step
from guest.system import LIMIT_BASE_NS, GuestError, afterwards, limit_s

from scripts.parse.device_counters import parse_samples
from scripts.parse.steps import parse_phase
from workloads.pgbench import guest as pgbench

# A server's client: answers each question of the observer's.
CLIENT = r"""
import sys
for line in sys.stdin:
    print("mark\n\x1e" if "mark" in line else "answer", flush=True)
"""
# Waits for the end of what it kills, as a client does that loses its connection.
KILL_ENGINE = """
import os, select, sys
for pid in map(int, sys.argv[1:]):
    ends = os.pidfd_open(pid)
    os.kill(pid, 9)
    select.select([ends], [], [])
sys.exit("FATAL")
"""
GRACE_S = 0.3


class Engine:
    """A server and the observer's client, which can be killed."""

    def __init__(self, started: Callable[..., subprocess.Popen[bytes]]) -> None:
        server = started([sys.executable, "-c", "import time; time.sleep(600)"])
        server.returncode = 0  # as in the runner: Server waits for it
        self.server = Server(server.pid)
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        client = started([sys.executable, "-c", CLIENT], **pipes)
        self.pids = [server.pid, client.pid]
        self.session = Session.of(client)

    def counters(self) -> dict[str, Any]:
        return {"view": [{"answer": self.session.run("SELECT 1")}]}

    def relations(self) -> list[Any]:
        return []

    def fail(self, what: str) -> GuestError:
        return GuestError(f"{what}: PANIC")


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    pids = []

    def start(command: list[str], **options: Any) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(command, **options)
        pids.append(process.pid)
        return process

    yield start
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
        except (ProcessLookupError, ChildProcessError):
            continue


def failing(words: str) -> Callable[..., None]:
    """An action that fails with these words."""

    def fail(*_: object) -> None:
        raise GuestError(words)

    return fail


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A device and a kernel that answer."""
    for name, answer in (
        ("set_up", None),
        ("set_fastest", None),
        ("start_schedule", "begin_ns 1\n"),
        ("end_schedule", None),
        ("counters", "read_commands 7\nread_bytes 28672\n"),
        ("histograms", ""),
    ):
        monkeypatch.setattr(f"guest.device.{name}", lambda *_, answer=answer: answer)
    monkeypatch.setattr(observe, "_system", dict)
    monkeypatch.setattr(client, "join", lambda _: None)
    monkeypatch.setattr(client, "SAMPLE_S", 0.05)
    monkeypatch.setattr(measure.engines, "Layer", lambda: None)


@pytest.fixture
def engine(
    machine: None, started: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> Iterator[Engine]:
    engine = Engine(started)
    monkeypatch.setattr(measure.engines, "adapter", lambda *_: engine)
    yield engine
    os.close(engine.session._statements)
    os.close(engine.session._answers)


def job(*command: str, monkeypatch: pytest.MonkeyPatch, **phase: Any) -> dict[str, Any]:
    """A job whose one phase runs a command of the test's."""
    monkeypatch.setattr(pgbench, "run", lambda *_: client.Client(list(command)))
    run = {"name": "run", "workload": "pgbench/select", "options": {}, **phase}
    return {
        "adapter": "postgresql",
        "device": {"schedules": [run.pop("schedule", "")]},
        "phases": [run],
        "limits": {"virtual_ns_and_base": LIMIT_BASE_NS + int(GRACE_S * 1e9)},
    }


def test_engine_that_dies_in_a_phase_is_the_reason(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure.traces, "stop", failing("the traces do not end"))
    monkeypatch.setattr("guest.device.end_schedule", failing("the device is stuck"))
    killed = [sys.executable, "-c", KILL_ENGINE, *map(str, engine.pids)]
    steps = "1000000000 read_bandwidth_bytes_s 8388608\n"
    with pytest.raises(GuestError) as caught:
        measure.run_phases(job(*killed, monkeypatch=monkeypatch, schedule=steps), tmp_path)
    assert str(caught.value) == "phase run: the engine ended: PANIC"
    stuck, session, traces = caught.value.__notes__
    assert stuck == "afterwards: the device is stuck"
    assert "SELECT 1" in session
    assert traces == "afterwards: the traces do not end"
    folder = tmp_path / "phases/00-run"
    assert (folder / "device_after.txt").exists(), "what still answers is read"
    assert json.loads((folder / "phase.json").read_text())["exit_code"] == 1
    assert [each["step"] for each in json.loads((tmp_path / "steps.json").read_text())] == ["run"]


def test_clients_that_stay_are_the_reason_and_what_was_sampled_is_left(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([{}])  # before the phase
    gone = "clients' backends had not ended after 10 s"

    def counters() -> dict[str, Any]:
        for answer in answers:
            return answer
        raise GuestError(gone)

    monkeypatch.setattr(engine, "counters", counters)
    stays = [sys.executable, "-c", "import os, time; print(os.getpid(), flush=True); time.sleep(9)"]
    with pytest.raises(GuestError) as caught:
        measure.run_phases(job(*stays, monkeypatch=monkeypatch), tmp_path)
    reason = "phase run: its clients were still running after 0 virtual seconds"
    assert str(caught.value) == reason
    assert caught.value.__notes__ == [f"afterwards: {gone}"]
    folder = tmp_path / "phases/00-run"
    row = parse_phase((folder / "phase.json").read_text(), 0, {}, "phase.json")
    assert row.exit_code == -signal.SIGKILL
    assert row.end_ns - row.begin_ns >= GRACE_S * 1e9
    samples = parse_samples((folder / "sampled.csv").read_text(), "run", "sampled.csv")
    assert len({sample.time_ns for sample in samples}) > 2
    assert not Path(f"/proc/{(folder / 'stdout.txt').read_text().strip()}").exists()


def test_reading_that_fails_behind_a_good_phase_is_the_reason(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observe.Readings, "after", failing("the engine does not answer"))
    monkeypatch.setattr(measure.traces, "stop", failing("the traces do not end"))
    with pytest.raises(GuestError) as caught:
        measure.run_phases(job("true", monkeypatch=monkeypatch), tmp_path)
    assert str(caught.value) == "the engine does not answer"
    assert caught.value.__notes__ == ["afterwards: the traces do not end"]


def test_phase_that_the_engine_refuses_leaves_its_times(tmp_path: Path) -> None:
    phase = {"name": "checkpoint", "workload": "engine/checkpoint", "options": {}}
    engine: Any = type("Engine", (), {"verb": failing("psql failed (2)")})()
    with pytest.raises(GuestError, match="psql failed"):
        workloads.run(phase, {}, engine, tmp_path)
    row = parse_phase((tmp_path / "phase.json").read_text(), 0, {}, "phase.json")
    assert (row.phase, row.exit_code) == ("checkpoint", 1)


def test_words_of_a_client_that_are_not_utf_8_are_no_failure_of_their_own(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "import os; os.write(2, b'FATAL: caf\\xe9\\n'); os._exit(3)"
    with pytest.raises(GuestError, match=r"ended with 3: FATAL: caf"):
        measure.run_phases(job(sys.executable, "-c", words, monkeypatch=monkeypatch), tmp_path)


def test_query_that_fails_with_the_device_is_the_reason(
    machine: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "sampled.csv"

    def query() -> None:
        with observe.sampled(path, 60.0):
            monkeypatch.setattr("guest.device.counters", failing("the device is gone"))
            raise GuestError("the query failed")

    with pytest.raises(GuestError) as caught:
        query()
    assert str(caught.value) == "the query failed"
    assert len(path.read_text().splitlines()) == 3


def test_step_that_fails_on_a_full_disk_is_the_reason(tmp_path: Path) -> None:
    (tmp_path / "steps.json").write_text("")  # as an earlier step left it that had no room
    with pytest.raises(GuestError) as caught, step("load", tmp_path):
        raise GuestError("no room")
    assert str(caught.value) == "no room"


def test_all_actions_are_taken_and_the_first_failure_is_raised() -> None:
    taken: list[str] = []

    def first_of_two() -> None:
        with afterwards(failing("one"), failing("two"), lambda: taken.append("three")):
            taken.append("block")

    with pytest.raises(GuestError) as caught:
        first_of_two()
    assert str(caught.value) == "one"
    assert caught.value.__notes__ == ["afterwards: two"]
    assert taken == ["block", "three"]


def runs_on_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A place for the runner in real time, without a host that it changes."""
    for name in ("mount_system", "tune_kernel", "enter_groups", "allow_for_hard_limits"):
        monkeypatch.setattr(on_host, name, lambda: None)
    monkeypatch.setattr(on_host, "guard_the_host", lambda: None)
    for name in ("PAYLOAD", "OUT", "ANSWER"):
        monkeypatch.setattr(on_host, name, tmp_path / name)
    for name in ("PAYLOAD", "ANSWER"):
        (tmp_path / name).mkdir()
    (tmp_path / "PAYLOAD/prepare.json").write_text('{"device": {}}')


def test_cell_on_a_host_that_fails_with_its_device_has_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs_on_host(tmp_path, monkeypatch)
    monkeypatch.setattr(on_host.prepare, "run", failing("the engine ended on starting"))
    monkeypatch.setattr(on_host.device, "set_fastest", failing("the device is gone"))
    on_host.main()
    header = json.loads((tmp_path / "ANSWER/header.json").read_text())
    assert (header["status"], header["reason"]) == ("failed", "the engine ended on starting")


def test_limits_have_as_many_digits_as_each_other() -> None:
    """So the guest takes as many instructions to read one as another."""
    numbers = [LIMIT_BASE_NS + int(seconds * 1e9) for seconds in (10, 600, 604_800)]
    assert len({len(str(number)) for number in numbers}) == 1
    assert [limit_s({"limits": {"virtual_ns_and_base": number}}) for number in numbers] == [
        10,
        600,
        604_800,
    ]


def test_job_that_comes_back_is_the_same_under_another_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measure.device, "set_up", lambda _: None)
    monkeypatch.setattr(measure.device, "set_fastest", lambda _: None)
    left = []
    for seconds in (60, 600):
        limits = {"virtual_ns_and_base": LIMIT_BASE_NS + seconds * 10**9}
        job = {"adapter": None, "device": {}, "phases": [], "cell_id": "x", "limits": limits}
        (tmp_path / str(seconds)).mkdir()
        measure.run_phases(job, tmp_path / str(seconds))
        left.append((tmp_path / f"{seconds}/job.json").read_bytes())
    assert left[0] == left[1]
    assert json.loads(left[0])["cell_id"] == "x"
