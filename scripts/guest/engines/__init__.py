"""Engines: one adapter each behind the same few verbs (see ``adapter.Adapter``)."""

from __future__ import annotations

import importlib

from guest.engines.adapter import Adapter
from guest.engines.layer import Layer


def adapter(name: str, layer: Layer, job: dict) -> Adapter:
    """The adapter of the family called ``name``, for this job's engine.

    Only the job's own family is in the payload, hence the import by name.
    """
    return importlib.import_module(f"engines.{name}.guest.adapter").adapter(layer, job)
