"""Accounts, and who may pay from them."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from scripts.data.dataset import MIB, Dataset

# Estimated, with all that is an account's own.
BYTES_PER_ACCOUNT = 1200


class PaymentsDataset(Dataset):
    """Accounts and who may pay from them, loaded once for each engine and file system."""

    kind: Literal["payments"] = Field(description="What the data are.")
    accounts: int = Field(
        ge=100,
        le=2_000_000,
        description="Number of accounts, each with a card, a user, a token and four transfers.",
    )
    seed: int = Field(1, ge=0, le=2**31 - 1, description="Seed of the generated values.")

    def tables_mib(self, root: Path) -> float:
        """By the accounts."""
        return self.accounts * BYTES_PER_ACCOUNT / MIB

    def in_words(self) -> str:
        """The accounts."""
        return f"payments between {self.accounts} accounts"

    def most_that_fits(self, room_mib: int, share: float) -> tuple[str, str]:
        """Fewer accounts."""
        return "accounts", f"at most {int(self.accounts * share)} fit"


KIND = PaymentsDataset
