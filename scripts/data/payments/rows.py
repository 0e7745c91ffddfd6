"""The rows of the payments' six tables: accounts, and who may move money between them.

Each account has a user, and so a token and a card; each tenth user may approve. What its client has
to know of a user, token and card number, follows from the user's number, by the same arithmetic as
in workloads/sysbench/payments.lua. Balances are what the transfers left of 10,000.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from scripts.data.texts import texts

TRANSFERS_PER_ACCOUNT = 4
APPROVERS_APART = 10
DATE, EXPIRY = "2020-01-01 00:00:00", "2037-01-01 00:00:00"
OPENING_CENTS = 1_000_000
# Odd, so that each number below 2 ** 32 has a product of its own in 32 bits.
SPREADERS = (2654435761, 2246822519, 3266489917, 668265263)
HEADINGS = {
    "users": "id,name,email,role",
    "permissions": "role,action",
    "tokens": "digest,user_id,expires_at",
    "accounts": "id,user_id,name,balance",
    "cards": "number,account_id,expires_at",
    "transfers": "id,source_account,target_account,requester,approver,amount,created_at",
}


def write_rows(dataset: dict[str, Any], _shared: Path, folder: Path) -> None:
    """Write the files of a dataset of this kind into ``folder``."""
    write_tables(folder, accounts=dataset["accounts"], seed=dataset["seed"])


def write_tables(folder: Path, *, accounts: int, seed: int) -> None:
    """Write ``folder``/<table>.csv for each table, with a heading each."""
    generator = np.random.Generator(np.random.PCG64([seed, accounts]))
    numbers = range(1, accounts + 1)
    names = texts(generator, accounts, 8, 30)
    roles = [1 if number % APPROVERS_APART else 2 for number in numbers]
    sources, targets, cents = _transfers(generator, accounts)
    left = np.full(accounts + 1, OPENING_CENTS)
    np.subtract.at(left, sources, cents)
    np.add.at(left, targets, cents)
    approvers = generator.integers(1, accounts // APPROVERS_APART + 1, len(cents)) * APPROVERS_APART
    rows: dict[str, Iterable[tuple[object, ...]]] = {
        "users": ((n, names[n - 1], f"{names[n - 1]}@example.org", roles[n - 1]) for n in numbers),
        "permissions": [(1, "request"), (2, "approve"), (2, "request")],
        "tokens": ((digest(n), n, EXPIRY) for n in numbers),
        "accounts": ((n, n, names[n - 1], _money(left[n])) for n in numbers),
        "cards": ((card(n), n, EXPIRY) for n in numbers),
        "transfers": (
            (i + 1, sources[i], targets[i], sources[i], approvers[i], _money(cents[i]), DATE)
            for i in range(len(cents))
        ),
    }
    for name, lines in rows.items():
        with (folder / f"{name}.csv").open("w", encoding="ascii") as file:
            file.write(HEADINGS[name] + "\n")
            file.writelines(",".join(map(str, line)) + "\n" for line in lines)


def digest(user: int) -> str:
    """A user's token: 32 hexadecimal digits."""
    return "".join(f"{user * spreader % 2**32:08x}" for spreader in SPREADERS)


def card(account: int) -> str:
    """The number of an account's card: 16 digits."""
    return f"400000{account * SPREADERS[0] % 2**32:010d}"


def _transfers(
    generator: np.random.Generator, accounts: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sources, targets other than these, and cents, of as many transfers as were ever made."""
    count = accounts * TRANSFERS_PER_ACCOUNT
    sources = generator.integers(1, accounts + 1, count)
    targets = (sources + generator.integers(0, accounts - 1, count)) % accounts + 1
    return sources, targets, generator.integers(100, 10_001, count)


def _money(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{abs(int(cents)) // 100}.{abs(int(cents)) % 100:02d}"
