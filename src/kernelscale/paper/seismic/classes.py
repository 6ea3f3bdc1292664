"""Section 5.3, tried on icequakes and earthquakes in Alaska: accuracy at each scale.

The paper's recordings are not public. The substitute is a file with 58 features of each recording
and no waveforms. Only the recordings at one station are used, without the features that are missing
in one of them or equal in all.
"""

from __future__ import annotations

import csv
import gzip
import io
import struct
import warnings
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ..._validation import SMALLEST_SPREAD
from ...bandwidth.rules.standardized import inverse_deviations
from ...bandwidth.selection import select_bandwidth
from ...data import PointCloud
from ...engine.progress import Progress
from ...markov.eigenpairs import Eigenpairs
from ...seismic import leave_one_out_accuracy
from ..harness.repeats import SHARES, mean_interval, measure_repeats
from ..harness.tables import Row, Tables
from ..shared.accuracy_at_scale import pairs_needed
from ..shared.resolved_scales import resolution

__all__ = ["CLASS_FILE", "SIX_RULES", "classes_tables"]

CLASS_FILE = "alaska_icequake_BAE_SCM.csv.gz"
STATION = "BAE"
KNOWN = ("station", "serial_no", "label", "ev_dist", "ev_az", "ev_mag", "ev_snr")
OF_THE_EVENT = ("ev_mag", "ev_dist", "ev_az")
EARTHQUAKES, ICEQUAKES = 46, 62  # the paper's numbers of earthquakes and explosions
N_COORDINATES, K = 4, 5
SIX_RULES = {
    "spectral": "eps_Ge",
    "geometric": "eps_rho_Psi",
    "probabilistic": "eps_rho_P",
    "log_sum": "eps_0",
    "max_min": "eps_MaxMin",
    "standard_deviation": "eps_std",
}
"""The name of each rule's scale in the paper, by the name of the rule."""
PAPERS_SIZE = f"{EARTHQUAKES} + {ICEQUAKES} events"
HALF, WHOLE = "half of the station's records", "all records of the station"


class Plan(NamedTuple):
    """Sizes of the experiment.

    There are `n_draws` draws, a grid of `n_scales` scales, and `n_jobs` processes. At most `n_rows`
    records of the station are used, except for draws of the paper's size.
    """

    n_draws: int
    n_scales: int
    n_rows: int
    n_jobs: int | None


FULL, QUICK = Plan(20, 33, 10_000, None), Plan(2, 3, 60, 1)


class _Station(NamedTuple):
    """The records of a station.

    `X` has the features of each record, and `y` its class: 1 for an icequake, 0 for an earthquake.
    In `events`, records of the same event have the same integer.
    """

    X: np.ndarray
    y: np.ndarray
    events: np.ndarray


class _Found(NamedTuple):
    """Results of one draw.

    `over_scales` has the accuracy at each scale of the grid, and `counts` whether the scale is
    resolved. `scales` has the scales of the rules in `SIX_RULES`; `at_rules` has the accuracy at
    these scales, and `rules_count` whether they are resolved.
    """

    over_scales: np.ndarray
    counts: np.ndarray
    scales: np.ndarray
    at_rules: np.ndarray
    rules_count: np.ndarray

    @property
    def best(self) -> float:
        """The highest accuracy at a resolved scale; 0 if no scale is resolved."""
        accuracies = np.append(self.over_scales, self.at_rules)
        return float((accuracies * np.append(self.counts, self.rules_count)).max())


def classes_tables(path: Path, quick: bool, progress: Progress) -> Tables:
    """Tables of the accuracy at each scale, and at the scale of each of six rules.

    They have means over random draws of records, and the values for all records.
    """
    plan = QUICK if quick else FULL
    station = _station(path)
    measure = _Measurement(station, np.geomspace(1.0, 3000.0, plan.n_scales), plan.n_rows)
    measured = measure_repeats(measure, [PAPERS_SIZE, HALF], plan.n_draws, progress, plan.n_jobs)
    draws, halves = ([_Found(*map(np.array, draw)) for draw in of] for of in measured)
    whole = measure(WHOLE, 0)
    curves: list[Row] = []
    marks: list[Row] = []
    for data, found in ((PAPERS_SIZE, draws), (HALF, halves), (WHOLE, [whole])):
        curves += _curve(data, measure.scales, found)
        marks += _marks(data, measure.scales, found)
    return {"alaska_accuracy": curves, "alaska_scales": marks}


def _station(path: Path) -> _Station:
    text = io.StringIO(_text(path), newline="")
    rows = [row for row in csv.DictReader(text) if row["station"] == STATION]
    names = [name for name in rows[0] if name not in KNOWN]
    X = np.array([[float(row[name] or "nan") for name in names] for row in rows])
    usable = np.isfinite(X).all(axis=0)
    usable[usable] = np.ptp(X[:, usable], axis=0) >= SMALLEST_SPREAD
    known = [tuple(row[name] for name in OF_THE_EVENT) for row in rows]
    numbers = {event: number for number, event in enumerate(dict.fromkeys(known))}
    return _Station(
        X[:, usable],
        np.array([int(float(row["label"])) for row in rows]),
        np.array([numbers[event] for event in known]),
    )


def _text(path: Path) -> str:
    """The text of a compressed file; ValueError if the file is damaged."""
    try:
        return gzip.decompress(path.read_bytes()).decode("utf-8")
    except (EOFError, ValueError, zlib.error, gzip.BadGzipFile, struct.error) as error:
        raise ValueError(f"{path} is damaged ({error}); fetch it again.") from error


class _Measurement:
    """Accuracies at all scales and by the six rules, on a draw of records or on all records."""

    def __init__(self, station: _Station, scales: np.ndarray, n_rows: int) -> None:
        self.station, self.scales, self.n_rows = station, scales, n_rows

    def __call__(self, data: str, seed: int) -> _Found:
        X, y, events = self.station
        random = np.random.default_rng(seed)
        rows = random.permutation(len(y))[: self.n_rows]
        if data == HALF:
            rows = rows[: len(rows) // 2]
        if data == PAPERS_SIZE:
            rows = _of_both_classes(y, events, random)
        X, y, events = X[rows], y[rows], events[rows]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings of several components or constant features
            X = (X - X.mean(axis=0)) * inverse_deviations(X)
            chosen = [
                select_bandwidth(X, y if rule in _WITH_LABELS else None, rule, n_threads=1)
                for rule in SIX_RULES
            ]
            found = np.array([float(bandwidth.epsilon or "nan") for bandwidth in chosen])
        cloud = PointCloud(X, y, n_threads=1)
        (over, counts), (at_rules, rules_count) = (
            np.array([_seen(cloud, events, scale) for scale in scales.tolist()]).T
            for scales in (self.scales, found)
        )
        return _Found(over, counts, found, at_rules, rules_count)


def _of_both_classes(y: np.ndarray, events: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Indices of one record of each drawn event; each class has as many events as in the paper."""
    chosen = []
    for label, number in ((0, EARTHQUAKES), (1, ICEQUAKES)):
        own = np.flatnonzero(y == label)
        _, first = np.unique(events[own], return_index=True)
        chosen.append(random.choice(own[first], number, replace=False))
    return np.concatenate(chosen)


_WITH_LABELS = ("spectral", "geometric", "probabilistic")


def _seen(cloud: PointCloud, events: np.ndarray, scale: float) -> tuple[float, bool]:
    """The accuracy in diffusion coordinates at a scale, and whether the scale is resolved."""

    def accuracy(pairs: Eigenpairs) -> float:
        return leave_one_out_accuracy(pairs.embedding(N_COORDINATES), cloud.codes, K, events)

    pairs = cloud.eigenpairs(scale, pairs_needed(cloud, N_COORDINATES))
    return accuracy(pairs), resolution(pairs, cloud.codes, N_COORDINATES, accuracy).counts()


def _curve(data: str, scales: np.ndarray, found: Sequence[_Found]) -> list[Row]:
    rows = []
    for number, scale in enumerate(scales.tolist()):
        values = [draw.over_scales[number] for draw in found]
        mean, low, high = _interval(values)
        row = {"data": data, "repeats": len(found), "epsilon": scale}
        row |= {"accuracy": mean, "accuracy_low": low, "accuracy_high": high}
        rows.append(row | {"counts": float(np.mean([draw.counts[number] for draw in found]))})
    return rows


def _marks(data: str, scales: np.ndarray, found: Sequence[_Found]) -> list[Row]:
    """The scales of `SIX_RULES`, the accuracies there, and how far these are below the best."""
    rows = []
    for number, (rule, title) in enumerate(SIX_RULES.items()):
        chosen = np.array([draw.scales[number] for draw in found])
        accuracy = [draw.at_rules[number] for draw in found]
        loss = [max(draw.best - draw.at_rules[number], 0.0) for draw in found]
        row: Row = {"data": data, "repeats": len(found), "rule": rule, "title": title}
        row |= {"epsilon": float(np.exp(np.log(chosen).mean()))}
        row |= {"epsilon_smallest": float(chosen.min()), "epsilon_largest": float(chosen.max())}
        row |= {"counts": float(np.mean([draw.rules_count[number] for draw in found]))}
        for name, values in (("accuracy", accuracy), ("loss", loss)):
            mean, low, high = _interval(values)
            row |= {name: mean, f"{name}_low": low, f"{name}_high": high}
        rows.append(row)
    return rows


def _interval(values: Sequence[float] | np.ndarray) -> tuple[float, float | None, float | None]:
    """Mean and interval of the values; a single value has no interval."""
    if len(values) == 1:
        return float(values[0]), None, None
    return mean_interval(values, SHARES)
