"""Cells that machines share: an archive each, found by the id and by all that decides it."""
