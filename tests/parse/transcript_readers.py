"""The parsers of the tools' outputs, each as a function of the text alone."""

from __future__ import annotations

import functools
from collections.abc import Callable

from scripts.engines.counters import parse_engine_reading
from scripts.engines.families import family_names
from scripts.engines.plans import plan_reader
from scripts.parse.bpftrace import parse_bpftrace
from scripts.parse.device_counters import parse_counters
from scripts.parse.fio import parse_fio
from scripts.parse.layout import parse_layout
from scripts.parse.pgbench import parse_pgbench
from scripts.parse.statements import parse_statements
from scripts.parse.sysbench import parse_sysbench
from scripts.parse.system_counters import parse_system_reading
from scripts.parse.transactions import parse_transactions

Parser = Callable[[str], object]
SYSBENCH: Parser = functools.partial(parse_sysbench, phase="run", source="out.txt")
FIO: Parser = functools.partial(parse_fio, phase="run", source="out.txt")
PGBENCH: Parser = functools.partial(parse_pgbench, phase="run", source="out.txt")
BPFTRACE: Parser = functools.partial(parse_bpftrace, trace="t", source="out.txt")
ENGINE: Parser = functools.partial(parse_engine_reading, source="out.txt")
SYSTEM: Parser = functools.partial(parse_system_reading, source="out.txt")
COUNTERS: Parser = functools.partial(parse_counters, source="out.txt")
LAYOUT: Parser = functools.partial(parse_layout, source="out.txt")
PLANS: dict[str, Parser] = {
    family: functools.partial(plan_reader(family), phase="run", query="q", source="out.txt")
    for family in family_names()
}
STATEMENTS: Parser = functools.partial(parse_statements, phase="run", source="out.txt")
TRANSACTIONS: Parser = functools.partial(parse_transactions, phase="run", source="out.txt")
