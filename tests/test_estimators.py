"""The attributes `epsilon_` and `gamma_` of estimators."""

import numpy as np
import pytest
from sklearn.kernel_approximation import Nystroem
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kernelscale import AutoBandwidth, DiffusionMap, ManifoldScaler, SupervisedScaler

RANDOM = np.random.default_rng(0)
Y = np.arange(60) % 2
X = RANDOM.normal(size=(60, 3)) * [1.0, 2.0, 0.3] + 3 * Y[:, None]
HOLDERS = {
    "map of all pairs": lambda: DiffusionMap(neighbors=None),
    "graph": DiffusionMap,
    "machine": lambda: AutoBandwidth(SVC()),
    "pipeline": lambda: AutoBandwidth(make_pipeline(StandardScaler(), Nystroem(n_components=9))),
}
SCALERS = {
    "manifold": lambda: ManifoldScaler(n_dims=1),
    "supervised": SupervisedScaler,
}


@pytest.mark.parametrize("holder", HOLDERS)
def test_epsilon_and_gamma_are_taken_from_the_bandwidth(holder):
    fitted = HOLDERS[holder]().fit(X, Y)
    assert fitted.epsilon_ == fitted.bandwidth_.epsilon
    assert fitted.gamma_ == fitted.bandwidth_.gamma
    # the map of a graph has one scale for each row
    assert (fitted.epsilon_ is None) is (holder == "graph")


def test_the_wrapped_estimator_has_the_chosen_gamma():
    fitted = AutoBandwidth(SVC()).fit(X, Y)
    assert fitted.gamma_ == fitted.estimator_.gamma


@pytest.mark.parametrize("scaler", SCALERS)
def test_scaled_rows_are_for_a_kernel_of_gamma_one_half(scaler):
    fitted = SCALERS[scaler]().fit(X, Y)
    assert fitted.gamma_ == 1 / (2 * fitted.epsilon_)
    ours = fitted.bandwidth_.kernel(X)
    scaled = fitted.transform(X)
    d = ((scaled[:, None] - scaled[None]) ** 2).sum(axis=2)
    np.testing.assert_allclose(np.exp(-fitted.gamma_ * d), ours, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("made", [*HOLDERS.values(), *SCALERS.values()], ids=[*HOLDERS, *SCALERS])
@pytest.mark.parametrize("name", ["epsilon_", "gamma_"])
def test_epsilon_and_gamma_are_missing_before_fit(made, name):
    assert not hasattr(made(), name)
