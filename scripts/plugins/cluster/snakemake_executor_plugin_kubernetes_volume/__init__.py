"""Snakemake's executor for Kubernetes, for a volume that every pod mounts at the same place.

The executor itself has Snakemake believe that pods share no files, which then copies each input to
and each output from a storage provider, and what a manifest stands for not at all. With a volume
there is nothing to copy. Jobs, their states and their ends are the executor's own.
"""

from dataclasses import replace

from snakemake_executor_plugin_kubernetes import Executor, ExecutorSettings
from snakemake_executor_plugin_kubernetes import common_settings as settings_of_pods

__all__ = ["Executor", "ExecutorSettings", "common_settings"]

common_settings = replace(
    settings_of_pods,
    implies_no_shared_fs=False,
    job_deploy_sources=False,
    auto_deploy_default_storage_provider=False,
)
