"""Snakemake's logger plugin ``bandwise``: one line on where a run stands, a few on how it ended.

Snakemake finds it by the name of this package, in the folder that envs/setup.sh adds to .venv;
profiles/default/config.yaml asks for it. Without it a run is the same, in Snakemake's own words.

``run`` counts the jobs, ``durations`` and ``pace`` know how long they take, ``left`` estimates what
is left, ``reasons`` finds out why a job failed, ``words`` and ``ending`` put all that into lines,
``display`` writes them, and ``handler`` receives Snakemake's events and connects these.
"""

from .handler import LogHandler

__all__ = ["LogHandler"]
