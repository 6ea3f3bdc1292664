"""Measurements as a table in Markdown."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence

import numpy as np

from .methods import Run

PEER, REFERENCE = "eigsh, each scale", "LAPACK, each scale"
HEADER = (
    "| data | method | seconds | times faster than eigsh | scales without result "
    "| largest error of an eigenvalue | finds LAPACK's scale of the largest eigengap? |\n"
    "|---|---|---:|---:|---:|---:|---|"
)


def lines(data: str, runs: Mapping[str, Sequence[Run]]) -> str:
    """One line for each method; its time is the median over its runs."""
    seconds = {name: statistics.median(run.seconds for run in of) for name, of in runs.items()}
    reference = runs[REFERENCE][0]
    return "\n".join(
        _line(data, name, of[0], seconds[name], seconds[PEER], reference)
        for name, of in runs.items()
    )


def _line(
    data: str, name: str, run: Run, seconds: float, seconds_of_peer: float, reference: Run
) -> str:
    n_missing = int(np.isnan(run.values[:, 1]).sum())
    error = np.nanmax(np.abs(run.values - reference.values))
    same = "yes" if run.winner == reference.winner else "no"
    return (
        f"| {data} | {name} | {seconds:.2f} | {seconds_of_peer / seconds:.1f} | {n_missing} "
        f"| {error:.0e} | {same} |"
    )
