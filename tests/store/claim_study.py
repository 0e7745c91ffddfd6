"""Studies whose experiment tests claims, and what the shipped queries make of them."""

from __future__ import annotations

from pathlib import Path

import duckdb
from study_rows import Study

from scripts.plan.claims import CLAIMS_FILE, load_claims
from scripts.plan.study import ROOT
from scripts.store.__main__ import main
from scripts.store.claims import Verdict

SHIPPED = load_claims(ROOT / CLAIMS_FILE)


def experiment(*claims: str, name: str = "oltp") -> list[dict]:
    return [{"name": name, "title": "T", "question": "Q", "page": "oltp", "claims": list(claims)}]


def database(study: Study, *claims: str, name: str = "oltp") -> Path:
    """The study's database, in which the experiment `name` tests `claims`."""
    plan = study.plan(experiments=experiment(*claims, name=name))
    out = study.folder / "results.duckdb"
    arguments = ["--rows", str(study.rows), "--plan", str(plan), "--out", str(out), "--partial"]
    arguments += ["--claims", str(ROOT / CLAIMS_FILE)]
    assert main(["build", *arguments]) == 0
    return out


def shipped(path: Path) -> dict[str, Verdict]:
    """What the shipped queries say."""
    with duckdb.connect(str(path), read_only=True) as connection:
        found = connection.execute("SELECT * FROM claim_verdicts").fetchall()
    return {name: Verdict(name, *rest) for name, *rest in found}
