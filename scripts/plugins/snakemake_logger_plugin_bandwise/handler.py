"""Receives Snakemake's events, in a thread of its own: whatever fails here, the run goes on."""

from __future__ import annotations

import logging
import os
import shlex
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from snakemake_interface_logger_plugins.base import LogHandlerBase
from snakemake_interface_logger_plugins.common import LogEvent

if TYPE_CHECKING:
    from .durations import Durations
    from .run import Job, Run

TERMINAL_TICK_S = 1.0
# Into a file goes a line for each cell, one at most so often for other changes, and one at least
# so often while nothing changes.
CHANGE_S = 15.0
SILENCE_S = 60.0
# Steps that are over in a moment are not worth a word.
SMALL = ("plan", "shared_job", "all", "site", "verify", "verify_published")
# Steps that may fail in their guest, and the file that says so.
IN_A_GUEST = {
    "cell": "/outcome.json",
    "dataset": "/dataset.json",
    "machine": "/machine.json",
    "snapshot": "/snapshot.json",
}
# Rules that do what another does, and whose jobs are counted with it.
SAME_AS = {"passing_snapshot": "snapshot", "source_layer": "layer"}
# Steps that write to the terminal themselves.
SPEAKING = ("verify", "verify_published")
STOPPED = "Terminating processes on user request"
RETRY = "Trying to restart job "
GRACEFUL = "Will exit after finishing currently running jobs"
# What Snakemake says before a run, and before it says that there is nothing to be done.
CHATTER = (
    "Assuming unrestricted shared filesystem",
    "Building DAG of jobs",
    "Using shell:",
    "Conda environments: ignored",
    "Provided resources:",
)


class LogHandler(LogHandlerBase):
    """The plugin's handler, as Snakemake's interface for logger plugins wants it."""

    def __post_init__(self) -> None:
        """Prepare; nothing is imported, opened or started before a run begins."""
        # Where a log file can't be written, logging would print a traceback for each line of it.
        logging.raiseExceptions = False
        self.begun: Run | None = None
        self.run_began_s: float | None = None
        self.study: dict[str, Any] = {}
        self.cores = 1
        self.stopped_s: float | None = None
        self.last_line_s = 0.0
        self.last_counts: Any = None
        self.command = "snakemake"
        self.broken = False
        # With --quiet all, failures alone are said.
        self.quiet = any(
            str(kind).lower().endswith("all") for kind in self.common_settings.quiet or ()
        )
        self._display: Any = None
        self._durations: Any = None
        self._end = threading.Event()

    @property
    def writes_to_stream(self) -> bool:
        """Whether this handler speaks; where Snakemake's own account is wanted, that does."""
        settings = self.common_settings
        return not (settings.dryrun or settings.verbose or settings.debug_dag)

    writes_to_file = property(lambda self: False)
    has_filter = property(lambda self: True)
    has_formatter = property(lambda self: True)
    needs_rulegraph = property(lambda self: False)

    @property
    def run(self) -> Run:
        """The run, which has begun by the first message about one of its jobs."""
        assert self.begun is not None
        return self.begun

    @property
    def display(self) -> Any:
        """Where lines go."""
        if self._display is None:
            from .display import Display

            self._display = Display(sys.stderr)
        return self._display

    @property
    def durations(self) -> Durations:
        """How long jobs take."""
        if self._durations is None:
            from .durations import Durations

            file = self.study.get("durations")
            self._durations = Durations(Path(file) if file else None, self.study.get("kinds"))
        return self._durations

    def emit(self, record: logging.LogRecord) -> None:
        """Take one of Snakemake's messages."""
        if not self.writes_to_stream:
            return
        if self.broken:
            if record.levelno >= logging.WARNING:
                self.display.line(record.getMessage())
            return
        try:
            self._take(record)
        except Exception as error:
            self._break(error)

    def _break(self, error: Exception) -> None:
        """Progress is lost, the run is not."""
        self.broken = True
        self._end.set()
        self.display.line(f"progress can't be shown any more: {type(error).__name__}: {error}")

    def _take(self, record: logging.LogRecord) -> None:
        event = getattr(record, "event", None)
        if event == LogEvent.WORKFLOW_STARTED:
            self.command = _command()
        elif event == LogEvent.RESOURCES_INFO:
            self.cores = max(
                self.cores, getattr(record, "cores", None) or 0, getattr(record, "nodes", None) or 0
            )
        elif event == LogEvent.RUN_INFO:
            self._begin(record)
        elif hasattr(record, "bandwise_study"):
            self._know(record.bandwise_study)
        elif event == LogEvent.JOB_INFO:
            self._started(record)
        elif event == LogEvent.JOB_FINISHED:
            self._finished(record)
        elif event == LogEvent.JOB_ERROR:
            self._failed(record)
        elif event in (None, LogEvent.ERROR):
            self._message(record)

    # What happens in a run, in this order; each kind of record has fields of its own.

    def _begin(self, record: Any) -> None:
        from collections import Counter

        from .run import Run

        stats: dict[str, int] = dict(record.stats)
        stats.pop("total", None)
        planned: Counter[str] = Counter()
        for rule, count in stats.items():
            planned[SAME_AS.get(rule, rule)] += count
        self.begun = Run(planned=planned)
        self.run_began_s = time.monotonic()
        threading.Thread(target=self._tick, name="progress", daemon=True).start()

    def _know(self, study: dict[str, Any]) -> None:
        """The workflow's names for what it may run; those of finished steps come first to go."""
        self.study = study
        for rule, outputs in study["outputs"].items():
            planned = self.run.planned[rule]
            missing = {name for name, output in outputs.items() if not Path(output).exists()}
            self.run.names[rule] = missing if len(missing) == planned else set(outputs)

    def _started(self, record: Any) -> None:
        from .reasons import written_at
        from .run import Job

        wildcards = record.wildcards or {}
        job = Job(
            record.jobid,
            SAME_AS.get(record.rule_name, record.rule_name),
            "-".join(str(value) for value in wildcards.values()),
            tuple(map(str, record.output)),
            tuple(map(str, record.log)),
            time.monotonic(),
            next((written_at(Path(log)) for log in record.log), None),
        )
        self.run.start(job)
        self._draw()

    def _finished(self, record: Any) -> None:
        job = self.run.finish(record.job_id)
        if job is None:
            return
        seconds = time.monotonic() - job.started_s
        from .reasons import failure_in_guest
        from .words import failure_line, finished_line, what

        failure = None
        manifest = IN_A_GUEST.get(job.rule)
        if manifest and (said := [name for name in job.output if name.endswith(manifest)]):
            shared = Path(self.study.get("shared", "results"))
            failure = failure_in_guest(what(job.rule, job.name), Path(said[0]), shared)
        if failure:
            self.run.failures.append(failure)
            self.run.failed_in_guest[job.rule] += 1
            self._say(failure_line(failure))
        else:
            # What failed says nothing of the time that the others take.
            self._learn(job, seconds)
            if job.rule == "cell" and not (self.quiet or self.display.terminal):
                self._say(finished_line(self.run, job, seconds, self._left()))
        self._draw()

    def _learn(self, job: Job, seconds: float) -> None:
        if job.rule not in SMALL and not self.study.get("touch"):
            self.durations.add(job.rule, job.name, seconds)

    def _failed(self, record: Any) -> None:
        job = self.run.fail(record.jobid)
        if job is None:
            return
        from .reasons import failure_of_job
        from .words import failure_line, what

        message = getattr(record, "rule_msg", None) or ""
        more_logs = [str(log) for log in getattr(record, "log", ()) if str(log) not in job.log]
        failure = failure_of_job(
            job, what(job.rule, job.name), time.monotonic(), message, more_logs
        )
        # The cells that failed, which this one is about, are listed at the end.
        if job.rule == "complete":
            self.run.incomplete = failure
        else:
            self.run.failures.append(failure)
            self.run.failure_of[job.number] = failure
            if self.stopped_s is None:
                self._say(failure_line(failure))
        self._draw()

    def _message(self, record: logging.LogRecord) -> None:
        text = record.getMessage().strip()
        if text.startswith(STOPPED) or text.startswith(GRACEFUL):
            self.stopped_s = time.monotonic()
            ended = text.startswith(STOPPED)
            self._say(
                "stopping: what runs now is given a moment to end"
                if ended
                else "stopping: what runs now is finished first; press Ctrl-C to end it, too"
            )
        elif record.levelno >= logging.WARNING:
            self._error(record, text)
        elif text.startswith(RETRY) and self.begun:
            number = int(text.removeprefix(RETRY).rstrip("."))
            if former := self.run.failure_of.get(number):
                self._say(f"{former.what} is tried again")
        elif self.run_began_s is None and not text.startswith(CHATTER):
            self._say(text)

    def _error(self, record: logging.LogRecord, text: str) -> None:
        """What Snakemake says of jobs that failed is said by their own failures."""
        kind = getattr(record, "exception", None)
        of_a_job = kind in ("CalledProcessError", "RuleException", "SpawnedJobError")
        if of_a_job or text.startswith("Exiting because a job execution failed"):
            return
        if "At least one job did not complete successfully" in text:
            return
        message = _for_users(text) if kind == "WorkflowError" else text
        if self.run_began_s is not None and record.levelno >= logging.ERROR:
            from .run import Failure

            self.run.failures.append(Failure("", " ".join(message.split()), None, time.monotonic()))
        self._say(message)

    # What is shown meanwhile.

    def _say(self, text: str) -> None:
        if not text or text == "None":
            return
        clock = "" if self.display.terminal or self.run_began_s is None else f"{_clock()} "
        self.display.line(clock + text)
        self.last_line_s = time.monotonic()

    def _left(self) -> str:
        from .left import seconds_left
        from .words import time_left

        now_s = time.monotonic()
        machines = self.study.get("machines")
        seconds = seconds_left(self.run, self.durations, now_s, self.cores, machines)
        return time_left(seconds, self.durations.measured, any(self.run.failed.values()))

    def _status(self) -> str:
        from .words import status_line

        return status_line(self.run, self._left(), time.monotonic())

    def _draw(self) -> None:
        if not self.display.terminal or self.run_began_s is None or self.quiet:
            return
        if any(job.rule in SPEAKING for job in self.run.running.values()):
            self.display.clear()
        else:
            self.display.draw(self._status())

    def _tick(self) -> None:
        """Keep the line true while nothing happens."""
        while not self._end.wait(TERMINAL_TICK_S):
            self.acquire()
            try:
                if self._end.is_set():
                    return
                if self.display.terminal:
                    self._draw()
                else:
                    self._line_when_due()
            except Exception as error:
                self._break(error)
            finally:
                self.release()

    def _line_when_due(self) -> None:
        if self.quiet or not self.run.running:
            return
        silent_s = time.monotonic() - self.last_line_s
        counts = (dict(self.run.finished), sorted(self.run.running))
        if silent_s >= (CHANGE_S if counts != self.last_counts else SILENCE_S):
            self.last_counts = counts
            self._say(self._status())

    # The end.

    def close(self) -> None:
        """Say how the run ended."""
        if not self._end.is_set():
            self._end.set()
            try:
                # What stopped it before its first job has been said.
                if self.begun and self.begun.started:
                    self._account()
            except Exception as error:
                self._break(error)
        if self._display is not None:
            self._display.close()
        super().close()

    def _account(self) -> None:
        from .ending import lines_at_the_end

        self.display.clear()
        now_s = time.monotonic()
        took_s = now_s - (self.run_began_s or now_s)
        for line in lines_at_the_end(self.run, self.study, took_s, self.stopped_s, self.command):
            self.display.line(line)


def _clock() -> str:
    return time.strftime("%H:%M:%S")


def _for_users(text: str) -> str:
    """An error without its place in the rules, which is for those who write them."""
    first, _, rest = text.partition("\n")
    lines = (rest if first.startswith("WorkflowError") and rest else text).splitlines()
    return "\n".join(line for line in lines if not line.startswith('  File "'))


def _command() -> str:
    """The command as the user gave it."""
    if given := os.environ.get("BANDWISE_COMMAND"):
        return given
    return shlex.join(["snakemake", *sys.argv[1:]])
