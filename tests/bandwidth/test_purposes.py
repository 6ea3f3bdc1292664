"""The choice of `auto` depends on the purpose of the scale, and on labels if they are given."""

import numpy as np
import pytest
from scipy.spatial.distance import pdist
from sklearn.cluster import SpectralClustering
from sklearn.decomposition import KernelPCA
from sklearn.manifold import SpectralEmbedding
from sklearn.neighbors import KernelDensity
from sklearn.semi_supervised import LabelSpreading
from sklearn.svm import SVC, OneClassSVM

from kernelscale import AutoBandwidth, select_bandwidth
from kernelscale.bandwidth import Auto, Median
from kernelscale.bandwidth.auto import SHARE_OF_MEDIAN

RANDOM = np.random.default_rng(0)
Y = np.arange(80) % 2
X = RANDOM.normal(size=(80, 3)) + 2 * Y[:, None]
UNLABELLED = {
    "map": lambda X: select_bandwidth(X).epsilon,
    "kernel machine": lambda X: SHARE_OF_MEDIAN * select_bandwidth(X, rule="median").epsilon,
    "density": lambda X: select_bandwidth(X, rule="likelihood").epsilon,
}


@pytest.mark.parametrize("purpose", UNLABELLED)
def test_purpose_determines_the_scale_without_labels(purpose):
    found = select_bandwidth(X, purpose=purpose)
    assert found.rule == "auto"
    assert found.epsilon == UNLABELLED[purpose](X)
    others = {each(X) for each in UNLABELLED.values()} - {found.epsilon}
    assert len(others) == 2


@pytest.mark.parametrize("purpose", ["map", "density"])
@pytest.mark.parametrize("labels", [Y, X[:, 0] ** 2], ids=["classes", "numbers"])
def test_labels_have_no_effect_on_a_map_or_a_density(purpose, labels):
    rule = Auto(purpose=purpose)
    assert rule(X, labels).to_dict() == rule(X).to_dict()


@pytest.mark.parametrize("labels", [Y, X[:, 0] ** 2], ids=["classes", "numbers"])
def test_with_labels_the_default_purpose_is_a_kernel_machine(labels):
    found = select_bandwidth(X, labels)
    assert found.to_dict() == select_bandwidth(X, labels, purpose="kernel machine").to_dict()
    assert "leave_one_out" in found.reason
    assert select_bandwidth(X).to_dict() == select_bandwidth(X, purpose="map").to_dict()


@pytest.mark.parametrize("purpose", ["map", "kernel machine"])
def test_distances_and_points_agree(purpose):
    found = select_bandwidth(pdist(X), purpose=purpose, metric="precomputed")
    assert found.epsilon == pytest.approx(UNLABELLED[purpose](X), rel=1e-9)


def test_half_the_median_has_half_its_error():
    options = {"n_sample": 64, "purpose": "kernel machine"}
    found, median = select_bandwidth(X, **options), select_bandwidth(X, rule="median", n_sample=64)
    assert found.epsilon == SHARE_OF_MEDIAN * median.epsilon
    errors = [each.evidence["standard_errors"]["epsilon"] for each in (found, median)]
    assert 0 < errors[0] == SHARE_OF_MEDIAN * errors[1]


def test_duplicates_count_once_if_half_of_the_pairs_are_duplicates():
    most_alike = np.r_[X[:5], np.repeat(X[:1], 200, axis=0)]
    found = select_bandwidth(most_alike, purpose="kernel machine")
    assert found.epsilon == UNLABELLED["kernel machine"](X[:5])
    assert "Of the 205 rows 5 are distinct" in found.reason


@pytest.mark.parametrize(
    ("estimator", "purpose"),
    [
        (KernelDensity(), "density"),
        (KernelPCA(kernel="rbf"), "kernel machine"),
        (OneClassSVM(), "kernel machine"),
        (SpectralClustering(2), "map"),
        (SpectralEmbedding(affinity="rbf"), "map"),
    ],
    ids=lambda each: type(each).__name__,
)
def test_estimator_determines_the_purpose(estimator, purpose):
    found = AutoBandwidth(estimator).fit(X).bandwidth_
    assert found.epsilon == UNLABELLED[purpose](X)
    chosen = AutoBandwidth(estimator, Auto(purpose="density")).fit(X).bandwidth_
    assert chosen.epsilon == UNLABELLED["density"](X)


def test_labelled_estimator_is_a_kernel_machine_by_default():
    plain = AutoBandwidth(SVC(C=3)).fit(X, Y).bandwidth_
    assert plain.epsilon == select_bandwidth(X, Y, C=3).epsilon
    chosen = AutoBandwidth(SVC(C=3), Auto(purpose="map")).fit(X, Y).bandwidth_
    assert chosen.epsilon == UNLABELLED["map"](X)
    spread = AutoBandwidth(LabelSpreading()).fit(X, Y).bandwidth_
    assert spread.epsilon == UNLABELLED["map"](X)


def test_unknown_purpose_is_refused():
    with pytest.raises(ValueError, match="purpose must be .*kernel machine.* but 'art' was given"):
        select_bandwidth(X, purpose="art")


# ---------------------------------------------------------------- few rows


@pytest.mark.parametrize("n_each", [3, 4, 5, 8, 12])
def test_two_groups_of_few_rows_stay_apart(n_each):
    for seed in range(5):
        groups = np.random.default_rng(seed).normal(size=(2, n_each, 2))
        groups[1, :, 0] += 12
        K = select_bandwidth(groups.reshape(-1, 2)).kernel(groups.reshape(-1, 2))
        assert K[:n_each, n_each:].max() < 0.1
        nearest = np.sort(K[:n_each, :n_each], axis=1)[:, -2]
        assert np.median(nearest) > 0.5


@pytest.mark.parametrize("n_samples", [6, 8, 15, 30, 40])
def test_few_rows_on_a_line_stay_together(n_samples):
    line = np.arange(float(n_samples))[:, None]
    found = select_bandwidth(line)
    assert found.kernel(line).diagonal(1).min() > 0.1
    assert f"(among only {n_samples} rows, neighbour 7 may be far away)" in found.reason
    assert found.epsilon <= n_samples


# ---------------------------------------------------------------- options without effect


@pytest.mark.parametrize("purpose", ["map", "density"])
@pytest.mark.parametrize(
    "option", [{"C": 3.0}, {"ridge": 0.5}, {"targets": "classes"}, {"intercept": False}], ids=str
)
def test_machine_options_are_refused_for_other_purposes(purpose, option):
    [name] = option
    with pytest.raises(ValueError, match=f"^{name} describes a machine .* purpose='{purpose}'"):
        select_bandwidth(X, purpose=purpose, **option)


@pytest.mark.parametrize("rule", [Auto(purpose="map"), Auto(purpose="density")])
def test_ignored_labels_can_be_anything(rule):
    for labels in (np.full(80, np.nan), [None] * 80, Y[:3], Y + 1j):
        assert rule(X, labels).to_dict() == rule(X).to_dict()
    for other in (Auto(), Median()):
        with pytest.raises(ValueError, match="missing"):
            other(X, [None] * 80)
