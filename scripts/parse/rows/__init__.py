"""One dataclass a table: what a parser yields, and the schema that Parquet and DuckDB get.

The column ``cell_id`` is not part of the classes: a parser sees one tool's text and knows nothing
of cells. `schema_of` puts it first. Units are the last part of a column's name; a rate says per
what (``bandwidth_bytes_s`` is bytes per second). Times called ``*_ns`` are the guest's monotonic
clock. A class's docstring is the table's comment in the database; a null bandwidth means no limit.
"""

from __future__ import annotations

import dataclasses
import functools
import math
import types
import typing

import pyarrow as pa

from scripts.parse.errors import GREATEST_INTEGER, LEAST_INTEGER, shorten
from scripts.parse.rows.clients import (
    ClientTransaction,
    FioJob,
    PlanNode,
    Statement,
    SysbenchBucket,
    SysbenchInterval,
    SysbenchTotal,
    ToolMessage,
)
from scripts.parse.rows.hammerdb import (
    HammerdbCount,
    HammerdbQuery,
    HammerdbQuerySet,
    HammerdbRun,
    HammerdbTiming,
)
from scripts.parse.rows.observers import (
    DeviceCounter,
    DeviceHistogram,
    DeviceSample,
    DeviceStep,
    EngineCounter,
    EngineText,
    Relation,
    SystemCounter,
    TracedRequest,
    TraceHistogram,
    TraceMessage,
    TraceValue,
)
from scripts.parse.rows.pgbench import PgbenchCommand, PgbenchRun
from scripts.parse.rows.run import (
    AdjustedSetting,
    Cell,
    ParseNote,
    Phase,
    Provenance,
    Quietness,
    Step,
)

__all__ = [
    "ROW_TYPES",
    "TABLE_NAMES",
    "AdjustedSetting",
    "Cell",
    "ClientTransaction",
    "DeviceCounter",
    "DeviceHistogram",
    "DeviceSample",
    "DeviceStep",
    "EngineCounter",
    "EngineText",
    "FioJob",
    "HammerdbCount",
    "HammerdbQuery",
    "HammerdbQuerySet",
    "HammerdbRun",
    "HammerdbTiming",
    "ParseNote",
    "PgbenchCommand",
    "PgbenchRun",
    "Phase",
    "PlanNode",
    "Provenance",
    "Quietness",
    "Relation",
    "Statement",
    "Step",
    "SysbenchBucket",
    "SysbenchInterval",
    "SysbenchTotal",
    "SystemCounter",
    "ToolMessage",
    "TraceHistogram",
    "TraceMessage",
    "TraceValue",
    "TracedRequest",
    "misfit",
    "schema_of",
]

ROW_TYPES: dict[str, type] = {
    "cells": Cell,
    "phases": Phase,
    "sysbench_intervals": SysbenchInterval,
    "sysbench_totals": SysbenchTotal,
    "sysbench_histogram": SysbenchBucket,
    "client_transactions": ClientTransaction,
    "pgbench_runs": PgbenchRun,
    "pgbench_commands": PgbenchCommand,
    "fio_jobs": FioJob,
    "hammerdb_runs": HammerdbRun,
    "hammerdb_timings": HammerdbTiming,
    "hammerdb_counts": HammerdbCount,
    "hammerdb_query_sets": HammerdbQuerySet,
    "hammerdb_queries": HammerdbQuery,
    "tool_messages": ToolMessage,
    "device_counters": DeviceCounter,
    "device_histograms": DeviceHistogram,
    "device_steps": DeviceStep,
    "device_samples": DeviceSample,
    "engine_counters": EngineCounter,
    "engine_texts": EngineText,
    "system_counters": SystemCounter,
    "relations": Relation,
    "statements": Statement,
    "plan_nodes": PlanNode,
    "trace_values": TraceValue,
    "trace_histograms": TraceHistogram,
    "trace_messages": TraceMessage,
    "traced_requests": TracedRequest,
    "steps": Step,
    "provenance": Provenance,
    "adjusted_settings": AdjustedSetting,
    "quietness": Quietness,
    "parse_notes": ParseNote,
}
"""Table name to row class, in the order of loading."""

TABLE_NAMES = {row_type: name for name, row_type in ROW_TYPES.items()}

_ARROW_TYPES = {int: pa.int64(), float: pa.float64(), str: pa.string(), bool: pa.bool_()}


@functools.cache
def schema_of(row_type: type) -> pa.Schema:
    """Return the Arrow schema of a row class, with ``cell_id`` first."""
    hints = typing.get_type_hints(row_type)
    fields = [pa.field("cell_id", pa.string(), nullable=False)]
    for field in dataclasses.fields(row_type):
        hint = hints[field.name]
        members = typing.get_args(hint) if isinstance(hint, types.UnionType) else (hint,)
        (plain,) = (member for member in members if member is not type(None))
        fields.append(pa.field(field.name, _ARROW_TYPES[plain], nullable=type(None) in members))
    return pa.schema(fields)


def misfit(row: typing.Any) -> str | None:
    """What of a row its table can't hold, for an error; None for a row that fits."""
    for field in row.__slots__:
        value = getattr(row, field)
        if isinstance(value, float):
            wrong = None if math.isfinite(value) else "is no finite number"
        elif isinstance(value, int):
            fits = LEAST_INTEGER <= value <= GREATEST_INTEGER
            wrong = None if fits else "does not fit into 64 bits"
        elif isinstance(value, str):
            wrong = None if _is_unicode(value) else "is no Unicode"
        else:
            wrong = None
        if wrong:
            name = f"{TABLE_NAMES[type(row)]}.{field}"
            return f"{name} {wrong}: {shorten(str(value))}"
    return None


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
