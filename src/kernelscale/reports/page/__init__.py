"""Pages to open in a browser, each one file that needs no network."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from sklearn.utils.validation import check_is_fitted

from ..._estimators import of_host
from ..._validation import are_numbers, check_kind, check_labels, check_points, check_switch
from ...atomic_files import atomic_file, check_writable
from ...diffusion.over_scales import embeddings_over_scales
from ...intrinsic_dimension.profile import dimension_profile
from ...metrics.euclidean import EUCLIDEAN
from ...metrics.registry import metric_named
from ...results import Comparison
from ...scaling.manifold_scaler import ManifoldScaler
from ..python_lines import python_lines
from .comparison_explorer import slider_scales
from .comparison_page import ComparisonPage
from .feature_table import FeatureScales
from .source_map import SourceMap

__all__ = ["SourceMap", "write_page"]

FEWEST_FOR_PROFILE = 50  # rows


def write_page(
    comparison: Comparison,
    path: str | os.PathLike[str],
    X: Any = None,
    y: Any = None,
    *,
    title: str = "Which scale",
    feature_names: Sequence[str] | None = None,
    scaler: ManifoldScaler | None = None,
    sources: SourceMap | ArrayLike | None = None,
    standardized: bool = False,
    notes: Sequence[str] = (),
    **engine_options: Any,
) -> None:
    """Write a comparison as a page for a browser, with a slider over the scale.

    The page is one file and needs no network. It has the recommended scale and the lines of Python
    that use it, all rules in a table, and the curves over the scale; with the points also their
    embedding at every scale, and the dimension against distance.

    Parameters
    ----------
    comparison : Comparison
        What `compare` said.
    path : str or path-like
        The file. It appears whole or not at all.
    X : array-like of shape (n_samples, n_features), optional
        The points that were compared. Of more than 1000 a random part is embedded.
    y : array-like of shape (n_samples,), optional
        Their labels, for colours.
    title : str
        What the data are called.
    feature_names : sequence of str, optional
        Names of the features; their numbers by default.
    scaler : ManifoldScaler, optional
        Fitted to `X`, for a table of what each feature counts.
    sources : array-like of shape (n_samples, 2) or SourceMap, optional
        Where the rows come from, in kilometres east and north, NaN where not known: adds a map
        beside the embedding whose points have the same colours, by distance without labels. A
        `SourceMap` also holds names and the station, and takes degrees.
    standardized : bool
        Whether the features were standardised before, which the page says and its lines of Python
        do.
    notes : sequence of str
        Sentences to stand above, before those that the comparison carries.
    **engine_options
        `memory_limit`, `executor`, `arithmetic`, `n_threads`, `progress` as in `select_bandwidth`.

    Raises
    ------
    ValueError, TypeError
        If the points or an option are not valid, or not those that were compared.
    OSError
        If the file cannot be written.

    Examples
    --------
    A page on two clusters begins with the recommendation.

    >>> import pathlib, tempfile
    >>> from kernelscale import compare, reports
    >>> points = np.random.default_rng(0).normal(size=(60, 2)) + 9 * (np.arange(60) % 2)[:, None]
    >>> comparison = compare(points, rules=["median", "auto"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     page = pathlib.Path(folder, "clusters.html")
    ...     reports.write_page(comparison, page, points)
    ...     text = page.read_text(encoding="utf-8")
    >>> comparison.recommendation in text
    True
    """
    check_writable(path)
    _check_kinds(comparison, title, notes, feature_names, scaler)
    check_switch(standardized, "standardized")
    mapped = None if sources is None else _source_map(sources, X, comparison.n_samples)
    labels: np.ndarray | None = None
    found: dict[str, Any] = {}
    if X is not None:
        X = _checked(X, comparison)
        found = _seen(X, comparison, engine_options)
        notes = [*notes, *found.pop("missing")]
        rows = found["embeddings"].rows
        labels = _labels(y, rows, len(X))
        if mapped is not None and mapped.is_known[rows].any():
            found["sources"] = mapped.of(rows)
        elif mapped is not None:
            notes = [*notes, "There is no map of sources: of no row that is drawn one is known."]
    lines = python_lines(
        comparison.recommended,
        {},
        with_labels=bool(comparison.n_classes),
        standardized=standardized,
    )
    features = None
    if scaler is not None and X is not None:
        names = list(feature_names or map(str, range(X.shape[1])))
        features = FeatureScales(of_host(scaler), names, X.std(axis=0))
    page = ComparisonPage(
        comparison,
        title,
        lines,
        [*notes, *map(str, comparison.notes)],
        labels=labels,
        features=features,
        standardized=standardized,
        **found,
    )
    with atomic_file(path) as temporary:
        # A title that is a file's name need not be text.
        temporary.write_text(page.html(), encoding="utf-8", errors="replace")


def _check_kinds(comparison: Any, title: Any, notes: Any, feature_names: Any, scaler: Any) -> None:
    """Refuse what is of another kind than asked for, before the long work."""
    check_kind(comparison, Comparison, "comparison")
    if not isinstance(title, str):
        raise TypeError(f"title must be text, but {title!r} was given.")
    for name, texts in (("notes", notes), ("feature_names", feature_names)):
        if texts is not None and not _are_texts(texts):
            raise TypeError(f"{name} must be several texts, but {texts!r} was given.")
    if feature_names is not None and len(feature_names) != comparison.n_features:
        raise ValueError(
            f"feature_names must name all {comparison.n_features} features, but "
            f"{len(feature_names)} were given."
        )
    if scaler is not None:
        check_kind(scaler, ManifoldScaler, "scaler")
        check_is_fitted(scaler)
        if scaler.n_features_in_ != comparison.n_features:
            raise ValueError(
                f"scaler was fitted to {scaler.n_features_in_} features, but "
                f"{comparison.n_features} were compared."
            )


def _are_texts(texts: Any) -> bool:
    """Whether these are several texts and not one."""
    is_one = isinstance(texts, str) or not isinstance(texts, (Sequence, np.ndarray))
    return not is_one and all(isinstance(text, str) for text in texts)


def _checked(X: Any, comparison: Comparison) -> np.ndarray:
    names = {
        metric_named(row.bandwidth.kernel.metric).name for row in comparison.rows if row.bandwidth
    }
    if others := names - {EUCLIDEAN.name}:
        raise ValueError(
            f"Maps of X on the page are of Euclidean distances, but rules were compared with "
            f"metric={others.pop()!r}; leave X out."
        )
    points = check_points(X)
    expected = comparison.n_samples, comparison.n_features
    if points.shape != expected:
        raise ValueError(
            f"X must be the points that were compared, {expected[0]} rows of {expected[1]} "
            f"features, but has shape {points.shape}."
        )
    return points


def _source_map(sources: Any, X: Any, n_samples: int) -> SourceMap:
    if X is None:
        raise ValueError("sources are drawn beside the embedding of X, but no X was given.")
    found = sources if isinstance(sources, SourceMap) else SourceMap(sources)
    if len(found.places) != n_samples:
        raise ValueError(
            f"sources must have a place for each of {n_samples} rows, but have {len(found.places)}."
        )
    return found.about_the_middle()


def _seen(X: np.ndarray, comparison: Comparison, engine_options: Any) -> dict[str, Any]:
    """What has to be computed from the points."""
    scales, at = slider_scales(comparison), comparison.recommended.epsilon
    embeddings = embeddings_over_scales(X, scales, at=at, independent=True, **engine_options)
    found: dict[str, Any] = {"embeddings": embeddings, "missing": []}
    if len(X) >= FEWEST_FOR_PROFILE:
        try:
            found["profile"] = dimension_profile(X, **engine_options)
        except ValueError as problem:  # few distinct rows, whose scales are known all the same
            found["missing"] = [f"There is no profile of the dimension here. {problem}"]
    return found


def _labels(y: Any, rows: np.ndarray, n_samples: int) -> np.ndarray | None:
    if y is None or are_numbers(y):  # targets of a regression, which no legend can list
        return None
    codes, classes = check_labels(y, n_samples)
    return classes[codes[rows]]
