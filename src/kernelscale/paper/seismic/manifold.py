"""Section 5.2 on recordings of northern Chile with one deformed channel, by every way of scaling.

The paper's recordings are not public. The substitute has recordings of 200 earthquakes at one
station, which determine the distance of an earthquake well but hardly its azimuth.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...engine.progress import Progress
from ...seismic.reading.archives import load_recordings
from ...seismic.sources import SourceGeometry
from ..harness.repeats import SHARES, mean_interval, measure_repeats
from ..harness.tables import Row, Tables
from .earthquake_maps import maps_of, over_scales, variates_of
from .earthquakes import (
    CONDITIONS,
    METRICS,
    Condition,
    Earthquakes,
    deformed,
    earthquakes_of,
    scores_of,
)
from .settings import settings_tried
from .ways import SEISMIC_WAYS, embedded, share_of_features

__all__ = ["FILE", "manifold_tables"]

FILE = "ipoc_pb01_3c_20hz.npz"
CHANGES = (-1.0, 1.0)  # bounds of the difference of two shares


class Plan(NamedTuple):
    """Sizes of the experiment.

    A draw has `n_events` events, and `n_draws` draws are measured under each of the `conditions`.
    Maps are shown at `n_scales` scales; sonograms have `n_frequencies` frequencies. Algorithm 2
    tries `n_tried` weights and as many scales for each feature; None is its default. `n_jobs` is
    the number of processes.
    """

    n_events: int
    n_draws: int
    conditions: tuple[Condition, ...]
    n_scales: int
    n_frequencies: int
    n_tried: int | None
    n_jobs: int | None


FULL = Plan(150, 8, CONDITIONS, 24, 12, None, None)
QUICK = Plan(30, 2, tuple(CONDITIONS[place] for place in (0, 1, 4, 6, 9)), 2, 1, 3, 1)


def manifold_tables(path: Path, quick: bool, progress: Progress) -> Tables:
    """Tables of scores by way and condition, of maps and variates, and of maps at all scales."""
    plan = QUICK if quick else FULL
    recordings = load_recordings(path)
    events = earthquakes_of(recordings, plan.n_frequencies)
    measure = _Measurement(events, plan)
    draws = measure_repeats(measure, plan.conditions, plan.n_draws, progress, plan.n_jobs)
    ways, compared = _scores(plan.conditions, draws), _losses(plan.conditions, draws)
    embeddings, curves = over_scales(events, plan.n_scales, progress)
    return {
        "ipoc_ways": ways,
        "ipoc_losses": compared,
        "ipoc_settings": settings_tried(recordings, plan.n_frequencies),
        "ipoc_maps": maps_of(events, plan.n_tried),
        "ipoc_variates": variates_of(events),
        "embeddings": embeddings,
        "curves": curves,
    }


class _Measurement:
    """Scores of all ways on one draw of events and of noise."""

    def __init__(self, events: Earthquakes, plan: Plan) -> None:
        self.events, self.plan = events, plan

    def __call__(self, condition: Condition, seed: int) -> dict[str, tuple[float, ...]]:
        random = np.random.default_rng(seed)
        features, spoiled, geometry, places = self.events
        rows = np.sort(random.permutation(len(places))[: self.plan.n_events])
        X = deformed(features[condition.features][rows], spoiled, condition, random)
        drawn = SourceGeometry(geometry.distance[rows], geometry.azimuth[rows])
        scores = {}
        for name, (coordinates, factors, _) in embedded(X, n_tried=self.plan.n_tried).items():
            share = share_of_features(X, factors, spoiled)
            scores[name] = (*scores_of(coordinates, drawn, places[rows]), share)
        return scores


def _facts(condition: Condition, way: str, n_draws: int) -> Row:
    return {
        **condition._asdict(),
        "condition": condition.name,
        "way": way,
        "title": SEISMIC_WAYS[way].title,
        "repeats": n_draws,
    }


def _means(scores: np.ndarray, bounds: tuple[float, float]) -> Row:
    """Mean over draws of each metric, with its standard error and 95 % interval."""
    row: Row = {}
    for metric, values in zip((*METRICS, "share"), scores.T, strict=True):
        mean, low, high = mean_interval(values, bounds)
        error = float(values.std(ddof=1) / len(values) ** 0.5)
        row |= {metric: mean, f"{metric}_se": error}
        row |= {f"{metric}_low": low, f"{metric}_high": high}
    return row


def _scores(conditions: Sequence[Condition], draws: Sequence[Sequence[dict]]) -> list[Row]:
    return [
        {**_facts(condition, way, len(of)), **_means(np.array([draw[way] for draw in of]), SHARES)}
        for condition, of in zip(conditions, draws, strict=True)
        for way in SEISMIC_WAYS
    ]


def _losses(conditions: Sequence[Condition], draws: Sequence[Sequence[dict]]) -> list[Row]:
    """For each way, its metrics with clean features minus its metrics with a deformed channel."""
    clean = {c.features: of for c, of in zip(conditions, draws, strict=True) if c.level == 0}
    return [
        {
            **_facts(condition, way, len(of)),
            **_means(
                np.array(
                    [
                        np.subtract(before[way], after[way])
                        for before, after in zip(clean[condition.features], of, strict=True)
                    ]
                ),
                CHANGES,
            ),
        }
        for condition, of in zip(conditions, draws, strict=True)
        if condition.level > 0
        for way in SEISMIC_WAYS
    ]
