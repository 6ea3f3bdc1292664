"""Points and distances of all pairs are told apart, and a kernel knows which it takes."""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform
from typer.testing import CliRunner

from kernelscale import (
    DiffusionMap,
    Gaussian,
    ManifoldScaler,
    Scaled,
    bandwidth,
    compare,
    dimension_profile,
    estimate_dimension,
    feature_order,
    load_model,
    save_model,
    scale_curve,
    select_bandwidth,
    theory,
)
from kernelscale.bandwidth import RULES
from kernelscale.cli import app
from kernelscale.distances import DistancesWarning

Y = np.arange(60) % 2
X = np.random.default_rng(0).normal(size=(60, 3)) + 3 * Y[:, None]
D = squareform(pdist(X))

TAKE_POINTS = {
    "kernel": Gaussian(1.0),
    "rule": lambda X: select_bandwidth(X, rule="median"),
    "compare": lambda X: compare(X, rules="median"),
    "scale_curve": scale_curve,
    "map": DiffusionMap(bandwidth="median").fit,
    "dimension": lambda X: estimate_dimension(X, "two_nn"),
    "profile": dimension_profile,
    "feature_order": lambda X: feature_order(X, n_dims=2),
    "scaler": ManifoldScaler(n_dims=2, method="greedy", order="given", n_scales=3).fit,
    "theory": lambda X: theory.D_gap(X, Y[:20]),
}


@pytest.mark.filterwarnings("ignore::UserWarning")  # what else there is to say of them
@pytest.mark.parametrize("name", TAKE_POINTS)
def test_distances_that_are_taken_for_points_are_noticed(name):
    with pytest.warns(DistancesWarning, match="20 points of 20 features.*metric='precomputed'"):
        TAKE_POINTS[name](D[:20, :20])


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_distances_of_any_precision_are_noticed(kind):
    with pytest.warns(DistancesWarning, match="symmetric, not negative and zero on its diagonal"):
        select_bandwidth(D.astype(kind), rule="median")


@pytest.mark.parametrize(
    "points",
    [D[:59], D + 1e-2 * np.arange(60), D - 1, D + np.eye(60), [[0, 1], [1, 0]]],
    ids=["not_square", "not_symmetric", "negative", "diagonal", "two_rows"],
)
def test_what_cannot_be_distances_is_taken_for_points_without_a_word(points, recwarn):
    select_bandwidth(points, rule="median")
    assert not [w for w in recwarn if issubclass(w.category, DistancesWarning)]


@pytest.mark.parametrize("name", sorted(set(RULES) - {"standardized", "scikit_learn_scale"}))
def test_a_kernel_chosen_from_distances_is_called_with_distances(name):
    chosen = select_bandwidth(D, Y, rule=name, metric="precomputed")
    K = chosen.kernel.from_squared_distances(np.square(D))
    np.testing.assert_array_equal(chosen.kernel(D), K)
    np.testing.assert_allclose(
        chosen.kernel(D), select_bandwidth(X, Y, rule=name).kernel(X), rtol=1e-6
    )
    with pytest.raises(ValueError, match="takes distances.*so there is no Y"):
        chosen.kernel(D, D)


@pytest.mark.parametrize("name", ["median", "self_tuning"])
@pytest.mark.parametrize(("data", "metric"), [(X, "euclidean"), (D, "precomputed")])
def test_a_map_refuses_a_bandwidth_of_the_other_metric(name, data, metric):
    other = {"euclidean": (D, "precomputed"), "precomputed": (X, "euclidean")}[metric]
    chosen = select_bandwidth(other[0], rule=name, metric=other[1])
    with pytest.raises(ValueError, match=f"chosen with metric='{other[1]}'.*has metric='{metric}'"):
        DiffusionMap(bandwidth=chosen, metric=metric).fit(data)
    fitted = DiffusionMap(bandwidth="max_min", metric=metric).fit(data)
    with pytest.raises(ValueError, match=f"chosen with metric='{other[1]}'"):
        fitted.with_bandwidth(chosen)


def test_a_kernel_knows_its_metric_when_it_comes_back_from_a_file(tmp_path):
    for rule in ("median", "self_tuning"):
        fitted = DiffusionMap(bandwidth=rule, metric="precomputed").fit(D)
        save_model(fitted, tmp_path / "model.npz")
        kernel = load_model(tmp_path / "model.npz").bandwidth_.kernel
        np.testing.assert_array_equal(kernel(D), fitted.bandwidth_.kernel(D))


def test_a_kernel_of_distances_scales_no_features():
    with pytest.raises(ValueError, match="takes distances, which have no features"):
        Scaled(Gaussian(1.0, metric="precomputed"), np.ones(2))


@dataclass(frozen=True)
class _OfPoints(bandwidth.Rule):
    name = "of_points"

    def _choose(self, cloud):
        return bandwidth.Fixed(float(np.ptp(cloud.points)))._choose(cloud)


def test_a_rule_that_reads_points_is_told_that_there_are_only_distances():
    assert select_bandwidth(X, rule=_OfPoints()).epsilon == np.ptp(X)
    with pytest.raises(ValueError, match="points were asked for, but only distances were given"):
        select_bandwidth(D, rule=_OfPoints(), metric="precomputed")


# ---------------------------------------------------------------- the command line


@pytest.mark.parametrize("command", ["select", "compare", "embed", "dimension"])
def test_the_command_line_notes_that_distances_were_taken_for_points(command, tmp_path):
    np.save(tmp_path / "D.npy", D)
    options = {"embed": ["--bandwidth", "median"], "dimension": ["--method", "two_nn"]}
    typed = [command, str(tmp_path / "D.npy"), *options.get(command, [])]
    result = CliRunner().invoke(app, typed, env={"COLUMNS": "1000"})
    assert result.exit_code == 0, result.output
    noted = " ".join(result.output.split())
    assert "zero on its diagonal" in noted
    assert "pass metric='precomputed'" in noted
    assert "the command line and other methods take points only" in noted


def test_standardised_distances_are_noticed_too(tmp_path):
    np.save(tmp_path / "D.npy", D)
    typed = ["select", str(tmp_path / "D.npy"), "--rule", "median", "--standardize"]
    result = CliRunner().invoke(app, typed, env={"COLUMNS": "1000"})
    assert "zero on its diagonal" in " ".join(result.output.split())


def test_labels_go_with_condensed_distances():
    square = DiffusionMap(bandwidth="spectral", metric="precomputed").fit(D, Y)
    condensed = DiffusionMap(bandwidth="spectral", metric="precomputed").fit(pdist(X), Y)
    np.testing.assert_array_equal(condensed.embedding_, square.embedding_)
    np.testing.assert_array_equal(
        DiffusionMap(metric="precomputed").fit(pdist(X), Y).embedding_,
        DiffusionMap(metric="precomputed").fit(D, Y).embedding_,
    )
