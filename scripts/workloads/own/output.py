"""What sysbench prints of a user's own workload, and what its transactions were."""

from __future__ import annotations

from functools import partial

from scripts.parse.output import Output
from scripts.workloads.sysbench.output import OUTPUT as OF_SYSBENCH
from scripts.workloads.sysbench.output import read

OUTPUT = Output((partial(read, own=True),), OF_SYSBENCH.system)
