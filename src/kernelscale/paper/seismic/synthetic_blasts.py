"""Section 5.2 on noisy synthetic blasts in four quarries whose places are known."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ...engine.progress import Progress
from ...seismic import (
    SonogramFeatures,
    canonical_correlations,
    leave_one_out_accuracy,
    make_quarry_blasts,
)
from ..harness.repeats import SHARES, mean_interval, measure_repeats
from ..harness.tables import Row, Tables
from .ways import SEISMIC_WAYS, embedded, share_of_features, with_noise

__all__ = ["synthetic_tables"]

SPOILED = "Z"
SONOGRAM: dict[str, Any] = {"window_length": 512, "overlap": 0.5, "fmin": 0.5}
METRICS = ("separation", "map", "map_second", "share")
SHOWN = (10.0, 3.0)  # for pictures: signal-to-noise ratio, and noise in the deformed channel


class Case(NamedTuple):
    """The `signal_to_noise` ratio of recordings; the `noise` level in one channel's log power."""

    signal_to_noise: float
    noise: float


class Plan(NamedTuple):
    """Sizes of the experiment.

    A draw has `n_events` blasts, whose sonograms have `n_frequencies` frequencies. Each of the
    `cases` has `n_draws` draws, and `n_jobs` processes measure them. Algorithm 2 tries `n_tried`
    weights and as many scales for each feature; None is its default.
    """

    n_events: int
    n_frequencies: int
    n_draws: int
    cases: tuple[Case, ...]
    n_tried: int | None
    n_jobs: int | None


FULL = Plan(
    120,
    8,
    8,
    tuple(Case(r, n) for r in (10.0, 3.0, 1.0) for n in (0.0, 1.0, 3.0, 10.0)),
    None,
    None,
)
QUICK = Plan(32, 3, 2, (Case(10.0, 0.0), Case(10.0, 3.0)), 3, 1)


class _Draw(NamedTuple):
    """Features, a mask of the deformed channel's features, and each blast's quarry and place."""

    X: np.ndarray
    spoiled: np.ndarray
    quarries: np.ndarray
    places: np.ndarray


def synthetic_tables(quick: bool, progress: Progress) -> Tables:
    """Tables of every way's scores in every case, and of the maps of one draw."""
    plan = QUICK if quick else FULL
    measure = _Measurement(plan)
    draws = measure_repeats(measure, plan.cases, plan.n_draws, progress, plan.n_jobs)
    return {"synthetic_ways": _scores(plan.cases, draws), "synthetic_maps": _maps(plan)}


def _drawn(case: Case, plan: Plan, seed: int) -> _Draw:
    blasts = make_quarry_blasts(plan.n_events, case.signal_to_noise, random_state=seed)
    features = SonogramFeatures(
        blasts.sampling_rate,
        log=True,
        normalize="event",
        components=blasts.components,
        n_frequencies=plan.n_frequencies,
        **SONOGRAM,
    ).fit(blasts.waveforms)
    spoiled = features.component_of(SPOILED)
    random = np.random.default_rng(seed)
    X = with_noise(features.transform(blasts.waveforms), spoiled, case.noise, random)
    places = np.c_[blasts.events["lat"], blasts.events["lon"]]
    return _Draw(X, spoiled, blasts.events["category"], places)


class _Measurement:
    """Scores of all ways on one draw of blasts."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __call__(self, case: Case, seed: int) -> dict[str, tuple[float, ...]]:
        X, spoiled, quarries, places = _drawn(case, self.plan, seed)
        scores: dict[str, tuple[float, ...]] = {}
        for name, (coordinates, factors, _) in embedded(X, n_tried=self.plan.n_tried).items():
            first, second = canonical_correlations(coordinates, places).coefficients.tolist()
            accuracy = leave_one_out_accuracy(coordinates, quarries)
            scores[name] = (accuracy, first, second, share_of_features(X, factors, spoiled))
        return scores


def _scores(cases: Sequence[Case], draws: Sequence[Sequence[dict]]) -> list[Row]:
    rows = []
    for case, of in zip(cases, draws, strict=True):
        for name, way in SEISMIC_WAYS.items():
            row: Row = {**case._asdict(), "way": name, "title": way.title, "repeats": len(of)}
            for metric, values in zip(METRICS, np.array([d[name] for d in of]).T, strict=True):
                mean, low, high = mean_interval(values, SHARES)
                row |= {metric: mean, f"{metric}_low": low, f"{metric}_high": high}
            rows.append(row)
    return rows


def _maps(plan: Plan) -> list[Row]:
    """Two coordinates of the first draw's blasts, by every way."""
    X, _, quarries, places = _drawn(Case(*SHOWN), plan, 0)
    rows = []
    for name, found in embedded(X, n_tried=plan.n_tried).items():
        for point, (x, y) in enumerate(found.coordinates.tolist()):
            row = {"way": name, "title": SEISMIC_WAYS[name].title, "point": point, "x": x, "y": y}
            row |= {"quarry": str(quarries[point])}
            lat, lon = places[point].tolist()
            rows.append({**row, "lat": lat, "lon": lon})
    return rows
