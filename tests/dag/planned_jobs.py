"""Print the jobs that a first run would do, as JSON: rule, files, command. Run in a repository.

Further arguments are Snakemake's.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys

from snakemake.cli import main
from snakemake.dag import DAG

dags: list[DAG] = []
init = DAG.init


async def keep(dag: DAG, *arguments: object, **options: object) -> None:
    """Initialise a DAG as ever, and keep it."""
    dags.append(dag)
    await init(dag, *arguments, **options)


DAG.init = keep
sys.argv[1:] = ["--dry-run", "--forceall", "--cores", "2", *sys.argv[1:]]
with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
    main()
print(
    json.dumps(
        [
            {
                "rule": job.rule.name,
                "inputs": list(job.input),
                "outputs": list(job.output),
                "temporary": [file for file in job.output if "temp" in file.flags],
                "command": job.shellcmd,
            }
            for job in dags[-1].jobs
        ]
    )
)
