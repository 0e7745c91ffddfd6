"""The jobs that the executor plugin makes of our profile, as a cluster would get and run them.

No cluster is here. Plugin, client and commands are real; the server keeps the jobs and runs what is
in their containers on this host, so that a command that does not work in a pod fails here as well.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from api_server import ApiServer

sys.path.append(str(Path(__file__).parents[1] / "progress"))
from fake_study import REPOSITORY, FakeStudy

from scripts.plan import load_study, plan
from scripts.plan.jobs import Plan

# One cell, and the five jobs of what it is made of; each takes some seconds to start.
CELL = "olap-postgresql-17"
VOLUME = "bandwise"
CLUSTER = "run envs/setup.sh --cluster, which installs the executor"


@pytest.fixture(scope="module")
def done(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[FakeStudy, ApiServer, subprocess.CompletedProcess[str]]:
    """A cell of a study through the profile, whose stages only leave placeholders."""
    pytest.importorskip("snakemake_executor_plugin_kubernetes", reason=CLUSTER)
    study = FakeStudy(tmp_path_factory.mktemp("study"))
    folders = [study.root / "scripts/plugins", study.root / "scripts/plugins/cluster"]
    plugins = {"PYTHONPATH": ":".join(map(str, folders))}
    snakemake = str(Path(sys.executable).parent / "snakemake")
    command = [snakemake, "--workflow-profile", "profiles/kubernetes"]
    command += ["--configfile", "config/smoke.yaml", "--seconds-between-status-checks", "1"]
    (cell,) = [cell.id for cell in planned(study).cells if cell.id.startswith(CELL)]
    command.append(f"results/smoke/cells/{cell}/outcome.json")
    # The volume is where the study is.
    command += ["--kubernetes-volume-persistent-volumes", f"{VOLUME}:{study.root}"]
    command += ["--precommand", f"cd {study.root}", "--latency-wait", "5"]
    with ApiServer(tmp_path_factory.mktemp("api"), plugins) as server:
        environment = study.environment() | {"KUBECONFIG": str(server.kubeconfig())}
        run = subprocess.run(
            command, cwd=study.root, env=environment, capture_output=True, text=True, timeout=600
        )
    return study, server, run


def planned(study: FakeStudy) -> Plan:
    return plan(load_study(study.root / "config/smoke.yaml"))


def container_of(job: dict[str, Any]) -> dict[str, Any]:
    (container,) = job["spec"]["template"]["spec"]["containers"]
    return container


def jobs_of(server: ApiServer, rule: str) -> list[dict[str, Any]]:
    return [
        job
        for job in server.jobs.values()
        if f"--allowed-rules {rule} " in container_of(job)["args"][1]
    ]


def test_cell_is_measured_by_pods(
    done: tuple[FakeStudy, ApiServer, subprocess.CompletedProcess[str]],
) -> None:
    study, server, run = done
    logs = [path.read_text()[-1500:] for path in server.folder.glob("*.log")]
    assert run.returncode == 0, (run.stderr, logs[:1])
    assert len([*study.results.glob(f"cells/{CELL}*/outcome.json")]) == 1
    for rule in ("tpch_tables", "tpch_reference", "dataset", "machine", "cell"):
        assert len(jobs_of(server, rule)) == 1, rule
    # What needs a network or takes seconds is done in Snakemake's own pod.
    assert len(server.jobs) == 6


def test_cell_asks_for_its_memory_disk_and_cpu_and_gets_no_more(
    done: tuple[FakeStudy, ApiServer, subprocess.CompletedProcess[str]],
) -> None:
    _, server, _ = done
    # 1024 MiB of memory, 512 MiB of device, 768 MiB for QEMU: in Kubernetes' M, of 1000 kB.
    wanted = {"cpu": "1000m", "memory": "2415M", "ephemeral-storage": "2415M"}
    for job in jobs_of(server, "cell"):
        assert container_of(job)["resources"] == {"requests": wanted, "limits": wanted}


def test_pod_mounts_the_volume_and_runs_the_studys_python_in_it(
    done: tuple[FakeStudy, ApiServer, subprocess.CompletedProcess[str]],
) -> None:
    study, server, _ = done
    for job in server.jobs.values():
        container, pod = container_of(job), job["spec"]["template"]["spec"]
        assert container["image"] == "bandwise"
        assert {"name": VOLUME, "mountPath": str(study.root)} in container["volumeMounts"]
        assert {"name": VOLUME, "persistentVolumeClaim": {"claimName": VOLUME}} in pod["volumes"]
        assert container["command"] == ["/bin/sh"]
        flag, script = container["args"]
        assert flag == "-c"
        assert script.startswith(f"cd {study.root} && {sys.executable} -m snakemake ")
        assert "--mode 'remote'" in script
        assert "pip install" not in script
        assert "--no-hooks" in script, "it would take the run's locks"
        assert pod["restartPolicy"] == "Never"
        assert job["spec"]["backoffLimit"] == 0
        assert not (container.get("securityContext") or {}).get("privileged")


def test_jobs_that_have_ended_are_deleted(
    done: tuple[FakeStudy, ApiServer, subprocess.CompletedProcess[str]],
) -> None:
    _, server, _ = done
    for name in server.jobs:
        assert any(line.startswith("DELETE") and f"/jobs/{name}" in line for line in server.asked)


def test_image_has_what_setup_asks_for() -> None:
    setup = (REPOSITORY / "envs/setup.sh").read_text()
    image = (REPOSITORY / "profiles/kubernetes/Containerfile").read_text()
    for package in ("make", "nodejs", "npm", "mmdebstrap", "mount", "git", "uidmap"):
        assert package in setup
        assert f" {package} " in image.replace("\n", " ")
    profile = (REPOSITORY / "profiles/kubernetes/config.yaml").read_text()
    settings = yaml.safe_load(profile.split("?if find_spec")[0])
    (volume,) = settings["kubernetes-volume-persistent-volumes"]
    assert settings["precommand"] == f"cd {volume.partition(':')[2]}"
    assert f"WORKDIR {volume.partition(':')[2]}" in image
