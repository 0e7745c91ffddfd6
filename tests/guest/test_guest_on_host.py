"""The runner on a host: settings of a device that is not the emulator."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from guest.client import Client
from guest.on_host import powerless, without_rights, write_settings
from guest.system import GuestError

from scripts.lab.errors import LabError
from scripts.lab.host.cell import outcome_of
from scripts.lab.host.namespace import Ending
from scripts.lab.outcome import Outcome

REPOSITORY = Path(__file__).parents[2]


def test_setting_is_written_and_held_against_what_it_reads(tmp_path: Path) -> None:
    path = tmp_path / "read_times"
    write_settings([{"path": str(path), "text": "1 2 3\n", "reads": "1 2 3"}])
    assert path.read_text() == "1 2 3\n"


def test_setting_that_was_not_taken_fails_with_its_file(tmp_path: Path) -> None:
    path = tmp_path / "read_times"
    with pytest.raises(GuestError, match=r"read_times: reads 1 2 3 after 1 2 3 was written"):
        write_settings([{"path": str(path), "text": "1 2 3\n", "reads": "1 + 2 x + 3"}])


@pytest.fixture
def small_answer(tmp_path: Path) -> Iterator[Path]:
    """The folder of the answers, on a disk of the host's that is nearly full."""
    if os.geteuid() != 0:
        pytest.skip("only root can mount a small disk")
    folder = tmp_path / "answer"
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "small", folder], check=True)
    yield folder
    subprocess.run(["umount", folder], check=True)


# The runner's own code but for the host that it would change, and the device and engine.
CELL = """
import sys
from pathlib import Path
from guest import on_host
for name in ("mount_system", "tune_kernel", "enter_groups", "allow_for_hard_limits"):
    setattr(on_host, name, lambda: None)
on_host.PAYLOAD, on_host.OUT, on_host.ANSWER = map(Path, sys.argv[1:4])
on_host.device.set_fastest = lambda device: None
def run(job, out):
    exec(sys.argv[4])
    raise on_host.GuestError("the engine ended")
on_host.prepare.run = run
on_host.main()
"""


def run_cell(tmp_path: Path, answer: Path, does: str) -> Outcome:
    """A cell's runner, and what the host makes of its end."""
    (tmp_path / "payload").mkdir()
    (tmp_path / "payload/prepare.json").write_text('{"device": {}}')
    folders = [str(tmp_path / "payload"), str(tmp_path / "out"), str(answer)]
    with (answer.parent / "console.log").open("wb") as console:
        done = subprocess.run(
            [sys.executable, "-u", "-c", CELL, *folders, does],
            env=os.environ | {"PYTHONPATH": str(REPOSITORY / "scripts")},
            stdout=console,
            stderr=console,
            check=False,
        )
    return outcome_of({"limits": {"wall_s": 9}}, Ending(done.returncode, 1.0), answer.parent)


def test_cell_that_fails_on_a_disk_with_room_has_failed(tmp_path: Path) -> None:
    (tmp_path / "answer").mkdir()
    outcome = run_cell(tmp_path, tmp_path / "answer", "(out / 'rows').write_text('x')")
    assert (outcome.status, outcome.reason, outcome.cause) == (
        "failed",
        "the engine ended",
        "guest",
    )
    assert (tmp_path / "answer/outbox/rows").read_text() == "x"


def test_full_disk_of_the_host_is_no_failure_of_the_cell(
    tmp_path: Path, small_answer: Path
) -> None:
    """It had the outcome failed, cause guest, and was never tried again."""
    with pytest.raises(LabError, match="could not write there; free disk space, and run again"):
        run_cell(tmp_path, small_answer, "(out / 'rows').write_bytes(bytes(1 << 20))")


def test_header_that_just_does_not_fit_is_no_failure_of_the_cell(
    tmp_path: Path, small_answer: Path
) -> None:
    fill = "(out / 'rows').write_bytes(bytes((64 << 10) - 4096))"
    with pytest.raises(LabError, match="could not write there"):
        run_cell(tmp_path, small_answer, f"{fill}; (out / 'more').write_bytes(bytes(4096))")


def test_console_on_a_full_disk_is_no_failure_of_the_cell(tmp_path: Path) -> None:
    (tmp_path / "answer").mkdir()
    full = (
        "import os; os.dup2(os.open('/dev/full', os.O_WRONLY), 1); os.dup2(1, 2); print('a word')"
    )
    with pytest.raises(LabError, match="could not write there"):
        run_cell(tmp_path, tmp_path / "answer", full)


def test_links_and_fifos_of_a_client_are_no_results(tmp_path: Path) -> None:
    """The host reads what a runner leaves, and would read its own files through links."""
    (tmp_path / "answer").mkdir()
    does = "import os; (out / 'l').symlink_to('/etc/hostname'); os.mkfifo(out / 'f'); "
    does += "(out / 'gone').symlink_to('/none'); (out / 'rows').touch()"
    assert run_cell(tmp_path, tmp_path / "answer", does).reason == "the engine ended"
    assert [path.name for path in (tmp_path / "answer/outbox").iterdir()] == ["rows"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has rights to lose")
@pytest.mark.parametrize(("chroot", "user"), [(False, 65534), (True, 33)])
def test_clients_on_the_host_have_no_rights(tmp_path: Path, chroot: bool, user: int) -> None:
    """A script of a user's own workload ran as root, and could make the host's disks' files."""
    folder = tmp_path / "phase"
    folder.mkdir()
    ran: list[Client] = []

    def run_client(client: Client, folder: Path, at_most_s: float) -> tuple[int, str | None]:
        ran.append(client)
        return 0, None

    script = "grep -E '^(Uid|Groups|Cap(Eff|Prm|Inh|Amb)|NoNewPrivs)' /proc/self/status; "
    script += f"mknod {tmp_path}/disk b 8 0; touch {folder}/report; rm -f {folder}/device.txt"
    command = ["sh", "-c", script]
    if chroot:
        command = ["chroot", f"--userspec={user}:{user}", "/", *command]
    (folder / "device.txt").touch()
    tmp_path.chmod(0o777)
    for above in (*tmp_path.parents,)[:-2]:
        above.chmod(above.stat().st_mode | 0o011)
    without_rights(run_client)(Client(command, {"A": "b"}), folder, 1.0)
    assert ran[0].variables == {"A": "b"}
    done = subprocess.run(ran[0].command, capture_output=True, text=True, check=False)
    said = {line.split(":")[0]: line.split()[1:] for line in done.stdout.splitlines()}
    assert said["Uid"] == [str(user)] * 4
    assert {said[name][0] for name in ("CapEff", "CapPrm", "CapInh", "CapAmb")} == {"0" * 16}
    assert said["NoNewPrivs"] == ["1"]
    assert not (tmp_path / "disk").exists()
    assert (folder / "report").exists(), "its own files go to its folder"
    assert (folder / "device.txt").exists(), "the runner's do not go"


def test_what_reads_the_device_itself_keeps_its_rights() -> None:
    assert powerless(["fio", "--output-format=json", "job"])[0] == "fio"
