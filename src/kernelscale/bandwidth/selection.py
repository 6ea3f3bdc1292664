"""The functions `select_bandwidth`, which applies a rule to data, and `scale_curve`."""

from __future__ import annotations

from typing import Any

from .._validation import check_scales
from ..data import PointCloud
from ..engine.executors import Executor
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT, Resources
from ..engine.tile import Arithmetic
from ..metrics.metric import Metric
from ..results import Bandwidth, ScaleCurve
from .registry import resolve_rule

__all__ = ["scale_curve", "select_bandwidth"]


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
        The points: an array in memory, or a source that is read in blocks of rows when they are
        needed. Such a source is a Zarr array, a Dask array, a Dask data frame, or the path of a
        Parquet file, of a folder of Parquet files or of a Zarr array; `memory_limit` then counts
        the blocks in memory.
    y : array-like of shape (n_samples,), optional
        Class of each point; for rules that accept them, such as `Auto` and `LeaveOneOut`, also
        numbers that a regression predicts.
    rule : str, Rule or float
        A name from `RULES`, a rule object, or a number, which is the scale itself.
    groups : array-like of shape (n_samples,), optional
        The group of each row, such as the event of a recording or the patient of a measurement.
        Rules that leave rows out leave out a whole group at a time.
    n_sample : "auto", int or None
        Number of rows drawn at random (the same rows in each call) for quantities of all pairs: the
        range of scales, the sum S of the kernel, the implied dimension d_eps, the median, and the
        criterion of `Probabilistic`. Each row drawn is compared with all rows, and the evidence has
        standard errors. None, the default, takes all rows. "auto" takes all rows if there are at
        most 20,000; otherwise it draws enough rows to estimate S to about 1 % at every scale, or
        takes all rows if half of them would not be enough. A number must be at least 64, and is
        rounded up to a multiple of 32. Neighbours are searched among all rows; with `n_sample` and
        more than 30,000 rows of points the search is approximate, and misses about 2 % of the
        neighbours.
    feature_names : sequence of str, optional
        Names of the features in notes; by default the column names of a data frame, or the
        features' numbers.
    metric : str or Metric
        A name from `metrics.METRICS`, or an object. With "precomputed", `X` holds the distances of
        all pairs (not squared), of shape (n_samples, n_samples) or condensed.
    memory_limit : int or str
        Bytes allowed in addition to the data, or a string such as "512 MiB"; by default half of the
        free memory, and at least 1 GiB. Too small a limit raises an error before the computation.
        Data other than float64 in C order are copied once; the limit does not count this copy. On a
        cluster the limit holds for each worker and for this process.
    executor : {"threads", "serial", "dask"} or Executor
        Where tiles of pairs are computed: a name, or an object such as ``DaskExecutor(client)``;
        "dask" uses the default client. Distances that you pass are read by threads of this process.
    arithmetic : {"auto", "reference", "compiled", "gpu"} or Arithmetic
        How a tile is computed: in NumPy, in C++, on graphics processors (CUDA), or by your own
        object. "auto" takes the value of the environment variable KERNELSCALE_ARITHMETIC if it is
        set, otherwise C++ if it was built, and otherwise NumPy.
    n_threads : int, optional
        Number of threads of the executor; all available ones by default. The result does not depend
        on it. A cluster uses the threads of its workers.
    progress : bool or callable, optional
        True shows progress bars on stderr after two seconds, in a terminal or a notebook. A
        function is called with a `ProgressEvent` after each tile.
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
        Contains the notes of `data_checks` on the data, for example on a feature that dominates all
        distances; they are also in `notes` of the result.

    Examples
    --------
    Points on a line, 1 apart: MaxMin takes twice the squared distance between neighbours.

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
        The points, or a source that is read in blocks, such as the path of a Parquet file, as in
        `select_bandwidth`.
    scales : array-like of shape (n_scales,), optional
        Squared distances; by default 16 for each factor of 2 of the useful range.
    **engine_options
        `n_sample`, `metric`, `memory_limit`, `executor`, `arithmetic`, `n_threads`, `progress` as
        in `select_bandwidth`.

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
    The implied dimension of a grid of points in a square is nearly 2 at scales between the spacing
    of the points and the extent of the square.

    >>> import numpy as np
    >>> side = np.linspace(0, 1, 40)
    >>> square = np.stack(np.meshgrid(side, side), axis=-1).reshape(-1, 2)
    >>> curve = scale_curve(square)
    >>> bool(1.7 < curve.dimension.max() < 2.0)
    True
    """
    cloud = PointCloud(X, **engine_options)
    return cloud.curve(None if scales is None else check_scales(scales))
