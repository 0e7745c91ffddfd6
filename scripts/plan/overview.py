"""The table of ``python -m scripts.plan check``: experiments, cells, virtual seconds."""

from __future__ import annotations

import os
from typing import Literal

from rich.console import Console
from rich.table import Table

from scripts.engines.settings import list_path
from scripts.plan.jobs import Plan
from scripts.plan.study import Study


def show(study: Study, plan: Plan) -> None:
    """Print what the study would run; colours on a terminal only."""
    piped_width = None if os.isatty(1) else 120
    console = Console(highlight=False, width=piped_width)
    table = Table(title=f"{study.file}: {len(plan.cells)} cells", title_justify="left")
    columns: tuple[tuple[str, Literal["left", "right"]], ...] = (
        ("experiment", "left"),
        ("question", "left"),
        ("cells", "right"),
        ("snapshots", "right"),
        ("virtual s", "right"),
    )
    for heading, justify in columns:
        table.add_column(heading, justify=justify)
    for name, experiment in study.experiments.items():
        cells = [cell for cell in plan.cells if cell.experiment == name]
        seconds = sum(cell.virtual_s for cell in cells)
        counted = any(phase["events"] for cell in cells for phase in cell.job["phases"])
        table.add_row(
            name,
            experiment.question,
            str(len(cells)),
            str(len({cell.snapshot_id for cell in cells} - {None})),
            f"{seconds:.0f}" + (" + events" if counted else ""),
        )
    table.add_section()
    total = sum(cell.virtual_s for cell in plan.cells)
    table.add_row("in all", "", str(len(plan.cells)), str(len(plan.snapshots)), f"{total:.0f}")
    console.print(table)
    engines = [layer.id for layer in plan.layers if layer.id in study.catalogue.engines]
    console.print(f"engines: {', '.join(engines) or 'none'}")
    for engine in engines:
        path = list_path(study.root, engine)
        if not path.is_file():
            console.print(f"settings of {engine} are not checked: {path} is missing")
    for name, dataset in study.config.datasets.items():
        needed = dataset.mib(study.root)
        room = f"about {needed:.0f} of {study.config.lab.device_mib} MiB"
        console.print(f"dataset {name}: {dataset.in_words()}, {room}")
    console.print(f"results in {study.config.results_dir}/")
