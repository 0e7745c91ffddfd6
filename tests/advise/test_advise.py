"""Answers of real servers are read, pairs that say nothing are refused, and the model is right."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from scripts.advise.__main__ import main
from scripts.advise.between import between
from scripts.advise.error import pairs, summary
from scripts.advise.model import Demand, Volume, predict, throughput, with_burst
from scripts.advise.readings import AdviseError, parse_reading, read_reading

# Answers of servers that were started in their layers for it.
READINGS = Path(__file__).parent / "readings"
REAL = (READINGS / "postgresql-17.txt").read_text(encoding="utf-8")
HOUR_US = 3_600_000_000
STAT = "cpu  {0} 0 0 9 0 0 0 0 0 0\ncpu0 1 0 0 9 0 0 0 0 0 0\ncpu1 1 0 0 9 0 0 0 0 0 0\n"
DISK = " 259 0 nvme0n1 {0} 0 {1} 5 {0} 0 {1} 5 0 {2} 9 0 0 0 0 {0} 1\n"


def grown(text: str = REAL, **more: int) -> str:
    """The answer an hour later, after 36,000 transactions of two clients."""
    more = {"taken_us": HOUR_US, "transactions": 36_000, "active_us": 2 * HOUR_US} | more
    for name, by in more.items():
        text = re.sub(
            rf"(\| {name} +\| )(\d+)", lambda found, by=by: f"{found[1]}{int(found[2]) + by}", text
        )
    return text


def timed(text: str) -> str:
    return re.sub(r"(waits_timed +\| )0", r"\g<1>1", text)


def reading(text: str, file: str = "x.txt") -> object:
    return parse_reading(text, file)


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


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_mark_of_byte_order_is_no_text(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "before.txt"
    file.write_bytes(REAL.encode(encoding))
    assert read_reading(file).counts == parse_reading(REAL, "x").counts


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no row of a statement"),
        ("datname | xact_commit\npostgres | 5\n", "no row of a statement"),
        (REAL[: len(REAL) // 2], "cut off"),
        (REAL.replace("5734400", "5.734.400"), "not a whole number"),
        (REAL + REAL, "twice"),
    ],
)
def test_a_bad_file_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(AdviseError, match=message) as error:
        parse_reading(text, "before.txt")
    assert str(error.value).startswith("before.txt")
    assert "\n" not in str(error.value)


def test_a_million_rows_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "before.txt"
    file.write_text("1 | 2 | 3\n" * 1_000_000)
    with pytest.raises(AdviseError, match="larger than 4 MiB"):
        read_reading(file)


AFTER = timed(grown())


@pytest.mark.parametrize(
    ("after", "message"),
    [
        (AFTER.replace("170012", "180006"), "one version"),
        (AFTER.replace("baf773428cf6", "baf773428cf7"), "two servers"),
        (re.sub(r"(replica +\| )0", r"\g<1>1", AFTER), "replica"),
        (timed(REAL), "the earlier reading first"),
        (timed(grown(reset_us=HOUR_US)), "reset"),
        (timed(grown(started_us=HOUR_US)), "restarted"),
        (timed(grown(read_bytes=-1)), "reset"),
        (timed(grown(transactions=3)), "idle"),
        (grown(), "track_io_timing"),
        (re.sub(r"(active_us +\| )\d+", r"\g<1>absent", AFTER), "--clients"),
    ],
)
def test_a_pair_that_says_nothing_is_refused(after: str, message: str) -> None:
    with pytest.raises(AdviseError, match=message) as error:
        between(parse_reading(timed(REAL), "b"), parse_reading(after, "a"))
    assert "\n" not in str(error.value)


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


def test_the_command_answers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = tmp_path / "before.txt", tmp_path / "after.txt"
    before.write_text(timed(REAL))
    after.write_text(timed(grown(read_bytes=36_000 * 2**20, read_requests=36_000 * 128)))
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


def test_a_burst_counts_by_what_is_saved() -> None:
    assert with_burst(10, 100, saved=50, seconds=10) == 15
    assert with_burst(10, 12, saved=50, seconds=10) == 12
    assert with_burst(10, None, saved=0, seconds=10) == 10


def test_cells_predict_those_whose_device_alone_differs() -> None:
    cell = {
        "experiment": "other", "engine": "e", "phase": "run", "threads": 8, "cpus": 1,
        "cpu_gips": 2.5, "seed": 1, "settings": "", "transactions": 100, "total_time_s": 10.0,
        "processor_s": 0.1, "read_bytes": 100 * 2**20, "write_bytes": 0, "read_requests": 100,
        "write_requests": 0, "flushes": 0, "write_bandwidth_mib_s": 10.0, "read_latency_us": 0,
        "write_latency_us": 0, "flush_latency_us": 0, "pipes": "shared", "iops_limit": 0,
        "iops_burst": 0, "iops_burst_limit": 0, "read_burst_kib": 0, "read_burst_mib_s": 0,
        "write_burst_kib": 0, "write_burst_mib_s": 0,
    }  # fmt: skip
    one = {**cell, "cell_id": "a", "read_bandwidth_mib_s": 10.0, "tps": 10.0,
           "factors_json": '{"device.bandwidth_mib_s": 10}'}  # fmt: skip
    other = {**one, "cell_id": "b", "read_bandwidth_mib_s": 40.0, "tps": 40.0,
             "factors_json": '{"device.bandwidth_mib_s": 40}'}  # fmt: skip
    stranger = {**other, "cell_id": "c", "threads": 16}
    found = list(pairs([one, other, stranger]))
    assert [(each.by, each.of) for each in found] == [("a", "b"), ("b", "a")]
    assert summary(found)["median"] < 0.02
    assert all(each.is_test and each.is_explained for each in found)
