"""Passes over all pairs on a graphics processor: times, errors and reproducibility.

It needs a CUDA device and CuPy, and takes less than two minutes. With --map it also computes a
diffusion map of a million rows, which takes up to four more minutes. The jobs compute:

- S, the sum of the kernel K over all pairs, and T, the sum of squared distance times K;
- K V, the product of K with some vectors.
"""

from __future__ import annotations

import argparse
import time
from functools import partial
from typing import Any

import numpy as np

from kernelscale import engine
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums

from . import jobs
from .jobs import Timed

HEADER = (
    "| job | rows | features | first call, s | seconds | ns / pair | same bits in two calls "
    "| remark |\n" + ("|---|---:|---:|---:|---:|---:|---|---|")
)
ROWS_FOR_ERRORS = 20_000
TORCH = 1  # index in jobs.CURVES of the one curve that torch computes as well


def line(job: str, X: np.ndarray, found: Timed, remark: str = "") -> str:
    """A row of the table for a job, with its time in nanoseconds for each unordered pair."""
    n, n_features = X.shape
    each = 2e9 * found.seconds / n**2
    same = "yes" if found.same_bits else "NO"
    cells = f"{found.first:.2f} | {found.seconds:.3f} | {each:.4f} | {same}"
    return f"| {job} | {n:,} | {n_features} | {cells} | {remark} |"


def main(arguments: list[str] | None = None, arithmetic: Any = "gpu") -> None:
    """Print one row for each job."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--share", type=float, default=1.0, help="share of the rows (default: all)")
    parser.add_argument("--map", action="store_true", help="also compute a diffusion map")
    chosen = parser.parse_args(arguments)
    on_processor = engine.resources.arithmetic_in_use()
    print(f"{_name(arithmetic)}, compared with {on_processor}", HEADER, sep="\n\n")
    for number, (n_samples, n_features) in enumerate(jobs.CURVES):
        X = jobs.points(max(2, int(n_samples * chosen.share)), n_features)
        found = jobs.timed(partial(jobs.curve, arithmetic=arithmetic), X)
        seconds = jobs.seconds_of_torch(X) if number == TORCH else None
        torch = ""
        if seconds is not None:
            torch = f"torch {seconds:.2f} s, {seconds / found.seconds:.0f} times as long"
        print(line("S and T at 64 scales", X, found, torch), flush=True)
    _products(X, arithmetic)
    _compare_with_processor(chosen.share, arithmetic)
    if chosen.map:
        begin = time.perf_counter()
        jobs.diffusion_map(X, arithmetic)
        print(f"\nA diffusion map of {len(X):,} rows: {time.perf_counter() - begin:.1f} s")


def _products(X: np.ndarray, arithmetic: Any) -> None:
    found = jobs.timed(partial(jobs.product, arithmetic=arithmetic), X)
    print(line("K V, 16 columns", X, found), flush=True)


def _compare_with_processor(share: float, arithmetic: Any) -> None:
    """Print the largest differences between results of the device and of the processor."""
    for n_features in (3, 50):
        X = jobs.points(max(2, int(ROWS_FOR_ERRORS * share)), n_features)
        exact = np.array(reduce(X, KernelSums(jobs.scales_of(n_features))))
        errors = _errors(jobs.curve(X, arithmetic), exact, jobs.scales_of(n_features))
        product, of_processor = jobs.product(X, arithmetic), jobs.product(X, "auto", "double")
        error = np.abs(product - of_processor).max() / np.abs(of_processor).max()
        print(
            f"\n{len(X):,} x {n_features}, differences from the processor: S {errors[0]:.1e}, "
            f"d_eps {errors[1]:.1e}, K V {error:.1e}",
            flush=True,
        )


def _errors(found: np.ndarray, exact: np.ndarray, scales: np.ndarray) -> tuple[float, float]:
    """Largest relative error of S, and largest error of d_eps."""
    of_dimension = (found[1] / found[0] - exact[1] / exact[0]) / scales
    return float(np.abs(found[0] / exact[0] - 1).max()), float(np.abs(of_dimension).max())


def _name(arithmetic: Any) -> str:
    from kernelscale.engine.arithmetic.registry import arithmetic_named

    return str(arithmetic_named(arithmetic))


if __name__ == "__main__":
    main()
