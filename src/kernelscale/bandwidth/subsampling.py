"""Random parts of the data: for rules too dear for all rows, and for how sure a rule is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from ..data import PointCloud

__all__ = ["interval_around", "random_parts", "stratified_rows"]


def interval_around(epsilon: float, repeats: Iterable[float]) -> tuple[float, float]:
    """The smallest and the largest of an answer and of what the rule says of random parts."""
    scales = list(map(float, [epsilon, *repeats]))
    return min(scales), max(scales)


def random_parts(
    cloud: PointCloud, n_rows: int, n_parts: int, seed: int = 0
) -> Iterator[PointCloud]:
    """Yield `n_parts` clouds of about `n_rows` rows drawn without replacement.

    With labels every class keeps its share, and at least two rows where it has them. A draw whose
    rows are all the same point is left out.
    """
    random = np.random.default_rng(seed)
    for done in range(n_parts):
        cloud.report("subsamples", done, n_parts)
        rows = np.sort(stratified_rows(cloud, n_rows, random))
        if cloud.vary(rows):
            yield cloud.restricted(rows)
    cloud.report("subsamples", n_parts, n_parts)


def stratified_rows(cloud: PointCloud, n_rows: int, random: np.random.Generator) -> np.ndarray:
    """About `n_rows` rows in no order; with labels every class keeps its share, two at least."""
    if not cloud.n_classes:
        return random.choice(cloud.n_samples, n_rows, replace=False)
    share = n_rows / cloud.n_samples
    drawn = []
    for code in range(cloud.n_classes):
        members = np.flatnonzero(cloud.codes == code)
        n_drawn = min(len(members), max(2, int(share * len(members))))
        drawn.append(random.choice(members, n_drawn, replace=False))
    return np.concatenate(drawn)
