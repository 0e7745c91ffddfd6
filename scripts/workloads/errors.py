"""What a user reads when a kind of workload can't make its part of a job."""

from __future__ import annotations


class WorkloadError(Exception):
    """One sentence that names the file and the fix."""
