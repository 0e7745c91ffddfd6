"""MariaDB's programs, whatever stores the tables."""

from __future__ import annotations

from engines.mysql_protocol.guest.server import CONFIGURATION, MIB, USER, MySQLServer
from guest.system import say


class MariaDBPrograms(MySQLServer):
    """MariaDB 10.6 and later, as a program: how it is installed, started and asked."""

    server_command = "mariadbd"
    client_command = ("mariadb", "--no-defaults", "--skip-ssl")
    explain_with = "ANALYZE FORMAT=JSON "
    open_files = 32768  # of Debian's mariadb.service

    def own_settings(self) -> dict[str, str]:
        """Aria's cache, of system tables and temporary ones, as small as MyISAM's; no TLS."""
        return {
            "aria_pagecache_buffer_size": str(1 * MIB),
            "skip_ssl": "ON",  # or each start makes a key, which takes ten billion instructions
        }

    def initialize(self) -> None:
        """Run mariadb-install-db."""
        say("mariadb-install-db")
        self.layer.call(
            ["mariadb-install-db", f"--defaults-file={CONFIGURATION}", "--skip-test-db",
             "--auth-root-authentication-method=normal", "--skip-name-resolve", "--force"],
            USER,
        )  # fmt: skip

    def limited(self, statement: str, limit_s: float) -> str:
        """By the session's max_statement_time."""
        return f"SET max_statement_time = {limit_s}; {statement}"
