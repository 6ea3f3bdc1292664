"""Families of invalid values (points, labels, counts, seeds, ...), each value with its error."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from scipy import sparse
from tests.bad_inputs.bad_call import HUGE, AnnotatedTable, K, OnAnotherDevice, Value, X, Y, changed

NO_POINTS = {
    "none": Value(None, ValueError, "must have two dimensions"),
    "number": Value(3.0, ValueError, "must have two dimensions"),
    "no_dimension": Value(np.array(3.0), ValueError, "must have two dimensions"),
    "one_dimension": Value(np.arange(5.0), ValueError, "must have two dimensions"),
    "empty": Value([], ValueError, "must have two dimensions"),
    "text": Value("data.npy", ValueError, "holds 'data.npy', which is not a number; .* read the"),
    "bytes": Value(b"x", ValueError, "holds b'x', which is not a number"),
    "path": Value(Path("data.npy"), TypeError, "PosixPath was given; read the file first"),
    "complex": Value(X + 1j, ValueError, "Complex data not supported"),
    "nan": Value(changed(3, 1, np.nan), ValueError, "contains NaN in row 3, column 1"),
    "infinity": Value(changed(3, 1, np.inf), ValueError, "contains infinity in row 3, column 1"),
    "too_large": Value(changed(3, 1, 1e200), ValueError, "too large for sums of squares"),
    "ragged": Value([[1.0], [1.0, 2.0]], ValueError, "equal length, but the lengths differ"),
    "objects": Value([[object()]], TypeError, "in row 0, column 0, which is not a number"),
    "dictionary": Value({"a": [1.0]}, TypeError, "a dict was given; pass a data frame"),
    "set": Value({1, 2}, TypeError, r"a set was given; pass list\("),
    "generator": Value((x for x in X), TypeError, r"a generator was given; pass list\("),
    "module": Value(np, TypeError, "a module was given; pass the numbers themselves"),
    "class": Value(np.ndarray, TypeError, "a type was given"),
    "object": Value(object(), TypeError, "an object was given; pass the numbers themselves"),
    "annotated": Value(AnnotatedTable(), TypeError, r"pass one of its tables, \w+.X or an entry"),
    "lists_of_annotated": Value(
        [[AnnotatedTable()] * 2] * 2, TypeError, "an entry of .* pass one of its tables, entry.X "
    ),
    "list_of_annotated": Value([AnnotatedTable()], TypeError, "pass one of its tables"),
    "other_device": Value(OnAnotherDevice(), TypeError, "cannot be converted to NumPy.*cpu"),
    "sparse": Value(sparse.csr_matrix(X), TypeError, r"toarray\(\) if it fits in memory"),
    "times": Value(np.zeros((4, 1), "M8[s]"), ValueError, "convert times to float"),
}
NO_LABELS = {
    "text": Value("ab", ValueError, r"y must have one label for each row, but its shape is \(\)"),
    "number": Value(3, ValueError, "y must have one label for each row"),
    "too_few": Value([0, 1], ValueError, "y has 2 labels for 40 rows"),
    "two_dimensions": Value(np.zeros((40, 3)), ValueError, "y must have one label for each row"),
    "missing": Value([None] + [1] * 39, ValueError, "y has 1 missing label"),
    "nan": Value([np.nan] + [1.0] * 39, ValueError, "y has 1 missing label"),
    "mixed": Value([1, "a"] * 20, ValueError, "y mixes labels of types int, str"),
    "bytes_and_text": Value([b"x", "a"] * 20, ValueError, "y mixes labels of types bytes, str"),
    "one_class": Value([0] * 40, ValueError, "y has one class only"),
    "all_different": Value(list(range(40)), ValueError, "y has 40 different labels"),
    "fractions": Value([0.5, 1.0] * 20, ValueError, "classes are integers or strings"),
    "complex": Value(Y + 0j, ValueError, "complex numbers"),
    "dictionary": Value({"a": 1}, TypeError, "a dict was given"),
    "set": Value({0, 1}, TypeError, "a set was given"),
    "generator": Value((y for y in Y), TypeError, "a generator was given"),
    "object": Value(object(), TypeError, "an object was given"),
    "annotated": Value(AnnotatedTable(), TypeError, "pass one of its tables"),
}
NO_MATRICES = {
    "none": Value(None, ValueError, "must be a square matrix"),
    "number": Value(3.0, ValueError, "must be a square matrix"),
    "empty": Value([], ValueError, "must be a square matrix"),
    "not_square": Value(X, ValueError, r"must be a square matrix, but its shape is \(40, 3\)"),
    "text": Value("abc", ValueError, "holds 'abc', which is not a number"),
    "dictionary": Value({}, TypeError, "a dict was given"),
    "object": Value(object(), TypeError, "an object was given"),
    "generator": Value((row for row in K), TypeError, "a generator was given"),
    "annotated": Value(AnnotatedTable(), TypeError, "pass one of its tables"),
    "sparse": Value(sparse.csr_matrix(K), TypeError, "is a sparse csr_matrix"),
}
NO_COUNTS = {
    "none": (None, "None was given"),
    "nan": (np.nan, "nan was given"),
    "infinity": (np.inf, "inf was given"),
    "negative": (-1, "-1 was given"),
    "fraction": (2.5, "2.5 was given"),
    "huge": (HUGE, f"{HUGE} was given"),
    "beyond_any_text": (10**5000, "was given"),
    "text": ("three", "'three' was given"),
    "bytes": (b"3", "b'3' was given"),
    "truth": (True, "True was given"),
    "complex": (3 + 0j, "was given"),
    "no_dimension": (np.array(3), "was given"),
    "list": ([3], r"\[3\] was given"),
    "dictionary": ({}, r"{} was given"),
    "object": (object(), "object object at .* was given"),
}
NO_SCALES = {
    "none": (None, "None was given"),
    "zero": (0, "0 was given"),
    "negative": (-1.0, "-1.0 was given"),
    "nan": (np.nan, "nan was given"),
    "infinity": (np.inf, "inf was given"),
    "beyond_float64": (10**400, "was given"),
    "text": ("abc", "'abc' was given"),
    "bytes": (b"1", "b'1' was given"),
    "truth": (True, "True was given"),
    "complex": (1 + 2j, "was given"),
    "list": ([1.0], r"\[1.0\] was given"),
    "array": (np.arange(3.0), "was given"),
    "object": (object(), "was given"),
}
NO_SEEDS = {
    "negative": (-1, "-1 was given"),
    "huge": (HUGE, f"{HUGE} was given"),
    "fraction": (1.5, "1.5 was given"),
    "nan": (np.nan, "nan was given"),
    "text": ("abc", "'abc' was given"),
    "truth": (True, "True was given"),
    "list": ([], r"\[\] was given"),
    "generator": (np.random.default_rng(0), "was given"),
}
NO_PATHS = {
    "none": (None, "None was given"),
    "number": (3, "3 was given"),
    "bytes": (b"x.npz", "b'x.npz' was given"),
    "list": (["x.npz"], "was given"),
    "object": (object(), "was given"),
    "array": (X, "was given"),
}
NO_MEMORY = {
    "none": (None, "None was given"),
    "zero": (0, "0 was given"),
    "negative": (-1, "-1 was given"),
    "nan": (np.nan, "nan was given"),
    "infinity": (np.inf, "inf was given"),
    "text": ("lots", "'lots' was given"),
    "unit": ("3 elephants", "'3 elephants' was given"),
    "bytes": (b"1", "b'1' was given"),
    "truth": (True, "True was given"),
    "list": ([], r"\[\] was given"),
}
NO_SPARSE_POINTS = {
    **{name: value for name, value in NO_POINTS.items() if name != "sparse"},
    "sparse_nan": Value(
        sparse.csr_matrix(changed(3, 1, np.nan)), ValueError, "contains NaN in row 3, column 1"
    ),
    "sparse_too_large": Value(
        sparse.csc_matrix(changed(3, 1, 1e200)), ValueError, "too large for sums of squares"
    ),
    "sparse_complex": Value(sparse.coo_matrix(X + 1j), ValueError, "Complex data not supported"),
}
