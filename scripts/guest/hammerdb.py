"""HammerDB, the user's own, in the engine's layer: its client libraries are there.

It is told what to do by a Tcl script in ``workloads/hammerdb``. It ends with 0 whatever happened,
so how a run went is told by what it printed.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from guest.engines.adapter import ROOT, SOCKETS, Adapter
from guest.system import GuestError, mount, say

SCRIPTS = Path("/run/kit/workloads/hammerdb")
IMAGE = Path("/dev/pmem4")
# As the engine's layer sees them.
FOLDER = Path("/opt/hammerdb")
SCRATCH = Path("/tmp/hammerdb")
# What a run leaves beside its words: by whom each transaction was run and how long it took, the
# counter of transactions, and the virtual users' log.
OUTPUTS = ("hdbxtprofile.log", "hdbtcount.log", "hammerdb.log")
COMPLETE = "ALL VIRTUAL USERS COMPLETE"
CHECKED = "TPROC-C Schema has been checked successfully"
# How HammerDB tells that something went wrong.
_TROUBLE = re.compile(r"Error in Virtual User|^Error|FINISHED FAILED|cannot be found in any")


@dataclass(frozen=True)
class Database:
    """What HammerDB calls an engine and its keys, and how it reaches the engine here."""

    name: str
    prefix: str
    user: str  # of the layer, as whom HammerDB runs
    connection: dict[str, str]
    schema: dict[str, str]


# The adapters' statistics look at the database sbtest, so HammerDB's tables are put there.
DATABASES = {
    "postgresql": Database(
        "pg",
        "pg",
        "postgres",
        {"host": str(SOCKETS), "port": "5432", "sslmode": "disable"},
        {
            "superuser": "postgres",
            "defaultdbase": "postgres",
            "user": "tpcc",
            "dbase": "sbtest",
            "storedprocs": "true",
        },
    ),
    "mariadb": Database(
        "maria",
        "maria",
        "nobody",
        # A socket is taken when the host is this one; a password of "null" is none.
        {"host": "127.0.0.1", "socket": str(SOCKETS / "mariadb.sock")},
        # Without a key of its own the history would be in the engine's statistics under no name.
        {"user": "root", "pass": "null", "dbase": "sbtest", "history_pk": "true"},
    ),
}


def mount_image() -> None:
    """Show the engine's layer the user's folder of HammerDB, read-only."""
    mount("erofs", IMAGE, ROOT / FOLDER.relative_to("/"), "ro,dax=always")


def command(name: str, phase: dict, job: dict) -> tuple[list[str], dict[str, str]]:
    """The command of a phase ``hammerdb/<name>``, and the variables that its script reads.

    Options: ``rampup_min`` and ``all_warehouses``.
    """
    options = phase["options"]
    driver = {
        "driver": "timed",
        "rampup": options.get("rampup_min", 0),
        "duration": round(phase["duration_s"]) // 60,
        "allwarehouse": "true" if options.get("all_warehouses") == "on" else "false",
        "timeprofile": "true",
    }
    return _command(
        name, job, driver, {"HAMMERDB_USERS": phase["threads"], "HAMMERDB_SEED": job["seed"]}
    )


def build(job: dict, engine: Adapter) -> None:
    """Make the dataset's schema and check it. Raises GuestError with HammerDB's own words."""
    mount_image()
    schema = {"count_ware": job["dataset"]["warehouses"], "num_vu": 1}
    words, variables = _command("build", job, schema, {})
    limit_s = job["limits"]["virtual_s"]
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=limit_s,
            env=os.environ | variables,
        )
    except subprocess.TimeoutExpired:
        raise GuestError(f"HammerDB's build of TPROC-C took longer than {limit_s} s") from None
    for line in done.stdout.splitlines():
        if line.strip() and ":Loading" not in line and not line.endswith(("000", " Done")):
            say(line)
    if reason := trouble(done.stdout, CHECKED, done.stderr):
        raise GuestError(f"HammerDB's build of TPROC-C: {reason}")
    if job["adapter"] == "postgresql":
        # What the adapter reads sizes with, as in the databases that it makes itself.
        engine.sql("CREATE EXTENSION pageinspect; CREATE EXTENSION pgstattuple")
        engine.verb("vacuum")


def keep_outputs(phase: dict, folder: Path) -> None:
    """Put a run's files beside its output; raises GuestError if the run failed by its words."""
    for name in OUTPUTS:
        path = ROOT / SCRATCH.relative_to("/") / name
        if path.exists():
            shutil.copyfile(path, folder / name)
    text = (folder / "stdout.txt").read_text(errors="replace")
    errors = (folder / "stderr.txt").read_text(errors="replace")
    if reason := trouble(text, COMPLETE, errors):
        raise GuestError(f"phase {phase['name']}: {phase['workload']}: {reason}")


def trouble(text: str, last_word: str, errors: str = "") -> str | None:
    """HammerDB's first complaint with the line after it; None of a run that said ``last_word``.

    ``errors`` is what Tcl itself said of a script, the error first and then where it was.
    """
    if errors.strip():
        return " / ".join(line.strip() for line in errors.strip().splitlines()[:2])
    lines = text.splitlines()
    for index, line in enumerate(lines):
        if _TROUBLE.search(line):
            more = lines[index + 1 : index + 2]
            return " / ".join([line, *(each for each in more if each and "Vuser" not in each)])
    if last_word.lower() in text.lower():
        return None
    return f'it ended without "{last_word}": {" / ".join(lines[-2:]) or "it printed nothing"}'


def _command(
    name: str, job: dict, settings: dict[str, object], variables: dict[str, object]
) -> tuple[list[str], dict[str, str]]:
    database = DATABASES[job["adapter"]]
    scratch = ROOT / SCRATCH.relative_to("/")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    scratch.chmod(0o777)
    shutil.copyfile(SCRIPTS / f"{name}.tcl", scratch / f"{name}.tcl")
    words = [
        word
        for dictionary, pairs in (
            ("connection", database.connection),
            ("tpcc", database.schema | settings),
        )
        for key, value in pairs.items()
        for word in (dictionary, f"{database.prefix}_{key}", str(value))
    ]
    # It looks for its own files in the folder that it is started in.
    shell = f"cd {FOLDER} && exec ./hammerdbcli tcl auto {SCRATCH}/{name}.tcl"
    return ["chroot", f"--userspec={database.user}", str(ROOT), "sh", "-c", shell], {
        "HAMMERDB_DATABASE": database.name,
        "HAMMERDB_SETTINGS": " ".join(words),
        **{key: str(value) for key, value in variables.items()},
        "TMP": str(SCRATCH),
        "HOME": str(SCRATCH),
    }
