"""`AutoBandwidth` in folds, searches and pipelines of scikit-learn; its metadata and its output."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.decomposition import PCA, KernelPCA
from sklearn.kernel_approximation import Nystroem
from sklearn.kernel_ridge import KernelRidge
from sklearn.linear_model import LogisticRegression
from sklearn.manifold import SpectralEmbedding
from sklearn.model_selection import (
    GridSearchCV,
    GroupKFold,
    KFold,
    StratifiedKFold,
    cross_val_score,
    cross_validate,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import SVC

from kernelscale import AutoBandwidth, select_bandwidth
from kernelscale.bandwidth import LeaveOneOut, Median, Rule

X, Y = load_iris(return_X_y=True)
ROWS = np.random.default_rng(0).permutation(len(X))
X, Y = X[ROWS], Y[ROWS]


class Counting(Rule):
    """The rule `median`, extended to record the rows that it gets."""

    name = "counting"
    shown: list = []  # noqa: RUF012

    def _choose(self, cloud):
        self.shown.append(cloud.points)
        return Median().choose(cloud)


# Folds


def test_each_fold_has_the_scale_of_its_training_rows():
    Counting.shown.clear()
    marked = np.c_[X, np.arange(len(X))]
    folds = list(StratifiedKFold(3).split(X, Y))
    cross_val_score(AutoBandwidth(SVC(), Counting()), marked, Y, cv=folds)
    assert [sorted(points[:, -1]) for points in Counting.shown] == [list(t) for t, _ in folds]


def test_labels_of_test_rows_have_no_effect():
    folds = list(KFold(3).split(X))
    scrambled = Y.copy()
    _, test = folds[0]
    scrambled[test] = np.random.default_rng(1).permutation(Y[test])
    assert (scrambled != Y).any()

    def scales(y):
        meta = AutoBandwidth(SVC(C=10), "leave_one_out")
        found = cross_validate(meta, X, y, cv=folds, return_estimator=True)
        return [fitted.bandwidth_.epsilon for fitted in found["estimator"]]

    honest, other = scales(Y), scales(scrambled)
    assert honest[0] == other[0]
    assert honest[1:] != other[1:]  # in these folds the changed rows are training rows
    # If the scale were chosen from all rows, the scrambled labels would change it.
    of_all = [select_bandwidth(X, y, "leave_one_out", C=10).epsilon for y in (Y, scrambled)]
    assert of_all[0] != of_all[1]


def test_scale_follows_each_c_of_a_search():
    strengths = [0.1, 1, 100]
    search = GridSearchCV(AutoBandwidth(SVC(), "leave_one_out"), {"estimator__C": strengths}, cv=3)
    scales = []
    for strength in strengths:
        search.set_params(param_grid={"estimator__C": [strength]}).fit(X, Y)
        scales.append(search.best_estimator_.bandwidth_.epsilon)
        assert scales[-1] == LeaveOneOut(C=strength)(X, Y).epsilon
    assert len(set(scales)) == 3


def test_search_through_a_pipeline_finds_c():
    machine = AutoBandwidth(make_pipeline(StandardScaler(), SVC()), "leave_one_out")
    search = GridSearchCV(machine, {"estimator__svc__C": [1, 100]}, cv=3).fit(X, Y)
    best = search.best_estimator_
    assert best.bandwidth_.evidence["ridge"] == 1 / search.best_params_["estimator__svc__C"]
    assert search.best_score_ > 0.9


# Pipelines


def test_pipeline_chooses_on_the_input_of_the_last_step():
    machine = AutoBandwidth(make_pipeline(StandardScaler(), PCA(2), SVC(C=10))).fit(X, Y)
    Z = PCA(2).fit_transform(StandardScaler().fit_transform(X))
    expected = select_bandwidth(Z, Y, C=10)
    assert machine.bandwidth_.epsilon == pytest.approx(expected.epsilon, rel=1e-9)
    by_hand = SVC(C=10, gamma=machine.bandwidth_.gamma).fit(Z, Y)
    np.testing.assert_array_equal(machine.predict(X), by_hand.predict(Z))
    assert [type(step).__name__ for _, step in machine.estimator_.steps] == [
        "StandardScaler", "PCA", "SVC"
    ]  # fmt: skip


def test_wrapping_a_pipeline_equals_wrapping_its_step():
    around = AutoBandwidth(make_pipeline(StandardScaler(), SVC())).fit(X, Y)
    within = make_pipeline(StandardScaler(), AutoBandwidth(SVC())).fit(X, Y)
    assert around.bandwidth_.epsilon == within[-1].bandwidth_.epsilon
    nested = make_pipeline(StandardScaler(), make_pipeline(FunctionTransformer(), SVC()))
    assert AutoBandwidth(nested).fit(X, Y).bandwidth_.epsilon == around.bandwidth_.epsilon


class CountedScaler(StandardScaler):
    fits = 0

    def fit(self, X, y=None, sample_weight=None):
        type(self).fits += 1
        return super().fit(X, y, sample_weight)


def test_steps_before_are_fitted_once(tmp_path):
    CountedScaler.fits = 0
    machine = AutoBandwidth(make_pipeline(CountedScaler(), SVC()), "median").fit(X, Y)
    assert CountedScaler.fits == 1
    kept = AutoBandwidth(make_pipeline(CountedScaler(), SVC(), memory=str(tmp_path)), "median")
    for _ in range(2):
        assert kept.fit(X, Y).bandwidth_.epsilon == machine.bandwidth_.epsilon
    assert CountedScaler.fits == 2


@pytest.mark.parametrize("parameter", ["svc__gamma", "svc__width"])
def test_step_without_bandwidth_is_refused_before_fitting(parameter):
    CountedScaler.fits = 0
    machine = make_pipeline(CountedScaler(), SVC(kernel="linear"))
    with pytest.raises(ValueError, match="set kernel='rbf'|has no parameter 'width'"):
        AutoBandwidth(machine, parameter=parameter).fit(X, Y)
    assert CountedScaler.fits == 0


def test_map_within_a_cached_pipeline(tmp_path):
    steps = Nystroem(n_components=20, random_state=0), LogisticRegression()
    machine = AutoBandwidth(make_pipeline(*steps, memory=str(tmp_path)), "median")
    scales = [machine.fit(X, Y).bandwidth_.epsilon for _ in range(2)]
    assert scales == [select_bandwidth(X, rule="median").epsilon] * 2
    assert isinstance(machine.estimator_[0], Nystroem)
    assert machine.score(X, Y) > 0.9


def test_step_can_be_named():
    pipeline = make_pipeline(KernelPCA(kernel="rbf"), SVC(gamma=7.0))
    found = AutoBandwidth(pipeline, 2.0, parameter="kernelpca__gamma").fit(X, Y).estimator_
    assert (found[0].gamma, found[1].gamma) == (0.25, 7.0)


def test_a_pipeline_accepts_data_that_are_not_dense():
    to_rows = FunctionTransformer(lambda texts: np.array([[len(text)] for text in texts]))
    texts = ["a" * n for n in (1, 2, 3, 7, 8, 9)]
    found = AutoBandwidth(make_pipeline(to_rows, SVC()), "median").fit(texts, [0] * 3 + [1] * 3)
    assert found.predict(["aa", "a" * 10]).tolist() == [0, 1]


# Metadata


WEIGHTS = np.linspace(0, 1, len(X)) ** 4
GROUPS = np.array(["north", "south", "east", "west", "here"])[np.arange(len(X)) % 5]


@pytest.mark.parametrize("enable", [False, True])
@pytest.mark.parametrize("around_pipeline", [False, True])
def test_weights_go_to_the_machine_and_groups_to_the_rule(enable, around_pipeline):
    with sklearn.config_context(enable_metadata_routing=enable):
        machine = SVC(C=10)
        machine = machine.set_fit_request(sample_weight=True) if enable else machine
        pipeline = make_pipeline(FunctionTransformer(), machine)
        meta = AutoBandwidth(pipeline if around_pipeline else machine, "leave_one_out")
        name = "svc__sample_weight" if around_pipeline and not enable else "sample_weight"
        found = meta.fit(X, Y, groups=GROUPS, **{name: WEIGHTS})
    expected = select_bandwidth(X, Y, "leave_one_out", C=10, groups=GROUPS)
    assert found.bandwidth_.epsilon == expected.epsilon
    assert expected.epsilon != select_bandwidth(X, Y, "leave_one_out", C=10).epsilon
    by_hand = SVC(C=10, gamma=expected.gamma).fit(X, Y, sample_weight=WEIGHTS)
    np.testing.assert_array_equal(found.decision_function(X), by_hand.decision_function(X))
    assert (by_hand.dual_coef_ < 10 * WEIGHTS.max()).all()


def test_groups_are_routed_to_the_folds_and_to_the_rule():
    with sklearn.config_context(enable_metadata_routing=True):
        meta = AutoBandwidth(make_pipeline(StandardScaler(), SVC()), "leave_one_out")
        found = cross_validate(
            meta, X, Y, cv=GroupKFold(5), params={"groups": GROUPS}, return_estimator=True
        )
    train, _ = next(GroupKFold(5).split(X, Y, GROUPS))
    Z = StandardScaler().fit_transform(X[train])
    expected = select_bandwidth(Z, Y[train], "leave_one_out", C=1.0, groups=GROUPS[train])
    assert found["estimator"][0].bandwidth_.epsilon == pytest.approx(expected.epsilon, rel=1e-9)


def test_weights_that_are_not_requested_are_refused():
    with (
        sklearn.config_context(enable_metadata_routing=True),
        pytest.raises(ValueError, match="sample_weight"),
    ):
        AutoBandwidth(SVC(), "median").fit(X, Y, sample_weight=WEIGHTS)


# Output


def test_copies_and_pickles_give_the_same_predictions():
    meta = AutoBandwidth(make_pipeline(StandardScaler(), SVC(C=3)), LeaveOneOut(ridge=0.2))
    assert clone(meta).get_params().keys() == meta.get_params().keys()
    fitted = clone(meta).fit(X, Y)
    again = pickle.loads(pickle.dumps(fitted))
    assert again.bandwidth_.epsilon == fitted.bandwidth_.epsilon
    np.testing.assert_array_equal(again.predict(X), fitted.predict(X))


def test_names_of_features_and_frames():
    frame = pd.DataFrame(X, columns=list("abcd"))
    meta = AutoBandwidth(KernelPCA(2, kernel="rbf")).set_output(transform="pandas")
    assert clone(meta).fit_transform(frame, Y).columns.tolist() == ["kernelpca0", "kernelpca1"]
    found = meta.fit(frame, Y)
    assert found.transform(frame).columns.tolist() == ["kernelpca0", "kernelpca1"]
    assert found.feature_names_in_.tolist() == list("abcd")
    assert found.n_features_in_ == 4
    found.set_output(transform="default")
    assert isinstance(found.transform(frame), np.ndarray)
    with pytest.raises(ValueError, match="feature names"):
        found.transform(frame[list("dcba")])


def test_methods_of_the_estimator_are_available():
    classifier = AutoBandwidth(SVC())
    assert sklearn.base.is_classifier(classifier)
    assert sklearn.base.is_regressor(AutoBandwidth(KernelRidge(kernel="rbf")))
    for name in ("transform", "fit_transform", "predict_proba", "labels_", "set_output"):
        assert not hasattr(classifier, name), name
    assert not hasattr(classifier, "classes_")
    assert classifier.fit(X, Y).classes_.tolist() == [0, 1, 2]
    embedding = AutoBandwidth(SpectralEmbedding(affinity="rbf", random_state=0))
    np.testing.assert_array_equal(embedding.fit_transform(X), embedding.estimator_.embedding_)
    with pytest.raises(sklearn.exceptions.NotFittedError):
        AutoBandwidth(SVC()).predict(X)
