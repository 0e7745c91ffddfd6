"""The timing model once more, with exact fractions: what emulator/timing.c is held to.

It is written by what a volume promises, with debts that time pays off and totals that are rounded
once, and not by the emulator's instants and remainders.
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from math import floor

from timing_model import FLUSH, NS_PER_S, OTHER, READ, SHARED, WRITE

GIB = 1 << 30
MASK = (1 << 64) - 1
# Shares of all draws, of 2^32, at which the table has a value.
SHARES = [0, *(int(share * 2**32) for share in (0.5, 0.9, 0.99, 0.999)), 1 << 32]
WORDS = ("read", "write", "flush")


class Rate:
    """So much per second: each amount takes whole ns, whose sum is the exact total rounded down."""

    def __init__(self, per_s):
        self.per_s, self.total, self.given = per_s, Fraction(0), 0

    def take(self, amount):
        if not self.per_s:
            return 0
        self.total += Fraction(amount * NS_PER_S, self.per_s)
        taken, self.given = floor(self.total) - self.given, floor(self.total)
        return taken


class Bucket:
    """A debt in ns, which time pays off; who comes may go on if no more is owed than was saved."""

    def __init__(self, amount, per_s):
        self.saved = amount * NS_PER_S // per_s if per_s else 0
        self.owed = self.at = 0

    def begin(self, from_ns, saved=None):
        saved = self.saved if saved is None else saved
        return max(from_ns, self.at + self.owed - saved)

    def use(self, begin, cost):
        self.owed = max(0, self.owed - (begin - self.at)) + cost
        self.at = begin


class Cache:
    """The SLC cache: an exact level, of which whole bytes count."""

    def __init__(self, size, drain_per_s):
        self.size, self.drain_per_s = size, drain_per_s
        self.level, self.written = Fraction(0), 0

    def cached(self, begin, size):
        idle = Fraction((begin - self.written) * self.drain_per_s, NS_PER_S)
        self.level = max(Fraction(0), self.level - idle)
        room = max(0, self.size - -(-self.level.numerator // self.level.denominator))
        cached = min(size, room)
        self.level += cached
        return cached


def draw(seed, count):
    """The first 32 bits of SplitMix64's count-th number."""
    mixed = ((seed << 32) + (count + 1) * 0x9E3779B97F4A7C15) & MASK
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB & MASK
    return (mixed ^ (mixed >> 31)) >> 32


def drawn_latency(base, settings, share):
    """The latency at a share, of 2^32, of all draws."""
    names = ("least", None, "p90", "p99", "p999", "most")
    percents = [settings[f"latency_{name}_percent"] if name else 100 for name in names]
    place = bisect_right(SHARES, share) - 1
    low, high = (base * percent // 100 for percent in percents[place : place + 2])
    part = ((share - SHARES[place]) << 16) // (SHARES[place + 1] - SHARES[place])
    return low + (max(0, high - low) * part >> 16)


class Volume:
    """What a device with some settings makes of commands."""

    def __init__(self, settings):
        self.settings = settings
        self.rates = [Rate(settings[f"{word}_bandwidth_bytes_s"]) for word in WORDS]
        self.bursts = [Rate(settings[f"{word}_burst_bytes_s"]) for word in WORDS[:2]]
        self.gate = Bucket(settings["iops_burst"], settings["iops_limit"])
        self.requests = Rate(settings["iops_limit"])
        self.burst_requests = Rate(settings["iops_burst_limit"])
        self.gate_free = 0
        self.pipes = [Bucket(0, 0), Bucket(0, 0)]
        self.saved = [
            Bucket(settings[f"{word}_burst_bytes"], settings[f"{word}_bandwidth_bytes_s"]).saved
            for word in WORDS[:2]
        ]
        self.free = [0, 0]
        self.cache = Cache(settings["slc_bytes"], settings["slc_drain_bytes_s"])
        self.past_cache = Rate(settings["slc_full_bytes_s"])
        self.units = [0] * settings["units"]
        self.direction, self.unflushed, self.drawn = READ, 0, 0

    def admit(self, operation, size, arrival, address, fua):
        """(queue, transfer, latency, due, share) in ns."""
        if operation == OTHER:
            return 0, 0, 0, arrival, 0
        settings = self.settings
        begin = self._passed(operation, size, arrival)
        shared = settings["pipes"] == SHARED
        pipe = int(not shared and operation != READ)
        turns = shared and operation not in (FLUSH, self.direction)
        begin = max(begin, self.free[pipe] + (settings["turnaround_ns"] if turns else 0))
        if operation != FLUSH:
            begin = self.pipes[pipe].begin(begin, self.saved[operation])
        else:
            begin = max([begin, *self.units])
            size = self.unflushed
        begin = self._after_stall(begin)
        share = self._share(operation, size, begin)
        transfer = share
        if operation != FLUSH and settings[f"{WORDS[operation]}_burst_bytes"]:
            transfer = self.bursts[operation].take(size)
        end = begin + transfer
        if operation != FLUSH or transfer:
            self.free[pipe] = end
            self.pipes[pipe].use(begin, share)
        self._note(operation, size, fua, end)
        latency = self._latency(operation)
        due = end + latency
        if self.units and operation != FLUSH:
            latency, due = self._in_units(latency, size, address, end)
        if fua:
            latency, due = latency + settings["fua_latency_ns"], due + settings["fua_latency_ns"]
        return due - latency - transfer - arrival, transfer, latency, due, share

    def _passed(self, operation, size, arrival):
        settings = self.settings
        if not settings["iops_limit"] or operation == FLUSH:
            return arrival
        each = settings["iops_request_bytes"]
        counted = max(1, -(-size // each)) if each else 1
        passed = self.gate.begin(arrival)
        if settings["iops_burst"]:
            passed = max(passed, self.gate_free)
            self.gate_free = passed + self.burst_requests.take(counted)
        self.gate.use(passed, self.requests.take(counted))
        return passed

    def _after_stall(self, begin):
        every, stall = (self.settings[name] for name in ("stall_every_ns", "stall_ns"))
        into = begin % every if every else stall
        return begin + stall - into if into < stall else begin

    def _share(self, operation, size, begin):
        if operation != WRITE or not self.cache.size:
            return self.rates[operation].take(size)
        cached = self.cache.cached(begin, size)
        return self.rates[WRITE].take(cached) + self.past_cache.take(size - cached)

    def _note(self, operation, size, fua, end):
        if operation == FLUSH:
            self.unflushed = 0
            return
        self.direction = operation
        if operation == WRITE:
            self.cache.written = end
            if not fua:
                self.unflushed = min(GIB, self.unflushed + size)

    def _latency(self, operation):
        settings = self.settings
        base = settings[f"{WORDS[operation]}_latency_ns"]
        if settings["latency_least_percent"] == settings["latency_most_percent"] == 100:
            return base
        self.drawn += 1
        return drawn_latency(base, settings, draw(settings["latency_seed"], self.drawn - 1))

    def _in_units(self, latency, size, address, begin):
        stripe, count = self.settings["stripe_bytes"], len(self.units)
        first, last = address // stripe, (address + size - 1) // stripe
        due, stripes = begin, last - first + 1
        for place in range(min(stripes, count)):
            unit = (first + place) % count
            rounds = -(-(stripes - place) // count)
            self.units[unit] = max(self.units[unit], begin) + rounds * latency
            due = max(due, self.units[unit])
        return -(-stripes // count) * latency, due
