"""The default rule on data of many shapes: connected, not degenerate, and it says why."""

import numpy as np
import pytest
from sklearn.datasets import load_digits, load_iris, load_wine, make_moons, make_s_curve

from kernelscale import compare, datasets, select_bandwidth
from kernelscale.bandwidth import Auto, NearestNeighbors


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
def test_connected_and_not_degenerate_without_a_label_or_an_option(shape):
    X = SHAPES[shape]()
    comparison = compare(X, rules=["auto"])
    row = comparison["auto"]
    assert row.n_components == 1
    assert 0.05 < row.position < 0.95
    assert row.effective_neighbors >= min(3, len(X) - 2)
    # Not all ones either: the kernel of the farthest pair of rows has faded.
    assert row.bandwidth.kernel(X).min() < 0.7
    assert "connected" in row.reading or "connected" in comparison.recommendation
    low, high = comparison.recommended.interval
    assert low <= row.epsilon * 1.5
    assert high >= row.epsilon / 1.5


def test_takes_the_neighbour_scale_where_the_graph_hangs_together():
    X = make_s_curve(500, random_state=0)[0]
    assert select_bandwidth(X).epsilon == NearestNeighbors(7)(X).epsilon


def test_is_raised_across_a_gap_along_the_data():
    # Two stretches of a line, and a sparse bridge between them that neighbours' distances miss.
    line = np.r_[np.linspace(0, 1, 200), np.linspace(1, 2, 12), np.linspace(2, 3, 200)][:, None]
    found = select_bandwidth(line)
    assert found.epsilon > 2 * NearestNeighbors(7)(line).epsilon
    assert "raised" in found.reason


def test_one_far_stray_does_not_move_it():
    X = make_s_curve(500, random_state=0)[0]
    with_stray = np.r_[X, [[1e4, 0.0, 0.0]]]
    near, far = select_bandwidth(X), select_bandwidth(with_stray)
    assert far.epsilon == pytest.approx(near.epsilon, rel=0.05)
    assert "stay apart, 2 parts" in far.reason


def test_duplicates_count_once():
    X = make_s_curve(300, random_state=0)[0]
    assert select_bandwidth(np.repeat(X, 30, axis=0)).epsilon == pytest.approx(
        select_bandwidth(X).epsilon, rel=1e-12
    )


def test_far_groups_stay_apart_and_are_counted():
    random = np.random.default_rng(0)
    X = np.concatenate([random.normal(size=(50, 2)) + shift for shift in (0, 1e3, 2e3)])
    found = select_bandwidth(X)
    assert "3 parts" in found.reason
    assert found.epsilon < 10


def test_labels_ask_for_the_class_eigengap():
    X, y = load_iris(return_X_y=True)
    found = select_bandwidth(X, y)
    assert found.rule == "auto"
    assert found.reason.startswith("spectral:")
    assert found.epsilon == select_bandwidth(X, y, "spectral").epsilon
    low, high = found.interval
    assert 0 < low <= high


def test_the_interval_can_be_left_out_and_its_size_chosen():
    X = make_s_curve(200, random_state=0)[0]
    assert select_bandwidth(X, n_subsamples=0).interval is None
    assert len(Auto(n_subsamples=3)(X).evidence["subsamples"]) == 3


def test_the_same_answer_every_time():
    X = make_s_curve(300, random_state=0)[0]
    first, second = select_bandwidth(X), select_bandwidth(X, n_threads=1)
    assert (first.epsilon, first.interval) == (second.epsilon, second.interval)
