"""What sysbench prints of a user's own workload, and what its transactions were."""

from __future__ import annotations

from scripts.parse.output import Output
from scripts.workloads.own.sent import sent_phase
from scripts.workloads.sysbench.output import OUTPUT as OF_SYSBENCH

OUTPUT = Output(OF_SYSBENCH.readers, OF_SYSBENCH.system, sent_phase)
