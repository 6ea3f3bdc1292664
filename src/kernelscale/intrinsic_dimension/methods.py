"""The methods by name, and the function that estimates a dimension by one of them."""

from __future__ import annotations

import inspect
from typing import Any

from .._validation import check_name
from ..results import Dimension
from .estimator import DimensionEstimator
from .estimators.correlation import CorrelationDimension
from .estimators.danco import DANCo
from .estimators.gride import GRIDE
from .estimators.implied import ImpliedDimension
from .estimators.levina_bickel import LevinaBickel
from .estimators.local_pca import LocalPCA
from .estimators.mind import MiND
from .estimators.multiscale import MultiScale
from .estimators.two_nn import TwoNN

__all__ = ["METHODS", "estimate_dimension"]

METHODS: dict[str, type[DimensionEstimator]] = {
    estimator.method: estimator
    for estimator in (
        DANCo,
        TwoNN,
        LevinaBickel,
        GRIDE,
        MiND,
        LocalPCA,
        CorrelationDimension,
        ImpliedDimension,
        MultiScale,
    )
}
"""All methods by name."""


def estimate_dimension(X: Any, method: str = "danco", **options: Any) -> Dimension:
    """Estimate the intrinsic dimension: the number of coordinates that the rows have locally.

    Parameters
    ----------
    X : array-like of shape (n_samples, n_features)
        The points. Data that are read in blocks (see `select_bandwidth`) are loaded, if they fit in
        memory.
    method : str
        A name from `METHODS`.
    **options
        Options of the method, and `memory_limit`, `executor`, `arithmetic`, `n_threads`,
        `progress` as in `select_bandwidth`.

    Returns
    -------
    Dimension
        The dimension with the evidence for it. With the default method, `trusted` and `caveat`
        state whether other evidence contradicts it.

    Raises
    ------
    ValueError, TypeError
        If the points, the method or an option are not valid, or there are too few rows.

    Examples
    --------
    A plane in four features has two dimensions.

    >>> import numpy as np
    >>> plane = np.random.default_rng(0).uniform(size=(500, 2)) @ [[1, 0, 2, 1], [0, 1, 1, 3]]
    >>> estimate_dimension(plane, "two_nn").dimension
    2
    """
    estimator = METHODS[check_name(method, METHODS, "method")]
    known = _options_of(estimator)
    unknown = [option for option in options if option not in known]
    if "metric" in unknown:
        having = [name for name, each in METHODS.items() if "metric" in _options_of(each)]
        raise ValueError(
            f"The method '{method}' needs points, so it has no option 'metric'; the methods with "
            f"this option are {', '.join(having)}."
        )
    if unknown:
        raise ValueError(
            f"The method '{method}' has no option '{unknown[0]}'; its options are "
            f"{', '.join(known)}."
        )
    return estimator(**options).fit(X).result_


def _options_of(estimator: type[DimensionEstimator]) -> list[str]:
    return list(inspect.signature(estimator).parameters)
