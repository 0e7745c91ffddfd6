"""Studies whose experiment tests claims, and what the shipped queries make of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from study_rows import Study

from scripts.plan.claims import CLAIMS_FILE, load_claims
from scripts.plan.study import ROOT
from scripts.store.__main__ import main
from scripts.store.claims import Verdict, decide

SHIPPED = load_claims(ROOT / CLAIMS_FILE)


def experiment(*claims: str, name: str = "oltp") -> list[dict]:
    return [{"name": name, "title": "T", "question": "Q", "page": "oltp", "claims": list(claims)}]


def database(study: Study, *claims: str, name: str = "oltp") -> Path:
    """The study's database, in which the experiment `name` tests `claims`; none is decided yet."""
    plan = study.plan(experiments=experiment(*claims, name=name))
    out = study.folder / "results.duckdb"
    arguments = ["--rows", str(study.rows), "--plan", str(plan), "--out", str(out), "--partial"]
    assert main(["build", *arguments]) == 0
    return out


def shipped(path: Path) -> dict[str, Verdict]:
    """What the shipped queries say, those of claims that are held included."""
    unheld = {
        name: claim.model_copy(update={"held": None}) for name, claim in SHIPPED.claims.items()
    }
    claims = replace(SHIPPED, claims=unheld)
    return {verdict.claim: verdict for verdict in decide(path, claims)}
