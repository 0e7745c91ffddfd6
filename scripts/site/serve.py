"""Serves a built site on this machine: pages need http, as modules don't load from file://.

Text is compressed, as any server of a published site should do it: the pages load a third of the
bytes then. The copies beside the files are sent where they are there and not older.
"""

from __future__ import annotations

import functools
import gzip
import http.server
import io
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from scripts.site.errors import SiteError
from scripts.site.not_found import NAME as NOT_FOUND
from scripts.site.packed import TEXT, copy_of


@functools.lru_cache(maxsize=256)
def packed(path: Path, changed_ns: int) -> bytes:
    """A file's bytes, compressed; `changed_ns` tells one version of it from the next."""
    return gzip.compress(path.read_bytes(), compresslevel=6, mtime=0)


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files with the types that modules, fonts and WebAssembly need; nothing is cached."""

    protocol_version = "HTTP/1.1"  # One connection for many files.
    disable_nagle_algorithm = True  # Or a body waits until the browser has its headers.

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

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """The file, compressed where it is text and the browser takes that."""
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if self.path.partition("?")[0].endswith("/") else path
        accepted = self.headers.get("Accept-Encoding", "")
        if path.suffix not in TEXT or not path.is_file():
            return super().send_head()
        found = copy_of(path, accepted)
        if found is None and "gzip" not in accepted:
            return super().send_head()
        encoding = found[0] if found else "gzip"
        body = found[1].read_bytes() if found else packed(path, path.stat().st_mtime_ns)
        self.send_response(http.HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", encoding)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        return io.BytesIO(body)

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """As servers of a published site do, send its own page for what it doesn't have."""
        page = Path(self.directory) / NOT_FOUND
        if code != http.HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

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
    return listen(functools.partial(Handler, directory=str(folder)), port)


def listen(handler: Callable[..., Handler], port: int) -> http.server.ThreadingHTTPServer:
    """A server on localhost, not started. SiteError for a port that is taken."""
    try:
        return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    except OSError as error:
        raise SiteError(f"port {port}: {error.strerror}; name another with --port") from error
