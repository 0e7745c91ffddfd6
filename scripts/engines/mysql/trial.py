"""MySQL in its layer for a moment."""

from __future__ import annotations

from pathlib import Path

from scripts.engines.mysql_protocol import trial
from scripts.engines.trial import Server

_OFF = (
    *("--mysqlx=OFF", "--secure-file-priv=", "--auto-generate-certs=OFF"),
    *("--sha256-password-auto-generate-rsa-keys=OFF",),
    *("--caching-sha2-password-auto-generate-rsa-keys=OFF",),
)


def server(_tree: Path) -> Server:
    """The server in a layer, which serves as root, too."""
    return trial.server(
        ("mysqld", "--initialize-insecure"),
        ("mysqld", *_OFF),
        ("mysql", "--ssl-mode=DISABLED"),
        "SELECT word FROM information_schema.keywords",
    )
