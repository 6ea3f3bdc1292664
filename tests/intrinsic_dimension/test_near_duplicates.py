"""Near-duplicates are counted once, or a flag reports them."""

import warnings

import numpy as np
import pytest

from kernelscale import ManifoldScaler, dimension_profile, estimate_dimension
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import NearestOthers
from kernelscale.intrinsic_dimension import METHODS, DANCo, DimensionWarning, LevinaBickel
from kernelscale.intrinsic_dimension.estimators import ball_comparison
from kernelscale.intrinsic_dimension.near_duplicates import CERTAIN, POSSIBLE, tight_groups
from kernelscale.intrinsic_dimension.sample import Sample

every_method = pytest.mark.parametrize("method", sorted(METHODS))


def repeated(X, rows, n_repeats, noise, seed=0):
    """All rows, and noisy duplicates of some rows; `noise` is a fraction of the spread of X."""
    random = np.random.default_rng(seed)
    again = X[np.repeat(rows, n_repeats - 1)]
    return np.r_[X, again + noise * X.std() * random.normal(size=again.shape)]


def flat(ball, n=300, d=5):
    return ball(n, d, 3) @ np.random.default_rng(0).normal(size=(d, d + 2))


def estimated(X, method, **options):
    """The estimate, and whether its flags report near-duplicates."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DimensionWarning)
        found = estimate_dimension(X, method, **options)
    return found, "near duplicates" in found.flags


@every_method
@pytest.mark.parametrize(
    ("n_repeats", "noise"), [(2, 1e-4), (3, 1e-6), (5, 1e-6), (10, 1e-12), (30, 1e-7)]
)
def test_rows_measured_several_times_count_once(ball, method, n_repeats, noise):
    X = flat(ball, 150)
    found, flagged = estimated(repeated(X, np.arange(150), n_repeats, noise), method)
    assert found.continuous == pytest.approx(estimated(X, method)[0].continuous, rel=0.02)
    assert (found.n_samples, flagged) == (150, True)


@every_method
@pytest.mark.parametrize("n_repeats", [2, 5])
@pytest.mark.parametrize("noise", [1e-3, 1e-5, 1e-9])
@pytest.mark.parametrize("d", [2, 10])
def test_wrong_estimates_give_a_warning(ball, method, n_repeats, noise, d):
    X = flat(ball, d=d)
    right = estimated(X, method)[0].continuous
    found, flagged = estimated(repeated(X, np.arange(0, 300, 100), n_repeats, noise), method)
    assert flagged or found.continuous == pytest.approx(right, rel=0.2)


@pytest.mark.parametrize("share", [0.01, 0.1])
def test_few_pairs_of_near_duplicates_do_not_change_the_estimate(ball, share):
    X = flat(ball, 1000)
    twice = repeated(X, np.arange(int(1000 * share)), 2, 1e-6)
    found, flagged = estimated(twice, "danco")
    assert flagged
    assert found.continuous == pytest.approx(estimated(X, "danco")[0].continuous, rel=1e-3)


@pytest.mark.parametrize("n", [12, 40, 400])
@pytest.mark.parametrize(
    "draw",
    [
        lambda random, n: random.normal(size=(n, 2)),
        lambda random, n: random.normal(size=(n, 7)),
        lambda random, n: random.standard_cauchy((n, 3)),
        lambda random, n: np.exp(2 * random.normal(size=(n, 3))),
        lambda random, n: random.normal(size=(n, 3)).round(1),
        lambda random, n: random.poisson(3, (n, 5)).astype(float),
        lambda random, n: np.stack(np.divmod(np.arange(n), 5), axis=1).astype(float),
        lambda random, n: (lambda t: np.c_[np.cos(t), np.sin(t)])(random.uniform(0, 6, n)),
        lambda random, n: random.normal(size=(n, 3)) + 50 * np.arange(n)[:, None] // (n // 2 + 1),
    ],
    ids=[
        "plane",
        "normal7",
        "cauchy",
        "lognormal",
        "rounded",
        "counts",
        "grid",
        "arc",
        "two_clusters",
    ],
)
def test_data_without_duplicates_are_unchanged(draw, n):
    for seed in range(5):
        sample = Sample(draw(np.random.default_rng([n, seed]), n))
        assert sample.counting_once(CERTAIN) is sample.counting_once(POSSIBLE) is sample


def test_clusters_are_not_near_duplicates():
    random = np.random.default_rng(0)
    X = np.repeat(random.normal(size=(5, 3)), 20, axis=0)
    X += 1e-3 * random.normal(size=X.shape)
    assert Sample(X).counting_once(CERTAIN).n_samples == 100
    # The twenty nearest rows include rows of other clusters, so the estimate has no meaning.
    found, flagged = estimated(X, "levina_bickel")
    assert found.continuous < 2
    assert flagged


def test_too_few_groups_are_reported(ball):
    X = repeated(ball(10, 3, 0), np.arange(10), 30, 1e-6)
    with pytest.warns(
        DimensionWarning, match="Up to 290 of 300 distinct rows may be near-duplicates of others"
    ):
        assert "near duplicates" in estimate_dimension(X, "danco").flags


def test_omitted_rows_have_no_local_estimate(ball):
    X = repeated(flat(ball), np.arange(30), 3, 1e-8)
    with pytest.warns(DimensionWarning, match="60 of 360 distinct rows are near-duplicates: they"):
        found = LevinaBickel().fit(X)
    np.testing.assert_array_equal(np.isnan(found.pointwise_), np.arange(360) >= 300)


def test_subsamples_and_halves_count_once(ball, monkeypatch):
    monkeypatch.setattr(ball_comparison, "MOST_EXACT", 300)
    X = flat(ball, 600)
    options = {"subsample_size": 300, "n_subsamples": 3}
    right = estimated(X, "danco", **options)[0].continuous
    found, flagged = estimated(repeated(X, np.arange(600), 4, 1e-7), "danco", **options)
    assert flagged
    assert found.continuous == pytest.approx(right, rel=0.1)
    with pytest.warns(DimensionWarning, match="are near-duplicates: they"):
        danco = DANCo().fit(repeated(flat(ball), np.arange(300), 2, 1e-7))
    assert danco.uncertainty(4) == pytest.approx(DANCo().fit(flat(ball)).uncertainty(4), rel=0.01)


def test_every_estimate_warns_of_duplicates(ball):
    X = flat(ball)
    often = repeated(X, np.arange(300), 4, 1e-8)
    with pytest.warns(DimensionWarning, match="are near-duplicates: they"):
        profile = dimension_profile(often)
    assert (profile.dimension, profile.n_samples) == (5, 300)
    assert len(profile.points) == len(dimension_profile(X).points)
    with pytest.warns(DimensionWarning, match="are near-duplicates: they"):
        assert ManifoldScaler(n_sample=100).fit(often).n_dims_ == 5


def naive_groups(X, jump):
    """For each row, the smallest index in the largest tight group of the row.

    Rows form a tight group if, for each of them, the nearest row outside the group is more than
    `jump.ratio` times as far away as the farthest row of the group. In groups of more than ten rows
    it must be more than `jump.of_large` times as far away.
    """
    distances = np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))
    order = np.argsort(distances, axis=1, kind="stable")
    first = list(range(len(X)))
    for s in range(12, 1, -1):
        least = jump.ratio if s <= 10 else jump.of_large
        behind = {}
        for i in range(len(X)):
            near, far = distances[i, order[i, s - 1]], distances[i, order[i, s]]
            if first[i] == i and far > least * near:
                behind[i] = frozenset(order[i, :s].tolist())
        for i, members in behind.items():
            if all(behind.get(j) == members for j in members):
                first[i] = min(members)
    return first


@pytest.mark.parametrize("jump", [CERTAIN, POSSIBLE], ids=["certain", "possible"])
def test_groups_agree_with_a_naive_search(jump):
    random = np.random.default_rng(1)
    X = np.r_[random.normal(size=(40, 2)), 1e-2 * random.normal(size=(11, 2)) + 9]
    X = np.r_[X, X[:20] + 1e-3 * random.normal(size=(20, 2)), X[:9] + 1e-8]
    groups = tight_groups(reduce(X, NearestOthers(12)), jump)
    assert groups.first.tolist() == naive_groups(X, jump)
    assert len(groups.kept) < len(X)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("method", ["danco", "two_nn", "gride", "correlation"])
def test_flag_is_given_once_for_certain_and_possible_duplicates(method):
    random = np.random.default_rng(0)
    X = np.repeat(random.normal(size=(80, 3)), 5, axis=0)
    flags = estimate_dimension(X + random.normal(scale=0.01, size=X.shape), method).flags
    assert flags.count("near duplicates") == 1
