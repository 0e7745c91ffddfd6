"""A mistake in the claims is reported in one line, before anything runs."""

from __future__ import annotations

from pathlib import Path

import pytest
from scratch_study import Repository

from scripts.plan import ConfigError
from scripts.plan.claims import CLAIMS_FILE, IN_SHORT_MOST, claims_by_experiment, load_claims
from scripts.plan.study import ROOT

CLAIMS = """\
sources:
  S0: {name: A study, reference: arXiv, set_up: 12 cores, differs: One core.}
claims:
  S0.1:
    source: S0
    statement: One is faster.
    published: "1.80"
    measure: The ratio
    page: oltp
  S0.2:
    source: S0
    statement: It holds still.
    published: "1"
    measure: The trend
    not_comparable: One core is not twelve.
"""
ALLOWED = (
    "differs, in_short, measure, not_comparable, owes_nothing, page, published, published_high, "
    "published_low, published_value, rule, settles, source, statement"
)

HIGHER = '    published: "1.80"\n'

MISTAKES = {
    "address that runs a script": (
        "reference: arXiv",
        "url: 'javascript:alert(1)', reference: arXiv",
        f"{CLAIMS_FILE}:2: sources.S0.url: must be a whole address that begins with https:// or "
        'http:// (got "javascript:alert(1)")',
    ),
    "address without a host": (
        "reference: arXiv",
        "url: 'https:arxiv.org', reference: arXiv",
        f"{CLAIMS_FILE}:2: sources.S0.url: must be a whole address that begins with https:// or "
        'http:// (got "https:arxiv.org")',
    ),
    "published range upside down": (
        HIGHER,
        f"{HIGHER}    published_low: 1.8\n    published_high: 1.19\n",
        f"{CLAIMS_FILE}:8: claims.S0.1.published_low: is 1.8, above published_high, 1.19: "
        "exchange the two",
    ),
    "published figure beside a range": (
        HIGHER,
        f"{HIGHER}    published_value: 1.8\n    published_high: 2\n",
        f"{CLAIMS_FILE}:8: claims.S0.1.published_value: is one figure: leave it out, or leave out "
        "published_low and published_high",
    ),
    "published figure that no logarithm has": (
        HIGHER,
        f"{HIGHER}    published_low: 0\n",
        f"{CLAIMS_FILE}:8: claims.S0.1.published_low: must be > 0 (got 0)",
    ),
    "published figure with its unit": (
        HIGHER,
        f"{HIGHER}    published_value: 1.8 times\n",
        f'{CLAIMS_FILE}:8: claims.S0.1.published_value: must be a number (got "1.8 times")',
    ),
    "published figure that is not finite": (
        HIGHER,
        f"{HIGHER}    published_high: .inf\n",
        f"{CLAIMS_FILE}:8: claims.S0.1.published_high: must be a finite number (got inf)",
    ),
    "line of the board that is too long": (
        HIGHER,
        f"{HIGHER}    in_short: {'x' * 65}\n",
        f'{CLAIMS_FILE}:8: claims.S0.1.in_short: must have at most 64 letters (got "{"x" * 56}...)',
    ),
    "misspelt key": (
        "    not_comparable: One",
        "    not_comparabl: One",
        f'{CLAIMS_FILE}:15: claims.S0.2.not_comparabl: unknown key "not_comparabl" (did you mean '
        f'"not_comparable"? known: {ALLOWED})',
    ),
    "missing key": (
        '    published: "1.80"\n',
        "",
        f"{CLAIMS_FILE}:4: claims.S0.1.published: is missing",
    ),
    "figure that is no text": (
        '"1.80"',
        "1.80",
        f"{CLAIMS_FILE}:7: claims.S0.1.published: must be a text (got 1.8)",
    ),
    "unknown source": (
        "    source: S0\n    statement: One",
        "    source: S1\n    statement: One",
        f'{CLAIMS_FILE}:5: claims.S0.1.source: unknown source "S1" (known: S0)',
    ),
    "unknown page": (
        "page: oltp",
        "page: olap",
        f'{CLAIMS_FILE}:9: claims.S0.1.page: unknown page "olap" (did you mean "oltp"? '
        "known: oltp)",
    ),
    "id given twice": (
        "  S0.2:",
        "  S0.1:",
        f"{CLAIMS_FILE}:10: claims.S0.1: is given twice (first in line 4)",
    ),
    "id that is none": (
        "  S0.2:",
        "  second:",
        f'{CLAIMS_FILE}:10: claims.second: must match ^S[0-9]+\\.[A-Z]?[0-9]+$ (got "second")',
    ),
}


@pytest.fixture
def claims(repository: Repository) -> Path:
    """A repository with two claims, one of them with a query."""
    for name, text in (
        (CLAIMS_FILE, CLAIMS),
        ("sql/claims/S0.1.sql", "SELECT 1"),
        ("sql/claims/compared/S0.1.sql", "SELECT 1"),
        ("report/oltp.qmd", ""),
    ):
        path = repository.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return repository.root / CLAIMS_FILE


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_reported_in_a_line(claims: Path, name: str) -> None:
    old, new, expected = MISTAKES[name]
    assert CLAIMS.count(old) == 1
    claims.write_text(CLAIMS.replace(old, new))
    with pytest.raises(ConfigError) as caught:
        load_claims(claims)
    assert str(caught.value) == expected


@pytest.mark.parametrize("file", ["sql/claims/S0.3.sql", "sql/claims/compared/S0.3.sql"])
def test_query_of_no_claim_names_its_file(claims: Path, file: str) -> None:
    (claims.parents[1] / file).touch()
    with pytest.raises(ConfigError) as caught:
        load_claims(claims)
    assert str(caught.value) == (
        f'{file}: unknown claim "S0.3" (did you mean "S0.2"? known: S0.1, S0.2); '
        "rename the file, or delete it"
    )


def test_claim_on_rates_names_the_pairs_that_it_compares(claims: Path) -> None:
    """Runs under 2 s, and workloads of some names, were exempt from all that was asked of rates."""
    (claims.parents[1] / "sql/claims/compared/S0.1.sql").unlink()
    with pytest.raises(ConfigError) as caught:
        load_claims(claims)
    assert str(caught.value) == (
        f"{CLAIMS_FILE}:4: claims.S0.1: needs the file sql/claims/compared/S0.1.sql with the pairs "
        "of runs whose rates it compares, or the key owes_nothing with the reason why its runs "
        "leave nothing to later ones"
    )
    claims.write_text(CLAIMS.replace("page: oltp", "page: oltp\n    owes_nothing: It counts."))
    load_claims(claims)


def test_experiment_with_an_unknown_claim_is_reported(repository: Repository, claims: Path) -> None:
    repository.replace("page: oltp\n", "page: oltp\nclaims: [S0.1, S0.7]\n")
    assert repository.complaint() == (
        'config/experiments/oltp.yaml:4: claims[1]: unknown claim "S0.7" (did you mean "S0.2"? '
        "known: S0.1, S0.2); see config/claims.yaml"
    )


def test_mistake_in_claims_is_reported_by_the_plan(repository: Repository, claims: Path) -> None:
    claims.write_text(CLAIMS.replace("page: oltp", "page: olap"))
    with pytest.raises(ConfigError, match="unknown page"):
        repository.plan()


def test_claims_are_no_part_of_the_plan(repository: Repository, claims: Path) -> None:
    before = repository.plan().fingerprint
    claims.write_text(CLAIMS.replace("One is faster.", "One is much faster."))
    assert repository.plan().fingerprint == before


def test_repository_without_claims_has_none(repository: Repository) -> None:
    assert load_claims(repository.root / CLAIMS_FILE).claims == {}


def test_experiments_name_the_claims_that_they_test(repository: Repository, claims: Path) -> None:
    repository.replace("page: oltp\n", "page: oltp\nclaims: [S0.1]\n")
    repository.plan()
    assert claims_by_experiment(repository.root) == {"oltp": ["S0.1"]}


@pytest.mark.parametrize(
    ("written", "least_and_most"),
    [
        ("published_value: 3", (3, 3)),
        ("published_low: 2", (2, None)),
        ("published_low: 2\n    published_high: 2", (2, 2)),
        ("rule: Above 1", (None, None)),
    ],
)
def test_published_figure_is_a_range(claims: Path, written: str, least_and_most: tuple) -> None:
    claims.write_text(CLAIMS.replace("page: oltp", f"page: oltp\n    {written}"))
    assert load_claims(claims).claims["S0.1"].published_range == least_and_most


def test_every_statement_fits_into_its_line_of_the_board() -> None:
    shipped = load_claims(ROOT / CLAIMS_FILE).claims
    lines = {name: claim.in_short or claim.statement for name, claim in shipped.items()}
    assert [name for name, line in lines.items() if len(line.rstrip(".")) > IN_SHORT_MOST] == []
