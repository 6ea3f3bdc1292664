"""Objects that can be converted to arrays are accepted."""

import array
from collections import deque
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pyarrow
import pytest
from tests.validation.small_data import X, Y

from kernelscale import bandwidth, estimate_dimension, select_bandwidth

VALUES = np.round(X, 3)
ARRAY_LIKE = {
    "list_of_tuples": lambda: [tuple(row) for row in VALUES.tolist()],
    "list_of_arrays": lambda: list(VALUES),
    "deque_of_lists": lambda: deque(VALUES.tolist()),
    "memory_view": lambda: memoryview(VALUES),
    "list_of_standard_arrays": lambda: [array.array("d", row) for row in VALUES.tolist()],
    "list_of_ranges": lambda: [range(k, k + 2) for k in range(12)],
    "data_frame": lambda: pd.DataFrame(VALUES),
    "frame_with_columns_X_and_obsm": lambda: pd.DataFrame(VALUES, columns=["X", "obsm"]),
    "frame_of_nullable_numbers": lambda: pd.DataFrame(VALUES).astype("Float64"),
    "arrow_table": lambda: pyarrow.Table.from_pandas(pd.DataFrame(VALUES)),
    "list_of_series": lambda: [pd.Series(row) for row in VALUES],
    "protocol": lambda: _WithArray(VALUES),
    "interface": lambda: SimpleNamespace(__array_interface__=VALUES.__array_interface__),
    "lazy_array": lambda: _WithArray(VALUES, lazy=True),
}


class _WithArray:
    """An array of another package with an array protocol; iterating over it raises an error."""

    def __init__(self, values, lazy=False):
        self._values, self.dask = values, lazy

    def __array__(self, dtype=None, copy=None):
        return self._values if dtype is None else self._values.astype(dtype)

    def __len__(self):
        raise AssertionError("The object was iterated over.")

    __getitem__ = __len__


@pytest.mark.parametrize("name", ARRAY_LIKE)
def test_objects_with_an_array_protocol_are_arrays(name):
    expected = np.array([range(k, k + 2) for k in range(12)]) if "range" in name else VALUES
    found, wanted = (
        select_bandwidth(given, rule="median").epsilon for given in (ARRAY_LIKE[name](), expected)
    )
    assert found == wanted


@pytest.mark.parametrize(
    "labels", [pd.Series(Y), pd.Categorical(Y), deque(Y), tuple(Y), _WithArray(Y)]
)
def test_labels_with_an_array_protocol_are_accepted(labels):
    rule = bandwidth.Probabilistic()
    assert rule(X, labels).epsilon == rule(X, Y).epsilon


@pytest.mark.parametrize("kind", [np.int8, np.int16, np.uint8, np.int32])
def test_numpy_integers_are_numbers(kind):
    X = np.random.default_rng(0).normal(size=(300, 3))
    for method in ("danco", "pca", "gride"):
        found = [estimate_dimension(X, method, n_neighbors=n, n_threads=n) for n in (kind(10), 10)]
        assert found[0].continuous == found[1].continuous
    for rule in ("self_tuning", "nearest_neighbors"):
        first, second = (select_bandwidth(X, rule=rule, n_neighbors=n) for n in (kind(9), 9))
        assert first.reason == second.reason


def test_any_real_number_is_accepted():
    X = np.random.default_rng(0).normal(size=(30, 3))
    found = [select_bandwidth(X, rule="max_min", factor=f).reason for f in (Fraction(5, 2), 2.5)]
    assert found[0] == found[1]
