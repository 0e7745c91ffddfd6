"""Servers on loopback that stand in for Debian's, and packages too small to be real."""

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote

from scripts.layers.lock import Lock, Package

# A layer's file.
LAYER = """\
name: small
role: engine
adapter: postgresql
suite: trixie
description: a layer
packages: [bash]
"""


class Stand:
    """A server's files by path, its answers that are not 200, and what it was asked for."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.statuses: dict[str, int] = {}
        self.cut: set[str] = set()
        self.asked: list[str] = []
        self.url = ""


@contextmanager
def stand_in() -> Iterator[Stand]:
    """A server that runs until the end of the block."""
    stand = Stand()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = unquote(self.path)
            stand.asked.append(path)
            if path not in stand.files:
                self.send_error(stand.statuses.get(path, 404))
                return
            content = stand.files[path]
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if path in stand.cut else content)

        def log_message(self, *_arguments: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    stand.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield stand
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def package(name: str, content: bytes, archive: str = "main") -> Package:
    """A package whose file has this content."""
    pool = "pool/main" if archive == "main" else "pool/updates/main"
    return Package(
        version="1:2.0+deb13u1",
        architecture="amd64",
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        archive=archive,
        path=f"{pool}/{name[0]}/{name}/{name}_2.0+deb13u1_amd64.deb",
    )


def lock_of(**packages: Package) -> Lock:
    """A lock of trixie with these packages."""
    return Lock(
        suite="trixie", snapshot="20261121T040400Z", image_sha256="ab" * 32, packages=packages
    )
