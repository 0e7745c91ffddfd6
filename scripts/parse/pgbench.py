"""What pgbench 15 to 18 prints of a run with ``--report-per-command``, each line at its place.

pgbench prints a part of this of a run that was aborted as well: one without rates has failed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from scripts.parse.errors import ParseError, shorten
from scripts.parse.rows import PgbenchCommand, PgbenchRun

_NUMBER = r"(\d+(?:\.\d+)?)"
# In order; a question mark stands before what isn't always there.
_LINES = (
    ("version", r"pgbench \((\d+\S*)(?: .*)?\)"),
    ("script", r"transaction type: (.+)"),
    ("scale", r"scaling factor: (\d+)"),
    ("?partition method", r"partition method: (.+)"),
    ("protocol", r"query mode: (simple|extended|prepared)"),
    ("clients", r"number of clients: (\d+)"),
    ("threads", r"number of threads: (\d+)"),
    ("tries", r"maximum number of tries: (\d+)"),
    ("?transactions a client", r"number of transactions per client: (\d+)"),
    ("?duration", r"duration: (\d+) s"),
    ("transactions", r"number of transactions actually processed: (\d+)(?:/(\d+))?"),
    ("failed transactions", r"number of failed transactions: (\d+) \(.*%\)"),
    ("average latency", rf"latency average = {_NUMBER} ms( \(including failures\))?"),
    ("?latency's deviation", rf"latency stddev = {_NUMBER} ms"),
    ("time to connect", rf"initial connection time = {_NUMBER} ms"),
    ("tps", rf"tps = {_NUMBER} \(without initial connection time\)"),
    ("heading", r"statement latencies in milliseconds(?: and failures)?:()"),
)
_COMMAND = re.compile(rf" +{_NUMBER} +(\d+)  (.+)")


@dataclass(slots=True)
class PgbenchOutput:
    """What one run printed."""

    run: PgbenchRun
    commands: list[PgbenchCommand]


def parse_pgbench(text: str, phase: str, source: str) -> PgbenchOutput:
    """Parse pgbench's standard output; ParseError for anything that is not a whole run."""
    if not text.endswith("\n"):
        words = "pgbench printed nothing, or the output ends inside its last line"
        raise ParseError(source, text.count("\n") + 1, words)
    lines = text[:-1].split("\n")
    report: dict[str, re.Match[str]] = {}
    place = 0
    for name, pattern in _LINES:
        found = re.fullmatch(pattern, lines[place]) if place < len(lines) else None
        if found is not None:
            report[name.removeprefix("?")] = found
            place += 1
        elif not name.startswith("?"):
            what = shorten(lines[place]) if place < len(lines) else "the end: the run was aborted"
            raise ParseError(source, place + 1, f"should be pgbench's {name}, found {what}")
    processed, planned = report["transactions"].groups()
    failed = int(report["failed transactions"][1])
    if planned is not None and int(processed) + failed != int(planned):
        words = f"{processed} transactions of {planned} were processed, and {failed} failed"
        raise ParseError(source, None, words)
    if report["average latency"][2] and not failed:
        raise ParseError(source, None, "the average latency includes failures, and there are none")
    if int(processed) == 0:
        raise ParseError(source, None, "no transaction was processed")
    deviation = report.get("latency's deviation")
    run = PgbenchRun(
        phase=phase,
        version=report["version"][1],
        script=report["script"][1],
        protocol=report["protocol"][1],
        clients=int(report["clients"][1]),
        transactions=int(processed),
        failed_transactions=failed,
        tps=float(report["tps"][1]),
        latency_ms_avg=float(report["average latency"][1]),
        latency_ms_stddev=float(deviation[1]) if deviation else None,
        connecting_ms=float(report["time to connect"][1]),
    )
    commands = _commands(lines, place, phase, source)
    _check_commands(commands, run, source, len(lines))
    return PgbenchOutput(run, commands)


def _check_commands(
    commands: list[PgbenchCommand], run: PgbenchRun, source: str, last_line: int
) -> None:
    """That the commands are all of the script's, each once.

    Each has a mean over the transactions that ran it, rounded; what lies between them is in none.
    """
    together_ms = sum(command.latency_ms_avg - 0.0005 for command in commands)
    words = f"commands of {together_ms:.3f} ms add up to transactions of {run.latency_ms_avg} ms"
    names = [command.command.split()[0] for command in commands]
    branches = names.count("\\if")
    if branches != names.count("\\endif"):
        raise ParseError(source, last_line, "the output ends ahead of an \\endif")
    if sum(command.failures for command in commands) != run.failed_transactions:
        words = f"the commands' failures are not the {run.failed_transactions} transactions'"
        raise ParseError(source, last_line, words)
    # Not every transaction ran what stands in a branch, or behind a command that failed.
    ran_all = not branches and not run.failed_transactions
    if ran_all and together_ms > run.latency_ms_avg * 1.05 + 0.0005:
        raise ParseError(source, last_line, words)
    # Behind a statement that was lost there may be commands of pgbench's own.
    if names[-1].startswith("\\") and together_ms < run.latency_ms_avg * 0.1:
        raise ParseError(source, last_line, words)


def _commands(lines: list[str], place: int, phase: str, source: str) -> list[PgbenchCommand]:
    commands = []
    for index, line in enumerate(lines[place:]):
        found = _COMMAND.fullmatch(line)
        if found is None:
            words = f"should be a command of the script, found {shorten(line)}"
            raise ParseError(source, place + index + 1, words)
        commands.append(PgbenchCommand(phase, index, found[3], float(found[1]), int(found[2])))
    if not commands:
        raise ParseError(source, len(lines), "the output ends ahead of the script's commands")
    return commands
