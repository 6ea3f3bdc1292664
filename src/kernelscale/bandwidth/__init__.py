"""Rules that choose the scale of a kernel; `RULES` holds them by name.

A rule is a frozen set of options that, called with data, returns a `Bandwidth`. A parameter that
takes a rule takes its name, the object, or a number, which is the scale itself.
"""

from __future__ import annotations

from typing import Any

from .._validation import check_scales
from ..data import PointCloud
from ..engine import Resources
from ..engine.executors import Executor
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT
from ..engine.tile import Arithmetic
from ..metrics import Metric
from ..results import Bandwidth, ScaleCurve
from .auto import Auto
from .comparison import compare
from .registry import RULES, resolve_rule
from .rule import Rule
from .rules.geometric import Geometric
from .rules.jacobian import Jacobian
from .rules.largest_slope import LargestSlope
from .rules.leave_one_out import LeaveOneOut
from .rules.likelihood import Likelihood
from .rules.log_sum import LogSum
from .rules.max_min import MaxMin
from .rules.median import Median
from .rules.nearest_neighbors import NearestNeighbors
from .rules.probabilistic import Probabilistic
from .rules.scikit_learn_scale import ScikitLearnScale
from .rules.scott import Scott
from .rules.self_tuning import SelfTuning
from .rules.silverman import Silverman
from .rules.spectral import Spectral
from .rules.standard_deviation import StandardDeviation
from .rules.standardized import Standardized
from .rules.variable_bandwidth import VariableBandwidth

__all__ = [
    "RULES",
    "Auto",
    "Geometric",
    "Jacobian",
    "LargestSlope",
    "LeaveOneOut",
    "Likelihood",
    "LogSum",
    "MaxMin",
    "Median",
    "NearestNeighbors",
    "Probabilistic",
    "Rule",
    "ScikitLearnScale",
    "Scott",
    "SelfTuning",
    "Silverman",
    "Spectral",
    "StandardDeviation",
    "Standardized",
    "VariableBandwidth",
    "compare",
    "scale_curve",
    "select_bandwidth",
]


def select_bandwidth(
    X: Any,
    y: Any = None,
    rule: Any = "auto",
    *,
    groups: Any = None,
    n_sample: int | str | None = None,
    feature_names: Any = None,
    metric: str | Metric = "euclidean",
    memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
    executor: str | Executor = "threads",
    arithmetic: str | Arithmetic = "auto",
    n_threads: int | None = None,
    progress: Progress | bool | None = None,
    **options: Any,
) -> Bandwidth:
    """Choose the scale of the kernel ``exp(-r / (2 epsilon))`` for the data.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points, or what is read in blocks, such as the path of a Parquet file, as in
        `engine.reduce`.
    y : array-like of shape (n_samples,), optional
        Class of each point; for `LeaveOneOut` also numbers that a regression predicts.
    rule : str, Rule or float
        A name from `RULES`, a rule object, or a number, which is the scale itself.
    groups : array-like of shape (n_samples,), optional
        The group of each row, such as the event of a recording or the patient of a measurement.
        Rules that leave rows out leave out a whole group at a time.
    n_sample : "auto", int or None
        Number of rows drawn at random, always the same ones, for quantities of all pairs: the
        range of scales, S and d_eps, the median, rho_P. Each row drawn is compared with all rows,
        and the evidence has standard errors. None, the default, takes all rows. "auto" takes all
        rows up to 20,000, and of more rows as many as give S to about 1 % at every scale. A number
        must be at least 64, and is rounded up to a multiple of 32. Neighbours are those of all
        rows; above 30,000 rows of points they are then searched by cells, and about 2 % of them
        are missed.
    feature_names : sequence of str, optional
        Names of the features in notes; by default the column names of a data frame, or the
        features' numbers.
    metric, memory_limit, executor, arithmetic, n_threads, progress
        As in `engine.reduce`; with ``metric="precomputed"`` `X` holds the distances of all pairs.
    **options
        Options of the rule, such as ``factor=3.0`` for ``"max_min"``, or for ``"auto"`` the
        purpose of the scale: ``purpose="map"``, ``"kernel machine"`` or ``"density"``.

    Returns
    -------
    Bandwidth
        The scale with the evidence for it; ``bandwidth.gamma`` is the `gamma` of scikit-learn.

    Raises
    ------
    ValueError, TypeError
        If the data, the rule or an option are not valid, or the rule has no scale for the data.

    Warns
    -----
    NoteWarning
        Contains the notes of `data_checks` on the data, such as a feature that decides all
        distances; they are also in `notes` of the result.

    Examples
    --------
    Points on a line, 1 apart: MaxMin takes twice the squared distance of neighbours.

    >>> import numpy as np
    >>> bandwidth = select_bandwidth(np.arange(10.0)[:, None], rule="max_min")
    >>> bandwidth.epsilon, bandwidth.gamma
    (2.0, 0.25)
    """
    chosen = resolve_rule(rule, **options)
    resources = Resources(memory_limit, executor, arithmetic, n_threads, progress)
    return chosen(
        X,
        y,
        groups=groups,
        n_sample=n_sample,
        feature_names=feature_names,
        metric=metric,
        **vars(resources),
    )


def scale_curve(X: Any, scales: Any = None, **engine_options: Any) -> ScaleCurve:
    """The kernel's sum S and the implied dimension d_eps over scales, as defined in `ScaleCurve`.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points, or what is read in blocks, such as the path of a Parquet file, as in
        `engine.reduce`.
    scales : array-like of shape (n_scales,), optional
        Squared distances; by default 16 an octave over the useful range.
    **engine_options
        `n_sample` as in `select_bandwidth`; `metric`, `memory_limit`, `executor`, `arithmetic`,
        `n_threads`, `progress` as in `engine.reduce`.

    Returns
    -------
    ScaleCurve
        S to a relative error of 1e-7 and d_eps to 1e-6, from one pass over all pairs; with
        `n_sample`, estimates with standard errors.

    Raises
    ------
    ValueError, TypeError
        If the data or the scales are not valid.

    Examples
    --------
    The implied dimension of a filled square is nearly 2 between its spacing and its extent.

    >>> import numpy as np
    >>> side = np.linspace(0, 1, 40)
    >>> square = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    >>> curve = scale_curve(square)
    >>> bool(1.7 < curve.dimension.max() < 2.0)
    True
    """
    cloud = PointCloud(X, **engine_options)
    return cloud.curve(None if scales is None else check_scales(scales))
