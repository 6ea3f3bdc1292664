"""Names of features, which scikit-learn's estimators store in `fit` and compare later."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .._scikit_learn import validate_data

__all__ = ["check_feature_names"]


def check_feature_names(estimator: Any, X: Any, *, reset: bool = True) -> None:
    """Store the number and names of the features of `X`; with ``reset=False`` compare them.

    Raises
    ------
    ValueError
        If two columns have the same name, or the features differ from those passed to `fit`.
    """
    columns = getattr(X, "columns", None)
    names = Counter(map(str, () if columns is None else columns))
    repeated = [name for name, count in names.items() if count > 1]
    if repeated:
        raise ValueError(
            f"X has more than one column called {repeated[0]!r}; every column needs a name of its "
            f"own."
        )
    validate_data(estimator, X, reset=reset, skip_check_array=True)
