"""Bursts, counted sizes, drawn latencies, stalls and a cache of writes, request by request."""

import pytest
from hypothesis import given, settings
from timing_model import (
    FLUSH,
    NS_PER_S,
    READ,
    SEPARATE,
    WRITE,
    Device,
    admitted,
    commands,
    load_model,
    volumes,
)
from volume_model import Volume

MS = 10**6
MIB = 1 << 20


@pytest.fixture(scope="session")
def model(tmp_path_factory):
    """The model, compiled once."""
    return load_model(tmp_path_factory.mktemp("volume"))


@given(drawn=volumes, work=commands)
@settings(max_examples=600, deadline=None)
def test_emulator_and_equations_agree_on_every_request(model, drawn, work):
    device, volume = Device(model, **drawn), Volume(drawn)
    arrival = 0
    for (operation, _, gap, address, fua), seen in zip(work, admitted(device, work), strict=True):
        arrival += gap
        _, size, at, _, charge = seen
        assert at == arrival
        expected = volume.admit(operation, size, arrival, address, fua and operation == WRITE)
        found = tuple(getattr(charge, name) for name, _ in charge._fields_)
        assert found == expected
        assert charge.queue_ns < 1 << 63


def test_saved_bytes_pass_at_once_and_then_the_bandwidth_holds(model):
    device = Device(model, read_bandwidth_bytes_s=MIB, read_burst_bytes=2 * MIB)
    # One is always let in; two more were saved.
    due = [device.admit(READ, MIB, 0).due_ns for _ in range(5)]
    assert due == [0, 0, 0, NS_PER_S, 2 * NS_PER_S]
    # Ten idle seconds fill the bucket, and no more than that.
    later = 20 * NS_PER_S
    due = [device.admit(READ, MIB, later).due_ns - later for _ in range(4)]
    assert due == [0, 0, 0, NS_PER_S]


def test_a_burst_has_a_speed_of_its_own(model):
    device = Device(
        model,
        write_bandwidth_bytes_s=MIB,
        write_burst_bytes=4 * MIB,
        write_burst_bytes_s=2 * MIB,
    )
    due = [device.admit(WRITE, MIB, 0).due_ns for _ in range(3)]
    assert due == [NS_PER_S // 2, NS_PER_S, 3 * NS_PER_S // 2]


def test_each_direction_saves_for_itself_in_pipes_of_its_own(model):
    device = Device(
        model,
        pipes=SEPARATE,
        read_bandwidth_bytes_s=MIB,
        write_bandwidth_bytes_s=MIB,
        write_burst_bytes=8 * MIB,
    )
    assert [device.admit(READ, MIB, 0).due_ns for _ in range(2)] == [NS_PER_S, 2 * NS_PER_S]
    assert [device.admit(WRITE, MIB, 0).due_ns for _ in range(2)] == [0, 0]


def test_busy_time_is_what_the_bandwidth_takes_in_a_burst_too(model):
    device = Device(model, read_bandwidth_bytes_s=MIB, read_burst_bytes=2 * MIB)
    charge = device.admit(READ, MIB, 0)
    assert (charge.transfer_ns, charge.share_ns) == (0, NS_PER_S)


def test_requests_are_counted_by_their_size(model):
    device = Device(model, iops_limit=1000, iops_request_bytes=256 << 10)
    due = [device.admit(READ, size, 0).due_ns for size in (4096, 256 << 10, 257 << 10, 512)]
    assert due == [0, MS, 2 * MS, 4 * MS]


def test_credits_of_requests_last_and_fill_again(model):
    device = Device(model, iops_limit=100, iops_burst=10, iops_burst_limit=1000)
    due = [device.admit(READ, 4096, 0).due_ns // MS for _ in range(14)]
    # Ten were saved, one is always let in, and time paid for another one meanwhile.
    assert due == [*range(12), 20, 30]
    later = 10 * NS_PER_S
    assert device.admit(READ, 4096, later).due_ns == later
    assert device.admit(READ, 4096, later).due_ns == later + MS


def test_latencies_have_the_quantiles_of_their_table(model):
    device = Device(
        model,
        read_latency_ns=100_000,
        latency_least_percent=50,
        latency_p90_percent=150,
        latency_p99_percent=400,
        latency_p999_percent=1000,
        latency_most_percent=5000,
        latency_seed=7,
    )
    count = 100_000
    drawn = sorted(device.admit(READ, 512, n * MS).latency_ns for n in range(count))
    for share, expected in ((0.5, 100_000), (0.9, 150_000), (0.99, 400_000), (0.999, 10**6)):
        assert drawn[int(count * share)] == pytest.approx(expected, rel=0.05)
    assert 50_000 <= drawn[0] < 51_000
    assert drawn[-1] <= 5_000_000


def test_draws_follow_from_the_seed_and_nothing_else(model):
    shape = {"read_latency_ns": 10**6, "latency_least_percent": 0, "latency_most_percent": 200}
    shape |= {f"latency_{name}_percent": 180 for name in ("p90", "p99", "p999")}

    def drawn(seed, size):
        device = Device(model, latency_seed=seed, **shape)
        return [device.admit(READ, size, n * MS).latency_ns for n in range(100)]

    assert drawn(1, 512) == drawn(1, 1 << 20)
    assert drawn(1, 512) != drawn(2, 512)


def test_no_transfer_begins_in_a_stall(model):
    device = Device(model, write_bandwidth_bytes_s=10**9, stall_ns=5 * MS, stall_every_ns=100 * MS)
    assert device.admit(WRITE, 1000, 102 * MS).due_ns == 105 * MS + 1000
    assert device.admit(WRITE, 1000, 150 * MS).due_ns == 150 * MS + 1000
    # One that has begun goes on.
    assert device.admit(WRITE, 10 * MS, 195 * MS).due_ns == 205 * MS


def test_a_full_cache_slows_writes_until_it_has_drained(model):
    device = Device(
        model,
        write_bandwidth_bytes_s=100 * MIB,
        slc_bytes=10 * MIB,
        slc_full_bytes_s=10 * MIB,
        slc_drain_bytes_s=5 * MIB,
    )
    taken = [device.admit(WRITE, 2 * MIB, 0).share_ns for _ in range(7)]
    assert taken == [20 * MS] * 5 + [200 * MS] * 2
    # A second after the last write's end there is room for 5 MiB, half of these 10.
    idle = device.timing.slc.written_ns + NS_PER_S
    assert device.admit(WRITE, 10 * MIB, idle).share_ns == 50 * MS + 500 * MS
    # Reads do not hold up the draining.
    end = device.timing.slc.written_ns
    device.admit(READ, MIB, end + NS_PER_S)
    assert device.admit(WRITE, 10 * MIB, end + 2 * NS_PER_S).share_ns == 100 * MS


def test_flush_waits_for_transfers_and_not_for_what_they_owe(model):
    device = Device(
        model, write_bandwidth_bytes_s=MIB, write_burst_bytes=8 * MIB, flush_latency_ns=30
    )
    device.admit(WRITE, 4 * MIB, 0)
    assert device.admit(FLUSH, 0, 10).due_ns == 40
