"""HTML pages, each one file that needs no network."""

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
from ...diffusion.maps_over_scales import embeddings_over_scales
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

FEWEST_FOR_PROFILE = 50  # with fewer rows, a page does not show the dimension against distance


def write_page(
    comparison: Comparison,
    path: str | os.PathLike[str],
    X: Any = None,
    y: Any = None,
    *,
    title: str = "Comparison of scales",
    feature_names: Sequence[str] | None = None,
    scaler: ManifoldScaler | None = None,
    sources: SourceMap | ArrayLike | None = None,
    standardized: bool = False,
    notes: Sequence[str] = (),
    **engine_options: Any,
) -> None:
    """Write a comparison as a page for a browser, with a slider over the scale.

    The page is one file and needs no network. It shows the recommended scale, lines of Python that
    use it, a table of all rules, and the curves over the scale. If the points are given, it also
    shows their embedding at every scale and the dimension against distance.

    Parameters
    ----------
    comparison : Comparison
        Result of `compare`.
    path : str or path-like
        The file; it is written completely or not at all.
    X : array-like of shape (n_samples, n_features), optional
        The points that were compared. If there are more than 1000 points, a subsample is embedded.
    y : array-like of shape (n_samples,), optional
        Classes of the points, for their colours; targets of a regression are not used.
    title : str
        Heading of the page, such as the name of the data.
    feature_names : sequence of str, optional
        Names of the features; their numbers by default.
    scaler : ManifoldScaler, optional
        A scaler fitted to `X`, for a table of the weight of each feature.
    sources : array-like of shape (n_samples, 2) or SourceMap, optional
        Place of each row's source, for instance an earthquake: kilometres east and north of a
        common point; NaN for an unknown place. The page then has a map next to the embedding, with
        the same colours. Without labels the colours show the distance of each source from the
        station, or from the middle of all sources if no station is given. A `SourceMap` also holds
        names and the place of the station.
    standardized : bool
        Whether the features were standardised before the comparison; the page states this, and its
        lines of Python standardise them too.
    notes : sequence of str
        Sentences at the top of the page, before the notes of the comparison.
    **engine_options
        `memory_limit`, `executor`, `arithmetic`, `n_threads`, `progress` as in `select_bandwidth`.

    Raises
    ------
    ValueError, TypeError
        If an option is not valid, `X` is not the data that were compared, or `X` is given although
        the metric was not Euclidean.
    OSError
        If the file cannot be written.

    Examples
    --------
    A page on two clusters.

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
        found = _computed(X, comparison, engine_options)
        notes = [*notes, *found.pop("missing")]
        rows = found["embeddings"].rows
        labels = _labels(y, rows, len(X))
        if mapped is not None and mapped.is_known[rows].any():
            found["sources"] = mapped.of(rows)
        elif mapped is not None:
            notes = [
                *notes,
                "There is no map of sources, because no embedded row has a source of known place.",
            ]
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
        # The title may be a file name with bytes that are not valid text.
        temporary.write_text(page.html(), encoding="utf-8", errors="replace")


def _check_kinds(comparison: Any, title: Any, notes: Any, feature_names: Any, scaler: Any) -> None:
    """Refuse arguments of a wrong type, before the computation."""
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
                f"scaler must be fitted to the {comparison.n_features} features that were "
                f"compared, but it was fitted to {scaler.n_features_in_}."
            )


def _are_texts(texts: Any) -> bool:
    """Whether an object is a sequence of texts, and not one text."""
    is_one = isinstance(texts, str) or not isinstance(texts, (Sequence, np.ndarray))
    return not is_one and all(isinstance(text, str) for text in texts)


def _checked(X: Any, comparison: Comparison) -> np.ndarray:
    names = {
        metric_named(row.bandwidth.kernel.metric).name for row in comparison.rows if row.bandwidth
    }
    if others := names - {EUCLIDEAN.name}:
        raise ValueError(
            f"The embedding of X on the page uses Euclidean distances, but rules were compared "
            f"with metric={others.pop()!r}; leave X out."
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


def _computed(X: np.ndarray, comparison: Comparison, engine_options: Any) -> dict[str, Any]:
    """The parts of the page that are computed from the points."""
    scales, at = slider_scales(comparison), comparison.recommended.epsilon
    embeddings = embeddings_over_scales(X, scales, at=at, independent=True, **engine_options)
    found: dict[str, Any] = {"embeddings": embeddings, "missing": []}
    if len(X) >= FEWEST_FOR_PROFILE:
        try:
            found["profile"] = dimension_profile(X, **engine_options)
        except ValueError as problem:  # e.g. too few distinct rows
            found["missing"] = [f"The dimension against distance is missing. {problem}"]
    return found


def _labels(y: Any, rows: np.ndarray, n_samples: int) -> np.ndarray | None:
    if y is None or are_numbers(y):  # targets of a regression are not classes
        return None
    codes, classes = check_labels(y, n_samples)
    return classes[codes[rows]]
