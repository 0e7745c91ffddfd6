"""Random texts by the thousand."""

from __future__ import annotations

import string

import numpy as np

LETTERS_AND_DIGITS = np.frombuffer((string.ascii_letters + string.digits).encode(), dtype=np.uint8)
LETTERS = np.frombuffer(string.ascii_uppercase.encode(), dtype=np.uint8)
DIGITS = np.frombuffer(string.digits.encode(), dtype=np.uint8)


def texts(
    generator: np.random.Generator,
    count: int,
    shortest: int,
    longest: int,
    alphabet: np.ndarray = LETTERS_AND_DIGITS,
) -> list[str]:
    """``count`` texts of ``shortest`` to ``longest`` characters, lengths and characters uniform."""
    places = generator.integers(0, len(alphabet), (count, longest), dtype=np.uint8)
    written = alphabet[places].tobytes().decode("ascii")
    lengths = generator.integers(shortest, longest + 1, count).tolist()
    return [written[i * longest : i * longest + length] for i, length in enumerate(lengths)]
