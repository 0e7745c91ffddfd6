"""Asking servers over HTTP: time-outs, the host's proxy, and why a server did not answer."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import requests

from scripts.layers.proxy import proxies

SILENCE_S = 20.0
# A server that is slower than this counts as unavailable.
SLOWEST_BYTES_S = 16 * 1024
CHUNK_BYTES = 1 << 18


class Unavailable(Exception):
    """A place does not have a file; completes the sentence "the mirror ..."."""


class Trouble(Unavailable):
    """A place can't be asked; it may be worth another attempt."""


class Server:
    """HTTP as all places use it: time-outs, the host's proxy, a connection for each thread."""

    def __init__(self) -> None:
        """Prepare for requests; nothing is asked yet."""
        self._of_thread = threading.local()

    def read(self, url: str, size: int) -> Iterator[bytes]:
        """What is at an address; raises Unavailable or Trouble."""
        give_up_s = time.monotonic() + 3 * SILENCE_S + size / SLOWEST_BYTES_S
        with self._get(url) as response:
            for chunk in response.iter_content(CHUNK_BYTES):
                yield chunk
                if time.monotonic() > give_up_s:
                    raise Trouble("is too slow")

    def json(self, url: str) -> dict:
        """The JSON at an address; raises Unavailable or Trouble."""
        with self._get(url) as response:
            return response.json()

    @contextmanager
    def _get(self, url: str) -> Iterator[requests.Response]:
        if not hasattr(self._of_thread, "session"):
            self._of_thread.session = requests.Session()
            self._of_thread.session.proxies = proxies()
            # Packages as they are: their sizes count.
            self._of_thread.session.headers["Accept-Encoding"] = "identity"
        try:
            with self._of_thread.session.get(url, stream=True, timeout=SILENCE_S) as response:
                if response.status_code in (401, 403, 404, 410):
                    raise Unavailable(f"does not have {urlsplit(url).path}")
                if response.status_code != 200:
                    raise Trouble(f"answers {response.status_code} {response.reason}")
                yield response
        except requests.RequestException as error:
            raise Trouble(_reason(error)) from None


def _reason(error: requests.RequestException) -> str:
    """Why a server could not be asked, in a few words."""
    if isinstance(error, requests.exceptions.ProxyError):
        return "can't be reached through the proxy"
    if isinstance(error, requests.exceptions.SSLError):
        return "has a certificate that can't be checked"
    if isinstance(error, requests.Timeout):
        return "does not answer"
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "stops half-way"
    # A stalled body is a ConnectionError as well, and says "Read timed out".
    return "stops half-way" if "Read timed out" in str(error) else "can't be reached"
