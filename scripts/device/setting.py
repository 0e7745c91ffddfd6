"""What a row of the table of settings is, and how its value is converted for the device."""

from __future__ import annotations

from dataclasses import dataclass

Value = int | float | str


@dataclass(frozen=True)
class Unit:
    """A unit of the configuration, and the one that the emulator's files take in its place.

    ``suffix`` ends the names of settings in this unit, and ``control_suffix`` those of the
    emulator's files; ``factor`` is how many of the emulator's unit one of ours is.
    """

    suffix: str
    words: str
    control_suffix: str
    control_words: str
    factor: int


MIB_S = Unit("_mib_s", "MiB/s", "_bytes_s", "bytes/s", 1 << 20)
US = Unit("_us", "µs", "_ns", "ns", 1000)
MS = Unit("_ms", "ms", "_ns", "ns", 1_000_000)
MIB = Unit("_mib", "MiB", "_bytes", "bytes", 1 << 20)
KIB = Unit("_kib", "KiB", "_bytes", "bytes", 1 << 10)
PERCENT = Unit("_percent", "%", "_percent", "%", 1)
BYTES = Unit("_bytes", "bytes", "_bytes", "bytes", 1)
KB = Unit("_kb", "KiB", "_kb", "KiB", 1)
COUNT = Unit("", "", "", "count", 1)
PER_S = Unit("", "per second", "", "per second", 1)
CHOICE = Unit("", "", "", "choice", 1)

EMULATOR, QUEUE = "emulator", "queue"


@dataclass(frozen=True, kw_only=True)
class Setting:
    """A setting of the device: one row of the table.

    Attributes:
        unit: one of the units above.
        most: the largest value, in its unit; of choices it follows.
        least: the smallest value beside the default.
        default: its value where the configuration names none; None: the configuration must.
        fastest: its value while nothing is measured; None: the default.
        is_whole: whether its values are whole numbers.
        multiple_of: what its values are multiples of.
        choices: the words that are allowed in place of numbers; the device counts them from 0.
        short: the word for it in the ids of cells; none: its name.
        of: whose file takes it, the emulator's or that of the kernel's queue of requests.
        name: in the configuration, in jobs, columns and charts; it ends in the unit. The table
            fills it in.
    """

    unit: Unit
    most: int = 0
    least: float = 0
    default: Value | None = None
    fastest: Value | None = None
    is_whole: bool = False
    multiple_of: int = 1
    choices: tuple[str, ...] = ()
    short: str = ""
    of: str = EMULATOR
    name: str = ""

    @property
    def control(self) -> str:
        """The file of the emulator or of the queue that takes it."""
        return self.name.removesuffix(self.unit.suffix) + self.unit.control_suffix

    @property
    def type(self) -> type:
        """Of its values, as columns hold them."""
        if self.choices:
            return str
        return int if self.is_whole else float

    @property
    def is_left_out(self) -> bool:
        """Whether a job names it only where it differs from its default.

        So a new setting changes no job of cells that don't use it. What the device is set to while
        nothing is measured differs from the default of some, which every job has to name.
        """
        return self.default is not None and self.fastest is None and self.of == EMULATOR

    @property
    def control_range(self) -> tuple[int, int]:
        """The least and the largest value that its file takes."""
        if self.choices:
            return 0, len(self.choices) - 1
        return round(self.least * self.unit.factor), self.most * self.unit.factor

    def controlled(self, value: Value) -> int:
        """A value in the unit of its file. Where it is not 0, no rounding makes it 0: "no limit".

        Raises ValueError for a word that is not among its choices.
        """
        if self.choices:
            return self.choices.index(str(value))
        return max(1, round(float(value) * self.unit.factor)) if value else 0

    def set_to(self, controlled: int) -> Value:
        """The value that a file's content stands for."""
        if self.choices:
            return self.choices[controlled]
        value = controlled / self.unit.factor
        return int(value) if self.is_whole or value.is_integer() else value
