"""Kills at random moments of a study's run: what was finished stays, and a rerun completes.

``python tests/campaign/kills.py --count 100 --state FILE`` runs the study of study.yaml in chains:
processes of a run are killed at random moments until it ends, the same command goes on and is
killed again, up to 24 times, and then it may end. A victim is Snakemake, a process of the lab,
or QEMU; the signal is SIGTERM or SIGKILL. Each of these is a fault, is printed, and makes the exit
code 1:

- a killed run leaves a process behind, or says that it succeeded when it didn't;
- a rerun fails without having been killed, or hangs;
- the rows or raw outputs at the end of a chain are not those of a run that nobody disturbed.

Only Linux shows who runs what; the checkout must be idle, as a run holds its lock.
"""

from __future__ import annotations

import random
import signal
import sys
import time
from collections import Counter

import psutil
from broken_runs import Run, command_of, difference, is_complete, said, undisturbed, wipe
from figures import arguments, begun, keep

CHAIN_AT_MOST = 24
# Between two kills of a run, on average: in some, stages come to their end, in others none does.
MEAN_LIVES_S = (0.5, 2.0, 8.0)
SIGNALS = (signal.SIGTERM, signal.SIGKILL)
# How a process of each kind is known by its command; the run itself is the third kind.
VICTIMS = {"lab": " -m scripts.lab ", "QEMU": "qemu-system-"}
# What is going on, by what a step's command has in it.
STEPS = {
    f"-m scripts.{name}": name.replace("lab ", "")
    for name in (
        "lab dataset",
        "lab machine",
        "lab snapshot",
        "lab cell",
        "ingest",
        "store",
        "site",
    )
}
# How long processes of a killed run may take to see that it is gone.
ORPHANS_END_S = 20.0


def main() -> int:
    """Kill runs; return 1 if there was a fault."""
    options = arguments(__doc__, count=20)
    state = begun(options, chains=0, faults=[])
    before = sum(state["figures"].values())
    began = time.monotonic()
    took_s, right = undisturbed()
    print(f"{len(right)} files of rows and outcomes; undisturbed, a run takes {took_s:.0f} s")
    faults = 0
    while sum(state["figures"].values()) - before < options.count:
        if options.seconds and time.monotonic() - began > options.seconds:
            break
        chain = Chain(state["seed"], state["chains"], took_s)
        found = chain.run(right)
        for fault in found:
            print(f"chain {state['chains']}: {fault}", flush=True)
        faults += len(found)
        state["chains"] += 1
        state["faults"] += [f"chain {chain.number}: {fault}" for fault in found]
        state["figures"] = dict(sorted((Counter(state["figures"]) + chain.kills).items()))
        print(f"{sum(state['figures'].values())} kills in {state['chains']} chains", flush=True)
        keep(options, state)
    wipe()
    for what, count in state["figures"].items():
        print(f"{count:6}  {what}")
    print(f"{len(state['faults'])} faults in all, {faults} of them in this run")
    return 1 if faults else 0


class Chain:
    """Runs of the study, each killed and continued by the next, and the last that completes."""

    def __init__(self, seed: int, number: int, took_s: float) -> None:
        """Chain ``number`` of a seed; ``took_s``: seconds of a run that nobody disturbs."""
        self.number = number
        self.kills: Counter[str] = Counter()
        self._random = random.Random(f"{seed} {number}")
        self._took_s = took_s

    def run(self, right: dict[str, str]) -> list[str]:
        """Carry it out; returns its faults."""
        wipe()
        faults: list[str] = []
        for _ in range(self._random.randint(1, CHAIN_AT_MOST)):
            killed, fault = self._killed_run()
            faults += fault
            if not killed:
                break
        last = Run.start()
        if last.wait() != 0 or not is_complete():
            return [*faults, f"the rerun failed:\n{said()[-2000:]}"]
        wrong = difference(right)
        return [*faults, wrong] if wrong else faults

    def _killed_run(self) -> tuple[bool, list[str]]:
        """One run with kills in it, at most one of Snakemake; whether there was any, its faults."""
        run = Run.start()
        mean_life_s = self._random.choice(MEAN_LIVES_S)
        kills: list[str] = []
        started: set[psutil.Process] = set()
        while not (kills and kills[-1].startswith("Snakemake")):
            kill = self._kill(run, mean_life_s, started)
            if not kill:
                break
            kills.append(kill)
        what = ", then ".join(kills)
        try:
            code = run.wait()
        except RuntimeError as error:
            return True, [f"{what}: {error}"]
        if not kills:
            return False, [] if code == 0 else [f"a run failed unkilled:\n{said()[-2000:]}"]
        self.kills.update(kills)
        faults = []
        if code == 0 and not is_complete():
            faults.append(f"{what}: the run said that it succeeded")
        _, staying = psutil.wait_procs(started, ORPHANS_END_S)
        if staying:
            left = "; ".join(command_of(process)[:120] for process in staying)
            faults.append(f"{what}: left behind: {left}")
            for process in staying:
                process.kill()
        if "Traceback (most recent call last)" in said():
            faults.append(f"{what}: a traceback:\n{said()[-1500:]}")
        return True, faults

    def _kill(self, run: Run, mean_life_s: float, started: set[psutil.Process]) -> str:
        """Kill a process after a while; what was killed, nothing when the run ended before.

        Adds what the run has started by then to ``started``.
        """
        draw = self._random
        moment_s = time.monotonic() + min(draw.expovariate(1 / mean_life_s), self._took_s)
        kind = draw.choice(["Snakemake", *VICTIMS])
        number = draw.choice(SIGNALS)
        while not run.is_over and time.monotonic() < moment_s:
            time.sleep(0.01)
        while victim := self._victim(run, kind):
            now = run.descendants()
            step = _step_of(victim if kind != "Snakemake" else None, now)
            try:
                victim.send_signal(number)
            except psutil.NoSuchProcess:
                continue
            started.update(now)
            return f"{kind} by {number.name} during {step}"
        return ""

    def _victim(self, run: Run, kind: str) -> psutil.Process | None:
        """A process of that kind, waited for; None when the run ends before there is one."""
        while not run.is_over:
            if kind == "Snakemake":
                return psutil.Process(run.process.pid)
            found = [p for p in run.descendants() if _is(kind, command_of(p))]
            if found:
                return self._random.choice(sorted(found, key=lambda process: process.pid))
            time.sleep(0.02)
        return None


def _is(kind: str, command: str) -> bool:
    words = command.split(" ")
    # The shell of a rule has the command's words, too.
    return VICTIMS[kind] in f"{command} " and "-c" not in words[1:2] and "sh" not in words[0][-2:]


def _step_of(victim: psutil.Process | None, started: list[psutil.Process]) -> str:
    """What was going on: the victim's step, or all steps of the run."""
    commands = [command_of(process) for process in started]
    if victim is not None:
        try:
            above = [victim, *victim.parents()]
        except psutil.Error:
            above = [victim]
        commands = [command_of(process) for process in above]
    found = {step for words, step in STEPS.items() for command in commands if words in command}
    return " and ".join(sorted(found)) or "planning"


if __name__ == "__main__":
    sys.exit(main())
