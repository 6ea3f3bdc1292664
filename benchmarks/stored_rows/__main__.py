"""Time and memory of statistics of a Parquet file that is read in blocks."""

from __future__ import annotations

import argparse
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

from . import JOBS, measured, peak_memory, written_table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--features", type=int, default=10)
    parser.add_argument("--block", type=int, default=2**17, help="number of rows in a row group")
    parser.add_argument("--n-sample", type=int, default=20_000)
    parser.add_argument("--job", choices=list(JOBS), default="curve")
    parser.add_argument("--executor", choices=["serial", "threads", "dask"], default="threads")
    parser.add_argument(
        "--workers", type=int, default=2, help="number of Dask workers, each with one thread"
    )
    parser.add_argument("--file", type=Path, help="file of the table; it is written if missing")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = arguments.file or Path(folder, "rows.parquet")
        if not path.exists():
            written_table(path, arguments.rows, arguments.features, arguments.block)
        before = peak_memory()
        report(arguments, path)
    print(f"this process: {peak_memory():.0f} MiB at its peak, {before:.0f} before the job")


def report(arguments: argparse.Namespace, path: Path) -> None:
    options: dict[str, Any] = {"n_sample": arguments.n_sample, "executor": arguments.executor}
    warnings.simplefilter("ignore")  # warnings with notes on the data
    if arguments.executor != "dask":
        busy = time.process_time()
        seconds, answer = measured(arguments.job, path, **options)
        busy = time.process_time() - busy
        times = f"{seconds:.1f} s, processor time {busy:.1f} s"
        print(f"{answer}\n{arguments.job} by {arguments.executor}: {times}")
        return
    from distributed import Client, LocalCluster

    cluster = LocalCluster(
        n_workers=arguments.workers, threads_per_worker=1, dashboard_address=None
    )
    with cluster, Client(cluster) as client:
        idle, busy = client.run(peak_memory), client.run(time.process_time)
        seconds, answer = measured(arguments.job, path, **options)
        peaks, until = client.run(peak_memory), client.run(time.process_time)
    print(f"{answer}\n{arguments.job} by dask: {seconds:.1f} s")
    for worker, peak in peaks.items():
        seconds = until[worker] - busy[worker]
        print(
            f"worker {worker}: {peak:.0f} MiB at its peak, {idle[worker]:.0f} before the job, "
            f"processor time {seconds:.1f} s"
        )


if __name__ == "__main__":
    main()
