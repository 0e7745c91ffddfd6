"""What throughput would be if an engine's instructions took longer, or less long.

The virtual CPU takes 1 ns for every instruction of every engine. Real ones differ in how many
instructions per cycle they reach with each, and a difference between engines could turn a verdict.
So each ratio is computed again with the CPU time of one engine multiplied by FACTORS, and then with
that of the other. A factor on one is not its inverse on the other: where the device decides for one
engine and the CPU for the other, only the second one's throughput changes.

The model is a closed queueing network: N clients without think time, the CPUs and one device. Its
demands are measured, in seconds per transaction, and its throughput is by exact mean value analysis
(Reiser and Lavenberg, Mean-Value Analysis of Closed Multichain Queuing Networks, JACM 27, 1980).
M CPUs are a queue that is M times as fast and a delay for the rest of the time (Seidmann,
Schweitzer and Shalev-Oren, Computerized Closed Queueing Network Models of Flexible Manufacturing
Systems, Large Scale Systems 12, 1987); with N = M clients that is up to a fifth too slow.
Only the model's *change* is used, on the measured throughput, so that most of its error cancels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import duckdb

FACTORS = (0.77, 1.3)
"""Of the CPU time of one engine: by as much may instructions per cycle differ between engines."""

Row = tuple[object, ...]
Place = tuple[object, ...]
"""What names runs that differ by seed alone."""


@dataclass(frozen=True, slots=True)
class Demands:
    """What a transaction needs, in s, how many clients ask for one, and how many are made per s.

    The engine and its clients share the ``cpus``.
    """

    engine_cpu_s: float
    client_cpu_s: float
    device_s: float
    clients: int
    tps: float
    cpus: int = 1

    def modelled(self, factor: float) -> float:
        """Transactions per second if the engine's CPU time is multiplied by ``factor``."""
        cpu_s = self.engine_cpu_s * factor + self.client_cpu_s
        queue_s = cpu_s / self.cpus
        return throughput((queue_s, self.device_s), self.clients, delay_s=cpu_s - queue_s)

    def change(self, factor: float) -> float:
        """By what the model multiplies throughput if it multiplies the engine's CPU time so."""
        return self.modelled(factor) / self.modelled(1.0)


def throughput(demands_s: Sequence[float], clients: int, delay_s: float = 0.0) -> float:
    """Return transactions per second of a closed network with one queue per demand, in s.

    ``delay_s`` is time that a transaction takes beside, without waiting for others.

    Raises ValueError where there is no client, or nothing takes time.
    """
    if clients < 1 or sum(demands_s) <= 0 or min(demands_s) < 0:
        raise ValueError("needs a client, and demands of 0 and more")
    waiting = [0.0] * len(demands_s)
    rate = 0.0
    for number in range(1, clients + 1):
        stays = [demand * (1 + queue) for demand, queue in zip(demands_s, waiting, strict=True)]
        rate = number / (sum(stays) + delay_s)
        waiting = [rate * stay for stay in stays]
    return rate


def cpu_time_ratios(connection: duckdb.DuckDBPyConnection) -> Iterator[Row]:
    """Rows of the table ``cpu_time_ratios``: four of each ratio of transactions.

    The transactions of the denominator divide the ratio, and so does their change.
    """
    known = demands(connection, "s.curve_group, s.read_bandwidth_mib_s, phase, s.engine")
    for group, experiment, lab, mib_s, phase, above, below, *estimate in connection.execute(
        """
        SELECT curve_group, experiment, lab, read_bandwidth_mib_s, phase, numerator_engine,
            denominator_engine, ratio, low, high
        FROM engine_ratios
        WHERE metric = 'tps'
        ORDER BY ALL
        """
    ).fetchall():
        if not all((group, mib_s, phase, engine) in known for engine in (above, below)):
            continue
        for changed, power in ((above, 1), (below, -1)):
            own = known[group, mib_s, phase, changed]
            for factor in FACTORS:
                change = own.change(factor) ** power
                values = [None if value is None else value * change for value in estimate]
                about = (group, experiment, lab, mib_s, phase, above, below, changed, factor)
                yield *about, *values, own.modelled(1.0) / own.tps


def demands(connection: duckdb.DuckDBPyConnection, place: str) -> dict[Place, Demands]:
    """Return medians over the seeds of each place, whose columns in SQL are ``place``.

    Places at which one of the demands was not measured are left out.
    """
    rows = connection.execute(
        f"""
        SELECT
            {place},
            median(engine_cpu_us_per_transaction) / 1e6,
            median(client_cpu_us_per_transaction) / 1e6,
            median(busy_share * duration_s / transactions),
            max(s.threads),
            median(transactions / duration_s),
            max(s.cpus)
        FROM cpu_instructions_per_transaction AS s
        JOIN device_utilisation AS d USING (cell_id, phase)
        WHERE s.threads >= 1
        GROUP BY ALL
        ORDER BY ALL
        """
    ).fetchall()
    return {
        tuple(place): Demands(*needs)
        for *place, engine_s, client_s, device_s, clients, tps, cpus in rows
        if None not in (needs := (engine_s, client_s, device_s, clients, tps, cpus))
    }
