"""Run one phase: a load generator, SQL, TPC-H, a check, or a verb of the engine itself."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from guest import check, pgbench, tpch
from guest.device import DATA, disk
from guest.engines.adapter import Adapter
from guest.observe import Sampler
from guest.system import (
    CLIENT_CGROUP,
    KILLED_S,
    GuestError,
    afterwards,
    drop_caches,
    join,
    limit_s,
    now_ns,
)

WORKLOADS = Path("/run/kit/workloads")
# What a script of sysbench's own is told of the size of a dataset, and what it calls that.
SYSBENCH_SIZES = {"tables": "tables", "rows_per_table": "table-size"}
# What else is known of a dataset, and no size.
NO_SIZES = ("id", "kind", "seed")
LUA_PATH = f"{WORKLOADS}/sysbench/?.lua;{WORKLOADS}/sysbench/modules/?.lua;;"
SAMPLE_S = 0.5


def run(phase: dict, job: dict, engine: Adapter | None, folder: Path) -> None:
    """Run the phase and leave phase.json, stdout.txt and sampled.csv in ``folder``.

    Raises GuestError when the workload fails or outlives the cell's limit of virtual time; what was
    seen up to then is left, too.
    """
    folder.mkdir(parents=True, exist_ok=True)
    kind, _, name = phase["workload"].partition("/")
    record: dict = {
        "name": phase["name"],
        "workload": phase["workload"],
        "begin_ns": now_ns(),
        "exit_code": 1,  # of what ends without a code of its own
        "command": [],
    }
    with afterwards(partial(_keep, record, folder / "phase.json")):
        command, variables = _load_generator(kind, name, phase, job, engine, folder)
        record["command"] = [*(f"{key}={value}" for key, value in variables.items()), *command]
        if command:
            record["exit_code"], problem = _client(command, variables, folder, limit_s(job))
        else:
            problem = _in_engine(kind, name, phase, job, engine, folder)
            record["exit_code"] = 1 if problem else 0
    if problem:
        raise GuestError(f"phase {phase['name']}: {problem}")
    if kind == "hammerdb":
        from guest import hammerdb

        hammerdb.keep_outputs(phase, folder)
    if record["exit_code"] != 0:
        raise GuestError(_why(phase, record["exit_code"], folder, engine))


def _keep(record: dict, path: Path) -> None:
    """Write the record of a phase that ends now."""
    path.write_text(json.dumps(record | {"end_ns": now_ns()}))


def _load_generator(
    kind: str, name: str, phase: dict, job: dict, engine: Adapter | None, folder: Path
) -> tuple[list[str], dict[str, str]]:
    """The command of a workload that a client runs, and its variables; none of the others."""
    if kind == "sysbench":
        return _sysbench(phase, job, engine), {"WORKLOAD": name, "PHASE": str(folder)}
    if kind == "pgbench":
        return pgbench.command(name, phase, job, engine), {}
    if kind == "fio":
        return _fio(name, phase, job)
    if kind == "hammerdb":
        # Its code is in the kits of those jobs alone that have the user's HammerDB.
        from guest import hammerdb

        return hammerdb.command(name, phase, job)
    return [], {}


def _in_engine(
    kind: str, name: str, phase: dict, job: dict, engine: Adapter | None, folder: Path
) -> str | None:
    """Run what the runner asks the engine itself; returns what a check found wrong."""
    if kind == "sql":
        _sql(name, phase, job, engine, folder / "stdout.txt")
    elif kind == "tpch":
        tpch.run(WORKLOADS / "tpch" / f"{name}.sql", phase, job, engine, folder)
    elif kind == "check":
        if engine is None:
            raise GuestError(f"{phase['workload']} needs an engine")
        return check.run(WORKLOADS / "check" / f"{name}.sql", engine, folder, limit_s(job))
    else:
        _verb(name, engine, folder)
    return None


def _sysbench(phase: dict, job: dict, engine: Adapter | None) -> list[str]:
    """sysbench's command; which script it runs is in its environment (see events.lua)."""
    if engine is None:
        raise GuestError(f"phase {phase['name']}: sysbench needs an engine")
    dataset = job["dataset"]
    sizes = {SYSBENCH_SIZES.get(key, key): dataset[key] for key in dataset if key not in NO_SIZES}
    options = sizes | {"rand-type": "uniform"} | phase["options"]
    return [
        "sysbench",
        *engine.sysbench_options(),
        f"--threads={phase['threads']}",
        f"--time={phase['duration_s']}",
        f"--events={phase['events']}",
        f"--rand-seed={job['seed']}",
        "--report-interval=1",
        "--percentile=95",
        "--histogram",
        *(f"--{key}={value}" for key, value in options.items()),
        str(WORKLOADS / "sysbench/modules/events.lua"),
        "run",
    ]


def _fio(name: str, phase: dict, job: dict) -> tuple[list[str], dict[str, str]]:
    """fio's command and the variables that its job file takes from the environment."""
    target = disk() if job["filesystem"] == "none" else DATA / "fio"
    variables = {
        "FILENAME": str(target),
        "RUNTIME": f"{round(phase['duration_s'] * 1000)}ms",
        "SEED": str(job["seed"]),
    } | {key.upper(): str(value) for key, value in phase["options"].items()}
    command = ["fio", "--output-format=json", str(WORKLOADS / "fio" / f"{name}.fio")]
    return command, variables


def _client(
    command: Sequence[str], variables: dict[str, str], folder: Path, at_most_s: float
) -> tuple[int, str | None]:
    """Run a load generator in the clients' group, sampling the device meanwhile.

    Returns its exit code, and what is wrong with one that had to be killed.
    """
    sampler = Sampler(folder / "sampled.csv")
    with (folder / "stdout.txt").open("wb") as out, (folder / "stderr.txt").open("wb") as errors:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=errors,
            preexec_fn=lambda: join(CLIENT_CGROUP),
            env=os.environ | variables | {"LUA_PATH": LUA_PATH},
        )
    watch = select.poll()
    watch.register(os.pidfd_open(process.pid), select.POLLIN)
    give_up_ns = now_ns() + int(at_most_s * 1e9)
    problem = None
    with afterwards(sampler.write):
        sampler.sample()
        while not watch.poll(SAMPLE_S * 1000):
            sampler.sample()
            if now_ns() > give_up_ns:
                problem = f"its clients were still running after {at_most_s:.0f} virtual seconds"
                process.kill()
                watch.poll(KILLED_S * 1000)
                break
        sampler.sample()
    exit_code = process.poll()
    return -signal.SIGKILL if exit_code is None else exit_code, problem


def _sql(name: str, phase: dict, job: dict, engine: Adapter | None, output: Path) -> None:
    """Run the statements of a file with a snapshot of their own, or with the one that is held."""
    if engine is None:
        raise GuestError(f"sql/{name} needs an engine")
    ask = engine.sql_as_held if phase["options"].get("snapshot") == "held" else engine.sql
    lines = (WORKLOADS / "sql" / f"{name}.sql").read_text().splitlines()
    with output.open("w") as file:
        for statement in (line for line in lines if line and not line.startswith("--")):
            begin_ns = now_ns()
            rows = ask(statement, timeout_s=limit_s(job))
            record = {
                "statement": statement,
                "begin_ns": begin_ns,
                "end_ns": now_ns(),
                "rows": len(rows),
            }
            file.write(json.dumps(record) + "\n")


def _verb(name: str, engine: Adapter | None, folder: Path) -> None:
    if name == "drop_caches":
        drop_caches()
    elif engine is None:
        raise GuestError(f"engine/{name} needs an engine")
    elif name in ("restart", "empty_buffers"):
        engine.stop()
        if name == "restart":
            drop_caches()
        engine.start()
    elif name == "hold_snapshot":
        engine.hold_snapshot()
    elif name == "release_snapshot":
        engine.release_snapshot()
    elif name == "inspect":
        (folder / "inspection.json").write_text(json.dumps(engine.inspect()))
    else:
        engine.verb(name)


def _why(phase: dict, exit_code: int, folder: Path, engine: Adapter | None) -> str:
    """The reason of a failed phase: the engine's end if it ended, the generator's words if not."""
    if engine and engine.server and engine.server.poll() is not None:
        return str(engine.fail(f"phase {phase['name']}: the engine ended"))
    text = "".join(
        (folder / name).read_text(errors="replace") for name in ("stderr.txt", "stdout.txt")
    )
    fatal = [line for line in text.splitlines() if "FATAL" in line or "rror" in line]
    words = " / ".join(fatal[-2:]) or text.strip()[-200:]
    return f"phase {phase['name']}: {phase['workload']} ended with {exit_code}: {words}"
