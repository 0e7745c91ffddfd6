"""The configuration's models: one a block, each field with its meaning, unit and range.

``config/README.md`` is generated from the descriptions here (``python -m scripts.plan docs``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field, create_model

from scripts.jobs import CPU_GIPS, MOST_GIPS, TURN_INSTRUCTIONS, WARM_UP_SEED
from scripts.lab.lab import capability_meanings, capability_types
from scripts.lab.registry import default_lab, labs
from scripts.plan.datasets import DatasetConfig
from scripts.plan.device_model import Device, DeviceName, DeviceStep
from scripts.values.fields import NAME, STEPS_MAX, Block, Duration, Folder, Setting
from scripts.values.messages import listed
from scripts.workloads.registry import NAMES, kinds

# Those of cells count up from 0, those of their warm-ups down from the other: a cell with its
# warm-up's seed would ask for the very keys again that have just been read into the caches.
SEED_MAX = 2**30 - 1
# What an engine is set up for, where a cell doesn't say. Beyond its clients it allows connections
# for a few more, and for the lab's own sessions.
CLIENTS = 8
SPARE_CONNECTIONS = 24
LAB_CONNECTIONS = 8


# Named by their folders, which say what each is and can.
if TYPE_CHECKING:
    LabKind = str
else:
    LabKind = Literal[tuple(labs())]


Cpus = Literal[1, 2, 4, 8]


def _in_tenths(gips: float) -> float:
    if not (gips * 10).is_integer():
        raise ValueError(f"must be in tenths, such as 2.5 (got {gips:g})")
    return gips


Gips = Annotated[float, Field(ge=0.1, le=MOST_GIPS), AfterValidator(_in_tenths)]
HostCpus = Annotated[str, Field(pattern=r"^\d+(-\d+)?(,\d+(-\d+)?)*$", max_length=200)]


class Lab(Block):
    """Where cells run, and how large the machine is."""

    kind: LabKind = Field(
        default_lab().name,
        description=" ".join(f"`{lab.name}`: {lab.description}" for lab in labs().values()),
    )
    machine_memory_mib: int = Field(
        1024,
        ge=256,
        le=3072,
        description="Memory of the machine, engine included; where cells run on the host itself, "
        "of the machines that load data.",
    )
    cpus: Cpus = Field(
        1,
        description="CPUs of the machine that measures: 1, 2, 4 or 8. A busy one costs 4 to 10 s "
        "of the host's time per 10⁹ instructions. Data sets are loaded on one.",
    )
    cpu_gips: Gips = Field(
        CPU_GIPS,
        description="10⁹ instructions per second of each CPU, in tenths, where the clock counts "
        "instructions: 2.5 is what a core of a server did with the same engines. Of all machines, "
        "those that load data as well.",
    )
    turn_instructions: int = Field(
        TURN_INSTRUCTIONS,
        ge=100,
        le=100_000,
        description="CPUs take turns of so many instructions. What one CPU writes, another one "
        "sees in its own turn: with N of them up to (N - 1) / N of that in ns later. Shorter turns "
        "cost more of the host's time (docs/virtual-time.md).",
    )
    engine_cpus: HostCpus | None = Field(
        None,
        description="The host's CPUs that an engine is kept to, as the kernel lists them: `0` or "
        "`0,2-3`. All, when absent. For a lab that can do so.",
    )
    client_cpus: HostCpus | None = Field(
        None, description="Those of its clients, which may be the same."
    )
    disturbed: Literal["repeat", "keep"] = Field(
        "repeat",
        description="What becomes of a cell in real time whose host was busy with something else: "
        "`repeat` tries it up to three times, then it has failed; `keep` keeps it, with what was "
        "seen in the table `quietness`. Of such a cell counts can be trusted, such as bytes per "
        "transaction, and times can't. For a lab that asks how quiet the host is.",
    )
    device: DeviceName | None = Field(
        None,
        description="The `kind` of the device of all experiments that name none: `loop`, when "
        "absent. Where cells run on the host itself.",
    )
    device_mib: int = Field(
        1536,
        ge=64,
        le=16_777_216,
        description="Size of the emulated NVMe device. Where cells run on the host itself, so much "
        "memory has to be reserved for it by `memmap=` on the kernel's command line; a "
        "`loop` device takes so much room on the disk of `shared_dir`.",
    )
    wall_limit_s: int = Field(
        900,
        ge=10,
        le=604_800,
        description="Real seconds after which a cell in real time is stopped. In virtual time "
        "nothing is, however busy the host; a cluster's job gets so many and some minutes more.",
    )
    virtual_limit_s: int = Field(
        600,
        ge=10,
        le=604_800,
        description="Seconds of the lab's clock after which a phase, or the load of a data set, is "
        "stopped. A machine that hangs is stopped 600 s after the last of them would be.",
    )


class Phase(Block):
    """One step of a cell; each is measured on its own."""

    name: str = Field(pattern=NAME, max_length=60, description="Name of the step in results.")
    workload: str = Field(
        pattern=rf"^({'|'.join(NAMES)})/[A-Za-z0-9_]+$",
        description=f"{', '.join(kind.usage for kind in kinds().values())}.",
    )
    engines: list[str] | None = Field(
        None, min_length=1, description="Engines or families that run it; all, when absent."
    )
    threads: int | None = Field(
        None, ge=1, le=4096, description="Clients at once; the cell's `threads`, when absent."
    )
    duration_s: Duration = Field(
        0,
        description="Virtual seconds; 0: until `events` are done, or until the end of the file for "
        "fio jobs that end with it. Or a mapping from bandwidth: "
        "`{4: 60, 64: 15, default: 8}` gives 60 s up to 4 MiB/s, 15 s up to 64, 8 s above. "
        "sysbench and pgbench count whole seconds and HammerDB whole minutes, so there it is "
        "rounded up. Its TPROC-H has none: that ends with its query sets.",
    )
    events: int = Field(
        0, ge=0, le=10**12, description="Transactions after which it ends; 0: no limit."
    )
    options: dict[str, Setting] = Field(
        {},
        description=" ".join(
            [
                "Options of the workload's own, such as `block_size_kib`.",
                *filter(None, (kind.option_usage for kind in kinds().values())),
            ]
        ),
    )
    device_schedule: list[DeviceStep] = Field(
        [],
        max_length=STEPS_MAX,
        description="Changes of the device's settings while the phase runs, in order of time. "
        "After it, they are again the cell's. Not for `warm_up`.",
    )


class CellConfig(Block):
    """What all cells of an experiment share; `factors` vary it."""

    engine: str | None = Field(
        None, description="A name in `envs/`; none: no engine, fio on the device."
    )
    dataset: str | None = Field(None, description="A name under the study's `datasets`, or none.")
    filesystem: Literal["ext4", "xfs", "none"] = Field(
        "ext4", description="File system on the device; `none`: the raw device."
    )
    device: Device = Field(Device(), description="The device and its settings.")
    traces: list[str] = Field([], description="Names of `tracing/*.bt` that watch the cell.")
    warm_up: Phase | None = Field(
        None,
        description="Run before the snapshot is taken (without snapshots, before the phases), at "
        "unlimited bandwidth.",
    )
    phases: list[Phase] = Field(min_length=1, description="The steps, in order.")
    tuning: dict[str, dict[str, Setting]] = Field(
        {},
        description="Settings by engine or family: `{postgresql: {autovacuum: off}}`. What the "
        "engine would refuse, adjust or ignore is an error, by `envs/<engine>.settings.tsv`.",
    )
    options: dict[str, Setting] = Field(
        {},
        description="Added to the options of every phase with a workload of "
        f"{listed(name for name, kind in kinds().items() if kind.takes_cell_options)}.",
    )
    threads: int = Field(1, ge=1, le=4096, description="Clients of phases that name none.")
    clients: int = Field(
        CLIENTS,
        ge=1,
        le=4096,
        description="Clients that the engine is set up for: InnoDB keeps memory for so many, and "
        f"{SPARE_CONNECTIONS} connections more are allowed, {LAB_CONNECTIONS} of them to the lab.",
    )
    seed: int = Field(
        1,
        ge=0,
        le=SEED_MAX,
        description=f"Seed of the workload; that of its warm-up is {WARM_UP_SEED} less it.",
    )
    engine_memory_mib: int | None = Field(
        None, ge=16, le=1_048_576, description="In place of the study's `engine_memory_mib`."
    )
    cpus: Cpus | None = Field(None, description="In place of `lab.cpus`.")
    cpu_gips: Gips | None = Field(
        None, description="In place of `lab.cpu_gips`, but for data sets."
    )
    turn_instructions: int | None = Field(
        None, ge=100, le=100_000, description="In place of `lab.turn_instructions`."
    )
    events_factor: float = Field(
        1.0,
        gt=0,
        le=1000,
        description="Multiplies the `events` of the cell's phases and of its warm-up, beside the "
        "study's `events_factor`.",
    )

    @property
    def connections(self) -> int:
        """How many the engine allows."""
        return self.clients + SPARE_CONNECTIONS


def _need(name: str, kind: Any) -> tuple[Any, Any]:
    """Type and default of a key of `needs`, made of a capability."""
    meaning = capability_meanings()[name]
    if kind is bool:
        return bool, Field(False, description=f"`true`: it must. {meaning}")
    if name == "cpus":
        return int | None, Field(None, ge=1, description=f"So many at least. {meaning}")
    return kind | None, Field(None, description=f"It must be this. {meaning}")


# As many keys as a lab has capabilities.
if TYPE_CHECKING:
    Needs = Block
else:
    Needs = create_model(
        "Needs",
        __base__=Block,
        __doc__="What the study's lab must be capable of; a study in another is an error.",
        **{name: _need(name, kind) for name, kind in capability_types().items()},
    )


class Experiment(Block):
    """One question and the cells that answer it: a file in `config/experiments/`."""

    title: str = Field(min_length=1, description="Heading in tables and pages.")
    question: str = Field(min_length=1, description="What it asks, in one sentence.")
    page: str = Field(pattern=NAME, description="Page of the report that shows it.")
    claims: list[str] = Field([], description="Ids of the published claims that it tests.")
    factors: dict[str, Annotated[list[Any], Field(min_length=1)]] = Field(
        {}, description="Values to cross, by dotted path into `cell`; see Factors below."
    )
    fraction: dict[str, Annotated[list[str], Field(min_length=2)]] = Field(
        {},
        description="Factors of two values that are not crossed, each with those that it follows "
        "from: it is at its second value where an odd number of these are at theirs.",
    )
    needs: Needs = Field(Needs(), description="Capabilities that the lab must have.")
    cell: CellConfig = Field(description="What the cells share.")


class StudyConfig(Block):
    """A study: the file given as `--configfile` (`config/config.yaml` without one)."""

    lab: Lab = Field(Lab(), description="Where cells run.")
    engine_memory_mib: int = Field(
        128, ge=16, le=1_048_576, description="Memory of an engine (a cgroup), the same for each."
    )
    engines: list[str] = Field(
        min_length=1, description="Engine layers in `envs/` that take part; others are left out."
    )
    datasets: dict[str, DatasetConfig] = Field({}, description="Data sets, by name.")
    tuning: dict[str, dict[str, Setting]] = Field(
        {}, description="Settings by engine or family, for every experiment."
    )
    experiments: list[str] = Field(
        min_length=1, description="Files in `config/experiments/`, without `.yaml`."
    )
    experiment_overrides: dict[str, dict[str, Annotated[list[Any], Field(min_length=1)]]] = Field(
        {}, description="Factors to replace or add: `{oltp: {device.bandwidth_mib_s: [16]}}`."
    )
    duration_factor: float = Field(
        1.0, gt=0, le=1000, description="Multiplies the `duration_s` of all phases."
    )
    events_factor: float = Field(
        1.0, gt=0, le=1000, description="Multiplies the `events` of all phases."
    )
    verify_cells: int = Field(
        3, ge=1, le=100_000, description="Cells that `snakemake verify` runs a second time."
    )
    keep_snapshots: bool = Field(
        True,
        description="Whether snapshots, 100 MB each, stay when their cells are measured. Where "
        "they don't, one cell more on an old snapshot measures the others of that snapshot again.",
    )
    results_dir: Folder = Field("results", description="Folder of cells, rows, database and site.")
    shared_dir: Folder = Field(
        "results",
        description="Folder of what studies share, from layers to snapshots.",
    )
    hammerdb: str | None = Field(
        None,
        min_length=1,
        description="The folder of an unpacked HammerDB 6.0 for Linux, which is not available from "
        "a registry. Without it, cells that need HammerDB are left out.",
    )
