"""MariaDB's settings, as its information schema describes them."""

from __future__ import annotations

from pathlib import Path

from scripts.engines.mysql_protocol.settings import (
    asked,
    described,
    found,
    options,
    plain_name,
    value_problem,
)
from scripts.engines.settings import BOOLEAN, CHOICE, CHOICES, INTEGER, REAL, TEXT, Run, Setting

__all__ = ["ask", "found", "plain_name", "value_problem"]

_QUERY = """SELECT variable_name, variable_type, numeric_min_value, numeric_max_value,
numeric_block_size, enum_value_list FROM information_schema.system_variables
WHERE command_line_argument IS NOT NULL"""
_INSTALL = (
    *("mariadb-install-db", "--skip-test-db", "--auth-root-authentication-method=normal"),
    *("--skip-name-resolve", "--force"),
)
_KINDS = {
    **dict.fromkeys(("INT", "INT UNSIGNED", "BIGINT", "BIGINT UNSIGNED"), INTEGER),
    "BOOLEAN": BOOLEAN,
    "DOUBLE": REAL,
    "ENUM": CHOICE,
    "SET": CHOICES,
    "VARCHAR": TEXT,
    "FLAGSET": TEXT,
}


def ask(run: Run, tree: Path, *more: str) -> list[Setting]:
    """The settings of the MariaDB in the layer ``tree``, started with ``more`` options."""
    text, rows = asked(run, tree, ("mariadbd", *more), _INSTALL, _QUERY)
    return described(options(text), rows, _KINDS)
