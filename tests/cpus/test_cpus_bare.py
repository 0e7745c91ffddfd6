"""Several CPUs in virtual time: what a bare guest does is the same in every run, byte by byte."""

import subprocess

import pytest

from tests.cpus.bare import (
    BEGIN,
    CONTENTION,
    END,
    SHARES,
    SNAPSHOT,
    Guest,
    clock_of,
    disturbed,
)

pytestmark = pytest.mark.cpus

# Of the progress of the CPU that made least, to that of the one that made most.
LEAST_SHARE = 0.999


@pytest.fixture
def start(machine, tmp_path):
    """Starts guests, and ends those that are left."""
    guests = []

    def start_one(name, script, cpus, **others):
        guests.append(Guest(machine, tmp_path / name, script, cpus, **others))
        return guests[-1]

    yield start_one
    for guest in guests:
        guest.end()


def pids_of(guests):
    return lambda: [pid for guest in guests for pid in guest.pids()]


@pytest.mark.parametrize("cpus", [1, 2, 4, 8])
def test_two_runs_at_once_are_the_same(start, cpus):
    script = BEGIN + CONTENTION + END
    guests = [start(f"run {number}", script, cpus) for number in (1, 2)]
    with disturbed(pids_of(guests), seed=cpus):
        first, second = (guest.console() for guest in guests)
    assert first == second
    assert first.count("locks") == cpus


@pytest.mark.parametrize("quantum", [100, 10_000])
def test_so_they_are_with_turns_of_another_length(start, quantum):
    script = BEGIN + CONTENTION + END
    guests = [start(f"run {number}", script, 2, quantum=quantum) for number in (1, 2)]
    with disturbed(pids_of(guests), seed=quantum):
        first, second = (guest.console() for guest in guests)
    assert first == second


def test_one_that_goes_on_and_one_that_is_loaded_are_the_same(start, tmp_path):
    script = BEGIN + CONTENTION + SNAPSHOT + END
    live = start("live", script, cpus=4)
    live.save(tmp_path / "saved")
    loaded = start("loaded", script, cpus=4, saved=tmp_path / "saved")
    loaded.load()
    with disturbed(pids_of([live, loaded]), seed=1):
        later = loaded.console()
        whole = live.console()
    assert "goes on at" in later
    assert whole.endswith(later)


def test_the_same_machine_has_the_same_saved_state(start, tmp_path):
    script = BEGIN + CONTENTION + SNAPSHOT + END
    guests = [start(f"run {number}", script, cpus=4) for number in (1, 2)]
    with disturbed(pids_of(guests), seed=2):
        for number, guest in enumerate(guests):
            guest.save(tmp_path / f"saved {number}")
            guest.end()
    for name in ("ram", "state"):
        first, second = ((tmp_path / f"saved {n}" / name).read_bytes() for n in (0, 1))
        assert first == second, name


def test_cpus_make_the_same_progress(start):
    text = start("run", BEGIN + SHARES + END, cpus=4).console()
    shares = [int(line.split()[1]) for line in text.splitlines() if line.startswith("share ")]
    assert len(shares) == 4
    assert min(shares) / max(shares) > LEAST_SHARE


@pytest.mark.parametrize("mips", [2500, 3700])
def test_a_cpu_is_as_fast_as_it_is_set_to(start, mips):
    """In 0.6 s of its own time: a look at the clock takes 1,000 to 2,000 instructions."""
    made = {}
    for speed in (1000, mips):
        text = start(f"at {speed}", BEGIN + SHARES + END, cpus=1, mips=speed).console()
        made[speed] = next(int(line.split()[1]) for line in text.splitlines() if "share " in line)
    assert made[mips] / made[1000] == pytest.approx(mips / 1000, rel=0.02)


@pytest.mark.parametrize(
    ("clock", "cpus", "complaint"),
    [
        ("shift=0,sleep=off,quantum=0", "2", "must be 1 to"),
        ("shift=0,sleep=off,quantum=many", "2", "expects a number"),
        ("sleep=off,quantum=1000", "2", "needs a fixed shift and sleep=off"),
        ("shift=auto,quantum=1000", "2", "needs a fixed shift and sleep=off"),
        ("shift=0,quantum=1000", "2", "needs a fixed shift and sleep=off"),
        (f"{clock_of(1000)},rr=record,rrfile=log", "2", "quantum and rr are incompatible"),
        ("shift=0,sleep=off,quantum=1000,mips=0", "2", "mips must be 1 to"),
        ("shift=1,sleep=off,quantum=1000,mips=2500", "2", "mips needs shift=0"),
        ("shift=0,sleep=off,mips=2500", "2", "mips needs quantum"),
        (clock_of(1000), "2,maxcpus=4", "quantum and CPU hotplug (maxcpus) are incompatible"),
    ],
)
def test_what_does_not_go_together_is_refused(machine, tmp_path, clock, cpus, complaint):
    command = machine.command(clock=clock, cpus=cpus)
    command[command.index("pc,memory-backend=ram")] = "pc"
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert complaint in done.stderr
