"""What passes on a Dask cluster of this machine take, beside as many threads.

Scheduler, client and workers share the processors; points are scattered anew for every pass. Passes
are in turn (threads, cluster, threads, ...), and ratios are medians over the rounds: of the time on
the wall, which other programs disturb, and of the processors' time of all processes together; of
that, what an idle cluster takes counts for as long as the pass would last if nothing else ran.
"""

from __future__ import annotations

import argparse

import numpy as np
from distributed import Client, LocalCluster

from .measuring import STATISTICS, rounds_of

HEADER = (
    "| statistic | threads, s | Dask, s | speed | processor, threads | Dask | speed |\n"
    "|---|---:|---:|---:|---:|---:|---:|"
)


def main(arguments: list[str] | None = None) -> None:
    """One row a statistic."""
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
