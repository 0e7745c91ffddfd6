"""``kernel/write_back``: when the kernel writes dirty pages of files back, from a phase on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from scripts.workloads.workload import Problems, Workload, unknown_option

OPTIONS = ("dirty_background_bytes", "dirty_background_ratio", "dirty_bytes", "dirty_ratio")


class Kernel(Workload):
    """Settings of the kernel, below /proc/sys/vm; the lab puts back what its host had."""

    usage = "`kernel/write_back` (the kernel's settings that the options name, until the cell ends)"
    option_usage = (
        "Those of `kernel/write_back`: "
        f"{', '.join(f'`{name}`' for name in OPTIONS)}; of either pair one, as the kernel has it."
    )
    needs_engine = False

    def names(self, root: Path) -> tuple[str, ...]:
        """What can be set."""
        return ("write_back",)

    def problems(self, name: str, phase: Any, root: Path) -> Problems:
        """A phase that sets nothing, or both settings of which the kernel has one."""
        found = super().problems(name, phase, root)
        if not phase.options:
            found.append((("options",), f"sets nothing: name one or more of {', '.join(OPTIONS)}"))
        for first, second in (OPTIONS[:2], OPTIONS[2:]):
            if first in phase.options and second in phase.options:
                message = f"the kernel has either this or {second}: leave one out"
                found.append((("options", first), message))
        return found

    def option_problem(self, name: str, option: str, value: Any) -> str | None:
        """An unknown setting, or a value that the kernel would not take."""
        if message := unknown_option(option, OPTIONS):
            return message
        most, what = (100, "percent") if option.endswith("_ratio") else (1 << 40, "bytes")
        if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
            return None
        return f"must be a whole number of {what} from 1 to {most} (got {value})"


WORKLOAD = Kernel("kernel")
