"""HammerDB, the user's own, in the engine's layer: its client libraries are there.

A Tcl script in ``workloads/hammerdb`` drives it. It ends with 0 whatever happened, so only what it
printed says how a run went.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from guest.engines.adapter import Adapter
from guest.engines.layer import ROOT
from guest.system import PAYLOAD, GuestError, limit_s, say
from guest.tools import FOLDER as TOOLS

SCRIPTS = PAYLOAD / "workloads/hammerdb"
# As the engine's layer sees them.
FOLDER = TOOLS / "hammerdb"
SCRATCH = Path("/tmp/hammerdb")
# What a run leaves beside its words: by whom each transaction was run and how long it took, the
# counter of transactions, and the virtual users' log.
OUTPUTS = ("hdbxtprofile.log", "hdbtcount.log", "hammerdb.log")
COMPLETE = "ALL VIRTUAL USERS COMPLETE"
# What HammerDB prints when something went wrong. It goes on after a call or a query that failed; of
# MariaDB's it prints the server's message alone.
_TROUBLE = re.compile(
    r"Error in Virtual User|^Error|FINISHED FAILED|cannot be found in any|Procedure Error"
    r"|Query Failed|set RAISEERROR for Details|/db server: |(ERROR|WARNING):Timing"
)
# A run's figure: of TPROC-C new orders per minute, of TPROC-H the mean of each query set.
_RESULT = re.compile(r"TEST RESULT : System achieved (\S+) NOPM|Geometric mean of .* is (\S+)")


@dataclass(frozen=True)
class Database:
    """What HammerDB calls an engine and its keys, and how it reaches the engine here."""

    name: str
    prefix: str
    user: str  # of the layer, as whom HammerDB runs
    connection: dict[str, str]
    schemas: dict[str, dict[str, str]]  # by benchmark
    # Options of tproch that it alone has, with what they are when a phase does not say.
    query_options: dict[str, object]
    # What a build needs ahead of it, and what its tables need behind it.
    before_build: Callable[[Adapter], None]
    after_build: Callable[[Adapter], None]


@dataclass(frozen=True)
class Benchmark:
    """What HammerDB calls a benchmark: its own name, the older one, and that of its settings."""

    name: str
    older_name: str
    dictionary: str

    @property
    def checked(self) -> str:
        """What the check of a schema ends with when all is well."""
        return f"{self.name} Schema has been checked successfully"


BENCHMARKS = {
    "tprocc": Benchmark("TPROC-C", "TPC-C", "tpcc"),
    "tproch": Benchmark("TPROC-H", "TPC-H", "tpch"),
}


def database_of(adapter: str) -> Database:
    """What the family of an engine says of HammerDB.

    The adapters' statistics look at one database, so HammerDB's tables are put there.
    """
    return importlib.import_module(f"engines.{adapter}.guest.hammerdb").DATABASE


def command(name: str, phase: dict, job: dict) -> tuple[list[str], dict[str, str]]:
    """The command of a phase ``hammerdb/<name>``, and the variables that its script reads.

    Options of tprocc: ``rampup_min`` and ``all_warehouses``; of tproch: ``query_sets`` and, for
    PostgreSQL, ``degree_of_parallel``.
    """
    driver = _queries(phase, job) if name == "tproch" else _transactions(phase)
    return _command(
        name, name, job, driver, {"HAMMERDB_USERS": phase["threads"], "HAMMERDB_SEED": job["seed"]}
    )


def _transactions(phase: dict) -> dict[str, object]:
    """The settings of a timed run of TPROC-C."""
    options = phase["options"]
    return {
        "driver": "timed",
        "rampup": options.get("rampup_min", 0),
        "duration": round(phase["duration_s"]) // 60,
        "allwarehouse": "true" if options.get("all_warehouses") == "on" else "false",
        "timeprofile": "true",
    }


def _queries(phase: dict, job: dict) -> dict[str, object]:
    """The settings of a run of TPROC-H's query sets."""
    options = phase["options"]
    driver: dict[str, object] = {
        "scale_fact": job["dataset"]["scale_factor"],
        "total_querysets": options.get("query_sets", 1),
        # Else a query that failed is counted and timed like any other.
        "raise_query_error": "true",
        "verbose": "false",
        "refresh_on": "false",
    }
    own = database_of(job["adapter"]).query_options
    return driver | {name: options.get(name, value) for name, value in own.items()}


def build(job: dict, engine: Adapter) -> None:
    """Make the dataset's schema and check it. Raises GuestError with HammerDB's own words."""
    database = database_of(job["adapter"])
    database.before_build(engine)
    dataset = job["dataset"]
    kind = dataset["benchmark"]
    benchmark = BENCHMARKS[kind]
    what = f"HammerDB's build of {benchmark.name}"
    words, variables = _command("build", kind, job, _sizes(dataset), {})
    at_most_s = limit_s(job)
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=at_most_s,
            env=os.environ | variables,
        )
    except subprocess.TimeoutExpired:
        raise GuestError(f"{what} took longer than {at_most_s:.0f} s") from None
    for line in done.stdout.splitlines():
        if line.strip() and ":Loading" not in line and not line.endswith(("000", " Done")):
            say(line)
    if reason := trouble(done.stdout, benchmark.checked, done.stderr):
        raise GuestError(f"{what}: {reason}")
    database.after_build(engine)


def _sizes(dataset: dict) -> dict[str, object]:
    """How large the schema is to be; one virtual user builds it, so that rows lie in order."""
    if dataset["benchmark"] == "tproch":
        return {"scale_fact": dataset["scale_factor"], "num_tpch_threads": 1}
    return {"count_ware": dataset["warehouses"], "num_vu": 1}


def keep_outputs(phase: dict, folder: Path) -> None:
    """Put a run's files beside its output; raises GuestError if the run failed by its words."""
    for name in OUTPUTS:
        path = ROOT / SCRATCH.relative_to("/") / name
        if path.exists():
            shutil.copyfile(path, folder / name)
    text = (folder / "stdout.txt").read_text(errors="replace")
    errors = (folder / "stderr.txt").read_text(errors="replace")
    if reason := trouble(text, COMPLETE, errors) or no_result(text):
        raise GuestError(f"phase {phase['name']}: {phase['workload']}: {reason}")


def trouble(text: str, last_word: str, errors: str = "") -> str | None:
    """HammerDB's first complaint with the line after it; None of a run that said ``last_word``.

    ``errors`` is what Tcl itself said of a script, the error first and then where it was.
    """
    if errors.strip():
        return " / ".join(line.strip() for line in errors.strip().splitlines()[:2])
    # Most lines have a carriage return ahead of them.
    lines = [line.strip("\r") for line in text.splitlines()]
    for index, line in enumerate(lines):
        if _TROUBLE.search(line):
            more = lines[index + 1 : index + 2]
            return " / ".join([line, *(each for each in more if each and "Vuser" not in each)])
    if last_word.lower() in text.lower():
        return None
    last = " / ".join([line for line in lines if line][-2:]) or "it printed nothing"
    return f'it ended without "{last_word}": {last}'


def no_result(text: str) -> str | None:
    """What is wrong with the results that a run printed; None where all are above 0."""
    results = list(_RESULT.finditer(text))
    for result in results:
        figure = result[1] or result[2]
        if not re.fullmatch(r"\d+(\.\d+)?", figure) or float(figure) == 0:
            return f"its result is not above 0: {result[0]}"
    return None if results else "it ended without a result"


def _command(
    script: str,
    benchmark: str,
    job: dict,
    settings: dict[str, object],
    variables: dict[str, object],
) -> tuple[list[str], dict[str, str]]:
    database, dictionary = database_of(job["adapter"]), BENCHMARKS[benchmark].dictionary
    scratch = ROOT / SCRATCH.relative_to("/")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    scratch.chmod(0o777)
    shutil.copyfile(SCRIPTS / f"{script}.tcl", scratch / f"{script}.tcl")
    words = [
        word
        for section, pairs in (
            ("connection", database.connection),
            (dictionary, database.schemas[benchmark] | settings),
        )
        for key, value in pairs.items()
        for word in (section, f"{database.prefix}_{key}", str(value))
    ]
    # It looks for its own files in the folder that it is started in.
    shell = f"cd {FOLDER} && exec ./hammerdbcli tcl auto {SCRATCH}/{script}.tcl"
    return ["chroot", f"--userspec={database.user}", str(ROOT), "sh", "-c", shell], {
        "HAMMERDB_DATABASE": database.name,
        "HAMMERDB_BENCHMARK": BENCHMARKS[benchmark].older_name,
        "HAMMERDB_SETTINGS": " ".join(words),
        **{key: str(value) for key, value in variables.items()},
        "TMP": str(SCRATCH),
        "HOME": str(SCRATCH),
    }
