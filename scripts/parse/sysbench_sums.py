"""What sysbench's numbers must be to each other, by its source: a garbled one fits no other.

It prints means, rates and a percentile of what it counts, each rounded. So each limits others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from scripts.parse.rows import SysbenchBucket, SysbenchInterval, SysbenchTotal

# Half of the last digit that is printed, and a little for the sums of floats.
HALF_CENT, HALF_4TH = 0.0051, 0.000051
# The clock of the rates is read some milliseconds apart from that of the total time.
CLOCKS_APART_S, CLOCKS_APART = 1.5, 0.02
# How far apart the values of the histogram's buckets are, and a little for their rounding. What
# takes longer than the last one's is counted there.
BUCKETS_APART = 0.025
LAST_BUCKET_MS = 100_000.0


def contradiction(
    total: SysbenchTotal,
    intervals: list[SysbenchInterval],
    histogram: list[SysbenchBucket],
    threads: int,
) -> str | None:
    """The first of the numbers that doesn't fit the others; None if all do."""
    checks = (_of_intervals(total, intervals), _of_rates(total), _of_latencies(total, histogram))
    for found in checks:
        for wrong in found:
            return wrong
    return next(_of_threads(total, threads), None)


def _of_intervals(total: SysbenchTotal, intervals: list[SysbenchInterval]) -> Iterator[str]:
    if not intervals:
        return
    # One for each second; where one came late, the next has the same time twice.
    last_s = intervals[-1].time_s
    if len(intervals) != last_s:
        yield f"{len(intervals)} intervals of a second were reported up to second {last_s}"
    if not -0.1 < total.total_time_s - last_s < CLOCKS_APART_S:
        yield f"the last interval is of second {last_s}, the total time {total.total_time_s} s"
    threads = intervals[0].threads
    for place, row in enumerate(intervals, 1):
        kinds = row.read_qps + row.write_qps + row.other_qps
        if abs(kinds - row.qps) > 4 * HALF_CENT:
            yield f"second {row.time_s} has {row.qps} queries a second, and {kinds:.2f} by kind"
        # They end, none begins; and none may be left when the last interval is reported.
        idle = row.threads == 0 and row.tps > 0 and place < len(intervals)
        if idle or row.threads > threads:
            yield f"second {row.time_s} has {row.threads} threads, and {row.tps} transactions"
        threads = row.threads
        p95_ms = row.latency_ms_p95
        if row.tps and p95_ms is not None and p95_ms > _above(total.latency_ms_max):
            most = f"the greatest is {total.latency_ms_max}"
            yield f"second {row.time_s} has a 95th percentile of {p95_ms} ms, {most}"
    # All that was counted, but in the last part of a second. Where a report is late, its rate is of
    # up to one and a half seconds, and the next one's of the rest.
    for what, rate, count in (
        ("transactions", "tps", total.transactions),
        ("reads", "read_qps", total.read_queries),
        ("writes", "write_qps", total.write_queries),
        ("other queries", "other_qps", total.other_queries),
        ("ignored errors", "errors_per_s", total.ignored_errors),
        ("reconnects", "reconnects_per_s", total.reconnects),
    ):
        rates = [getattr(row, rate) for row in intervals]
        counted = sum(rates)
        if counted > count * (1 + CLOCKS_APART) + max(rates) / 2 + HALF_CENT * len(rates):
            yield f"the intervals have {counted:.2f} {what}, the totals {count}"


def _above(latency_ms: float) -> float:
    """The value of the greatest bucket that a latency, itself rounded, may be counted in."""
    return latency_ms * (1 + BUCKETS_APART) + HALF_CENT


def _of_rates(total: SysbenchTotal) -> Iterator[str]:
    for what, count, rate in (
        ("transactions", total.transactions, total.tps),
        ("queries", total.queries, total.qps),
        ("ignored errors", total.ignored_errors, total.ignored_errors_per_s),
        ("reconnects", total.reconnects, total.reconnects_per_s),
    ):
        # The rate in total time, as far as its rounding and the clocks allow.
        low = count / (total.total_time_s * (1 + CLOCKS_APART) + 0.1) - HALF_CENT
        high = count / max(total.total_time_s * (1 - CLOCKS_APART) - 0.1, 1e-4) + HALF_CENT
        if not low <= rate <= high:
            yield f"{count} {what} in {total.total_time_s} s can't be {rate} a second"


def _of_latencies(total: SysbenchTotal, histogram: list[SysbenchBucket]) -> Iterator[str]:
    if not total.events:
        return
    mean = total.latency_ms_sum / total.events
    if abs(mean - total.latency_ms_avg) > HALF_CENT:
        yield f"the mean latency is {mean:.2f} ms by their sum, {total.latency_ms_avg} by itself"
    if not total.latency_ms_min <= total.latency_ms_avg <= total.latency_ms_max:
        yield "the mean latency is not between the least and the greatest"
    if not histogram:
        return
    for what, bucket, whole_ms in (
        ("least", histogram[0], total.latency_ms_min),
        ("greatest", histogram[-1], total.latency_ms_max),
    ):
        latency_ms = min(whole_ms, LAST_BUCKET_MS)
        found_ms = bucket.latency_ms
        if (
            found_ms is not None
            and abs(found_ms - latency_ms) > _above(latency_ms) - latency_ms + 0.001
        ):
            yield (f"the {what} latency is {latency_ms} ms, and by the histogram {found_ms}")
    # sysbench takes the bucket that holds the percentile of all events, and prints its value.
    wanted, seen, p95_ms = math.floor(total.events * 0.95 + 0.5), 0, total.latency_ms_p95
    for bucket in histogram:
        seen += bucket.count
        if seen >= wanted:
            found_ms = bucket.latency_ms
            if p95_ms is None or found_ms is None:
                return
            if abs(found_ms - p95_ms) > HALF_CENT + 0.001:
                yield f"the 95th percentile is {p95_ms} ms, and by the histogram {found_ms}"
            return


def _of_threads(total: SysbenchTotal, threads: int) -> Iterator[str]:
    for what, mean, whole in (
        ("events", total.events_per_thread_avg, float(total.events)),
        ("seconds", total.execution_time_per_thread_s_avg, total.latency_ms_sum / 1e3),
    ):
        if abs(mean * threads - whole) > HALF_4TH * threads + HALF_CENT / 1e3:
            yield f"{threads} threads with a mean of {mean} {what} make no {whole:g}"
    for what, mean, deviation in (
        ("events", total.events_per_thread_avg, total.events_per_thread_stddev),
        (
            "seconds",
            total.execution_time_per_thread_s_avg,
            total.execution_time_per_thread_s_stddev,
        ),
    ):
        # It is greatest where one thread did all.
        if deviation > mean * math.sqrt(threads - 1) + HALF_CENT:
            yield f"{threads} threads with a mean of {mean} {what} can't deviate by {deviation}"
