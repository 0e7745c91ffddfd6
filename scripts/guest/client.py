"""A program that makes load, run as a client of the engine while the device is sampled."""

from __future__ import annotations

import os
import select
import signal
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from guest.observe import Sampler
from guest.system import CLIENT_CGROUP, KILLED_S, afterwards, join, now_ns

SAMPLE_S = 0.5


@dataclass(frozen=True)
class Client:
    """A command with its variables, and what is left to do when it ended.

    ``finish`` raises GuestError where what the client left says that it failed.
    """

    command: list[str]
    variables: dict[str, str] = field(default_factory=dict)
    finish: Callable[[], None] = lambda: None


def run_client(client: Client, folder: Path, at_most_s: float) -> tuple[int, str | None]:
    """Run a client in the clients' group; it leaves stdout.txt, stderr.txt and sampled.csv.

    Returns its exit code, and what is wrong with one that had to be killed.
    """
    sampler = Sampler(folder / "sampled.csv")
    with (folder / "stdout.txt").open("wb") as out, (folder / "stderr.txt").open("wb") as errors:
        process = subprocess.Popen(
            client.command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=errors,
            preexec_fn=lambda: join(CLIENT_CGROUP),
            env=os.environ | client.variables,
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
