"""An API server for one kind of work: it keeps each job as it was sent, and does it on this host.

Of Kubernetes' API it has what the executor plugin asks for. A job's container is its command, run
in an empty folder, with no more of the host's environment than a container has.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

CONTAINER = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8"}


class ApiServer:
    """Listens on a port of its own while it is entered."""

    def __init__(self, folder: Path, environment: dict[str, str]):
        self.folder, self.environment = folder, CONTAINER | environment
        self.jobs: dict[str, dict[str, Any]] = {}
        self.ended: dict[str, int] = {}
        self.asked: list[str] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())

    def __enter__(self) -> ApiServer:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def kubeconfig(self) -> Path:
        """A file that leads kubectl and its like here."""
        path = self.folder / "kubeconfig"
        address = f"http://127.0.0.1:{self._server.server_port}"
        named = {
            "clusters": [{"name": "here", "cluster": {"server": address}}],
            "users": [{"name": "me", "user": {"token": "none"}}],
            "contexts": [{"name": "here", "context": {"cluster": "here", "user": "me"}}],
        }
        kind = {"apiVersion": "v1", "kind": "Config", "current-context": "here"}
        path.write_text(json.dumps(kind | named))
        return path

    def _run(self, name: str, job: dict[str, Any]) -> None:
        (container,) = job["spec"]["template"]["spec"]["containers"]
        with tempfile.TemporaryDirectory(dir=self.folder) as empty:
            done = subprocess.run(
                [*container["command"], *container["args"]],
                cwd=empty,
                env=self.environment,
                capture_output=True,
                text=True,
            )
        (self.folder / f"{name}.log").write_text(done.stdout + done.stderr)
        self.ended[name] = done.returncode

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        if path.endswith("/jobs"):
            name = body["metadata"]["name"]
            self.jobs[name] = body
            threading.Thread(target=self._run, args=(name, body), daemon=True).start()
        return body

    def _get(self, path: str) -> dict[str, Any]:
        if found := re.search(r"/jobs/([^/]+)/status$", path):
            code = self.ended.get(found[1])
            state = {} if code is None else {"failed" if code else "succeeded": 1}
            return {"metadata": {"name": found[1]}, "status": state}
        return {"items": []}

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        api = self

        class Handler(BaseHTTPRequestHandler):
            def _answer(self, answer: dict[str, Any]) -> None:
                api.asked.append(f"{self.command} {self.path}")
                content = json.dumps(answer).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

            def _body(self) -> dict[str, Any]:
                return json.loads(self.rfile.read(int(self.headers["Content-Length"] or 0)) or "{}")

            def do_POST(self) -> None:
                self._answer(api._post(self.path.partition("?")[0], self._body()))

            def do_GET(self) -> None:
                self._answer(api._get(self.path.partition("?")[0]))

            def do_DELETE(self) -> None:
                self._body()
                self._answer({"status": "Success"})

            def log_message(self, *_: object) -> None:
                pass

        return Handler
