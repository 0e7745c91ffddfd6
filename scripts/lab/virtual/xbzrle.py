"""Pages as what differs from their former bytes, in the encoding XBZRLE of QEMU's migration.

A page is a sequence of runs: how many bytes stay, how many change, and these; both numbers are in
ULEB128 (docs/devel/migration/main.rst and migration/xbzrle.c of QEMU). Only the first number of
bytes that stay may be 0, and bytes that stay at the end are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from scripts.lab.virtual.differences import PAGE_BYTES, Pages

# Runs are of whole words: fewer of them, for a few bytes more.
WORD_BYTES = 8
WORDS = PAGE_BYTES // WORD_BYTES


def encoded(pages: Pages) -> Iterator[bytes]:
    """Each page's runs."""
    now, before = (rows.view(np.uint64) for rows in (pages.now, pages.before))
    # A word that stays on either side of a page, so that each of its runs begins and ends in it.
    changed = np.pad(now != before, ((0, 0), (1, 1)))
    edges = np.diff(changed.astype(np.int8), axis=1)
    rows, begins = np.nonzero(edges == 1)
    ends = np.nonzero(edges == -1)[1]
    first = np.searchsorted(rows, np.arange(len(now) + 1)).tolist()
    runs = list(zip((begins * WORD_BYTES).tolist(), (ends * WORD_BYTES).tolist(), strict=True))
    for row, (start, stop) in enumerate(pairwise(first)):
        yield _joined(pages.now[row].tobytes(), runs[start:stop])


def _joined(page: bytes, runs: list[tuple[int, int]]) -> bytes:
    parts, at = [], 0
    for begin, end in runs:
        parts += [NUMBERS[begin - at], NUMBERS[end - begin], page[begin:end]]
        at = end
    return b"".join(parts)


def _uleb128(number: int) -> bytes:
    low, high = number & 0x7F, number >> 7
    return bytes([low | 0x80, high]) if high else bytes([low])


NUMBERS = [_uleb128(number) for number in range(PAGE_BYTES + 1)]
