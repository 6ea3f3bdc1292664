"""Random subsamples: for rules that are too slow on all rows, and for the interval of a scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from ..data import PointCloud

__all__ = [
    "interval_around",
    "random_subsamples",
    "sampled_evidence",
    "sentence_on_sample",
    "stratified_rows",
]


def interval_around(epsilon: float, repeats: Iterable[float]) -> tuple[float, float]:
    """The smallest and the largest of the chosen scale and the scales chosen on subsamples."""
    scales = list(map(float, [epsilon, *repeats]))
    return min(scales), max(scales)


def random_subsamples(cloud: PointCloud, n_rows: int, n_subsamples: int) -> Iterator[PointCloud]:
    """Yield clouds of about `n_rows` rows drawn without replacement, the same in each call.

    With labels, every class keeps its share of the rows, and at least two rows if it has two or
    more. A subsample whose rows are all the same point is skipped.
    """
    random = np.random.default_rng(0)
    for done in range(n_subsamples):
        cloud.report("subsamples", done, n_subsamples)
        rows = np.sort(stratified_rows(cloud, n_rows, random))
        if cloud.vary(rows):
            yield cloud.restricted(rows)
    cloud.report("subsamples", n_subsamples, n_subsamples)


def stratified_rows(cloud: PointCloud, n_rows: int, random: np.random.Generator) -> np.ndarray:
    """Indices of about `n_rows` random rows; every class keeps its share and at least two rows."""
    if not cloud.n_classes:
        return random.choice(cloud.n_samples, n_rows, replace=False)
    share = n_rows / cloud.n_samples
    drawn = []
    for code in range(cloud.n_classes):
        members = np.flatnonzero(cloud.codes == code)
        n_drawn = min(len(members), max(2, int(share * len(members))))
        drawn.append(random.choice(members, n_drawn, replace=False))
    return np.concatenate(drawn)


def sampled_evidence(n_rows: int, **errors: float) -> dict[str, Any]:
    """Evidence about an estimate: the number of rows drawn, and standard errors by name."""
    return {"n_sample": n_rows, "standard_errors": errors}


def sentence_on_sample(cloud: PointCloud, n_rows: int, error: str) -> str:
    """The last sentence of a reason: the number of rows drawn, and the error of the estimate."""
    return (
        f" This is an estimate from {n_rows} of the {cloud.n_samples} rows, each compared with all "
        f"rows; its standard error is {error}."
    )
