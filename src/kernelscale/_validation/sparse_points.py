"""Points as a sparse matrix, in which zeros are not stored."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from scipy.sparse import csr_array

from .numbers import as_numeric, check_largest
from .points import check_shape_of_points, check_spread

__all__ = ["check_sparse_points", "looks_like_graph"]


def check_sparse_points(
    X: Any, *, name: str = "X", min_rows: int = 2, distinct: bool = True
) -> csr_array:
    """Return points as a new CSR array in float64, without stored zeros or repeated entries.

    Parameters
    ----------
    X : sparse matrix or array-like of shape (n_samples, n_features)
        Any of SciPy's formats, or a dense array; repeated entries are added up, as in SciPy.
    name : str
        Name of the matrix in messages.
    min_rows : int
        Fewest rows allowed.
    distinct : bool
        Whether at least two rows have to differ.

    Raises
    ------
    ValueError, TypeError
        If the shape or an entry is not valid, or all rows are the same although `distinct` is True.
    """
    given: Any = X if sparse.issparse(X) else as_numeric(X, name)
    check_shape_of_points(given, name, min_rows)
    matrix = csr_array(given)
    try:
        matrix.check_format(full_check=True)
    except ValueError as error:
        raise ValueError(f"{name} is not a valid sparse matrix: {error}.") from None
    as_numeric(matrix.data, name)  # raises an error if values are not real numbers
    matrix = matrix.astype(np.float64, copy=True)
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    _check_finite(matrix, name)
    check_largest(float(np.abs(matrix.data).max(initial=0.0)), name)
    if distinct:
        check_spread(_spread(matrix), matrix.shape[0], name)
    return matrix


def looks_like_graph(points: csr_array) -> bool:
    """Whether checked points could be distances to neighbours, as ``kneighbors_graph`` returns."""
    n_stored = np.diff(points.indptr)
    if points.shape[0] != points.shape[1] or not n_stored.all() or points.diagonal().any():
        return False
    return points.data.min() > 0 and (np.ptp(n_stored) == 0 or abs(points - points.T).nnz == 0)


def _check_finite(matrix: csr_array, name: str) -> None:
    bad = np.flatnonzero(~np.isfinite(matrix.data))
    if len(bad):
        row = int(np.searchsorted(matrix.indptr, bad[0], side="right")) - 1
        what = "NaN" if np.isnan(matrix.data[bad[0]]) else "infinity"
        raise ValueError(
            f"{name} contains {what} in row {row}, column {matrix.indices[bad[0]]} ({len(bad)} "
            f"such entries in all), but every value must be finite; drop or impute them first."
        )


def _spread(matrix: csr_array) -> float:
    """The largest difference between two rows in any one feature."""
    low, high = (getattr(matrix, way)(axis=0).toarray() for way in ("min", "max"))
    return float((high - low).max())
