"""Summaries of a study whose answers are known."""

from __future__ import annotations

from pathlib import Path

import duckdb
import numpy as np
import pytest
from scipy import stats
from study_rows import (
    BANDWIDTHS,
    PAGES_READ,
    PAGES_WRITTEN,
    SECOND_NS,
    TPS,
    Study,
    database,
    device_rows,
    fio_row,
    interval_row,
    olap_cell,
    oltp_study,
    phase_row,
    rows,
    scan_cell,
    total_row,
)

from scripts.parse.rows import (
    DeviceHistogram,
    DeviceStep,
)


@pytest.fixture(scope="module")
def oltp(tmp_path_factory) -> duckdb.DuckDBPyConnection:
    return database(oltp_study(Path(tmp_path_factory.mktemp("oltp"))))


def test_throughput_is_what_sysbench_reports_of_the_whole_run(oltp):
    found = rows(
        oltp,
        """
        SELECT engine, bandwidth_mib_s, seed, o.tps, t.tps
        FROM oltp_throughput AS o JOIN sysbench_totals AS t USING (cell_id, phase)
        """,
    )
    assert len(found) == 12
    for engine, bandwidth, seed, tps, reported in found:
        assert tps == reported == pytest.approx(TPS[engine][int(bandwidth)] + seed - 1)


def test_slow_first_seconds_count(tmp_path):
    """A third of a run of three seconds was left out, so ratios missed sysbench's by a tenth."""
    study = Study(tmp_path)
    factors = {"engine": "mariadb-11.8", "device.bandwidth_mib_s": 4, "seed": 1}
    job = study.job("oltp", [("run", "sysbench/oltp_read_write")], factors)
    slow_start = [interval_row("run", second, tps) for second, tps in [(1, 40), (2, 130), (3, 130)]]
    study.write(job, [phase_row(job, 0, 3), total_row("run", 300, 3), *slow_start])
    assert rows(database(study), "SELECT tps FROM oltp_throughput") == [(100,)]


def test_mser_stands_beside_the_throughput(oltp):
    found = rows(oltp, "SELECT DISTINCT mser_cut_s, mser_is_reliable FROM oltp_throughput")
    assert found == [(2, False)]  # twelve seconds are too few to be sure


def test_summary_over_two_seeds_is_their_median_and_an_interval_wider_than_their_range(oltp):
    query = """
        SELECT tps_median, tps_low, tps_high, repeats, interval_method,
            read_pages_per_transaction_median, pages_per_transaction_median
        FROM oltp_summary WHERE engine = 'postgresql-17' AND bandwidth_mib_s = 64
    """
    ((median, low, high, repeats, method, read, both),) = rows(oltp, query)
    assert median == pytest.approx(90.5)
    assert low < 90 < 91 < high
    assert (repeats, method) == (2, "pooled-t")
    assert (read, both) == (PAGES_READ, PAGES_READ + PAGES_WRITTEN)


def test_ratio_is_mariadb_over_postgresql_with_its_interval(oltp):
    query = """
        SELECT bandwidth_mib_s, ratio, ratio_low, ratio_high FROM oltp_ratio
        WHERE numerator_engine = 'mariadb-11.8' AND denominator_engine = 'postgresql-17'
        ORDER BY 1
    """
    found = rows(oltp, query)
    assert [row[0] for row in found] == list(BANDWIDTHS)
    pairs = [(20 / 10, 21 / 11), (1.0, 1.0), (40 / 90, 41 / 91)]
    assert [row[1] for row in found] == pytest.approx([np.sqrt(a * b) for a, b in pairs])
    # The six ratios' distances from the centre of their bandwidth, three of them free.
    spread = np.sqrt(sum(np.log(a / b) ** 2 / 2 for a, b in pairs) / 3)
    factor = np.exp(stats.t.ppf(0.975, 3) * spread / np.sqrt(2))
    assert [(low, high) for *_, low, high in found] == [
        pytest.approx((ratio / factor, ratio * factor)) for _, ratio, *_ in found
    ]


def test_crossover_is_where_the_curves_meet(oltp):
    query = "SELECT outcome, trend, crossover_mib_s, bandwidths FROM oltp_crossover"
    ((outcome, trend, crossover, bandwidths),) = rows(oltp, query)
    assert (outcome, trend, bandwidths) == ("crosses", "falling", 3)
    assert crossover == pytest.approx(16)


def test_steeper_engine_has_the_greater_slope(oltp):
    slopes = dict(rows(oltp, "SELECT engine, slope FROM oltp_slope"))
    assert 0 < slopes["mariadb-11.8"] < slopes["postgresql-17"]


def test_saturation_at_the_study_end_is_seen(oltp):
    query = "SELECT DISTINCT saturation_mib_s, bandwidth_mib_s_max FROM oltp_saturation"
    assert rows(oltp, query) == [(64.0, 64.0)]


def test_pages_and_commands_for_each_transaction(oltp):
    query = """
        SELECT DISTINCT read_pages_per_transaction, write_pages_per_transaction,
            read_commands_per_transaction, flushes_per_transaction, read_bytes_mean
        FROM pages_per_transaction
    """
    assert rows(oltp, query) == [(PAGES_READ, PAGES_WRITTEN, 6, 1, 8192)]


def test_instructions_are_nanoseconds_in_the_virtual_lab(oltp):
    query = (
        "SELECT DISTINCT engine_instructions_per_transaction FROM cpu_instructions_per_transaction"
    )
    assert rows(oltp, query) == [(4_800_000.0,)]


def test_utilisation_is_bytes_over_what_was_set(oltp):
    query = """
        SELECT read_mib_s, read_utilisation, busy_share FROM device_utilisation
        WHERE engine = 'mariadb-11.8' AND bandwidth_mib_s = 4 AND seed = 1
    """
    ((mib_s, utilisation, busy),) = rows(oltp, query)
    transactions = 12 * 20
    assert mib_s == pytest.approx(transactions * PAGES_READ * 4096 / 1048576 / 12)
    assert utilisation == pytest.approx(mib_s / 4)
    assert busy == 0.5


def test_busy_share_is_at_most_1_where_commands_queue_at_the_end(tmp_path):
    """The device charges a command when it takes it in: 12.1 s of transfers in a phase of 12 s."""
    study = Study(tmp_path)
    job = study.job("oltp", [("run", "sysbench/oltp_read_write")], {"engine": "mysql-9.7"})
    counters = device_rows("run", read_bytes=4096, busy_ns=12 * SECOND_NS + SECOND_NS // 10)
    study.write(job, [phase_row(job, 0, 12), total_row("run", 120, 12), *counters])
    query = "SELECT busy_share FROM device_utilisation"
    assert rows(database(study), query) == [(1.0,)]


def test_pages_over_time_are_differences_of_samples(oltp):
    query = """
        SELECT DISTINCT time_s, duration_s, read_pages_per_s, write_pages_per_s
        FROM pages_over_time ORDER BY 1
    """
    assert rows(oltp, query) == [(0.5, 0.5, 200, 100), (1.0, 0.5, 200, 100)]


def test_calibration_sets_measured_against_expected(tmp_path):
    study = Study(tmp_path)
    factors = {"device.bandwidth_mib_s": 64}
    job = study.job("calibration", [("d1", "fio/read"), ("mixed", "fio/mixed")], factors)
    mib = 1 << 20
    study.write(
        job,
        [
            phase_row(job, 0, 1.2),
            phase_row(job, 1, 1.2),
            fio_row("d1", 0, "read", 1 << 20, 4, 64.0),
            fio_row("mixed", 0, "read", 16384, 16, 44.8),
            fio_row("mixed", 0, "write", 16384, 16, 19.2),
            *device_rows("d1", read_bytes=64 * mib, read_commands=128, read_service_ns=64_000_000),
            *device_rows("mixed", read_bytes=45 * mib, read_commands=9, write_bytes=19 * mib),
        ],
    )
    query = """
        SELECT phase, direction, set_bandwidth_mib_s, fio_bandwidth_mib_s,
            device_bandwidth_mib_s, expected_bandwidth_mib_s, expected_latency_us,
            device_latency_us_mean
        FROM calibration
    """
    one, read, write = rows(database(study), query)
    # Four blocks of 1 MiB at 64 MiB/s: the fourth waits for the three ahead of it.
    assert one == ("d1", "read", 64, 64, 64, pytest.approx(64), pytest.approx(62500), 500)
    assert read[:4] == ("mixed", "read", 64, pytest.approx(44.8))
    assert write[:4] == ("mixed", "write", 64, pytest.approx(19.2))
    assert read[5] is None, "reads and writes share one pipe"


def test_lateness_is_a_share_of_a_phases_commands(tmp_path):
    study = Study(tmp_path)
    job = study.job("calibration", [("d1", "fio/randread")], {"device.bandwidth_mib_s": 64})
    study.write(
        job,
        [
            phase_row(job, 0, 1),
            DeviceHistogram("d1", "late", 1024, 1279, 75),
            DeviceHistogram("d1", "late", 1280, 1535, 25),
            DeviceHistogram("d1", "read_queue", 0, 0, 100),
        ],
    )
    query = "SELECT bucket_min_ns, commands, commands_share FROM device_lateness"
    assert rows(database(study), query) == [(1024, 75, 0.75), (1280, 25, 0.25)]


def test_dial_over_time_begins_with_what_the_cell_set(tmp_path):
    study = Study(tmp_path)
    job = study.job("staircase", [("run", "fio/read")], {"device.bandwidth_mib_s": 64})
    begin_ns = phase_row(job, 0, 4).begin_ns
    steps = [(1, "read_bandwidth_mib_s", 8), (2, "read_latency_us", 7)]
    steps += [(3, "read_bandwidth_mib_s", 16)]
    study.write(
        job,
        [
            phase_row(job, 0, 4),
            *device_rows("run"),
            *(
                DeviceStep("run", index, begin_ns + at_s * SECOND_NS, name, value)
                for index, (at_s, name, value) in enumerate(steps)
            ),
        ],
    )
    query = "SELECT direction, begin_s, end_s, mib_s FROM dial_over_time"
    assert rows(database(study), query) == [
        ("read", 0, 1, 64),
        ("read", 1, 3, 8),
        ("read", 3, 4, 16),
    ]


def test_run_too_short_for_intervals_has_the_tps_of_the_whole(tmp_path):
    study = Study(tmp_path)
    factors = {"engine": "mariadb-11.8", "device.bandwidth_mib_s": 4, "seed": 1}
    job = study.job("oltp", [("run", "sysbench/oltp_read_write")], factors)
    study.write(job, [phase_row(job, 0, 0.5), total_row("run", 50, 0.5)])
    query = "SELECT tps, mser_cut_s FROM oltp_throughput"
    assert rows(database(study), query) == [(100, None)]


def test_single_seed_has_no_interval_and_says_so(tmp_path):
    study = oltp_study(tmp_path)
    study.jobs = [job for job in study.jobs if job["seed"] == 1]
    connection = database(study)
    query = "SELECT DISTINCT tps_low, tps_high, interval_method FROM oltp_summary"
    assert rows(connection, query) == [(None, None, "single")]
    query = "SELECT crossover_mib_s, crossover_mib_s_low FROM oltp_crossover"
    assert rows(connection, query) == [(pytest.approx(16), None)]


def test_phase_of_a_slice_is_that_of_its_middle(tmp_path):
    study = Study(tmp_path)
    scan_cell(study)
    query = (
        "SELECT phase, sum(value) FROM trace_sums WHERE map = '@read_calls' GROUP BY 1 ORDER BY 1"
    )
    assert rows(database(study), query) == [("scan", 128), ("scan-again", 128)]
    assert SECOND_NS // 2 == 2 * 250_000_000, "the views take half a second for a slice"


@pytest.fixture(scope="module")
def olap(tmp_path_factory) -> duckdb.DuckDBPyConnection:
    study = Study(Path(tmp_path_factory.mktemp("olap")))
    for bandwidth, slow, quick in ((8, 26.0, 2.0), (128, 5.0, 1.0)):
        olap_cell(study, "mariadb-11.8", bandwidth, slow)
        olap_cell(study, "postgresql-17", bandwidth, quick)
    return database(study)


def test_queries_have_their_time_and_pages(olap):
    query = """
        SELECT phase, query, scale_factor, query_s, timed_out, answer_rows, read_pages,
            read_bytes_mean, busy_share, engine_cpu_s
        FROM olap_queries WHERE engine = 'mariadb-11.8' AND bandwidth_mib_s = 128
    """
    assert rows(olap, query) == [
        ("q18", "q18", 0.02, 5.0, False, 2, 2048, 131072, 0.2, 0.5),
        ("q9", "q9", 0.02, 300.0, True, None, 2048, 131072, 1 / 300, 0.5),
    ]


def test_query_that_was_given_up_has_no_time_to_compare(olap):
    query = "SELECT DISTINCT phase FROM cell_metrics WHERE metric = 'query_s'"
    assert rows(olap, query) == [("q18",)]


def test_ratio_of_query_times_is_that_of_the_slower_over_the_faster(olap):
    query = """
        SELECT bandwidth_mib_s, numerator_engine, ratio, low FROM engine_ratio
        WHERE metric = 'query_s' ORDER BY 1
    """
    assert rows(olap, query) == [(8, "mariadb-11.8", 13, None), (128, "mariadb-11.8", 5, None)]


def test_joins_are_counted_by_method(olap):
    query = """
        SELECT query, join_method, joins, rows, loops FROM join_methods
        WHERE engine = 'postgresql-17' AND bandwidth_mib_s = 8
    """
    assert rows(olap, query) == [("q18", "hash", 2, 20, 4), ("q18", "index nested loop", 1, 10, 2)]
