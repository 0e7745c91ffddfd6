"""The emulator's timing model, compiled for the host and held to its equations."""

import ctypes
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

EMULATOR = Path(__file__).resolve().parents[2] / "emulator"
NS_PER_S = 10**9
READ, WRITE, FLUSH, OTHER = range(4)
DIAL_NAMES = (
    "read_bandwidth_bytes_s",
    "write_bandwidth_bytes_s",
    "read_latency_ns",
    "write_latency_ns",
    "flush_latency_ns",
)


class Dial(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in DIAL_NAMES)


class Charge(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_uint64) for name in ("queue_ns", "transfer_ns", "latency_ns", "due_ns")
    )


class Timing(ctypes.Structure):
    _fields_ = (("pipe_free_ns", ctypes.c_uint64), ("remainders", ctypes.c_uint64 * 2 * 4))


@pytest.fixture(scope="session")
def model(tmp_path_factory):
    """timing.c as a shared library, built without a warning."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler on this host")
    library = tmp_path_factory.mktemp("timing") / "timing.so"
    subprocess.run(
        [
            *(compiler, "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror"),
            *("-shared", "-fPIC", "-o", str(library), str(EMULATOR / "timing.c")),
        ],
        check=True,
    )
    loaded = ctypes.CDLL(str(library))
    arguments = [
        ctypes.POINTER(Timing),
        ctypes.POINTER(Dial),
        ctypes.c_int,
        ctypes.c_uint64,
        ctypes.c_uint64,
    ]
    loaded.vnvme_timing_admit.argtypes = arguments
    loaded.vnvme_timing_admit.restype = Charge
    loaded.vnvme_timing_estimate.argtypes = arguments
    loaded.vnvme_timing_estimate.restype = ctypes.c_uint64
    loaded.vnvme_timing_reset.argtypes = [ctypes.POINTER(Timing)]
    return loaded


class Device:
    """One pipe and its dial, with Python's numbers."""

    def __init__(self, model, **dial):
        self.model, self.timing, self.dial = model, Timing(), Dial(**dial)
        model.vnvme_timing_reset(self.timing)

    def admit(self, operation, size_bytes, arrival_ns):
        return self.model.vnvme_timing_admit(
            self.timing, self.dial, operation, size_bytes, arrival_ns
        )

    def estimate(self, operation, size_bytes, arrival_ns):
        return self.model.vnvme_timing_estimate(
            self.timing, self.dial, operation, size_bytes, arrival_ns
        )


bandwidths = st.integers(0, 10**12)
latencies = st.integers(0, 10**10)
dials = st.fixed_dictionaries(
    {name: bandwidths if "bandwidth" in name else latencies for name in DIAL_NAMES}
)
sizes = st.integers(1, 4096).map(lambda blocks: blocks * 512)
commands = st.lists(
    st.tuples(st.sampled_from([READ, WRITE, FLUSH, OTHER]), sizes, st.integers(0, 10**7)),
    max_size=60,
)


def bytes_of(operation, size):
    return size if operation in (READ, WRITE) else 0


def test_one_read_takes_its_transfer_and_then_its_latency(model):
    device = Device(model, read_bandwidth_bytes_s=16 << 20, read_latency_ns=20_000)
    charge = device.admit(READ, 4096, 1_000)
    assert (charge.queue_ns, charge.transfer_ns, charge.latency_ns) == (0, 244_140, 20_000)
    assert charge.due_ns == 1_000 + 244_140 + 20_000


def test_latencies_of_two_commands_pass_beside_each_other(model):
    device = Device(model, write_bandwidth_bytes_s=10**9, write_latency_ns=50_000)
    assert device.admit(WRITE, 1000, 0).due_ns == 51_000
    assert device.admit(WRITE, 1000, 0).due_ns == 52_000


def test_unlimited_bandwidth_takes_no_time_and_makes_nobody_wait(model):
    device = Device(model, read_latency_ns=7)
    for _ in range(3):
        assert device.admit(READ, 1 << 21, 100).due_ns == 107


def test_flush_waits_for_the_transfers_before_it(model):
    device = Device(model, write_bandwidth_bytes_s=10**9, flush_latency_ns=30)
    device.admit(WRITE, 1000, 0)
    assert device.admit(FLUSH, 0, 10).due_ns == 1_030


def test_other_commands_neither_wait_nor_hold_up(model):
    device = Device(model, read_bandwidth_bytes_s=10**9)
    device.admit(READ, 1000, 0)
    assert device.admit(OTHER, 0, 5).due_ns == 5
    assert device.timing.pipe_free_ns == 1_000


def test_turned_dial_leaves_the_pipe_as_it_is(model):
    device = Device(model, read_bandwidth_bytes_s=10**6)
    first = device.admit(READ, 1000, 0)
    device.dial.read_bandwidth_bytes_s = 10**9
    assert device.admit(READ, 1000, 0).due_ns == first.due_ns + 1_000


def test_no_drift_over_many_odd_transfers(model):
    """512 bytes at a prime bandwidth: each transfer has a fraction of a ns."""
    bandwidth, count = 999_999_937, 200_000
    device = Device(model, read_bandwidth_bytes_s=bandwidth)
    for _ in range(count):
        device.admit(READ, 512, 0)
    assert device.timing.pipe_free_ns == count * 512 * NS_PER_S // bandwidth


def test_no_drift_after_a_billion_requests_were_carried(model):
    """A remainder near its bandwidth, as late in a long run, still sums exactly."""
    bandwidth = 10**12 - 11
    device = Device(model, write_bandwidth_bytes_s=bandwidth)
    device.admit(WRITE, 512, 0)
    device.timing.remainders[WRITE][1] = bandwidth - 1
    total = sum(device.admit(WRITE, 1 << 21, 0).transfer_ns for _ in range(1000))
    assert total == ((1000 << 21) * NS_PER_S + bandwidth - 1) // bandwidth


@given(dial=dials, work=commands)
@settings(max_examples=200, deadline=None)
def test_work_is_conserved_and_due_times_add_up(model, dial, work):
    device = Device(model, **dial)
    arrival, pipe_free = 0, 0
    exact = {READ: Fraction(0), WRITE: Fraction(0)}
    spent = {READ: 0, WRITE: 0}
    for operation, size, gap in work:
        arrival += gap
        charge = device.admit(operation, bytes_of(operation, size), arrival)
        begin = arrival + charge.queue_ns
        assert charge.due_ns == begin + charge.transfer_ns + charge.latency_ns
        if operation == OTHER:
            assert charge.due_ns == arrival
            continue
        # The pipe is never idle while somebody waits, and never shared.
        assert begin == max(arrival, pipe_free)
        pipe_free = begin + charge.transfer_ns
        assert device.timing.pipe_free_ns == pipe_free
        bandwidth = {READ: dial["read_bandwidth_bytes_s"]}.get(
            operation, dial["write_bandwidth_bytes_s"]
        )
        if operation in exact and bandwidth:
            exact[operation] += Fraction(size * NS_PER_S, bandwidth)
            spent[operation] += charge.transfer_ns
    for operation in exact:
        assert spent[operation] == exact[operation].numerator // exact[operation].denominator


@given(dial=dials, work=commands)
@settings(max_examples=100, deadline=None)
def test_one_direction_completes_in_order_of_arrival(model, dial, work):
    device = Device(model, **dial)
    arrival, latest = 0, {}
    for operation, size, gap in work:
        arrival += gap
        due = device.admit(operation, bytes_of(operation, size), arrival).due_ns
        assert due >= latest.get(operation, 0)
        latest[operation] = due


@given(dial=dials, work=commands)
@settings(max_examples=100, deadline=None)
def test_estimate_is_what_admitting_then_gives_and_changes_nothing(model, dial, work):
    device = Device(model, **dial)
    arrival = 0
    for operation, size, gap in work:
        arrival += gap
        size = bytes_of(operation, size)
        before = bytes(device.timing)
        estimate = device.estimate(operation, size, arrival)
        assert bytes(device.timing) == before
        assert estimate == device.admit(operation, size, arrival).due_ns


@given(size=sizes, slow=st.integers(1, 10**12), fast=st.integers(1, 10**12))
@settings(max_examples=200, deadline=None)
def test_more_bandwidth_is_never_slower(model, size, slow, fast):
    slow, fast = sorted((slow, fast))
    due_slow = Device(model, read_bandwidth_bytes_s=slow).admit(READ, size, 0).due_ns
    due_fast = Device(model, read_bandwidth_bytes_s=fast).admit(READ, size, 0).due_ns
    assert due_fast <= due_slow
