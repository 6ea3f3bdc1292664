"""Invalid points raise a one-sentence error before any work."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from tests.validation.small_data import NEIGHBORS, X, assert_one_sentence

from kernelscale import bandwidth, compare, scale_curve, select_bandwidth
from kernelscale.engine.passes import reduce


def changed(row, column, value, dtype=float):
    changed = X.astype(dtype)
    changed[row, column] = value
    return changed


BAD_POINTS = {
    "nan": (changed(3, 1, np.nan), ValueError, r"X contains NaN in row 3, column 1 \(1 such"),
    "several_nan": (
        np.where(np.arange(24).reshape(12, 2) > 20, np.nan, 1.0),
        ValueError,
        r"X contains NaN in row 10, column 1 \(3 such entries in all\)",
    ),
    "infinity": (changed(2, 0, np.inf), ValueError, "X contains infinity in row 2, column 0"),
    "minus_infinity": (changed(2, 0, -np.inf), ValueError, "X contains infinity in row 2, colu"),
    "both_infinities": (
        np.array([[np.inf, 0.0], [-np.inf, 1.0]]),
        ValueError,
        r"X contains infinity in row 0, column 0 \(2 such",
    ),
    "none": (None, ValueError, r"X must have two dimensions, rows by features"),
    "number": (3.0, ValueError, r"X must have two dimensions.* shape is \(\)"),
    "one_dimension": (np.arange(5.0), ValueError, r"two dimensions.* \(5,\).*X.reshape\(-1, 1\)"),
    "three_dimensions": (np.zeros((2, 2, 2)), ValueError, r"two dimensions.* \(2, 2, 2\)"),
    "empty_list": ([], ValueError, r"X must have two dimensions.* \(0,\)"),
    "no_rows": (
        np.zeros((0, 3)),
        ValueError,
        r"too few rows: n_samples = 0, but at least \d are nee",
    ),
    "no_features": (np.zeros((4, 0)), ValueError, r"X has 0 feature\(s\) \(shape=\(4, 0\)\)"),
    "text": ([["a", "b"], ["c", "d"]], ValueError, r"X holds .*'a'.* in row 0, column 0, which is"),
    "numbers_as_text": ([["1"], ["2"]], ValueError, "X holds .*'1'.* which is not a number"),
    "bytes": ([[b"a"], [b"b"]], ValueError, "X holds .*b'a'.* which is not a number"),
    "one_text_among_numbers": (
        np.array([[1.0, 2.0], [3.0, "x"]], dtype=object),
        ValueError,
        "X holds 'x' in row 1, column 1, which is not a number",
    ),
    "objects": (
        np.array([[object()], [object()]]),
        TypeError,
        "X holds <object .* in row 0, column 0, which is not a number",
    ),
    "none_among_numbers": (
        np.array([[1.0, None], [2.0, 3.0]], dtype=object),
        ValueError,
        "X contains NaN in row 0, column 1",
    ),
    "dictionary": (
        {"a": 1},
        TypeError,
        "X must be an array.* but a dict was given; pass a data frame of",
    ),
    "complex": (X + 1j, ValueError, "Complex data not supported: X has dtype complex128"),
    "sparse_matrix": (sparse.csr_matrix(X), TypeError, r"X is a sparse csr_matrix.*X.toarray\(\)"),
    "sparse_array": (sparse.coo_array(X), TypeError, "X is a sparse coo_array, but a dense"),
    "times": (
        np.array([["2020-01-01"], ["2020-01-02"]], dtype="datetime64[D]"),
        ValueError,
        r"X has dtype datetime64\[D\], but numbers are needed; convert times to float",
    ),
    "durations": (np.ones((3, 1), dtype="timedelta64[s]"), ValueError, "dtype timedelta64"),
    "frame_with_text": (
        pd.DataFrame({"size": [1.0, 2.0, 3.0], "colour": ["red", "blue", "red"]}),
        ValueError,
        "X holds 'red' in row 0, column 'colour', which is not a number",
    ),
    "frame_with_missing": (
        pd.DataFrame({"size": [1.0, np.nan, 3.0], "weight": [1, 2, 3]}),
        ValueError,
        "X contains NaN in row 1, column 0",
    ),
    "nullable_frame_with_missing": (
        pd.DataFrame({"size": pd.array([1, None, 3], dtype="Int64"), "weight": [1.0, 2.0, 3.0]}),
        (ValueError, TypeError),
        "X (holds <NA>|contains NaN) in row 1, column",
    ),
    "masked": (
        np.ma.array([[1.0], [2.0], [1e9]], mask=[[0], [0], [1]]),
        (ValueError, TypeError),
        "X .*mask",
    ),
    "ragged": ([[1.0, 2.0], [3.0]], ValueError, "X .*rows"),
    "number_too_large_for_a_float": (
        [[10**400, 1], [2, 3]],
        ValueError,
        "X .*(1e|infinity|overflow|large)",
    ),
    "huge": (X * 1e200, ValueError, r"X reaches \d\.?\d*e\+200 in magnitude, too large for"),
}


BAD_POINTS_FOR_A_SCALE = {
    "one_row": ([[1.0, 2.0]], ValueError, "too few rows: n_samples = 1, but at least 2 are needed"),
    "all_rows_equal": (np.full((5, 2), 3.3), ValueError, "All 5 rows of X are the same point"),
    "all_zero": (np.zeros((5, 2)), ValueError, "All 5 rows of X are the same point"),
    "tiny": (
        X * 1e-200,
        ValueError,
        r"X has a spread of only .*e-200, too small for sums of squares",
    ),
}


CALLS = {
    "select_bandwidth": lambda X, y=None: select_bandwidth(X, y),
    "formula": lambda X, y=None: select_bandwidth(X, y, "standard_deviation"),
    "number": lambda X, y=None: select_bandwidth(X, y, 1.0),
    "rule": lambda X, y=None: bandwidth.Median()(X, y),
    "compare": lambda X, y=None: compare(X, y),
    "scale_curve": lambda X, y=None: scale_curve(X),
    "reduce": lambda X, y=None: reduce(X, NEIGHBORS),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("bad", BAD_POINTS)
def test_bad_points_are_refused(call, bad):
    points, kind, sentence = BAD_POINTS[bad]
    with pytest.raises(kind, match=sentence) as error:
        CALLS[call](points)
    assert_one_sentence(error)


@pytest.mark.parametrize("call", [call for call in CALLS if call != "reduce"])
@pytest.mark.parametrize("bad", BAD_POINTS_FOR_A_SCALE)
def test_points_without_a_scale_are_refused(call, bad):
    points, kind, sentence = BAD_POINTS_FOR_A_SCALE[bad]
    with pytest.raises(kind, match=sentence) as error:
        CALLS[call](points)
    assert_one_sentence(error)


GOOD_POINTS = {
    "list": X.tolist(),
    "tuple": tuple(map(tuple, X.tolist())),
    "frame": pd.DataFrame(X, columns=["a", "b"]),
    "nullable_frame": pd.DataFrame({"a": pd.array([1, 2, 3], dtype="Int64"), "b": [1.0, 2.0, 3.5]}),
    "frame_of_truth_values": pd.DataFrame({"a": [True, False, True], "b": [1.0, 2.0, 3.5]}),
    "objects": X.astype(object),
    "objects_of_numpy": np.array([[np.float32(1), np.bool_(True)], [np.int8(2), 3]], dtype=object),
    "long_double": X.astype(np.longdouble),
    "as_large_as_allowed": X / np.abs(X).max() * 1e140,
    "as_close_as_allowed": X / np.ptp(X, axis=0).max() * 1.01e-140,
}


@pytest.mark.parametrize("good", GOOD_POINTS)
def test_valid_points_are_accepted(good):
    points = GOOD_POINTS[good]
    plain = np.array(np.asarray(points).tolist(), dtype=float)
    for rule in ("standard_deviation", "median", "nearest_neighbors", "log_sum"):
        found = select_bandwidth(points, rule=rule).epsilon
        assert found == pytest.approx(select_bandwidth(plain, rule=rule).epsilon, rel=1e-12)
        assert np.isfinite(found)
