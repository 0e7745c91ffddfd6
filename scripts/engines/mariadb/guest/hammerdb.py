"""What HammerDB calls MariaDB and its keys, and the account that it needs there."""

from __future__ import annotations

from guest.engines.adapter import DATABASE as OURS
from guest.engines.adapter import Adapter
from guest.engines.layer import SOCKETS
from guest.hammerdb import Database
from guest.system import GuestError

SOCKET = SOCKETS / "mariadb.sock"
# HammerDB's account in MariaDB. Its checks of a schema send any password, also "null", which means
# none to the rest of it.
ACCOUNT = "hammerdb"
PASSWORD = "hammerdb"


def make_account(engine: Adapter) -> None:
    """Make HammerDB's account in MariaDB and log in with it, ahead of a build that takes hours.

    Raises GuestError where the server does not take the account and its password.
    """
    account = f"{ACCOUNT}@localhost"
    create = f"CREATE USER {account} IDENTIFIED BY '{PASSWORD}'"
    _ask(engine, ["--user=root"], f"{create}; GRANT ALL PRIVILEGES ON *.* TO {account}")
    login = [f"--user={ACCOUNT}", f"--password={PASSWORD}"]
    # What a build begins with.
    question = f"CREATE DATABASE {OURS}; DROP DATABASE {OURS}; SELECT CURRENT_USER()"
    try:
        answer = _ask(engine, login, question)
    except GuestError as error:
        raise GuestError(f"HammerDB's account in MariaDB can't be used: {error}") from None
    if account not in answer:
        raise GuestError(f"MariaDB logs HammerDB's account in as another: {answer.strip()}")


def _ask(engine: Adapter, login: list[str], statements: str) -> str:
    """What MariaDB's client answers to statements, by the socket that HammerDB uses."""
    words = ["mariadb", "--no-defaults", "--skip-ssl", f"--socket={SOCKET}", "--batch"]
    return engine.layer.call([*words, *login], "nobody", input_text=statements)


def after_build(engine: Adapter) -> None:
    """There is nothing to add."""


DATABASE = Database(
    "maria",
    "maria",
    "nobody",
    # A socket is taken when the host is this one.
    {"host": "127.0.0.1", "socket": str(SOCKET)},
    {
        # To give history a key, HammerDB parses the server's version and fails on Debian's.
        "tprocc": {"user": ACCOUNT, "pass": PASSWORD, "dbase": OURS, "history_pk": "false"},
        "tproch": {"tpch_user": ACCOUNT, "tpch_pass": PASSWORD, "tpch_dbase": OURS},
    },
    {},
    make_account,
    after_build,
)
