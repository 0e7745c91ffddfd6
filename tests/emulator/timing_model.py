"""The emulator's timing model, compiled for the host: its settings, its commands, its equations."""

import ctypes
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import strategies as st

EMULATOR = Path(__file__).resolve().parents[2] / "emulator"
NS_PER_S = 10**9
READ, WRITE, FLUSH, OTHER = range(4)
SETTINGS = {
    name: (int(default), int(least), int(most))
    for name, default, least, most in re.findall(
        r"SETTING\((\w+), (\d+), (\d+), (\d+),", (EMULATOR / "settings.h").read_text()
    )
}
UNITS_MAX = SETTINGS["units"][2]
SHARED, SEPARATE = 0, 1


class Settings(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_uint64) for name in SETTINGS)


class Charge(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_uint64)
        for name in ("queue_ns", "transfer_ns", "latency_ns", "due_ns", "share_ns")
    )


class Request(ctypes.Structure):
    _fields_ = (
        ("operation", ctypes.c_int),
        ("fua", ctypes.c_bool),
        ("address", ctypes.c_uint64),
        ("bytes", ctypes.c_uint64),
    )


Remainder = ctypes.c_uint64 * 2


class Pipe(ctypes.Structure):
    _fields_ = (("free_ns", ctypes.c_uint64), ("paid_ns", ctypes.c_uint64))


class Gate(ctypes.Structure):
    _fields_ = (
        ("free_ns", ctypes.c_uint64),
        ("paid_ns", ctypes.c_uint64),
        ("remainder", Remainder),
        ("burst_remainder", Remainder),
    )


class Slc(ctypes.Structure):
    _fields_ = (
        ("bytes", ctypes.c_uint64),
        ("written_ns", ctypes.c_uint64),
        ("drained_part", ctypes.c_uint64),
        ("remainder", Remainder),
    )


class Timing(ctypes.Structure):
    _fields_ = (
        ("pipes", ctypes.c_uint64),
        ("pipe", Pipe * 2),
        ("gate", Gate),
        ("unflushed_bytes", ctypes.c_uint64),
        ("direction", ctypes.c_uint64),
        ("latencies_drawn", ctypes.c_uint64),
        ("slc", Slc),
        ("remainders", Remainder * 4),
        ("burst_remainders", Remainder * 4),
        ("unit_free_ns", ctypes.c_uint64 * UNITS_MAX),
    )


def load_model(folder):
    """timing.c as a shared library in a folder, built without a warning."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler on this host")
    library = folder / "timing.so"
    subprocess.run(
        [
            *(compiler, "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror"),
            *("-shared", "-fPIC", "-o", str(library), f"-I{EMULATOR}"),
            *(str(EMULATOR / name) for name in ("timing.c", "latency.c")),
            str(Path(__file__).parent / "admit_many.c"),
        ],
        check=True,
    )
    loaded = ctypes.CDLL(str(library))
    state = [ctypes.POINTER(Timing), ctypes.POINTER(Settings)]
    loaded.vnvme_timing_admit.argtypes = [*state, ctypes.POINTER(Request), ctypes.c_uint64]
    loaded.vnvme_timing_admit.restype = Charge
    loaded.vnvme_timing_reset.argtypes = [ctypes.POINTER(Timing)]
    loaded.admit_many.argtypes = [*state, ctypes.POINTER(Request), ctypes.c_uint64]
    loaded.admit_many.restype = ctypes.c_uint64
    return loaded


class Device:
    """The model and its settings, with Python's numbers. Latencies are 0 unless given."""

    def __init__(self, model, **settings):
        defaults = {
            name: 0 if name.endswith("latency_ns") else default
            for name, (default, _, _) in SETTINGS.items()
        }
        self.model, self.timing = model, Timing()
        self.settings = Settings(**(defaults | settings))
        model.vnvme_timing_reset(self.timing)

    def admit(self, operation, size_bytes, arrival_ns, address=0, fua=False):
        request = Request(operation, fua, address, size_bytes)
        return self.model.vnvme_timing_admit(self.timing, self.settings, request, arrival_ns)


def _values(name):
    """Every value that a setting may have; of those that make a volume, often none."""
    default, least, most = SETTINGS[name]
    drawn = st.integers(least, most)
    return st.one_of(st.just(default), drawn) if default < least or name in VOLUME else drawn


VOLUME = {
    *(name for name in SETTINGS if name.startswith(("iops_", "slc_", "stall_"))),
    *(name for name in SETTINGS if "burst" in name or name.endswith("_percent")),
} - {"iops_limit"}
OFF = {name: SETTINGS[name][0] for name in VOLUME}
all_settings = st.fixed_dictionaries({name: _values(name) for name in SETTINGS})
# Of sizes at which a few dozen commands use up what is saved, fill the cache, meet a stall.
lively = st.fixed_dictionaries(
    {
        "read_bandwidth_bytes_s": st.sampled_from([0, 4096, 10**7, 10**9]),
        "write_bandwidth_bytes_s": st.sampled_from([0, 4096, 10**7, 10**9]),
        "iops_limit": st.sampled_from([0, 7, 3000, 999_983]),
        "iops_request_bytes": st.sampled_from([0, 4096, 1 << 18]),
        "iops_burst": st.integers(0, 40),
        "iops_burst_limit": st.sampled_from([0, 3000, 64_007]),
        "read_burst_bytes": st.sampled_from([0, 1 << 10, 1 << 20, 1 << 34]),
        "read_burst_bytes_s": st.sampled_from([0, 10**8, 10**9 + 7]),
        "write_burst_bytes": st.sampled_from([0, 1 << 10, 1 << 20, 1 << 34]),
        "write_burst_bytes_s": st.sampled_from([0, 10**8, 10**9 + 7]),
        "latency_least_percent": st.integers(0, 100),
        "latency_p90_percent": st.integers(100, 300),
        "latency_most_percent": st.integers(100, 100_000),
        "latency_seed": st.integers(0, (1 << 31) - 1),
        "stall_ns": st.sampled_from([0, 500, 10**6]),
        "stall_every_ns": st.sampled_from([0, 1000, 3 * 10**6]),
        "slc_bytes": st.sampled_from([0, 1 << 20, 1 << 24]),
        "slc_full_bytes_s": st.sampled_from([0, 4096, 10**6 + 3]),
        "slc_drain_bytes_s": st.sampled_from([0, 4096, 10**8 + 7]),
    }
)
volumes = st.one_of(all_settings, st.builds(lambda rest, drawn: rest | drawn, all_settings, lively))
plain_settings = all_settings.map(lambda drawn: drawn | OFF)
one_pipe = plain_settings.map(lambda drawn: drawn | {"units": 0})
in_units = plain_settings.filter(lambda drawn: drawn["units"])
sizes = st.integers(1, 4096).map(lambda blocks: blocks * 512)
addresses = st.integers(0, 1 << 28).map(lambda block: block * 512)
commands = st.lists(
    st.tuples(
        st.sampled_from([READ, WRITE, FLUSH, OTHER]),
        sizes,
        st.integers(0, 10**7),
        addresses,
        st.booleans(),
    ),
    max_size=60,
)


def bytes_of(operation, size):
    return size if operation in (READ, WRITE) else 0


def admitted(device, work):
    """Admit all commands; yield each with its arrival and its charge."""
    arrival = 0
    for operation, size, gap, address, fua in work:
        arrival += gap
        fua = fua and operation == WRITE
        size = bytes_of(operation, size)
        yield operation, size, arrival, fua, device.admit(operation, size, arrival, address, fua)


class Equations:
    """Gate and pipes without bursts, stalls and caches, as emulator/README.md has them."""

    def __init__(self, drawn):
        self.drawn = drawn
        self.gate_free = self.gate_part = 0
        self.pipe_free = [0, 0]
        self.direction = READ

    def begin(self, operation, arrival):
        """When a command's transfer begins; its passing of the gate is noted."""
        limit, turn = self.drawn["iops_limit"], 0
        if limit and operation != FLUSH:
            arrival = max(arrival, self.gate_free)
            spacing, self.gate_part = divmod(NS_PER_S + self.gate_part, limit)
            self.gate_free = arrival + spacing
        if self.drawn["pipes"] == SHARED and operation not in (FLUSH, self.direction):
            turn = self.drawn["turnaround_ns"]
        return max(arrival, self.pipe_free[self.pipe(operation)] + turn)

    def pipe(self, operation):
        """The number of the pipe that carries an operation's data."""
        return int(self.drawn["pipes"] == SEPARATE and operation != READ)

    def end(self, operation, end):
        """A transfer is over."""
        self.direction = self.direction if operation == FLUSH else operation
        self.pipe_free[self.pipe(operation)] = end
