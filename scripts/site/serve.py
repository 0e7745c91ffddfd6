"""Serves a built site on this machine: pages need http, as modules don't load from file://."""

from __future__ import annotations

import functools
import http.server
from pathlib import Path

from scripts.site.errors import SiteError


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files with the types that modules, fonts and WebAssembly need; nothing is cached."""

    extensions_map = {  # noqa: RUF012  (the base class declares it as a plain dictionary)
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".json": "application/json",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".woff2": "font/woff2",
        ".parquet": "application/vnd.apache.parquet",
    }

    def end_headers(self) -> None:
        """Ask the browser to look again each time: a rebuilt site shows at once."""
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent: the pages are the output, not the requests."""


def server(folder: Path, port: int = 0) -> http.server.ThreadingHTTPServer:
    """A server of `folder` on localhost, not started; port 0 takes a free one."""
    if not (folder / "index.html").is_file():
        raise SiteError(
            f"{folder}: holds no site; build it with `python -m scripts.site build --out {folder}`"
        )
    handler = functools.partial(Handler, directory=str(folder))
    try:
        return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise SiteError(f"port {port}: {error.strerror}; name another with --port") from error
