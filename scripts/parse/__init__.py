"""Parsers: the text that tools print in, typed rows out. Nothing here talks to a database."""
