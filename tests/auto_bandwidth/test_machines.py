"""`AutoBandwidth` converts the scale to the convention of each estimator.

The rule gets the options of the estimator that affect the choice, such as C.
"""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone
from sklearn.cluster import KMeans, SpectralClustering
from sklearn.decomposition import KernelPCA
from sklearn.ensemble import BaggingClassifier
from sklearn.gaussian_process import GaussianProcessClassifier, GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern, WhiteKernel
from sklearn.kernel_approximation import Nystroem, RBFSampler
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.manifold import SpectralEmbedding
from sklearn.multioutput import MultiOutputRegressor
from sklearn.neighbors import KernelDensity
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.semi_supervised import LabelPropagation, LabelSpreading
from sklearn.svm import SVC, SVR, LinearSVC, NuSVC, NuSVR, OneClassSVM

from kernelscale import AutoBandwidth, Gaussian, Kernel, select_bandwidth
from kernelscale.auto_bandwidth.regularization import regularization_of
from kernelscale.bandwidth import LeaveOneOut, Median, Rule
from kernelscale.kernels.conventions import CONVENTIONS

Y = np.arange(80) % 2
X = np.random.default_rng(0).normal(size=(80, 2)) + 2.0 * Y[:, None]
HEIGHTS = np.sin(X[:, 0])
EPSILON = 3.0

GAMMA = {
    "SVC": SVC(),
    "NuSVC": NuSVC(),
    "SVR": SVR(),
    "NuSVR": NuSVR(),
    "OneClassSVM": OneClassSVM(),
    "KernelRidge": KernelRidge(kernel="rbf"),
    "KernelPCA": KernelPCA(kernel="rbf"),
    "SpectralClustering": SpectralClustering(2),
    "SpectralEmbedding": SpectralEmbedding(affinity="rbf"),
    "LabelPropagation": LabelPropagation(),
    "LabelSpreading": LabelSpreading(),
    "Nystroem": Nystroem(n_components=10),
    "RBFSampler": RBFSampler(),
}


@pytest.mark.parametrize("machine", GAMMA.values(), ids=GAMMA)
def test_only_gamma_is_set(machine):
    before = machine.get_params()
    found = AutoBandwidth(machine, EPSILON).fit(X, Y)
    assert found.estimator_.get_params() == {**before, "gamma": 1 / (2 * EPSILON)}
    assert machine.get_params() == before


def test_density_is_computed_with_the_chosen_gaussian():
    found = AutoBandwidth(KernelDensity(), EPSILON).fit(X)
    K = Gaussian(EPSILON)(X[:5], X)
    expected = np.log(K.mean(axis=1) / (2 * np.pi * EPSILON))
    np.testing.assert_allclose(found.score_samples(X[:5]), expected)


@pytest.mark.parametrize(
    ("process", "y"), [(GaussianProcessRegressor(), HEIGHTS), (GaussianProcessClassifier(), Y)]
)
def test_process_without_a_kernel_gets_the_gaussian(process, y):
    found = AutoBandwidth(process, EPSILON).fit(X, y).estimator_
    kernel = found.kernel_
    np.testing.assert_allclose(kernel(X), Gaussian(EPSILON)(X))


@pytest.mark.parametrize(
    ("kernel", "name"),
    [
        (RBF(1, (1, 9)), "length_scale"),
        (2.0 * RBF(1, (1, 9)) + WhiteKernel(0.1), "k1__k2__length_scale"),
        (WhiteKernel(0.1) + RBF([1, 1], (1, 9)) * ConstantKernel(2), "k2__k1__length_scale"),
    ],
    ids=["alone", "in a sum", "one for each feature"],
)
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.ConvergenceWarning")
def test_process_starts_at_the_scale_or_keeps_it(kernel, name):
    process = GaussianProcessRegressor(kernel, alpha=0.1)
    kept = AutoBandwidth(process, 0.25, fixed=True).fit(X, HEIGHTS).estimator_
    np.testing.assert_allclose(kept.kernel_.get_params()[name], 0.5)
    begun = AutoBandwidth(process, 0.25).fit(X, HEIGHTS).estimator_
    np.testing.assert_allclose(begun.kernel.get_params()[name], 0.5)
    np.testing.assert_array_equal(np.unique(begun.kernel.get_params()[f"{name}_bounds"]), [0.5, 9])
    assert (begun.kernel_.get_params()[name] > 0.6).all()


@pytest.mark.parametrize("kernel", [Matern(), RBF() + RBF()], ids=["none", "two"])
def test_process_needs_exactly_one_rbf(kernel):
    with pytest.raises(
        ValueError, match="must contain exactly one RBF, alone or in sums and products"
    ):
        AutoBandwidth(GaussianProcessRegressor(kernel)).fit(X, HEIGHTS)


# Unknown estimators


def test_any_parameter_can_be_named():
    bagging = BaggingClassifier(SVC(), n_estimators=2, random_state=0)
    found = AutoBandwidth(bagging, EPSILON, parameter="estimator__gamma").fit(X, Y)
    assert [machine.gamma for machine in found.estimator_.estimators_] == [1 / (2 * EPSILON)] * 2


@pytest.mark.parametrize("convention", CONVENTIONS)
def test_named_parameter_is_set_in_its_convention(convention):
    found = AutoBandwidth(KMeans(2), 4.0, parameter="tol", convention=convention).fit(X)
    assert found.estimator_.tol == CONVENTIONS[convention].from_epsilon(4.0)
    np.testing.assert_array_equal(found.labels_, found.estimator_.labels_)


@pytest.mark.parametrize(
    ("meta", "sentence"),
    [
        (AutoBandwidth(KMeans()), "KMeans is not among the estimators whose bandwidth parameter"),
        (AutoBandwidth(KMeans(), parameter="toll"), "no parameter 'toll' for the bandwidth"),
        (
            AutoBandwidth(KMeans(), parameter="tol"),
            "The convention of tol of KMeans is not known; pass convention=",
        ),
        (
            AutoBandwidth(KMeans(), parameter="tol", convention="mine"),
            "convention must be one of pydiffmap, datafold",
        ),
        (AutoBandwidth(SVC(), convention="pydiffmap"), "pass parameter= too"),
        (AutoBandwidth(SVC(kernel="linear")), "SVC has kernel='linear', so gamma is not the ban"),
        (AutoBandwidth(KernelRidge()), "KernelRidge has kernel='linear', .* set kernel='rbf'."),
        (AutoBandwidth(KernelDensity(kernel="tophat")), "set kernel='gaussian'"),
        (AutoBandwidth(SpectralEmbedding()), "SpectralEmbedding has affinity='nearest_neighbors'"),
        (AutoBandwidth(make_pipeline(StandardScaler(), SVC(kernel="poly"))), "has kernel='poly'"),
        (AutoBandwidth(make_pipeline(StandardScaler(), KMeans())), "No step of the pipeline .Stan"),
        (AutoBandwidth(SVC(), "self_tuning"), "'self_tuning' does not choose one scale"),
        (AutoBandwidth(SVC(), "standardized"), "'standardized' does not choose one scale"),
        (AutoBandwidth(SVC(), "maxmin"), "There is no rule 'maxmin'"),
        (AutoBandwidth(SVC(), targets="words"), "targets must be one of auto, classes, numbers"),
        (AutoBandwidth(SVC(), fixed=1), "fixed must be"),
        (AutoBandwidth(SVR(), "spectral"), "'spectral' needs classes, but y holds numbers"),
    ],
    ids=str,
)
def test_invalid_estimators_raise_an_error(meta, sentence):
    with pytest.raises((ValueError, TypeError), match=sentence):
        meta.fit(X, Y + 1)


@dataclass(frozen=True)
class Laplacian(Kernel):
    length: float
    name = "laplacian"

    def exponents(self, r):
        return -np.sqrt(r) / self.length


def test_the_scale_of_another_kernel_is_refused():
    with pytest.raises(ValueError, match="does not choose one scale of a Gaussian kernel"):
        AutoBandwidth(SVC(), LeaveOneOut(kernel=Laplacian)).fit(X, Y)


def test_sparse_rows_are_refused_by_the_rule():
    with pytest.raises(TypeError, match="X is a sparse csr_array, but a dense array is needed"):
        AutoBandwidth(SVC()).fit(sparse.csr_array(X), Y)


# The regularization of the machine


def ridge_of(meta, y):
    return meta.fit(X, y).bandwidth_.evidence["ridge"]


@pytest.mark.parametrize(
    ("machine", "y", "ridge"),
    [
        (SVC(C=5), Y, 1 / 5),
        (KernelRidge(kernel="rbf", alpha=0.3), HEIGHTS, 0.3),
        (KernelRidge(kernel="rbf", alpha=[0.1, 0.3]), np.c_[HEIGHTS, Y], 0.2),
        (SVR(C=5), HEIGHTS, HEIGHTS.std() / 5),
        (NuSVC(), Y, 0.1),
        (GaussianProcessRegressor(), HEIGHTS, 0.1),
        (GaussianProcessRegressor(4.0 * RBF([1.0, 2.0]), alpha=0.2), HEIGHTS, 0.2 / 4),
        (GaussianProcessRegressor(4 * RBF() + WhiteKernel(2), optimizer=None), HEIGHTS, 0.5),
        (make_pipeline(StandardScaler(), SVC(C=4)), Y, 1 / 4),
        (make_pipeline(Nystroem(n_components=9), LinearSVC(C=4)), Y, 1 / 4),
        (make_pipeline(RBFSampler(), make_pipeline(SVC(C=4, kernel="linear"))), Y, 0.25),
        (make_pipeline(RBFSampler(), Ridge(alpha=2.0)), HEIGHTS, 2.0),
        (make_pipeline(KernelPCA(kernel="rbf"), LogisticRegression(C=0.5)), Y, 2.0),
    ],
    ids=lambda value: str(value) if hasattr(value, "fit") else "",
)  # fmt: skip
def test_rule_gets_the_regularization_of_the_machine(machine, y, ridge):
    assert ridge_of(AutoBandwidth(machine, "leave_one_out"), y) == pytest.approx(ridge)


@pytest.mark.parametrize(
    "rule",
    [LeaveOneOut(), LeaveOneOut(ridge=0.3)],
    ids=["ridge_of_the_machine", "ridge_of_the_rule"],
)
@pytest.mark.parametrize(
    ("machine", "intercept"),
    [
        (KernelRidge(kernel="rbf"), False),
        (GaussianProcessRegressor(), False),
        (GaussianProcessRegressor(normalize_y=True), True),
        (SVR(), True),
    ],
    ids=str,
)
def test_rule_gets_the_intercept_of_the_machine(machine, intercept, rule):
    y = HEIGHTS + 9
    found = AutoBandwidth(machine, rule).fit(X, y).bandwidth_
    of = {"ridge": found.evidence["ridge"], "targets": "numbers"}
    assert found.epsilon == LeaveOneOut(**of, intercept=intercept)(X, y).epsilon
    assert found.epsilon != LeaveOneOut(**of, intercept=not intercept)(X, y).epsilon


def test_intercept_of_a_linear_model_is_read():
    for intercept in (True, False):
        found = regularization_of(Ridge(fit_intercept=intercept), HEIGHTS)
        assert found == {"intercept": intercept, "ridge": 1.0}


def test_ridge_of_the_user_is_kept():
    assert ridge_of(AutoBandwidth(SVC(C=100), LeaveOneOut(ridge=0.3)), Y) == 0.3


def test_the_unit_of_svr_targets_has_no_effect():
    with pytest.raises(ValueError, match=r"y holds .*'a'.*, which is not a number"):
        AutoBandwidth(SVR(), "leave_one_out").fit(X, np.array(["a", "b"])[Y])
    several = MultiOutputRegressor(SVR(C=2))
    found = AutoBandwidth(several, "leave_one_out", parameter="estimator__gamma")
    found.fit(X, np.c_[HEIGHTS, 100 + 3 * HEIGHTS])  # two targets with different means
    assert found.bandwidth_.evidence["ridge"] == pytest.approx(HEIGHTS.std())
    metres = AutoBandwidth(SVR(C=2, epsilon=0.1), "leave_one_out").fit(X, HEIGHTS)
    feet = AutoBandwidth(SVR(C=2 * 4, epsilon=0.1 * 4), "leave_one_out").fit(X, 4 * HEIGHTS)
    assert feet.bandwidth_.epsilon == metres.bandwidth_.epsilon
    np.testing.assert_allclose(feet.predict(X), 4 * metres.predict(X), rtol=1e-2, atol=1e-2)


# The labels that the rule gets


class Recording(Rule):
    """The rule `median`, extended to record the data that it gets."""

    name = "recording"
    uses_labels = True
    takes_targets = True
    shown = None

    def _choose(self, cloud):
        type(self).shown = cloud
        return Median().choose(cloud)


def test_whole_numbers_are_numbers_to_a_regressor_and_classes_to_a_classifier():
    AutoBandwidth(KernelRidge(kernel="rbf"), Recording()).fit(X, Y)
    np.testing.assert_array_equal(Recording.shown.targets[:, 0], Y)
    AutoBandwidth(SVC(), Recording()).fit(X, Y)
    np.testing.assert_array_equal(Recording.shown.codes, Y)
    AutoBandwidth(make_pipeline(Nystroem(n_components=9), Ridge()), Recording()).fit(X, Y)
    np.testing.assert_array_equal(Recording.shown.targets[:, 0], Y)


def test_map_takes_labels_if_there_are_any():
    y = np.array(["a", "b"])[Y]
    AutoBandwidth(KernelPCA(kernel="rbf"), Recording()).fit(X, y)
    assert Recording.shown.n_classes == 2
    AutoBandwidth(KernelPCA(kernel="rbf"), Recording()).fit(X, HEIGHTS)
    assert Recording.shown.targets is not None
    AutoBandwidth(KernelPCA(kernel="rbf"), Recording(), targets="numbers").fit(X, Y)
    assert Recording.shown.targets is not None
    AutoBandwidth(KernelPCA(kernel="rbf"), Recording()).fit(X)
    assert Recording.shown.targets is None
    assert Recording.shown.n_classes == 0


@pytest.mark.parametrize(
    "machine",
    [OneClassSVM(), SpectralClustering(2), SpectralEmbedding(affinity="rbf"), KernelDensity()],
    ids=lambda machine: type(machine).__name__,
)
def test_labels_that_a_machine_ignores_are_not_passed(machine):
    AutoBandwidth(machine, Recording()).fit(X, Y)
    assert Recording.shown.n_classes == 0
    with pytest.raises(ValueError, match="needs a label for each row"):
        AutoBandwidth(clone(machine), "leave_one_out").fit(X, Y)


@pytest.mark.parametrize("machine", [LabelPropagation(), LabelSpreading()], ids=["hard", "soft"])
def test_unlabelled_rows_are_not_a_class(machine):
    y = np.where(np.arange(80) < 60, Y, -1)
    found = AutoBandwidth(machine, "leave_one_out").fit(X, y)
    assert found.bandwidth_.epsilon == select_bandwidth(X[:60], y[:60], "leave_one_out").epsilon
    with pytest.raises(ValueError, match="needs labels, but y has only -1"):
        AutoBandwidth(machine, "leave_one_out").fit(X, np.full(80, -1))
    assert AutoBandwidth(machine).fit(X, y).bandwidth_.epsilon == select_bandwidth(X).epsilon
