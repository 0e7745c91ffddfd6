"""Answers of real servers are read, pairs that say nothing are refused, and the model is right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from advise_cases import (
    AFTER,
    AHEAD,
    BAD_FILES,
    BAD_PAIRS,
    BEFORE,
    COUNTING,
    DISK,
    HOUR_US,
    MARIADB,
    READINGS,
    REAL,
    STAT,
    committing,
    grown,
    timed,
    with_statements,
)  # fmt: skip

from scripts.advise.__main__ import main
from scripts.advise.answer import answer, volumes
from scripts.advise.between import between
from scripts.advise.error import pairs, summary
from scripts.advise.model import Demand, Volume, predict, throughput, with_burst
from scripts.advise.readings import parse_reading, read_reading
from scripts.advise.rules import AdviseError


@pytest.mark.parametrize("file", sorted(READINGS.glob("*.txt")), ids=lambda file: file.stem)
def test_what_real_servers_answer_is_read(file: Path) -> None:
    found = read_reading(file)
    assert found.words["server"].lower() == file.stem.split("-")[0]
    assert found.counts["read_bytes"] > 0


@pytest.mark.parametrize("separator", ["\t", ",", ";", " | ", "   "])
@pytest.mark.parametrize("quote", ["", '"'])
def test_an_export_of_any_form_is_read_alike(separator: str, quote: str) -> None:
    rows = [[each.strip() for each in row.split("|")] for row in REAL.splitlines() if "|" in row]
    text = "\r\n".join(separator.join(f"{quote}{each}{quote}" for each in row) for row in rows)
    assert parse_reading(text, "x").counts == parse_reading(REAL, "x").counts
    assert parse_reading(text, "x").words == parse_reading(REAL, "x").words


def test_a_column_of_row_numbers_is_no_fault() -> None:
    rows = [each.replace(" ", "").split("|") for each in REAL.splitlines() if "|" in each]
    text = "\n".join("\t".join([str(number), *row]) for number, row in enumerate(rows))
    assert parse_reading(text, "x").counts == parse_reading(REAL, "x").counts


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_mark_of_byte_order_is_no_text(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "before.txt"
    file.write_bytes(REAL.encode(encoding))
    assert read_reading(file).counts == parse_reading(REAL, "x").counts


@pytest.mark.parametrize(("text", "message"), BAD_FILES)
def test_a_bad_file_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(AdviseError, match=message) as error:
        parse_reading(text, "before.txt")
    assert str(error.value).startswith("before.txt")
    assert "\n" not in str(error.value)


def test_two_million_rows_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "before.txt"
    file.write_text("1 | 2 | 3\n" * 2_000_000)
    with pytest.raises(AdviseError, match="larger than 16 MiB"):
        read_reading(file)


@pytest.mark.parametrize(("after", "message"), BAD_PAIRS)
def test_a_pair_that_says_nothing_is_refused(after: str, message: str) -> None:
    with pytest.raises(AdviseError, match=message) as error:
        between(parse_reading(timed(REAL), "b"), parse_reading(after, "a"))
    assert "\n" not in str(error.value)


def test_processor_time_that_fell_is_not_none() -> None:
    before = parse_reading(BEFORE + STAT.format(300), "b")
    with pytest.raises(AdviseError, match="of two hosts"):
        between(before, parse_reading(AFTER + STAT.format(299), "a"))


def test_statements_of_one_reading_alone_have_no_hour() -> None:
    before = parse_reading(with_statements(BEFORE, 9, 5), "b")
    after = parse_reading(with_statements(AFTER, 12, 8), "a")
    found = between(before, after).statements
    assert found is not None
    calls = {each["id"]: each["calls"] for each in found["statements"]}
    assert (calls["9"], calls["12"]) == (27, 96)
    for one, other in (
        (parse_reading(BEFORE, "b"), after),
        (before, parse_reading(AFTER, "a")),
    ):
        assert between(one, other).statements is None
    # None was counted before, and the list is known to be whole.
    empty = parse_reading(with_statements(BEFORE, 0, 0), "b")
    assert between(empty, after).statements is not None


def test_statements_that_were_reset_are_refused() -> None:
    before = parse_reading(with_statements(BEFORE, 9, 5, since=7), "b")
    with pytest.raises(AdviseError, match="counts of statements were reset after b"):
        between(before, parse_reading(with_statements(AFTER, 9, 8, since=8), "a"))


@pytest.mark.parametrize(
    ("version", "is_tried"),
    [("15.1", True), ("18.0", True), ("19.1", False), ("1.5", False), ("170.1", False)],
)
def test_a_version_that_was_not_tried_is_named(version: str, is_tried: bool) -> None:
    texts = [text.replace("17.12", version) for text in (BEFORE, AFTER)]
    found = between(*(parse_reading(text, "x") for text in texts))
    said = [each for each in answer(found, volumes(), 2)["warnings"] if "not tried" in each]
    assert [each.partition(" was")[0] for each in said] == [f"PostgreSQL {version}"] * (
        not is_tried
    )


def test_a_server_that_cannot_say_whether_it_is_a_replica_is_no_primary() -> None:
    texts = [re.sub(r"(replica +\| )0", r"\g<1>absent", text) for text in (BEFORE, AFTER)]
    for given, count in ((texts, 1), ((BEFORE, AFTER), 0)):
        found = between(*(parse_reading(text, "x") for text in given))
        unknown = answer(found, volumes(), 2)["unknown"]
        assert len([each for each in unknown if "replica that is stopped" in each]) == count


def test_the_hosts_counts_take_the_place_of_the_servers() -> None:
    before = parse_reading(REAL + STAT.format(0) + DISK.format(0, 0, 0), "b")
    later = grown() + STAT.format(360_000) + DISK.format(72_000, 720_000, 1_800_000)
    found = between(before, parse_reading(later, "a"), "nvme0n1")
    assert found.cores == 2
    assert found.busy_share == 0.5
    assert found.transactions == 36_000
    asked = found.demand
    assert (asked.processor_s, asked.read_requests, asked.flushes) == (0.1, 2.0, 2.0)
    assert asked.read_bytes == asked.write_bytes == 20 * 512
    assert asked.clients == pytest.approx(2.0)
    with pytest.raises(AdviseError, match="there are nvme0n1"):
        between(before, parse_reading(later, "a"), "sda")


@pytest.mark.parametrize(
    ("transactions", "statements", "counted"),
    [
        (0, 10**6, "statements"),
        (50, 10**6, "statements"),
        (150, 10**7, "statements"),
        (36_000, 10**6, "transactions"),
        (36_000, 36_000, "transactions"),
    ],
)
def test_statements_that_commit_by_themselves_are_counted(
    transactions: int, statements: int, counted: str
) -> None:
    later = parse_reading(committing(transactions, statements), "a")
    found = between(parse_reading(COUNTING, "b"), later)
    assert (found.counted_as, found.transactions) == (
        counted,
        statements if counted == "statements" else transactions,
    )
    warned = [each for each in answer(found, volumes(), 2)["warnings"] if "PER STATEMENT" in each]
    assert len(warned) == (counted == "statements")


def test_without_counts_of_sessions_the_hosts_are_needed_and_enough() -> None:
    before, after = MARIADB, committing(36_000, 10**6, MARIADB)
    for clients in (None, 4):
        with pytest.raises(AdviseError, match=r"with /proc/stat.*and give --clients"):
            between(parse_reading(before, "b"), parse_reading(after, "a"), clients=clients)
    host = [parse_reading(before + STAT.format(0), "b"), parse_reading(after + STAT.format(9), "a")]
    with pytest.raises(AdviseError, match="--clients"):
        between(*host)
    assert between(*host, clients=4).demand.processor_s == 0.09 / 36_000


def test_the_command_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = tmp_path / "before.txt", tmp_path / "after.txt"
    before.write_text(timed(REAL))
    read = {"read_bytes": 36_000 * 2**20, "read_requests": 36_000 * 128}
    after.write_text(timed(grown(waited_us=2 * HOUR_US * 9 // 10, **read)))
    files = [str(before), str(after)]
    assert main(files) == 1
    assert "--cores" in capsys.readouterr().err
    assert main([*files, "--cores", "2"]) == 0
    text = capsys.readouterr().out
    assert "gp3, 125 MiB/s, 3,000 IOPS" in text
    assert "the volume's requests per second" in text
    assert main([*files, "--cores", "2", "--now", "SATA SSD"]) == 0
    assert capsys.readouterr().out.startswith("THE MODEL FAILS HERE")
    assert main([*files, "--cores", "2", "--now", "floppy"]) == 1
    assert main([str(tmp_path / "none"), str(after)]) == 1


def test_the_model_keeps_the_laws_of_queues() -> None:
    # One queue serves all the time; two alike serve N / (N + 1) of it; and alone nobody waits.
    assert throughput([0.01], 0, 8) == pytest.approx(100)
    assert throughput([0.01, 0.01], 0, 8) == pytest.approx(100 * 8 / 9)
    assert throughput([0.01, 0.02], 0.07, 1) == pytest.approx(10)
    assert 100 * 2 / 3 < throughput([0.01, 0.01], 0, 2.5) < 100 * 3 / 4


def test_a_better_volume_is_never_slower_and_limits_are_named() -> None:
    asked = Demand(0.001, 2**20, 0, 100, 0, 1, clients=16)
    slow = predict(asked, Volume("slow", 10, 10), cores=4)
    assert slow.limit == "transfers"
    assert slow.tps == pytest.approx(10, rel=0.01)
    limited = predict(asked, Volume("limited", 1000, 1000, iops=1000), cores=4)
    assert limited.limit == "requests"
    assert limited.next_limit == "transfers"
    rates = [
        predict(asked, Volume("v", mib, mib, 3000, us, us), 4).tps
        for mib, us in [(10, 500), (20, 500), (200, 500), (200, 50), (2000, 5)]
    ]
    assert rates == sorted(rates)


def test_where_nothing_is_busy_the_busiest_comes_next_and_own_time_is_named() -> None:
    # 100 ms of 113 ms are the client's own, on one of eight cores.
    computing = Demand(0.1, 5 * 2**20, 0, 100, 0, 10, clients=2)
    found = predict(computing, Volume("v", 1000, 1000, 16_000, 50, 0, 500), cores=8)
    assert found.shares["processor"] == max(found.shares.values()) < 0.3
    assert (found.limit, found.next_limit) == ("computing", "processor")
    # One client that waits for flushes: what is then busiest is next, and not the one behind it.
    flushing = Demand(0.0001, 2**20, 0, 10, 0, 10, clients=1)
    found = predict(flushing, Volume("v", 1000, 1000, 16_000, 50, 0, 500), cores=8)
    assert found.shares["transfers"] == max(found.shares.values()) < 0.3
    assert (found.limit, found.next_limit) == ("waiting", "transfers")


def test_a_load_of_writes_is_said_to_be_less_sure() -> None:
    for written, count in ((10**10, 0), (10**10 + 1, 1)):
        after = timed(grown(read_bytes=10**10, write_bytes=written))
        found = between(*(parse_reading(text, "x") for text in (BEFORE, after)))
        said = answer(found, volumes(), 2)["warnings"]
        assert len([each for each in said if "half of the bytes are written" in each]) == count


def test_pages_that_are_read_too_far_ahead_are_said_to_be_less_sure() -> None:
    host = BEFORE + DISK.format(0, 0, 0)
    # A request of three pages has 48 sectors.
    for kib, sectors, count in ((2048, 48 * 900, 0), (2048, 48 * 900 + 1, 1), (128, 10**6, 0)):
        later = AFTER + DISK.format(900, sectors, 9) + AHEAD.format(kib)
        found = between(parse_reading(host, "b"), parse_reading(later, "a"), "nvme0n1")
        said = answer(found, volumes(), 2)["warnings"]
        assert len([each for each in said if "at a read-ahead of 2,048 KiB" in each]) == count


def test_a_burst_counts_by_what_is_saved() -> None:
    assert with_burst(10, 100, saved=50, seconds=10) == 15
    assert with_burst(10, 12, saved=50, seconds=10) == 12
    assert with_burst(10, None, saved=0, seconds=10) == 10


def test_cells_predict_those_whose_device_alone_differs() -> None:
    cell = {
        "experiment": "other", "engine": "e", "phase": "run", "threads": 8, "cpus": 1,
        "cpu_gips": 2.5, "seed": 1, "settings": "", "read_ahead_kb": 128, "transactions": 100,
        "page_cache": 1, "total_time_s": 10.0,
        "processor_s": 0.1, "read_bytes": 100 * 2**20, "write_bytes": 0, "read_requests": 100,
        "write_requests": 0, "flushes": 0, "write_bandwidth_mib_s": 10.0, "read_latency_us": 0,
        "write_latency_us": 0, "flush_latency_us": 0, "pipes": "shared", "iops_limit": 0,
        "iops_burst": 0, "iops_burst_limit": 0, "read_burst_kib": 0, "read_burst_mib_s": 0,
        "write_burst_kib": 0, "write_burst_mib_s": 0,
    }  # fmt: skip
    one = {**cell, "cell_id": "a", "read_bandwidth_mib_s": 10.0, "tps": 10.0,
           "factors_json": '{"device.bandwidth_mib_s": 10}'}  # fmt: skip
    other = {**one, "cell_id": "b", "read_bandwidth_mib_s": 50.0, "tps": 50.0,
             "factors_json": '{"device.bandwidth_mib_s": 50}'}  # fmt: skip
    stranger = {**other, "cell_id": "c", "threads": 16}
    found = list(pairs([one, other, stranger]))
    assert [(each.by, each.of) for each in found] == [("a", "b"), ("b", "a")]
    assert summary(each.error for each in found)["median"] < 0.02
    assert all(each.is_explained for each in found)
    assert [each.is_slower for each in found] == [False, True]
    for kib, requests, page_cache, is_sure in (
        *((2048, 4200, 1, False), (2048, 4300, 1, True), (128, 4200, 1, True)),
        (2048, 4200, 0, True),
    ):
        like = {"read_ahead_kb": kib, "read_requests": requests, "page_cache": page_cache}
        faster, _ = pairs([{**one, **like}, {**other, **like}])
        assert faster.is_sure == is_sure
    writing = [{**each, "read_bytes": 0, "write_bytes": 100 * 2**20} for each in (one, other)]
    assert [each.is_sure for each in (*found, *pairs(writing))] == [True, False, False, False]
