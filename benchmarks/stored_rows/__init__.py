"""Time and memory of this process, and of workers, while a table is read in blocks."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import kernelscale

__all__ = ["JOBS", "measured", "peak_memory", "written_table"]

N_CLUSTERS = 20


def written_table(path: Path, n_rows: int, n_features: int, block: int) -> None:
    """Write a Gaussian mixture to a Parquet file, in row groups of `block` rows."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    centres = np.random.default_rng(0).normal(size=(N_CLUSTERS, n_features)) * 5
    names = [f"x{number}" for number in range(n_features)]
    schema = pa.schema([(name, pa.float64()) for name in names])
    with pq.ParquetWriter(path, schema) as writer:
        for number, start in enumerate(range(0, n_rows, block)):
            random = np.random.default_rng([1, number])
            n_here = min(block, n_rows - start)
            rows = centres[random.integers(N_CLUSTERS, size=n_here)]
            rows = rows + random.normal(size=rows.shape)
            writer.write_table(pa.table(list(rows.T), schema=schema))


JOBS: dict[str, Callable[..., Any]] = {
    "curve": lambda X, **options: kernelscale.scale_curve(X, **options),
    "median": lambda X, **options: kernelscale.select_bandwidth(X, rule="median", **options),
    "select": lambda X, **options: kernelscale.select_bandwidth(X, **options),
    "compare": lambda X, **options: kernelscale.compare(X, **options),
}


def measured(job: str, X: Any, **options: Any) -> tuple[float, Any]:
    """Seconds of a job, and its result."""
    started = time.perf_counter()
    answer = JOBS[job](X, **options)
    return time.perf_counter() - started, answer


def peak_memory() -> float:
    """The peak memory of this process in MiB; NaN if the system does not report it."""
    status = Path("/proc/self/status")
    if not status.exists():
        return float("nan")
    [line] = [line for line in status.read_text().splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1]) / 1024
