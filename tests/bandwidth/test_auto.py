"""The default rule `auto` chooses a kernel that connects rows unless they are far apart.

This kernel is neither nearly the identity nor nearly all ones.
"""

import numpy as np
import pytest
from scipy.sparse.csgraph import minimum_spanning_tree
from sklearn.datasets import (
    load_digits,
    load_iris,
    load_wine,
    make_moons,
    make_s_curve,
)
from sklearn.model_selection import StratifiedKFold, cross_val_score
from sklearn.svm import SVC

from kernelscale import compare, datasets, select_bandwidth
from kernelscale.bandwidth import Auto, LeaveOneOut, map_rows
from kernelscale.bandwidth.map_scale import STAGE


def spiral():
    angle = np.random.default_rng(0).uniform(np.pi, 6 * np.pi, 400)
    return np.c_[angle * np.cos(angle), angle * np.sin(angle)]


def repeated_integers():
    return np.random.default_rng(0).integers(0, 4, size=(400, 3)).astype(float)


SHAPES = {
    "noisy Swiss roll": lambda: datasets.make_noisy_swiss_roll(600, random_state=0).data,
    "spiral classes": lambda: datasets.make_spiral_classes(random_state=0).data,
    "spiral": spiral,
    "S-curve": lambda: make_s_curve(500, random_state=0)[0],
    "two moons": lambda: make_moons(400, noise=0.05, random_state=0)[0],
    "uneven line": lambda: np.random.default_rng(0).normal(size=(300, 1)),
    "cube in 10-D": lambda: np.random.default_rng(0).uniform(size=(400, 10)),
    "noise in 200-D": lambda: np.random.default_rng(0).normal(size=(200, 200)),
    "lattice": lambda: np.indices((15, 15)).reshape(2, -1).T.astype(float),
    "many duplicates": repeated_integers,
    "three points": lambda: np.array([[0.0], [1.0], [3.0]]),
    "iris (real)": lambda: load_iris().data,
    "digits (real)": lambda: load_digits().data[:500],
    "wine (real)": lambda: load_wine().data,
}


@pytest.mark.parametrize("shape", SHAPES)
def test_default_kernel_is_connected_and_not_degenerate(shape):
    X = SHAPES[shape]()
    comparison = compare(X, rules=["auto"])
    row = comparison["auto"]
    assert row.n_connected_components == 1
    assert 0.05 < row.position < 0.95
    assert row.effective_neighbors >= min(3, len(X) - 2)
    # The kernel is not all ones: its value for the farthest pair of rows is small.
    assert row.bandwidth.kernel(X).min() < 0.7
    assert "connected" in row.reading or "connected" in comparison.recommendation
    low, high = comparison.recommended.interval
    assert low <= row.epsilon * 1.5
    assert high >= row.epsilon / 1.5


def test_reason_about_coordinates_means_that_none_is_localized():
    for shape in ("spiral", "two moons", "digits (real)"):
        found = select_bandwidth(SHAPES[shape]())
        assert found.reason.startswith("This is the smallest scale at which each of the")
        assert found.evidence["participation"].min() >= found.evidence["fewest_rows"]


def test_sparse_bridge_is_connected():
    # A line of two dense segments, joined by a sparse segment whose gaps exceed typical distances.
    line = np.r_[np.linspace(0, 1, 200), np.linspace(1, 2, 12), np.linspace(2, 3, 200)][:, None]
    found = select_bandwidth(line)
    assert found.kernel(line).diagonal(1).min() > 1e-8
    assert "All rows are connected" in found.reason


@pytest.mark.parametrize("n_samples", [72, 300])
@pytest.mark.parametrize("far", [5.0, 10.0, 20.0, 40.0, 1e3, 1e6])
def test_one_outlier_raises_the_scale_at_most_a_hundredfold(n_samples, far):
    X = np.random.default_rng(0).normal(size=(n_samples, 2))
    X[0] = [0.0, far]
    rest, found = select_bandwidth(X[1:]), select_bandwidth(X)
    assert rest.epsilon / 2 < found.epsilon < 100 * rest.epsilon
    assert found.epsilon <= found.evidence["near"] * 100 / 15


def test_one_far_outlier_does_not_change_the_scale():
    X = make_s_curve(500, random_state=0)[0]
    with_outlier = np.r_[X, [[1e4, 0.0, 0.0]]]
    near, far = select_bandwidth(X), select_bandwidth(with_outlier)
    assert far.epsilon == pytest.approx(near.epsilon, rel=0.05)
    assert "are not connected: there are 2 components" in far.reason


def test_duplicates_count_once():
    X = make_s_curve(300, random_state=0)[0]
    assert select_bandwidth(np.repeat(X, 30, axis=0)).epsilon == pytest.approx(
        select_bandwidth(X).epsilon, rel=1e-12
    )


def test_distant_groups_are_separate_components():
    random = np.random.default_rng(0)
    X = np.concatenate([random.normal(size=(50, 2)) + shift for shift in (0, 1e3, 2e3)])
    found = select_bandwidth(X)
    assert "3 components" in found.reason
    assert found.epsilon < 10


def test_labels_select_leave_one_out():
    X, y = load_iris(return_X_y=True)
    found = select_bandwidth(X, y)
    assert found.rule == "auto"
    assert found.reason.startswith("leave_one_out:")
    assert found.epsilon == LeaveOneOut(tolerance=1)(X, y).epsilon
    assert select_bandwidth(X, y, C=0.1).epsilon != found.epsilon
    low, high = found.interval
    assert 0 < low <= found.epsilon <= high
    assert select_bandwidth(X, y, n_subsamples=0).interval is None


def test_numeric_targets_get_the_best_scale():
    X, _ = load_iris(return_X_y=True)
    found = select_bandwidth(X[:, :3], X[:, 3], ridge=0.01)
    assert found.epsilon == LeaveOneOut(ridge=0.01)(X[:, :3], X[:, 3]).epsilon
    assert found.evidence["targets"] == "numbers"
    whole = np.arange(150) % 50
    assert select_bandwidth(X, whole, targets="numbers").evidence["targets"] == "numbers"


def test_interval_is_optional_and_the_number_of_subsamples_can_be_chosen():
    X = make_s_curve(200, random_state=0)[0]
    assert select_bandwidth(X, n_subsamples=0).interval is None
    assert len(Auto(n_subsamples=3)(X).evidence["subsamples"]) == 3


def test_choice_is_deterministic():
    X = make_s_curve(300, random_state=0)[0]
    first, second = select_bandwidth(X), select_bandwidth(X, n_threads=1)
    assert (first.epsilon, first.interval) == (second.epsilon, second.interval)


def naive_auto(X):
    """The scale of `auto` for a map, computed from the definition in docs/choosing.md."""
    X = np.unique(X, axis=0)
    r = ((X[:, None] - X) ** 2).sum(axis=2)
    order = np.argsort(r, axis=1, kind="stable")
    near = np.median(np.sort(r, axis=1)[:, 7])
    fewest = max(5, 0.01 * len(X))
    edges = [(r[i, j], i, j) for i in range(len(X)) for j in order[i, 1:17]]
    groups = naive_groups(len(X), [edge for edge in edges if edge[0] <= 100 * near])
    sizes = np.array([np.count_nonzero(groups == group) for group in groups])
    r = r[np.ix_(sizes >= fewest, sizes >= fewest)]
    tree = minimum_spanning_tree(r).data
    # `near` is a typical squared distance between neighbours. At the scale `joining`, the kernel is
    # 1e-7 on the longest edge of the tree whose squared length is at most 100 times `near`.
    joining = tree[tree <= 100 * near].max() / (2 * np.log(1e7))
    epsilon = max(near / 15, joining)
    highest = min(np.median(r[np.triu_indices(len(r), 1)]), near * 100 / 15)
    while epsilon <= highest:
        if naive_participation(r, epsilon) >= max(5, 0.01 * len(r)):
            return epsilon
        epsilon *= 2
    np.fill_diagonal(r, np.inf)
    return min(2 * r.min(axis=1).max(), near * 100 / 15)


def naive_participation(r, epsilon):
    """Smallest participation ratio of the first ten coordinates with eigenvalues above 1e-5."""
    K = np.exp(-r / (2 * epsilon))
    root = np.sqrt(K.sum(axis=1) / K.sum())
    A = K / (K.sum() * root[:, None] * root) - np.outer(root, root)
    values, vectors = np.linalg.eigh(A)
    return 1 / (vectors[:, -10:][:, values[-10:] > 1e-5] ** 4).sum(axis=0).max()


def naive_groups(n, edges):
    groups = np.arange(n)
    for _, i, j in edges:
        groups[groups == groups[i]] = groups[j]
    return groups


def bridge(step):
    """A densely sampled segment of a line, then a segment with `step` times its spacing."""
    random = np.random.default_rng(0)
    dense = np.cumsum(random.uniform(0.5, 1.5, 90))
    sparse = dense[-1] + np.cumsum(step * random.uniform(0.9, 1.1, 10))
    return np.r_[dense, sparse][:, None]


def two_uneven_groups():
    random = np.random.default_rng(1)
    return np.r_[random.normal(size=(60, 2)) ** 3, 500 + random.normal(size=(40, 2)) ** 3]


@pytest.mark.parametrize(
    "X",
    [
        bridge(2.0),
        bridge(15.0),  # no scale resolves the coordinates of these points
        bridge(55.0),  # ten of these points are too far away to be connected
        np.random.default_rng(0).normal(size=(80, 6)),
        SHAPES["two moons"](),
        two_uneven_groups(),
        spiral()[:120],
        repeated_integers(),
    ],
    ids=["line", "unresolved", "apart", "cloud", "moons", "groups", "spiral", "duplicates"],
)
def test_choice_agrees_with_a_naive_implementation(X):
    assert select_bandwidth(X).epsilon == pytest.approx(naive_auto(X), rel=1e-12)


def test_large_data_are_subsampled(monkeypatch):
    monkeypatch.setattr(map_rows, "MOST_ROWS", 600)
    X = np.random.default_rng(0).normal(size=(800, 3))
    found = select_bandwidth(X, n_subsamples=0)
    assert "was chosen on 600 rows drawn at random" in found.reason
    assert len(found.evidence["participation"]) == 10
    assert found.epsilon == select_bandwidth(X, n_subsamples=0, n_threads=1).epsilon


def test_as_good_range_contains_the_scale_and_coordinates_span_nearly_the_same_space():
    X = SHAPES["two moons"]()
    found = select_bandwidth(X)
    low, high = found.as_good
    assert low <= found.epsilon <= high
    r = ((X[:, None] - X) ** 2).sum(axis=2)
    reference = first_coordinates(r, found.epsilon)

    def agreement(epsilon):
        other = first_coordinates(r, epsilon)
        return max(((reference[:, :n].T @ other[:, :n]) ** 2).sum() / n for n in (2, 3, 4))

    assert min(agreement(low), agreement(high)) >= 0.9
    fewest = found.evidence["fewest_rows"]
    assert min(naive_participation(r, low), naive_participation(r, high)) >= fewest
    assert agreement(2 * high) < 0.9 or naive_participation(r, 2 * high) < fewest


def first_coordinates(r, epsilon):
    """Coordinates times the square root of the stationary distribution, which are orthonormal."""
    K = np.exp(-r / (2 * epsilon))
    root = np.sqrt(K.sum(axis=1))
    return np.linalg.eigh(K / (root[:, None] * root))[1][:, -2:-6:-1]


def test_no_range_is_as_good_if_no_scale_resolves_the_coordinates():
    found = select_bandwidth(SHAPES["wine (real)"]())
    assert found.reason.startswith("At each scale searched one of the")
    assert found.as_good is None


@pytest.mark.parametrize("n_samples", [20, 60, 240])
@pytest.mark.parametrize("far", [50.0, 1e6, 1e100])
def test_outlier_does_not_change_the_scale_for_classes(n_samples, far):
    random = np.random.default_rng(0)
    y = np.arange(n_samples) % 2
    X = random.normal(size=(n_samples, 2)) + 3 * y[:, None]
    clean = select_bandwidth(X, y)
    X[0] = far
    found = select_bandwidth(X, y)
    assert clean.epsilon / 30 < found.epsilon < 30 * clean.epsilon


def test_outliers_do_not_change_the_scale_of_a_subsample():
    random = np.random.default_rng(0)
    y = np.arange(1800) % 2
    X = random.normal(size=(1800, 2)) + 3 * y[:, None]
    X[::200] = 1e6 * random.normal(size=(9, 2))
    assert select_bandwidth(X, y, memory_limit="24 MiB").epsilon < 100


def three_classes_in_categories():
    """Rows of categories that roughly determine three classes, with outliers in each class."""
    random = np.random.default_rng(0)
    y = np.arange(402) % 3
    columns = []
    for n_levels, share in [(3, 0.6), (4, 0.5), (6, 0.0), (8, 0.0)]:
        level = np.where(random.uniform(size=402) < share, y, random.integers(0, n_levels, 402))
        columns.append(np.eye(n_levels)[level])
    X = np.c_[(*columns, random.normal(size=(402, 2)))]
    X[:9, -1] += 9.0
    X[9:18, -2] -= 9.0
    return X, y


def test_few_outliers_among_categories_do_not_change_the_scale():
    X, y = three_classes_in_categories()
    gap = select_bandwidth(X, y, "spectral")
    # The eigenvectors before the gap are far from 0 on many rows, so they separate more than
    # outliers.
    assert gap.evidence["spread"] > 0.05 * 134
    rows = StratifiedKFold(5, shuffle=True, random_state=0)
    auto, typical, spectral = (
        cross_val_score(SVC(C=10, gamma=gamma), X, y, cv=rows).mean()
        for gamma in (select_bandwidth(X, y, C=10).gamma, "scale", gap.gamma)
    )
    assert auto > typical - 0.02
    assert auto > spectral


@pytest.mark.parametrize("n_few", [2, 3, 5])
def test_small_class_is_found(n_few):
    random = np.random.default_rng(0)
    y = np.repeat([0, 1], [200, n_few])
    found = select_bandwidth(random.normal(size=(len(y), 2)) + 30 * y[:, None], y)
    assert found.reason.startswith("leave_one_out:")
    assert found.evidence["criterion"] > 0.9


def test_random_labels_give_the_typical_scale():
    random = np.random.default_rng(0)
    X, y = random.normal(size=(200, 3)), random.integers(0, 3, 200)
    found = select_bandwidth(X, y)
    assert found.epsilon == pytest.approx(X.var(axis=0).sum() / 2)
    assert "not clearly better than the mean" in found.reason


@pytest.mark.parametrize("n_samples", [300, 700], ids=["all rows", "rows drawn"])
def test_search_for_a_map_reports_progress(n_samples, monkeypatch):
    monkeypatch.setattr(map_rows, "MOST_ROWS", 600)
    events = []
    X = np.random.default_rng(0).normal(size=(n_samples, 4))
    Auto(n_subsamples=1)(X, progress=events.append)
    of_search = [event for event in events if event.stage == STAGE]
    starts = [place for place, event in enumerate(of_search) if not event.done]
    assert len(starts) == 2  # one search uses all rows, and one uses half of them
    for start, end in zip(starts, [*starts[1:], len(of_search)], strict=True):
        done = [event.done for event in of_search[start:end]]
        assert done[:-1] == list(range(len(done) - 1))
        assert done[-1] == of_search[end - 1].total
