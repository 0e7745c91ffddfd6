"""What made scripts compute and draw, run by sysbench itself."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from scripts.layers.enter import toolchain_binary, toolchain_command

ROOT = Path(__file__).parents[2]
MODULES = ROOT / "workloads/sysbench/modules"
LAYERS = ROOT / "results/layers"
IMAGE = LAYERS / "base/image.erofs"
INSIDE = "/tmp/tried"
SYSBENCH = shutil.which("sysbench")
LEAST = "(-9223372036854775807LL - 1)"
Run = Callable[[str], list[str]]
# The host's, or else that of the guests.
pytestmark = (
    []
    if SYSBENCH
    else [
        pytest.mark.lab,
        pytest.mark.skipif(not IMAGE.is_file(), reason="no sysbench: build the base layer"),
    ]
)


@pytest.fixture(scope="module")
def sysbench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[Path], list[str]]]:
    """What begins a command of sysbench's, whose scripts are in a folder that it sees as INSIDE."""
    if SYSBENCH:
        yield lambda _: [SYSBENCH]
        return
    work = tmp_path_factory.mktemp("base")
    tree = work / "tree"
    unpack = toolchain_binary(LAYERS / "toolchain/tree", "fsck.erofs")
    command = [*unpack, f"--extract={tree}", "--no-preserve", str(IMAGE)]
    subprocess.run(command, check=True, capture_output=True)
    for made in ("dev", "proc", "tmp"):
        (tree / made).mkdir(exist_ok=True)
    yield lambda folder: toolchain_command(tree, ["/usr/bin/sysbench"], [(folder, INSIDE)])
    shutil.rmtree(work, ignore_errors=True)


@pytest.fixture
def run(tmp_path: Path, sysbench: Callable[[Path], list[str]]) -> Run:
    folder = str(tmp_path) if SYSBENCH else INSIDE

    def lines(body: str) -> list[str]:
        """The lines that a script prints."""
        shutil.copytree(MODULES, tmp_path, dirs_exist_ok=True)
        (tmp_path / "tried.lua").write_text(
            f'package.path = "{folder}/?.lua;" .. package.path\n'
            'local number, draw = require("number"), require("draw")\n'
            "local function tried(...)\n"
            "   local done, found = pcall(...)\n"
            '   print("= " .. (done and number.text(found) or found))\n'
            f"end\nfunction event()\n{body}\nend\n"
        )
        asked = ["--events=1", "--rand-seed=1", f"{folder}/tried.lua", "run"]
        command = [*sysbench(tmp_path), *asked]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
        return [line[2:] for line in done.stdout.splitlines() if line.startswith("= ")]

    return lines


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ('number.of, "109000777777777778"', "109000777777777778"),
        ('number.of, "-9223372036854775808"', "-9223372036854775808"),
        ('number.of, "9223372036854775808"', "9223372036854775808 is beyond 64 bits"),
        ('number.of, "-0012"', "-12"),
        ('number.of, "1.50"', "1.5"),
        ('number.of, "abc"', "'abc' is no number"),
        ("number.of, nil", "a variable is null, and a number is needed"),
        ("number.add, 9007199254740993LL, 1LL", "9007199254740994"),
        ("number.add, 9223372036854775807LL, 1LL", "a sum is beyond 64 bits"),
        (f"number.subtract, {LEAST}, 1LL", "a difference is beyond 64 bits"),
        (f"number.multiply, -1LL, {LEAST}", "a product is beyond 64 bits"),
        ("number.multiply, 3037000500LL, 3037000500LL", "a product is beyond 64 bits"),
        ("number.divide, -7LL, 2LL", "-3"),
        ("number.divide, 7LL, 2.0", "3.5"),
        ("number.divide, 7LL, 0LL", "division by zero"),
        ("number.remainder, -5LL, 3LL", "-2"),
        ("number.whole, 2.5", "2"),
        ("number.whole, 1e19", "1e+19 is beyond 64 bits"),
        ("number.least, 3LL, 2.5", "2.5"),
        ("draw.uniform, 3LL, 1LL", "random: the first bound is above the second"),
        (
            "draw.gaussian, 1LL, 9223372036854775807LL, 3",
            "random_gaussian: the bounds are more than 2^53 apart",
        ),
    ],
)
def test_numbers_are_exact_or_end_the_run(run: Run, call: str, expected: str) -> None:
    assert run(f"tried({call})") == [expected]


@pytest.mark.parametrize("most", [3, 5 * 10**9, 2**53, 2**63 - 1])
def test_random_draws_from_the_whole_range(run: Run, most: int) -> None:
    drawn = run(f"for _ = 1, 4000 do tried(draw.uniform, 1LL, {most}LL) end")
    numbers = [int(each) for each in drawn]
    assert min(numbers) >= 1
    assert max(numbers) <= most
    quarters = [sum(number * 4 <= most * part for number in numbers) for part in (1, 2, 3)]
    expected = [(most * part // 4) / most * 4000 for part in (1, 2, 3)]
    assert quarters == pytest.approx(expected, abs=150)


def test_random_of_all_64_bits_has_both_signs(run: Run) -> None:
    drawn = run(f"for _ = 1, 400 do tried(draw.uniform, {LEAST}, 9223372036854775807LL) end")
    assert 150 < sum(int(each) < 0 for each in drawn) < 250
