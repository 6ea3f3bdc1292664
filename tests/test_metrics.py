"""Points and distances are not mistaken for each other; metrics of users work everywhere."""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.spatial.distance import cdist, pdist, squareform
from sklearn.base import clone
from sklearn.utils import get_tags
from typer.testing import CliRunner

from kernelscale import (
    DiffusionMap,
    Gaussian,
    ManifoldScaler,
    Scaled,
    SupervisedScaler,
    bandwidth,
    compare,
    dimension_profile,
    estimate_dimension,
    feature_order,
    load_model,
    perturbation_bound,
    save_model,
    scale_curve,
    select_bandwidth,
)
from kernelscale.bandwidth import RULES
from kernelscale.bandwidth.rules.fixed import Fixed
from kernelscale.cli import app
from kernelscale.data import PointCloud
from kernelscale.diffusion import embeddings_over_scales
from kernelscale.distances import DistancesWarning
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums
from kernelscale.metrics import METRICS, Euclidean
from kernelscale.theory.class_distances import D_class, D_gap
from kernelscale.theory.perturbation_norm import perturbation_norm

Y = np.arange(60) % 2
X = np.random.default_rng(0).normal(size=(60, 3)) + 3 * Y[:, None]
D = squareform(pdist(X))

SMALL = {"n_scales": 3, "weights": [0.1, 1.0]}
TAKE_POINTS = {
    "kernel": Gaussian(1.0),
    "rule": lambda X: select_bandwidth(X, rule="median"),
    "compare": lambda X: compare(X, rules="median"),
    "scale_curve": scale_curve,
    "map": DiffusionMap(bandwidth="median").fit,
    "dimension": lambda X: estimate_dimension(X, "two_nn"),
    "profile": dimension_profile,
    "feature_order": lambda X: feature_order(X, n_dims=2),
    "feature_order_and_dimension": feature_order,
    "scaler": ManifoldScaler(n_dims=2, method="greedy", order="given", **SMALL).fit,
    "scaler_and_order": ManifoldScaler(method="greedy", **SMALL).fit,
    "supervised_scaler": lambda X: SupervisedScaler().fit(X, Y[:20]),
    "theory": lambda X: D_gap(X, Y[:20]),
}


@pytest.mark.filterwarnings("ignore::UserWarning")  # these data cause other warnings too
@pytest.mark.parametrize("name", TAKE_POINTS)
def test_distances_passed_as_points_give_one_warning(name):
    sentence = "20 points of 20 features.*metric='precomputed'"
    with pytest.warns(DistancesWarning, match=sentence) as warned:
        TAKE_POINTS[name](D[:20, :20])
    assert [w.category for w in warned].count(DistancesWarning) == 1


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_distances_of_any_precision_are_recognised(kind):
    with pytest.warns(DistancesWarning, match="symmetric, not negative and zero on its diagonal"):
        select_bandwidth(D.astype(kind), rule="median")


@pytest.mark.parametrize(
    "points",
    [D[:59], D + 1e-2 * np.arange(60), D - 1, D + np.eye(60), [[0, 1], [1, 0]]],
    ids=["not_square", "not_symmetric", "negative", "diagonal", "two_rows"],
)
def test_points_that_cannot_be_distances_give_no_warning(points, recwarn):
    select_bandwidth(points, rule="median")
    assert not [w for w in recwarn if issubclass(w.category, DistancesWarning)]


LOOK_AT_FEATURES = {
    *("standardized", "scikit_learn_scale", "jacobian"),
    *("scott", "silverman", "likelihood"),
}


@pytest.mark.parametrize("name", sorted(set(RULES) - LOOK_AT_FEATURES))
def test_a_kernel_chosen_from_distances_is_called_with_distances(name):
    chosen = select_bandwidth(D, Y, rule=name, metric="precomputed")
    K = chosen.kernel.from_squared_distances(np.square(D))
    np.testing.assert_array_equal(chosen.kernel(D), K)
    np.testing.assert_allclose(
        chosen.kernel(D), select_bandwidth(X, Y, rule=name).kernel(X), rtol=1e-6
    )
    with pytest.raises(ValueError, match="takes distances.*so there is no Y"):
        chosen.kernel(D, D)


@pytest.mark.parametrize("name", ["median", "self_tuning", "variable_bandwidth"])
@pytest.mark.parametrize(("data", "metric"), [(X, "euclidean"), (D, "precomputed")])
def test_a_map_refuses_a_bandwidth_of_the_other_metric(name, data, metric):
    other = {"euclidean": (D, "precomputed"), "precomputed": (X, "euclidean")}[metric]
    chosen = select_bandwidth(other[0], rule=name, metric=other[1])
    with pytest.raises(ValueError, match=f"chosen with metric='{other[1]}'.*has metric='{metric}'"):
        DiffusionMap(bandwidth=chosen, metric=metric).fit(data)
    fitted = DiffusionMap(bandwidth="max_min", metric=metric).fit(data)
    with pytest.raises(ValueError, match=f"chosen with metric='{other[1]}'"):
        fitted.with_bandwidth(chosen)


def test_a_loaded_kernel_has_its_metric(tmp_path):
    for rule in ("median", "self_tuning"):
        fitted = DiffusionMap(bandwidth=rule, metric="precomputed").fit(D)
        save_model(fitted, tmp_path / "model.npz")
        kernel = load_model(tmp_path / "model.npz").bandwidth_.kernel
        np.testing.assert_array_equal(kernel(D), fitted.bandwidth_.kernel(D))


def test_a_kernel_of_distances_cannot_scale_features():
    with pytest.raises(ValueError, match="takes distances, which have no features"):
        Scaled(Gaussian(1.0, metric="precomputed"), np.ones(2))


@dataclass(frozen=True)
class _OfPoints(bandwidth.Rule):
    name = "of_points"

    def _choose(self, cloud):
        return Fixed(float(np.ptp(cloud.points)))._choose(cloud)


def test_a_rule_that_reads_points_refuses_distances():
    assert select_bandwidth(X, rule=_OfPoints()).epsilon == np.ptp(X)
    with pytest.raises(ValueError, match="needs points and the Euclidean metric"):
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
    assert "(--metric precomputed on the command line)" in noted


def test_standardised_distances_are_recognised(tmp_path):
    np.save(tmp_path / "D.npy", D)
    typed = ["select", str(tmp_path / "D.npy"), "--rule", "median", "--standardize"]
    result = CliRunner().invoke(app, typed, env={"COLUMNS": "1000"})
    assert "zero on its diagonal" in " ".join(result.output.split())


def test_labels_are_accepted_with_condensed_distances():
    square = DiffusionMap(bandwidth="spectral", metric="precomputed").fit(D, Y)
    condensed = DiffusionMap(bandwidth="spectral", metric="precomputed").fit(pdist(X), Y)
    np.testing.assert_array_equal(condensed.embedding_, square.embedding_)
    np.testing.assert_array_equal(
        DiffusionMap(metric="precomputed").fit(pdist(X), Y).embedding_,
        DiffusionMap(metric="precomputed").fit(D, Y).embedding_,
    )


# ---------------------------------------------------------------- a user's metric


@dataclass(frozen=True)
class Chord(Euclidean):
    """The chord between two directions; its squared length is 2 - 2 cos(x, y)."""

    name = "chord"
    takes = "directions"
    scales_features = False

    def checked(self, X, **options):
        points = super().checked(X, **options)
        lengths = np.linalg.norm(points, axis=1, keepdims=True)
        if not lengths.all():
            raise ValueError(f"Row {np.argmin(lengths)} of X is zero, which has no direction.")
        return super().checked(points / lengths, **options)


RAYS = X + 2 * np.random.default_rng(1).normal(size=(60, 3))
UNIT = RAYS / np.linalg.norm(RAYS, axis=1, keepdims=True)


def assert_same(found, expected):
    """Check that all numbers in two results have the same bits."""
    if isinstance(expected, np.ndarray) and expected.dtype != object:
        np.testing.assert_array_equal(found, expected)
    elif isinstance(expected, dict):
        assert found.keys() == expected.keys()
        assert_same(list(found.values()), list(expected.values()))
    elif isinstance(expected, (list, tuple)):
        for one, other in zip(found, expected, strict=True):
            assert_same(one, other)
    elif hasattr(expected, "__dict__") and not isinstance(expected, (type, Euclidean)):
        ours, theirs = vars(found), vars(expected)
        assert_same(*({k: v for k, v in of.items() if k not in SHOWN} for of in (ours, theirs)))
    elif not isinstance(expected, (str, Euclidean)):
        assert found == expected or found != found


SHOWN = {"metric", "seconds"}  # not compared, because they differ between metrics or calls


def test_squared_distances_agree_with_angles():
    cosines = UNIT @ UNIT.T
    r = Chord().squares_of(RAYS)
    np.testing.assert_allclose(r, 2 - 2 * cosines, atol=1e-14)
    np.testing.assert_array_equal(Gaussian(0.1, metric=Chord())(RAYS), Gaussian(0.1)(UNIT))


CALLS_WITH_ANGLES = {
    "curve": lambda X, **metric: scale_curve(X, **metric),
    "compare": lambda X, **metric: compare(
        X, Y, rules=[name for name in RULES if name != "standardized"], **metric
    ),
    "bound": lambda X, **metric: perturbation_bound(X, Y, 0.1, **metric),
    "norm": lambda X, **metric: perturbation_norm(X, Y, [0.1, 1.0], **metric),
    "gap": lambda X, **metric: (
        D_gap(X, Y, **metric),
        D_class(X, Y, **metric),
    ),
    "sums": lambda X, **metric: reduce(X, KernelSums(np.ones(1)), **metric),
    "some_rows": lambda X, **metric: reduce(X, KernelSums(np.ones(1)), rows=[3, 5], **metric),
    "pictures": lambda X, **metric: embeddings_over_scales(X, [0.1, 0.5], **metric),
    "sampled": lambda X, **metric: scale_curve(np.repeat(X, 2, axis=0), n_sample=64, **metric),
}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", CALLS_WITH_ANGLES)
def test_a_users_metric_works_everywhere(name):
    ask = CALLS_WITH_ANGLES[name]
    assert_same(ask(RAYS, metric=Chord()), ask(UNIT))


@pytest.mark.parametrize("name", sorted(set(RULES) - {"standardized"}))
def test_every_rule_accepts_a_users_metric(name):
    chosen = select_bandwidth(RAYS, Y, name, metric=Chord())
    assert_same(chosen, select_bandwidth(UNIT, Y, name))
    assert chosen.kernel.metric == Chord()
    K = chosen.kernel.from_squared_distances(Chord().squares_of(RAYS))
    np.testing.assert_allclose(chosen.kernel(RAYS), K, rtol=1e-12)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("bandwidth", ["median", "self_tuning", "variable_bandwidth"])
def test_a_map_prepares_new_rows_like_training_rows(bandwidth):
    of_rays = DiffusionMap(bandwidth=bandwidth, metric=Chord()).fit(RAYS)
    of_units = DiffusionMap(bandwidth=bandwidth).fit(UNIT)
    np.testing.assert_array_equal(of_rays.embedding_, of_units.embedding_)
    np.testing.assert_allclose(of_rays.transform(RAYS), of_rays.embedding_, atol=1e-10)
    np.testing.assert_array_equal(of_rays.transform(8 * RAYS[:5]), of_rays.transform(RAYS[:5]))
    again = of_rays.with_bandwidth(of_rays.bandwidth_)
    np.testing.assert_array_equal(again.embedding_, of_rays.embedding_)
    with pytest.raises(ValueError, match="chosen with metric='chord'.*has metric='euclidean'"):
        of_units.with_bandwidth(of_rays.bandwidth_)


def test_the_map_without_a_matrix_accepts_a_users_metric():
    rays = np.random.default_rng(2).normal(size=(650, 3))
    units = rays / np.linalg.norm(rays, axis=1, keepdims=True)
    options = {"bandwidth": "median", "memory_limit": "14 MiB"}
    of_rays = DiffusionMap(metric=Chord(), **options).fit(rays)
    np.testing.assert_array_equal(of_rays.embedding_, DiffusionMap(**options).fit(units).embedding_)


def test_a_metric_refuses_unsupported_operations():
    no_features = "needs features, but only directions were given; pass points"
    with pytest.raises(ValueError, match=f"'standardized' {no_features}"):
        select_bandwidth(RAYS, rule="standardized", metric=Chord())
    assert no_features in compare(RAYS, metric=Chord())["standardized"].reading
    with pytest.raises(ValueError, match="scale multiplies features, but only directions were giv"):
        DiffusionMap(scale=[1.0, 1.0, 2.0], metric=Chord()).fit(RAYS)
    with pytest.raises(ValueError, match="takes directions, which have no features to be scaled"):
        Scaled(Gaussian(1.0, metric=Chord()), np.ones(3))
    with pytest.raises(ValueError, match="cannot be scaled, as only directions were given"):
        PointCloud(RAYS, metric=Chord()).rescaled(np.ones(3))
    with pytest.raises(ValueError, match="Row 2 of X is zero, which has no direction"):
        compare(RAYS * (np.arange(60) != 2)[:, None], metric=Chord())
    with pytest.raises(ValueError, match="All 3 rows of X are the same point"):
        scale_curve([[1.0, 1.0], [2.0, 2.0], [4.0, 4.0]], metric=Chord())


def test_a_model_file_stores_a_named_metric(tmp_path, monkeypatch):
    fitted = DiffusionMap(bandwidth="self_tuning", metric=Chord()).fit(RAYS)
    with pytest.raises(ValueError, match=r"METRICS has no Chord\(\); add the metric to METRICS"):
        save_model(fitted, tmp_path / "model.npz")
    monkeypatch.setitem(METRICS, "chord", Chord())
    save_model(fitted, tmp_path / "model.npz")
    again = load_model(tmp_path / "model.npz")
    assert again.metric == "chord"
    np.testing.assert_array_equal(again.transform(3 * RAYS[:9]), fitted.transform(3 * RAYS[:9]))
    np.testing.assert_array_equal(
        again.with_bandwidth("median").embedding_, fitted.with_bandwidth("median").embedding_
    )
    by_name = select_bandwidth(RAYS, rule="median", metric="chord")
    assert_same(by_name, select_bandwidth(RAYS, rule="median", metric=Chord()))
    assert by_name.kernel.metric == "chord"


def test_distances_of_points_that_are_not_euclidean_are_refused():
    @dataclass(frozen=True)
    class CityBlock(Euclidean):
        name = "city_block"

        def squared_distances(self, values, rows, columns, between=None):
            return np.square(cdist(values[rows], values[columns], "cityblock"))

    sentence = "overrides `squared_distances`; pass its distances with metric='precomputed'"
    for ask in (select_bandwidth, scale_curve, compare):
        with pytest.raises(TypeError, match=sentence):
            ask(X, metric=CityBlock())
    with pytest.raises(TypeError, match=sentence):
        DiffusionMap(metric=CityBlock()).fit(X)
    with pytest.raises(TypeError, match="metric must be a name or an object, but a class was"):
        Gaussian(1.0, metric=Chord)


@pytest.mark.parametrize(("metric", "pairwise"), [("precomputed", True), (Chord(), False)])
def test_the_tag_pairwise_states_whether_rows_are_distances(metric, pairwise):
    assert get_tags(DiffusionMap(metric=metric)).input_tags.pairwise == pairwise
    assert clone(DiffusionMap(metric=metric)).metric == metric
