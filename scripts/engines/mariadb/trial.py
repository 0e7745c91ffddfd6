"""MariaDB in its layer for a moment."""

from __future__ import annotations

from pathlib import Path

from scripts.engines.mysql_protocol import trial
from scripts.engines.trial import Server

INSTALL = (
    *("mariadb-install-db", "--skip-test-db", "--auth-root-authentication-method=normal"),
    *("--skip-name-resolve", "--force"),
)
CLIENT = ("mariadb", "--skip-ssl")
KEYWORDS = "SELECT word FROM information_schema.keywords"


def server(_tree: Path) -> Server:
    """The server in a layer, which serves as root, too."""
    return trial.server(INSTALL, ("mariadbd", "--skip-ssl"), CLIENT, KEYWORDS)
