"""Time of passes on a local Dask cluster and on the same number of threads.

A pass computes one statistic of all pairs of rows. Passes on threads and on the cluster take turns.
Scheduler, client and workers share the processors, and the points are sent to the workers for every
pass.

Each ratio is the time on threads divided by the time on the cluster, as the median over the rounds.
The first ratio is of clock times. The second is of the processor times of all processes.

An idle cluster uses processor time, too. This is subtracted from the time of every pass. To a pass
on the cluster we add what the idle cluster would use if no other program ran on the machine: the
pass would then take the remaining processor time divided by the number of threads.
"""

from __future__ import annotations

import argparse

import numpy as np
from distributed import Client, LocalCluster

from .measurements import STATISTICS, rounds_of

HEADER = (
    "| statistic | clock: threads, s | clock: Dask, s | clock: ratio "
    "| processor: threads, s | processor: Dask, s | processor: ratio |\n"
    "|---|---:|---:|---:|---:|---:|---:|"
)


def main(arguments: list[str] | None = None) -> None:
    """Print one row for each statistic."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--features", type=int, default=50)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="+", choices=STATISTICS, default=list(STATISTICS))
    parser.add_argument("--tile-seconds", type=float, default=1.0)
    chosen = parser.parse_args(arguments)
    X = np.random.default_rng(0).normal(size=(chosen.rows, chosen.features))
    print(f"{chosen.rows} rows, {chosen.features} features, {chosen.workers} workers\n\n{HEADER}")
    with (
        LocalCluster(
            n_workers=chosen.workers, threads_per_worker=1, dashboard_address=":0"
        ) as cluster,
        Client(cluster) as client,
    ):
        for name in chosen.only:
            statistic = STATISTICS[name](chosen.rows, chosen.features)
            times = rounds_of(X, statistic, client, chosen.tile_seconds, chosen.runs)
            cells = [f"{each:.2f}" for each in times]
            print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
