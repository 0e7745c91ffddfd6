"""One QEMU and all that may end it: a stand-in behaves as QEMU does where it goes wrong."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from scripts.lab import console
from scripts.lab.errors import LabError
from scripts.lab.virtual import qmp, watch
from scripts.lab.virtual.machine import Boot, Region, described
from scripts.lab.virtual.process import Ending, run_machine
from scripts.lab.virtual.regions import blank
from scripts.lab.virtual.verdict import outcome_of
from tests.patience import until

FAKE = Path(__file__).with_name("fake_qemu.py")
REPOSITORY = Path(__file__).parents[2]


def machine(work: Path, behaviour: str, *, limit_s: float = 1e6, **more: Path) -> Ending:
    """Run the stand-in as a machine whose memory and console are in ``work``."""
    boot = Boot((sys.executable, str(FAKE), behaviour), work / "kernel", work / "initramfs")
    device = blank(work / "device.img", 1)
    regions = [
        Region("ram", None, 64, "ram", shared=False),
        Region("device", device, 1, "reserved", shared=True),
    ]
    return run_machine(boot, regions, work / "console.log", limit_s=limit_s, **more)


def test_machine_that_powers_off_has_ended(tmp_path: Path) -> None:
    assert machine(tmp_path, "powers off").cause == "off"


def test_guest_that_panics_is_the_guests_failure(tmp_path: Path) -> None:
    assert machine(tmp_path, "panics").cause == "crash"


def test_guest_that_prints_without_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its console filled the disk of all results, and was read whole into memory."""
    monkeypatch.setattr(console, "MOST_BYTES", 1 << 20)
    ending = machine(tmp_path, "talks")
    assert ending.cause == "console"
    outbox = blank(tmp_path / "outbox.img", 1)
    outcome = outcome_of(ending, outbox, tmp_path / "console.log", {"virtual_s": 9, "wall_s": 9})
    assert (outcome.status, outcome.cause) == ("failed", "guest")
    assert "MiB to its console and was ended" in (outcome.reason or "")
    assert outcome.console_tail[-1].startswith("printk"[: len(outcome.console_tail[-1])])


@pytest.mark.parametrize("blow", ["SIGSEGV", "SIGABRT", "SIGILL"])
def test_qemu_that_crashes_is_the_hosts_failure(tmp_path: Path, blow: str) -> None:
    """It was recorded as the guest's, and never tried again."""
    with pytest.raises(LabError, match=rf"QEMU crashed \({blow}\); run again"):
        machine(tmp_path, blow)


def test_qemu_that_gives_up_is_the_hosts_failure(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="exit code 1; QEMU said: qemu: could not do it"):
        machine(tmp_path, "gives up")


def test_qemu_that_refuses_its_arguments_is_the_hosts_failure(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="did not start; QEMU said: qemu: -numa: no such memory"):
        machine(tmp_path, "refuses")


def test_qemu_that_is_killed_is_the_hosts_failure(tmp_path: Path) -> None:
    with pytest.raises(LabError, match="was killed, manually or by the OOM killer"):
        machine(tmp_path, "SIGKILL")


def test_page_without_room_on_a_full_disk_is_reported_as_that(small_disk: Path) -> None:
    (small_disk / "filler").write_bytes(bytes(1 << 20))
    with pytest.raises(LabError, match=r"no room left on the disk .* free disk space"):
        machine(small_disk, "SIGBUS")


def test_page_without_room_elsewhere_is_not_reported_as_a_full_disk(tmp_path: Path) -> None:
    """A network's file system that went away gives the same signal."""
    with pytest.raises(LabError, match="or a network file system that was not there"):
        machine(tmp_path, "SIGBUS")


@pytest.mark.parametrize(
    ("behaviour", "more", "words"),
    [
        ("never listens", {}, "QEMU did not start"),
        ("never answers", {}, "QEMU gave no answer"),
        ("never resumes", {"resume_from": "state.bin"}, "QEMU did not resume it"),
        ("never saves", {"snapshot_to": "state.bin"}, "QEMU did not write it"),
    ],
)
def test_wait_for_a_qemu_that_does_nothing_has_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behaviour: str, more: dict, words: str
) -> None:
    few_looks(monkeypatch)
    with pytest.raises(LabError, match=f"{words}: it does nothing any more; run again"):
        machine(tmp_path, behaviour, **{key: tmp_path / name for key, name in more.items()})


def few_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (watch, qmp):
        monkeypatch.setattr(module, "LOOK_S", 0.1)
    monkeypatch.setattr(watch, "ASLEEP_LOOKS", 10)


def test_qemu_that_was_just_asked_is_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy host it still runs then, and the wait went on for 37 minutes."""
    few_looks(monkeypatch)
    just_asked = False

    def done() -> bool:
        nonlocal just_asked
        just_asked = True
        return False

    def sleep(seconds: float, really=time.sleep) -> None:
        nonlocal just_asked
        just_asked = False
        really(seconds)

    monkeypatch.setattr(watch.time, "sleep", sleep)
    monkeypatch.setattr(watch, "_threads", lambda pid: (frozenset("R" if just_asked else "S"), 0))
    with pytest.raises(LabError, match="it does nothing any more"):
        watch.Watch(os.getpid()).wait_until(done, "the answer")


@pytest.mark.parametrize(
    ("behaviour", "more"),
    [
        ("never listens", {}),
        ("never resumes", {"resume_from": "state.bin"}),
        ("never saves", {"snapshot_to": "state.bin"}),
        ("runs", {}),
    ],
)
def test_no_wait_outlives_the_workflow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behaviour: str, more: dict
) -> None:
    monkeypatch.setattr("scripts.programs.parents._chain", lambda: [(1 << 30, "0")])
    with pytest.raises(LabError, match="the workflow that started this run has ended"):
        machine(tmp_path, behaviour, **{key: tmp_path / name for key, name in more.items()})


def test_machine_over_its_limit_of_virtual_time_is_ended(tmp_path: Path) -> None:
    ending = machine(tmp_path, "runs", limit_s=3)
    assert (ending.cause, ending.limit_s) == ("virtual_limit", 3)


def test_limit_of_a_resumed_machine_counts_from_where_it_goes_on(tmp_path: Path) -> None:
    """Counting from the first look gave a machine more time on a slow host than on a fast one."""
    ending = machine(tmp_path, "runs", limit_s=3, resume_from=tmp_path / "state")
    assert (ending.cause, ending.limit_s, ending.over_at_s) == ("virtual_limit", 3, 1003)


def test_machine_that_works_while_its_clock_stands_still_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watch, "STILL_CPU_S", 1.0)
    assert machine(tmp_path, "hangs").cause == "still"


def test_machine_that_will_never_do_anything_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few_looks(monkeypatch)
    assert machine(tmp_path, "halts").cause == "still"


@pytest.mark.parametrize("behaviour", ["hangs", "halts", "never answers"])
def test_qemu_that_gets_no_processor_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, behaviour: str
) -> None:
    """As on a host that is busy or suspended: a stopped process is one that gets nothing at all."""
    few_looks(monkeypatch)
    monkeypatch.setattr(watch, "STILL_CPU_S", 5.0)
    looks = []

    def look(pid: int, threads=watch._threads):
        if not looks:
            os.kill(pid, signal.SIGSTOP)
        looks.append(threads(pid))
        if len(looks) == 40:
            os.kill(pid, signal.SIGKILL)
        return looks[-1]

    monkeypatch.setattr(watch, "_threads", look)
    with pytest.raises(LabError, match="QEMU was killed"):
        machine(tmp_path, behaviour)
    assert len(looks) >= 40


@pytest.mark.parametrize("blow", ["crashes", "hangs up", "babbles"])
@pytest.mark.parametrize("command", ["qmp_capabilities", "migrate-incoming", "cont"])
def test_connection_that_breaks_is_one_line(tmp_path: Path, blow: str, command: str) -> None:
    """A broken pipe or a reset was a traceback."""
    with pytest.raises(LabError) as caught:
        machine(tmp_path, f"{blow} at {command}", resume_from=tmp_path / "state.bin")
    words = {
        "crashes": "QEMU crashed (SIGSEGV)",
        "hangs up": "QEMU closed its control connection",
        "babbles": "QEMU sent what is not its protocol",
    }
    assert str(caught.value).startswith(words[blow])
    assert "\n" not in str(caught.value)


def test_command_to_a_closed_connection_is_one_line(tmp_path: Path) -> None:
    """The first command after QEMU's end meets a broken pipe, the others a reset."""
    from scripts.lab.virtual.qmp import Qmp

    with subprocess.Popen([sys.executable, FAKE, "SIGKILL"], cwd=tmp_path) as fake:
        while not (tmp_path / "qmp").exists():
            time.sleep(0.01)
        qmp = Qmp(tmp_path / "qmp", watch.Watch(fake.pid))
        fake.wait()
    for _ in range(3):
        with pytest.raises(LabError, match="QEMU closed its control connection"):
            qmp.command("cont")
    qmp.close()


def test_control_socket_may_be_at_a_long_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket's address has 108 bytes; a TMPDIR on a cluster is often longer."""
    folder = tmp_path / "a folder, of jobs" / ("x" * 120)
    folder.mkdir(parents=True)
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    assert machine(folder, "powers off").cause == "off"
    assert not list(folder.glob("bandwise-*"))


def test_qemu_is_given_names_that_hold_no_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A comma in a path would end an option; what a cell's provenance says is what QEMU got."""
    work = tmp_path / "study, of mine"
    work.mkdir()
    said = tmp_path / "said.json"
    monkeypatch.setenv("FAKE_QEMU_SAYS", str(said))
    monkeypatch.chdir(tmp_path)
    relative = Path(work.name)
    machine(relative, "panics", resume_from=relative / "state.bin")
    found = json.loads(said.read_text())
    regions = [
        Region("ram", None, 64, "ram", shared=False),
        Region("device", Path("device"), 1, "reserved", shared=True),
    ]
    words = described(Boot((), tmp_path, tmp_path), regions).replace("'", "")
    assert " ".join(found["arguments"][:-2]) == words
    assert found["arguments"][-2:] == ["-incoming", "defer"]
    assert found["links"] == {
        "vmlinuz": f"{work}/kernel",
        "initramfs.cpio": f"{work}/initramfs",
        "console.log": f"{work}/console.log",
        "device": f"{work}/device.img",
        "incoming": f"{work}/state.bin",
    }


def test_no_temporary_folder_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "gone"))
    with pytest.raises(LabError, match=r"no temporary folder for QEMU.*set TMPDIR"):
        machine(tmp_path, "powers off")


@pytest.mark.parametrize("blow", [signal.SIGTERM, signal.SIGKILL])
def test_qemu_does_not_outlive_its_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, blow: signal.Signals
) -> None:
    """Nor does its folder outlive the next run."""
    folders = tmp_path / "folders"
    folders.mkdir()
    monkeypatch.setenv("TMPDIR", str(folders))
    script = (
        "import sys; from pathlib import Path; sys.path.insert(0, 'tests/lab')\n"
        "from test_lab_process import machine\n"
        f"machine(Path({str(tmp_path)!r}), 'runs')"
    )
    with subprocess.Popen([sys.executable, "-c", script], cwd=REPOSITORY) as run:
        children = Path(f"/proc/{run.pid}/task/{run.pid}/children")
        until(children.read_text)
        (qemu,) = map(int, children.read_text().split())
        run.send_signal(blow)
    until(lambda: not _runs(qemu))
    assert [*folders.iterdir()]
    monkeypatch.setattr(tempfile, "tempdir", str(folders))
    machine(tmp_path, "powers off")
    assert not [*folders.iterdir()]


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
