"""The freight table of S2: its rows, generated from a seed or read from the real file."""
