"""Handwritten digits: a bundled data set that was measured, not generated."""

from __future__ import annotations

from importlib.resources import files
from typing import Literal, overload

import numpy as np
from sklearn.utils import Bunch

from .._validation import check_switch
from ..array_files import read_arrays

__all__ = ["load_mfeat"]

# Number of decimals of each view; the views are stored as integers, which makes the file smaller.
DECIMALS = {"zer": 7, "mor": 4, "fac": 0, "kar": 8}


@overload
def load_mfeat(return_X_y: Literal[False] = False) -> Bunch: ...
@overload
def load_mfeat(return_X_y: Literal[True]) -> tuple[np.ndarray, np.ndarray]: ...


def load_mfeat(return_X_y: bool = False) -> Bunch | tuple[np.ndarray, np.ndarray]:
    """Load the handwritten digits of UCI's Multiple Features, 2000 rows of ten classes.

    Four views of each digit are joined: 47 Zernike moments, 6 morphological features, 216
    profile correlations and 64 Karhunen-Loève coefficients, as in section 4.2.3 of the paper.
    Standard deviations of features differ by more than four orders of magnitude, so the data show
    what happens without standardisation. Six rows are exact duplicates of other rows, so the data
    also show the effect of distances of zero.

    Parameters
    ----------
    return_X_y : bool, default False
        Return ``(data, target)`` instead of a Bunch.

    Returns
    -------
    Bunch
        data : ndarray of shape (2000, 333), float64
            Features in their original units.
        target : ndarray of shape (2000,), int64
            The digit, 0 to 9; rows are sorted by digit.
        feature_names : list of str
            View and number, such as ``"zer_0"``.
        target_names : list of str
            ``"0"`` to ``"9"``.
        DESCR : str
            Contents, origin and licence (R. P. W. Duin, CC BY 4.0).

    Raises
    ------
    ValueError
        If `return_X_y` is not a boolean.

    Examples
    --------
    Two hundred rows of each digit; six rows are duplicates.

    >>> import numpy as np
    >>> from kernelscale.datasets import load_mfeat
    >>> digits = load_mfeat()
    >>> np.bincount(digits.target)
    array([200, 200, 200, 200, 200, 200, 200, 200, 200, 200])
    >>> len(np.unique(digits.data, axis=0))
    1994
    """
    folder = files(__package__) / "data"
    arrays = read_arrays(folder / "mfeat.npz")
    views = [_integers(arrays[view]) / 10**decimals for view, decimals in DECIMALS.items()]
    data, target = np.concatenate(views, axis=1), arrays["y"].astype(np.int64)
    feature_names = arrays["feature_names"].tolist()
    if check_switch(return_X_y, "return_X_y"):
        return data, target
    return Bunch(
        data=data,
        target=target,
        feature_names=feature_names,
        target_names=[str(digit) for digit in range(10)],
        DESCR=(folder / "README.md").read_text(encoding="utf-8"),
    )


def _integers(stored: np.ndarray) -> np.ndarray:
    """Integers of shape (n_rows, n_features).

    Their bytes are stored with the shape (n_bytes, n_features, n_rows): all lowest bytes first, and
    then the next ones, because this compresses better.
    """
    numbers = np.ascontiguousarray(np.moveaxis(stored, 0, -1)).view(f"<i{len(stored)}")
    return numbers[..., 0].T
