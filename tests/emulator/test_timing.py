"""The emulator's timing model, compiled for the host and held to its equations."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from timing_model import (
    FLUSH,
    NS_PER_S,
    OTHER,
    READ,
    SEPARATE,
    SHARED,
    WRITE,
    Device,
    Equations,
    Request,
    admitted,
    commands,
    in_units,
    load_model,
    one_pipe,
)


@pytest.fixture(scope="session")
def model(tmp_path_factory):
    """The model, compiled once."""
    return load_model(tmp_path_factory.mktemp("timing"))


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
    assert device.timing.pipe[0].free_ns == 1_000


def test_changed_bandwidth_leaves_the_pipe_as_it_is(model):
    device = Device(model, read_bandwidth_bytes_s=10**6)
    first = device.admit(READ, 1000, 0)
    device.settings.read_bandwidth_bytes_s = 10**9
    assert device.admit(READ, 1000, 0).due_ns == first.due_ns + 1_000


def test_no_drift_over_a_billion_requests(model):
    """512 bytes at a prime bandwidth: each transfer has a fraction of a ns.

    The first and the last ten million are admitted one by one; between the two the state is set
    to what the first ones prove it to be after any number of requests.
    """
    bandwidth, few, billion = 999_999_937, 10**7, 10**9
    device = Device(model, write_bandwidth_bytes_s=bandwidth)
    request = Request(WRITE, False, 0, 512)
    for begin in (0, billion - few):
        whole_ns, part = divmod(begin * 512 * NS_PER_S, bandwidth)
        device.timing.pipe[0].free_ns = device.timing.pipe[0].paid_ns = whole_ns
        device.timing.remainders[WRITE][:] = (bandwidth, part)
        model.admit_many(device.timing, device.settings, request, few)
        expected = divmod((begin + few) * 512 * NS_PER_S, bandwidth)
        assert (device.timing.pipe[0].free_ns, device.timing.remainders[WRITE][1]) == expected


def test_flush_writes_what_none_has_covered(model):
    device = Device(model, flush_bandwidth_bytes_s=10**9, flush_latency_ns=5)
    device.admit(WRITE, 4096, 0)
    device.admit(WRITE, 512, 0, fua=True)
    assert device.admit(FLUSH, 0, 0).due_ns == 4096 + 5
    # It keeps the pipe busy meanwhile, and the next flush has nothing to write.
    assert device.admit(READ, 512, 0).queue_ns == 4096
    assert device.admit(FLUSH, 0, 10_000).due_ns == 10_005


def test_endless_unflushed_writes_do_not_overflow(model):
    device = Device(model, flush_bandwidth_bytes_s=4096)
    for _ in range(1000):
        device.admit(WRITE, 1 << 21, 0)
    assert device.admit(FLUSH, 0, 0).transfer_ns == (1 << 18) * NS_PER_S


def test_forced_unit_access_adds_its_latency_once(model):
    device = Device(model, write_latency_ns=100, fua_latency_ns=7, units=1, stripe_bytes=512)
    assert device.admit(WRITE, 1024, 0, fua=True).due_ns == 207
    assert device.admit(WRITE, 512, 0).due_ns == 300


def test_turning_the_pipe_around_costs_unless_it_was_idle(model):
    device = Device(
        model, read_bandwidth_bytes_s=10**9, write_bandwidth_bytes_s=10**9, turnaround_ns=50
    )
    assert device.admit(READ, 1000, 100).due_ns == 1_100
    assert device.admit(WRITE, 1000, 100).due_ns == 2_150
    assert device.admit(WRITE, 1000, 100).due_ns == 3_150
    assert device.admit(READ, 1000, 3_170).due_ns == 4_200
    assert device.admit(WRITE, 1000, 9_000).due_ns == 10_000


def test_reads_and_writes_share_a_pipe_or_have_their_own(model):
    bandwidths = {"read_bandwidth_bytes_s": 10**9, "write_bandwidth_bytes_s": 10**9}
    for pipes, due_ns in ((SHARED, 2_000), (SEPARATE, 1_000)):
        device = Device(model, pipes=pipes, **bandwidths)
        assert device.admit(READ, 1000, 0).due_ns == 1_000
        assert device.admit(WRITE, 1000, 0).due_ns == due_ns
        assert device.admit(READ, 1000, 0).due_ns == due_ns + 1_000


def test_separate_pipes_need_no_turning(model):
    bandwidths = {"read_bandwidth_bytes_s": 10**9, "write_bandwidth_bytes_s": 10**9}
    device = Device(model, pipes=SEPARATE, turnaround_ns=50, **bandwidths)
    device.admit(READ, 1000, 0)
    assert device.admit(WRITE, 1000, 0).due_ns == 1_000
    assert device.admit(READ, 1000, 0).due_ns == 2_000


def test_flush_takes_the_pipe_of_writes(model):
    device = Device(
        model,
        pipes=SEPARATE,
        read_bandwidth_bytes_s=10**6,
        write_bandwidth_bytes_s=10**9,
        flush_bandwidth_bytes_s=10**9,
    )
    device.admit(READ, 1000, 0)
    device.admit(WRITE, 512, 0)
    assert device.admit(FLUSH, 0, 0).due_ns == 1_024
    assert device.admit(WRITE, 512, 0).due_ns == 1_024 + 512
    assert device.admit(READ, 1000, 0).due_ns == 2_000_000


def test_pipes_that_become_one_carry_first_what_both_were_given(model):
    device = Device(
        model, pipes=SEPARATE, read_bandwidth_bytes_s=10**9, write_bandwidth_bytes_s=10**9
    )
    device.admit(READ, 1000, 0)
    device.admit(WRITE, 5000, 0)
    device.settings.pipes = SHARED
    assert device.admit(READ, 1000, 0).due_ns == 6_000
    assert device.admit(READ, 1000, 0).due_ns == 7_000
    device.settings.pipes = SEPARATE
    assert device.admit(WRITE, 1000, 0).due_ns == 8_000


def test_limit_of_iops_spaces_reads_and_writes_together(model):
    device = Device(model, iops_limit=1000, read_latency_ns=7)
    assert [device.admit(READ, 512, 0).due_ns for _ in range(3)] == [7, 1_000_007, 2_000_007]
    assert device.admit(WRITE, 1 << 20, 0).due_ns == 3_000_000
    # A flush is not counted.
    assert device.admit(FLUSH, 0, 10).due_ns == 3_000_000
    # Nothing is saved up while the device is idle.
    late = 60 * NS_PER_S
    assert [device.admit(READ, 512, late).queue_ns for _ in range(3)] == [0, 1_000_000, 2_000_000]


def test_limit_of_iops_is_exact_over_millions_of_commands(model):
    limit, count = 999_983, 10**6
    device = Device(model, iops_limit=limit)
    model.admit_many(device.timing, device.settings, Request(READ, False, 0, 512), count)
    expected = divmod(count * NS_PER_S, limit)
    assert (device.timing.gate.paid_ns, device.timing.gate.remainder[1]) == expected


def test_limit_of_iops_and_bandwidth_both_hold(model):
    """4 KiB at 10 MB/s take 0.41 ms, so 1,000 IOPS are the limit; 64 KiB take 6.6 ms."""
    for size, each_ns in ((4096, 1_000_000), (65536, 6_553_600)):
        device = Device(model, iops_limit=1000, read_bandwidth_bytes_s=10**7)
        first, *_, last = [device.admit(READ, size, 0).due_ns for _ in range(101)]
        assert last - first == 100 * each_ns


def test_unit_does_one_thing_at_a_time_and_units_work_beside_each_other(model):
    device = Device(model, read_latency_ns=100, units=4, stripe_bytes=4096)
    assert [device.admit(READ, 4096, 0, n * 4096).due_ns for n in range(4)] == [100] * 4
    again = device.admit(READ, 4096, 0, 4 * 4096)
    assert (again.due_ns, again.queue_ns) == (200, 100)


def test_large_command_takes_a_round_of_all_units_for_each_stripe(model):
    device = Device(model, read_latency_ns=100, units=4, stripe_bytes=4096)
    # Nine stripes on four units: three rounds on the first, two on the others.
    charge = device.admit(READ, 9 * 4096, 0)
    assert (charge.due_ns, charge.latency_ns, charge.queue_ns) == (300, 300, 0)
    assert list(device.timing.unit_free_ns[:4]) == [300, 200, 200, 200]


def test_command_across_a_stripe_occupies_both_units(model):
    device = Device(model, read_latency_ns=100, units=2, stripe_bytes=4096)
    device.admit(READ, 4096, 0, 2048)
    assert list(device.timing.unit_free_ns[:2]) == [100, 100]


@given(drawn=one_pipe, work=commands)
@settings(max_examples=200, deadline=None)
def test_work_is_conserved_and_due_times_add_up(model, drawn, work):
    device = Device(model, **drawn)
    equations, unflushed = Equations(drawn), 0
    exact, spent = [Fraction(0)] * 3, [0] * 3
    for operation, size, arrival, fua, charge in admitted(device, work):
        begin = arrival + charge.queue_ns
        assert charge.due_ns == begin + charge.transfer_ns + charge.latency_ns
        if operation == OTHER:
            assert charge.due_ns == arrival
            continue
        # A pipe is never idle while somebody waits, and never carries two at once.
        assert begin == equations.begin(operation, arrival)
        if operation == FLUSH:
            size, unflushed = unflushed, 0
        else:
            unflushed += size if operation == WRITE and not fua else 0
        if operation != FLUSH or charge.transfer_ns:
            equations.end(operation, begin + charge.transfer_ns)
        assert device.timing.pipe[0].free_ns == equations.pipe_free[0]
        if drawn["pipes"] == SEPARATE:
            assert device.timing.pipe[1].free_ns == equations.pipe_free[1]
        bandwidth = drawn[("read", "write", "flush")[operation] + "_bandwidth_bytes_s"]
        if bandwidth:
            exact[operation] += Fraction(size * NS_PER_S, bandwidth)
            spent[operation] += charge.transfer_ns
    for operation in (READ, WRITE, FLUSH):
        assert spent[operation] == exact[operation].numerator // exact[operation].denominator


@given(drawn=in_units, work=commands)
@settings(max_examples=200, deadline=None)
def test_units_conserve_work(model, drawn, work):
    """A unit is busy for one latency a stripe, never idle while a stripe waits, never shared."""
    device = Device(model, **drawn)
    units, stripe = drawn["units"], drawn["stripe_bytes"]
    free, equations = [0] * units, Equations(drawn)
    arrival = 0
    for operation, size, gap, address, _ in work:
        if operation not in (READ, WRITE):
            continue
        arrival += gap
        charge = device.admit(operation, size, arrival, address)
        pipe_free = equations.begin(operation, arrival) + charge.transfer_ns
        equations.end(operation, pipe_free)
        latency = drawn[("read", "write")[operation] + "_latency_ns"]
        due = pipe_free
        for number in range(address // stripe, (address + size - 1) // stripe + 1):
            unit = number % units
            free[unit] = max(free[unit], pipe_free) + latency
            due = max(due, free[unit])
        assert charge.due_ns == due
        assert charge.due_ns == (arrival + charge.queue_ns + charge.transfer_ns + charge.latency_ns)
        assert 0 <= charge.queue_ns < 1 << 63
        assert all(
            device.timing.unit_free_ns[unit] == free[unit] or free[unit] == 0
            for unit in range(units)
        )


@given(drawn=in_units, work=commands)
@settings(max_examples=100, deadline=None)
def test_flush_covers_all_that_was_written_before(model, drawn, work):
    device = Device(model, **drawn)
    latest = 0
    for operation, _, _, fua, charge in admitted(device, work):
        if operation == FLUSH:
            assert charge.due_ns >= latest
        if operation == WRITE:
            latest = max(latest, charge.due_ns - drawn["fua_latency_ns"] * fua)


@given(drawn=one_pipe, work=commands)
@settings(max_examples=100, deadline=None)
def test_one_direction_completes_in_order_of_arrival(model, drawn, work):
    device = Device(model, **(drawn | {"fua_latency_ns": 0}))
    latest = {}
    for operation, _, _, _, charge in admitted(device, work):
        assert charge.due_ns >= latest.get(operation, 0)
        latest[operation] = charge.due_ns


@given(drawn=one_pipe, work=commands, more=st.integers(1, 10**12))
@settings(max_examples=200, deadline=None)
def test_more_bandwidth_is_never_slower(model, drawn, work, more):
    slow = drawn | {"read_bandwidth_bytes_s": max(4096, drawn["read_bandwidth_bytes_s"])}
    fast = slow | {"read_bandwidth_bytes_s": min(10**12, slow["read_bandwidth_bytes_s"] + more)}
    pairs = zip(
        admitted(Device(model, **slow), work), admitted(Device(model, **fast), work), strict=True
    )
    for (*_, behind), (*_, ahead) in pairs:
        # Remainders are whole nanoseconds apart at most.
        assert ahead.due_ns <= behind.due_ns + 1
