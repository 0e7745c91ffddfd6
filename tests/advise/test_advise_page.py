"""The page's scripts answer as Python does, to the digit, and refuse with the same words."""

from __future__ import annotations

import base64
import json
import math
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from advise_cases import (
    AFTER,
    AHEAD,
    BAD_FILES,
    BAD_PAIRS,
    BEFORE,
    COUNTING,
    DISK,
    MARIADB,
    READINGS,
    REAL,
    STAT,
    WHOLE,
    committing,
    grown,
    timed,
    with_statements,
)  # fmt: skip

from scripts.advise.answer import answer, volumes
from scripts.advise.between import between
from scripts.advise.readings import decoded, parse_reading
from scripts.advise.rules import AdviseError

SCRIPT = Path(__file__).parent / "page_answers.js"
Case = tuple[bytes, bytes, dict[str, Any]]


def in_python(case: Case) -> dict[str, Any]:
    before, after, options = case
    try:
        one = parse_reading(decoded(before), "before.txt")
        other = parse_reading(decoded(after), "after.txt")
        found = between(one, other, options.get("disk"), options.get("clients"))
        known = volumes(options.get("latencyUs"))
        return {"answer": answer(found, known, options.get("cores"), options.get("now"))}
    except AdviseError as error:
        return {"error": str(error)}


def on_the_page(cases: list[Case]) -> list[dict[str, Any]]:
    node = shutil.which("node")
    assert node, "run make setup"
    given = [
        {
            "readings": [
                {"content": base64.b64encode(content).decode(), "file": file}
                for content, file in zip(case[:2], ("before.txt", "after.txt"), strict=True)
            ],
            "options": case[2],
        }
        for case in cases
    ]
    done = subprocess.run(
        [node, str(SCRIPT)], input=json.dumps(given), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def same(one: Any, other: Any) -> bool:
    """Whether two answers are equal, figures to twelve digits."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    if is_figure(one) and is_figure(other):
        return math.isclose(one, other, rel_tol=1e-12, abs_tol=1e-12)
    return one == other


def is_figure(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def with_host(text: str, requests: int, sectors: int, busy_ms: int, ahead: int) -> str:
    return (
        text
        + STAT.format(requests * 5)
        + DISK.format(requests, sectors, busy_ms)
        + AHEAD.format(ahead)
    )


def loads(count: int) -> list[Case]:
    """Loads at random: mostly on disk or on the processor, of one client or thousands."""
    draw = random.Random(1)
    names = [None, *(each.name for each in volumes())]
    found: list[Case] = []
    for _ in range(count):
        scale = 10 ** draw.uniform(-3, 3)
        text = timed(
            grown(
                transactions=draw.randrange(50, 10_000_000),
                active_us=draw.randrange(1, 10**13),
                waited_us=draw.randrange(10**10),
                read_bytes=int(draw.randrange(10**14) * scale),
                read_requests=int(draw.randrange(10**9) * scale),
                write_bytes=int(draw.randrange(10**13) * scale),
                flushes=draw.randrange(10**8),
            )
        )
        options: dict[str, Any] = {"cores": draw.choice([1, 2, 8, 64]), "now": draw.choice(names)}
        if draw.random() < 0.3:
            options["latencyUs"] = draw.choice([0.5, 20, 3000])
        if draw.random() < 0.5:
            options["clients"] = draw.choice([0.5, 1, 7.25, 300])
        if draw.random() < 0.5:
            ahead = draw.choice([0, 128, 2048, 4096])
            last = [draw.randrange(1, 10**9), draw.randrange(10**11), draw.randrange(HOUR_MS)]
            options["disk"] = "nvme0n1"
            before, text = with_host(BEFORE, 0, 0, 0, ahead), with_host(text, *last, ahead)
        else:
            before = BEFORE
        found.append((before.encode(), text.encode(), options))
    return found


HOUR_MS = 3_600_000
STATEMENTS = "".join(
    f"bandwise_statement | {number} | 5 | 6 | 7 | {number} | absent | 9 | SELECT {number}\n"
    for number in range(12)
) + WHOLE.format(12, 1)


def forms() -> list[Case]:
    """The same readings as clients and tools export them."""
    found: list[Case] = []
    for file in sorted(READINGS.glob("*.txt")):
        text = file.read_text(encoding="utf-8")
        for separator in ("\t", ",", ";", " | ", "   "):
            rows = [[cell.strip() for cell in row.split("|")] for row in text.splitlines()]
            export = "\r\n".join(separator.join(f'"{cell}"' for cell in row) for row in rows)
            for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"):
                found.append(
                    (text.encode(encoding), export.encode(encoding), {"cores": 2, "clients": 2})
                )
    for counts in ((0, 10**6), (50, 10**6), (150, 10**7), (36_000, 10**6), (0, 100), (1, 101)):
        later = committing(*counts).encode()
        found.append((COUNTING.encode(), later, {"cores": 2, "now": "SATA SSD"}))
    unknown = (text.replace("replica ", "replics ") for text in (BEFORE, AFTER))
    found.append((*(text.encode() for text in unknown), {"cores": 2}))
    for tail in ("", STAT.format(5)):
        later = (committing(36_000, 10**6, MARIADB) + tail).encode()
        found.append(((MARIADB + tail).encode(), later, {"cores": 2, "clients": 4}))
    return found


def faults() -> list[Case]:
    """All that is refused, and bytes that are no text."""
    options = {"cores": 2}
    found: list[Case] = [(text.encode(), AFTER.encode(), options) for text, _ in BAD_FILES]
    found += [(BEFORE.encode(), text.encode(), options) for text, _ in BAD_PAIRS]
    found += [
        (BEFORE.encode(), AFTER.encode(), wrong)
        for wrong in (
            {}, {"cores": 5000}, {"cores": 2, "now": "floppy"}, {"cores": 2, "clients": -1},
            {"cores": 2, "clients": 20_000}, {"cores": 2, "disk": "sda"},
            {"cores": 2, "latencyUs": -5}, {"cores": 2, "latencyUs": 10**8},
        )
    ]  # fmt: skip
    host = with_host(BEFORE, 0, 0, 0, 128)
    found.append((host.encode(), host.encode(), {"disk": "sdb"}))
    later = with_host(AFTER, 9, 9, 9, 128)
    found += [
        (host.encode(), later.encode(), {"disk": name}) for name in ("sdb", "__proto__", "nvme0n1")
    ]
    fallen = with_host(BEFORE, 10, 10, 10, 128)
    found.append((fallen.encode(), later.encode(), {"disk": "nvme0n1"}))
    found.append((REAL.encode() + b"\xff\xfe\x00\xc3(", AFTER.encode(), {"cores": 2}))
    odd = "bandwise | __proto__ | 5\nbandwise | constructor | 6\n"
    found.append(((odd + BEFORE).encode(), (odd + AFTER).encode(), {"cores": 2}))
    return found


def statements() -> list[Case]:
    """Statements beside the counts: new ones, forgotten ones, in any export, and damaged."""
    draw = random.Random(3)
    found: list[Case] = []
    for by in ("pages", "rows"):
        for separator in (" | ", ",", "\t"):
            texts = []
            for base in (0, 1000):
                rows = [
                    separator.join(
                        [
                            *("bandwise_statement", f"{number * 7 - 50}"),
                            *(f"{base + draw.randrange(99)}", f"{base * 5}", "7"),
                            *(("8", "absent", "9") if by == "pages" else ("absent", "6", "absent")),
                            f'"SELECT ""a"", b|c FROM t{number} -- ;"',
                        ]
                    )
                    for number in range(draw.randrange(1, 40))
                ]
                texts.append("\n".join(rows) + "\n" + WHOLE.format(40, 1))
            found.append(((BEFORE + texts[0]).encode(), (AFTER + texts[1]).encode(), {"cores": 1}))
            found.append(((BEFORE + texts[1]).encode(), (AFTER + texts[0]).encode(), {"cores": 1}))
    for one, other in (
        (BEFORE, with_statements(AFTER, 12, 8)),
        (with_statements(BEFORE, 9, 5), AFTER),
        (with_statements(BEFORE, 0, 0), with_statements(AFTER, 12, 8)),
        (with_statements(BEFORE, 9, 5), with_statements(AFTER, 12, 8)),
        (with_statements(BEFORE, 9, 5, since=7), with_statements(AFTER, 9, 8, since=8)),
        (BEFORE + STAT.format(300), AFTER + STAT.format(299)),
        *((text.replace("17.12", "19.1") for text in (BEFORE, AFTER)),),
    ):
        found.append((one.encode(), other.encode(), {"cores": 1}))
    again = BEFORE + "bandwise_statement | 5 | 1 | 1 | 1 | 1 | 1 | 1 | x\n" * 2
    return [*found, (again.encode(), AFTER.encode(), {"cores": 1})]


def damaged(count: int) -> list[Case]:
    """Readings of which some bytes became others, are gone, or come again."""
    draw = random.Random(2)
    found: list[Case] = []
    for _ in range(count):
        content = bytearray((with_host(AFTER, 100, 1000, 10, 128) + STATEMENTS).encode())
        for _ in range(draw.randrange(1, 6)):
            at = draw.randrange(len(content))
            way = draw.randrange(3)
            if way == 0:
                content[at] = draw.randrange(256)
            elif way == 1:
                del content[at : at + draw.randrange(1, 60)]
            else:
                content[at:at] = content[at : at + draw.randrange(1, 60)]
        found.append(
            (with_host(BEFORE, 0, 0, 0, 128).encode(), bytes(content), {"disk": "nvme0n1"})
        )
    return found


@pytest.mark.parametrize(
    "cases",
    [loads(400), forms(), faults(), statements(), damaged(600)],
    ids=["loads", "forms", "faults", "statements", "damaged"],
)
def test_the_page_answers_as_python_does(cases: list[Case]) -> None:
    got = on_the_page(cases)
    assert len(got) == len(cases)
    for case, page in zip(cases, got, strict=True):
        expected = json.loads(json.dumps(in_python(case)))
        assert same(expected, page), (case[1][-400:], case[2], expected, page)


def test_cases_are_both_answered_and_refused() -> None:
    answered = sum("answer" in in_python(case) for case in loads(100))
    assert answered > 90
    assert all("error" in in_python(case) for case in faults()[: len(BAD_FILES) + len(BAD_PAIRS)])
