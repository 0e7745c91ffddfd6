"""A Slurm cluster of two nodes on this host: all daemons are real, each node has its own name.

Debian's packages: slurmctld, slurmd, slurm-client, munge, and for accounting slurmdbd on MariaDB.
Nothing is written outside the cluster's folder, and none of the host's services is used.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

NODES = ("node1", "node2")
CPUS, MEMORY_MIB = 1, 8192
UP_S = 25.0

SLURM = """\
ClusterName=bandwise
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller}
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool/%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd-%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd-%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerParameters=sched_interval=2,batch_sched_delay=0
# A node that says nothing for so long has died; it comes back when it says something.
SlurmdTimeout=10
ReturnToService=2
MinJobAge=300
KillWait=2
SlurmdParameters=config_overrides
{accounting}
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""
NODE = """\
NodeName={name} NodeHostname={name} NodeAddr=127.0.0.1 Port={port} CPUs={cpus} RealMemory={memory}
"""
WITH_ACCOUNTING = """\
AccountingStorageType=accounting_storage/slurmdbd
AccountingStorageHost=127.0.0.1
AccountingStoragePort={database}
AccountingStoragePass={folder}/munge.socket
AccountingStorageUser=root
JobAcctGatherType=jobacct_gather/none
"""
WITHOUT_ACCOUNTING = """\
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
"""
DATABASE = """\
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
DbdHost=localhost
DbdAddr=127.0.0.1
DbdPort={database}
SlurmUser=root
LogFile={folder}/slurmdbd.log
PidFile={folder}/slurmdbd.pid
StorageType=accounting_storage/mysql
StorageHost=127.0.0.1
StoragePort={mariadb}
StorageUser=slurm
StoragePass={password}
StorageLoc=slurm
"""


class Cluster:
    """Two nodes, their controller, and with ``accounting`` its database."""

    def __init__(self, folder: Path, *, accounting: bool):
        self.folder, self.accounting = folder, accounting
        self.daemons: dict[str, subprocess.Popen[bytes]] = {}
        names = ("controller", "database", "mariadb", *NODES)
        self.ports = dict(zip(names, _free_ports(len(names)), strict=True))
        self.environment = os.environ | {"SLURM_CONF": str(folder / "slurm.conf")}

    def start(self) -> None:
        """Start all daemons, and wait until both nodes are idle."""
        for name in ("state", *(f"spool/{node}" for node in NODES)):
            (self.folder / name).mkdir(parents=True)
        self._write_configuration()
        self._start_munge()
        if self.accounting:
            self._start_accounting()
        self._start("slurmctld", ["slurmctld", "-D"])
        self._wait("slurmctld", lambda: "UP" in self.ask("scontrol", "ping"))
        for node in NODES:
            self.start_node(node)

    def start_node(self, node: str, prepare: str = "true") -> None:
        """Start a node with a host name and mounts of its own, after a shell command in these."""
        # The executor leaves a job on a node without SLURM_CONF.
        enter = f"mount --bind {self.folder} /etc/slurm && hostname {node}"
        enter += f" && {prepare} && exec slurmd -D -N {node}"
        command = ["unshare", "--uts", "--mount", "--propagation", "private", "sh", "-c", enter]
        self._start(node, command)
        self._wait(node, lambda: self.state(node) in ("idle", "mixed", "allocated"))

    def kill_node(self, node: str) -> None:
        """End a node as a power cut does: its daemon and all of its jobs' processes at once."""
        self._kill(node)

    def state(self, node: str) -> str:
        """A node's state, as sinfo has it, without its marks."""
        return self.ask("sinfo", "--noheader", "--nodes", node, "--format", "%T").strip(
            "*~#!%$@^-+\n "
        )

    def ask(self, *command: str) -> str:
        """What a command of Slurm's answers; nothing where it fails."""
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True)
        return done.stdout if done.returncode == 0 else ""

    def stop(self) -> None:
        """End all daemons and their jobs, the database last."""
        for name in [*reversed(self.daemons)]:
            self._kill(name)

    def _write_configuration(self) -> None:
        values = {**self.ports, "folder": self.folder, "password": secrets.token_hex(8)}
        accounting = WITH_ACCOUNTING if self.accounting else WITHOUT_ACCOUNTING
        text = SLURM.format(
            **values, host=socket.gethostname(), accounting=accounting.format(**values)
        )
        for node in NODES:
            port = self.ports[node]
            text += NODE.format(name=node, port=port, cpus=CPUS, memory=MEMORY_MIB)
        (self.folder / "slurm.conf").write_text(text)
        (self.folder / "slurmdbd.conf").write_text(DATABASE.format(**values))
        (self.folder / "slurmdbd.conf").chmod(0o600)
        self.password = values["password"]

    def _start_munge(self) -> None:
        key = self.folder / "munge.key"
        key.write_bytes(secrets.token_bytes(128))
        key.chmod(0o400)
        files = {
            "key": key,
            **{n: self.folder / f"munge.{n}" for n in ("socket", "pid", "log", "seed")},
        }
        options = [f"--{name}-file={file}" for name, file in files.items() if name != "socket"]
        options += [f"--socket={files['socket']}", "--force", "--foreground", "--num-threads=2"]
        self._start("munged", ["munged", *options])
        self._wait("munged", files["socket"].exists)

    def _start_accounting(self) -> None:
        data, control = self.folder / "mariadb", self.folder / "mariadb.socket"
        options = ["--no-defaults", "--user=root", f"--datadir={data}"]
        install = ["mariadb-install-db", *options, "--auth-root-authentication-method=socket"]
        subprocess.run(install, check=True, capture_output=True)
        options += [f"--socket={control}", "--bind-address=127.0.0.1"]
        self._start("mariadbd", ["mariadbd", *options, f"--port={self.ports['mariadb']}"])
        account = "'slurm'@'127.0.0.1'"
        sql = f"CREATE DATABASE slurm; CREATE USER {account} IDENTIFIED BY '{self.password}';"
        sql += f"GRANT ALL ON slurm.* TO {account};"
        client = ["mariadb", "--no-defaults", f"--socket={control}", "--user=root", "--execute"]
        self._wait(
            "mariadbd",
            lambda: subprocess.run([*client, "SELECT 1"], capture_output=True).returncode == 0,
        )
        subprocess.run([*client, sql], check=True, capture_output=True)
        # It looks for its file beside slurm.conf.
        self._start("slurmdbd", ["slurmdbd", "-D"])
        self._wait("slurmdbd", lambda: bool(self.ask("sacctmgr", "--noheader", "list", "qos")))
        subprocess.run(
            ["sacctmgr", "--immediate", "add", "cluster", "bandwise"],
            env=self.environment,
            check=True,
            capture_output=True,
        )

    def _start(self, name: str, command: Sequence[str]) -> None:
        with (self.folder / f"{name}.out").open("ab") as out:
            self.daemons[name] = subprocess.Popen(
                command, env=self.environment, stdout=out, stderr=out, start_new_session=True
            )

    def _wait(self, name: str, is_up: Callable[[], bool]) -> None:
        give_up_s = time.monotonic() + UP_S
        while not is_up():
            gone = self.daemons[name].poll() is not None
            if gone or time.monotonic() > give_up_s:
                logs = [self.folder / f"{name}.out", self.folder / f"slurmd-{name}.log"]
                said = "\n".join(log.read_text()[-2000:] for log in logs if log.exists())
                raise RuntimeError(f"{name} did not start:\n{said}")
            time.sleep(0.2)

    def _kill(self, name: str) -> None:
        daemon = self.daemons.pop(name)
        for pid in [*_below(daemon.pid), daemon.pid]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        daemon.wait()
        for pid in self._steps_of(name):
            for victim in [*_below(pid), pid]:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(victim, signal.SIGKILL)

    def _steps_of(self, node: str) -> list[int]:
        """The daemons of a node's jobs, which live on when the node's own has ended."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                is_step = process.joinpath("comm").read_text().startswith("slurmstepd")
                words = process.joinpath("environ").read_bytes().split(b"\0")
                ours = f"SLURM_CONF={self.folder}/slurm.conf".encode() in words
                if is_step and ours and self._host_of(process) == node:
                    found.append(int(process.name))
        return found

    @staticmethod
    def _host_of(process: Path) -> str:
        """The host name that a process has."""
        command = ["nsenter", f"--uts={process}/ns/uts", "hostname"]
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def _free_ports(count: int) -> list[int]:
    with contextlib.ExitStack() as open_sockets:
        ports = []
        for _ in range(count):
            found = open_sockets.enter_context(socket.socket())
            found.bind(("127.0.0.1", 0))
            ports.append(found.getsockname()[1])
        return ports


def _below(pid: int) -> list[int]:
    """A process's children and theirs, the last first."""
    found: list[int] = []
    with contextlib.suppress(OSError):
        for thread in Path(f"/proc/{pid}/task").iterdir():
            for child in map(int, (thread / "children").read_text().split()):
                found += [*_below(child), child]
    return found
