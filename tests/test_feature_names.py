"""A column name that occurs twice raises the same error in every estimator."""

import numpy as np
import pytest

from kernelscale import DiffusionMap, ManifoldScaler, SupervisedScaler
from kernelscale.intrinsic_dimension import METHODS

ESTIMATORS = [
    DiffusionMap(bandwidth=1.0),
    ManifoldScaler(1),
    SupervisedScaler(),
    *(kind() for kind in METHODS.values()),
]


@pytest.fixture(scope="module")
def points():
    return np.random.default_rng(0).normal(size=(60, 3))


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda e: type(e).__name__)
def test_a_repeated_name_is_refused(estimator, points):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(points, columns=["a", "b", "a"])
    with pytest.raises(ValueError, match="^X has more than one column called 'a'; every column"):
        estimator.fit(frame)


@pytest.mark.parametrize("estimator", ESTIMATORS[:2], ids=lambda e: type(e).__name__)
def test_a_repeated_name_is_refused_after_fit(estimator, points):
    pandas = pytest.importorskip("pandas")
    estimator.fit(pandas.DataFrame(points, columns=["a", "b", "c"]))
    with pytest.raises(ValueError, match="X has more than one column called 'a'"):
        estimator.transform(pandas.DataFrame(points, columns=["a", "b", "a"]))
