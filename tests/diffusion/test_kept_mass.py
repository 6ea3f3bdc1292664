"""Diffusion maps of a kernel that is truncated to a share of its mass."""

import pickle
import warnings

import numpy as np
import pytest
from scipy.spatial.distance import cdist
from tests.own_kernels.user_kernels import Laplacian

from kernelscale import Bandwidth, DiffusionMap, generator_eigenvalues, load_model, save_model
from kernelscale.diffusion import LongFitWarning, MapWarning, long_fits
from kernelscale.diffusion.kept_mass import kept_mass_fit, largest_values
from kernelscale.markov.dense import leading_eigenpairs

EPSILON = 0.005


def arc(n_samples=500, seed=0):
    random = np.random.default_rng(seed)
    angle = random.uniform(0, 4, n_samples)
    return np.c_[np.cos(angle), np.sin(angle)] + 0.02 * random.normal(size=(n_samples, 2))


def naive_kept(K, share):
    """Mask of kept kernel values: in each row, the fewest that add up to `share` of the row sum.

    A value that only the other row of its pair keeps is kept too.
    """
    kept = np.zeros(K.shape, dtype=bool)
    for row, values in enumerate(K):
        order = np.argsort(-values, kind="stable")
        needed = np.flatnonzero(np.cumsum(values[order]) >= share * values.sum())[0]
        # values equal to the smallest kept value are kept too
        kept[row] = values >= values[order[needed]]
    return kept | kept.T


@pytest.fixture(autouse=True)
def always_truncate(monkeypatch):
    """Truncate kernels even if most of their values are kept, as is usual with few rows."""
    monkeypatch.setattr(kept_mass_fit, "MOST", 1.0)


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("share", [0.9, 0.9999])
def test_the_map_agrees_with_a_naive_truncated_kernel(alpha, share):
    X = arc()
    fitted = DiffusionMap(4, EPSILON, alpha=alpha, kept_mass=share).fit(X)
    K = np.exp(-cdist(X, X, "sqeuclidean") / (2 * EPSILON))
    kept = K * naive_kept(K, share)
    assert (kept == 0).mean() > 0.5
    expected = leading_eigenpairs(kept, 4, alpha=alpha)
    np.testing.assert_allclose(fitted.eigenvalues_, expected.values[1:], atol=1e-10)
    np.testing.assert_allclose(fitted.embedding_, expected.embedding(4), atol=1e-7)
    np.testing.assert_allclose(fitted.stationary_, expected.stationary, rtol=1e-10)
    shares = [1 - kept.sum(axis=1) / K.sum(axis=1)]
    if alpha:
        q = K.sum(axis=1) ** -alpha
        shares.append(1 - kept @ q / (K @ q))
    assert fitted.omitted_mass_ == pytest.approx(np.max(shares), rel=1e-6)
    assert shares[0].max() <= 1 - share


@pytest.mark.parametrize("alpha", [0.0, 0.5, 1.0])
def test_eigenvalues_are_within_the_bound(alpha):
    X = np.random.default_rng(1).uniform(size=(1200, 2)) ** 1.3
    whole = DiffusionMap(5, 0.003, alpha=alpha).fit(X)
    for share in (0.8, 0.99, 0.9999):
        truncated = DiffusionMap(5, 0.003, alpha=alpha, kept_mass=share).fit(X)
        omitted = truncated.omitted_mass_
        assert omitted > 0
        bound = 2 * omitted + (1 - truncated.eigenvalues_) * ((1 - omitted) ** -(1 + 2 * alpha) - 1)
        assert (np.abs(truncated.eigenvalues_ - whole.eigenvalues_) <= bound).all()
    assert bound.max() < 1e-2


def test_omitted_mass_is_at_most_one_minus_the_share_and_decreases_with_it():
    X = arc()
    omitted = [
        DiffusionMap(2, EPSILON, kept_mass=share).fit(X).omitted_mass_
        for share in (0.5, 0.9, 0.999, 1 - 1e-12)
    ]
    assert (np.diff(omitted) < 0).all()
    assert (np.array(omitted) <= [0.5, 0.1, 0.001, 1.1e-12]).all()


@pytest.mark.parametrize("t", [0, 1, 3])
@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_training_rows_get_their_embedding_back(alpha, t):
    X = np.r_[arc(), arc()[:30]]
    fitted = DiffusionMap(3, EPSILON, alpha=alpha, t=t, kept_mass=0.99).fit(X)
    np.testing.assert_allclose(fitted.transform(X), fitted.embedding_, atol=1e-8)
    row_sums = (fitted.kernel_(X) * naive_kept(fitted.kernel_(X), 0.99)).sum(axis=1)
    np.testing.assert_allclose(fitted.kernel_mass(X), row_sums, rtol=1e-8)


@pytest.mark.parametrize("alpha", [0.0, 1.0])
def test_kernel_values_of_new_rows_are_kept_by_the_rule_of_training_rows(alpha):
    X, new = arc(), arc(40, seed=1)
    fitted = DiffusionMap(3, EPSILON, alpha=alpha, kept_mass=0.95).fit(X)
    K = np.exp(-cdist(X, X, "sqeuclidean") / (2 * EPSILON))
    q = (K * naive_kept(K, 0.95)).sum(axis=1) ** -alpha
    smallest = [np.sort(row)[::-1] for row in K]
    smallest = np.array([s[np.argmax(np.cumsum(s) >= 0.95 * s.sum())] for s in smallest])
    for x, found in zip(new, fitted.transform(new), strict=True):
        values = np.exp(-((X - x) ** 2).sum(axis=1) / (2 * EPSILON))
        order = np.argsort(-values)
        needed = np.argmax(np.cumsum(values[order]) >= 0.95 * values.sum())
        kept = values >= np.minimum(values[order[needed]], smallest)
        steps = values * kept * q
        np.testing.assert_allclose(found, steps @ fitted.eigenvectors_ / steps.sum(), atol=1e-10)


@pytest.mark.filterwarnings("ignore:.*have kernel mass below:kernelscale.diffusion.MapWarning")
def test_rows_with_zero_kernel_values_get_the_coordinates_of_the_nearest_row():
    X = arc()
    fitted = DiffusionMap(2, EPSILON, kept_mass=0.99).fit(X)
    far = np.array([[100.0, 0.0], [-1e9, 3.0]])
    nearest = cdist(far, X).argmin(axis=1)
    np.testing.assert_allclose(fitted.transform(far), fitted.embedding_[nearest], atol=1e-3)


def test_the_whole_kernel_is_used_with_a_warning_if_truncation_saves_nothing(monkeypatch, tmp_path):
    X = arc()
    monkeypatch.setattr(kept_mass_fit, "MOST", 0.15)
    whole = DiffusionMap(2, 0.5).fit(X)
    requested = DiffusionMap(2, 0.5, kept_mass=0.9999)
    with pytest.warns(MapWarning, match="kept_mass=0.9999 saves nothing, .* of 500 kernel"):
        requested.fit(X)
    np.testing.assert_array_equal(requested.embedding_, whole.embedding_)
    assert requested.omitted_mass_ == 0
    assert whole.omitted_mass_ is None
    save_model(requested, tmp_path / "m.npz")
    again = load_model(tmp_path / "m.npz")
    assert (again.kept_mass, again.omitted_mass_) == (0.9999, 0)
    np.testing.assert_array_equal(again.transform(X[:9] + 0.1), requested.transform(X[:9] + 0.1))


def test_too_many_kept_values_are_refused_before_the_pass(monkeypatch):
    monkeypatch.setattr(kept_mass_fit, "kept_values", None)
    with pytest.raises(MemoryError, match="kernel values of each of 2000 rows.*limit is 1 MiB"):
        DiffusionMap(2, EPSILON, kept_mass=0.999, memory_limit="1 MiB").fit(arc(2000))


def test_a_whole_kernel_that_does_not_fit_is_refused(monkeypatch):
    monkeypatch.setattr(kept_mass_fit, "MOST", 0.15)
    with (
        # landmarks are advised only for more than 5000 rows
        pytest.warns(MapWarning, match="^(?!.*landmarks)"),
        pytest.raises(MemoryError, match="Eigenpairs of 2000 rows need .* memory_limit is 1 MiB"),
    ):
        DiffusionMap(2, 0.5, kept_mass=0.999, memory_limit="1 MiB").fit(arc(2000))


@pytest.mark.parametrize("share", [1e-300, 1e-17, 1e-9])
def test_a_tiny_share_keeps_the_largest_value_of_each_row(share):
    K = np.array([[0.7, 0.1, 0.2], [0.3, 0.3, 0.3]])
    np.testing.assert_array_equal(largest_values.smallest_kept_values(K, share), [0.7, 0.3])


def test_eigenvalues_of_the_generator_are_refused_if_long_steps_are_missing():
    angle = 2 * np.pi * np.arange(1000) / 1000
    circle = np.c_[np.cos(angle), np.sin(angle)]
    whole = DiffusionMap(2, 0.01).fit(circle)
    for share in (0.5, 0.99):
        truncated = DiffusionMap(2, 0.01, kept_mass=share).fit(circle)
        with pytest.raises(ValueError, match="of the mean squared step is missing"):
            generator_eigenvalues(truncated)
        assert (
            1 - truncated.eigenvalues_ < 0.95 * (1 - whole.eigenvalues_)
        ).all()  # without long steps 1 - lambda is too small
    found = generator_eigenvalues(DiffusionMap(2, 0.01, kept_mass=0.999).fit(circle))
    np.testing.assert_allclose(found, 1, rtol=0.02)


def test_the_warning_does_not_advise_self_tuning_with_kept_mass():
    X = np.r_[arc(), [[4.6, 4.6]]]
    with pytest.warns(MapWarning, match="^(?!.*self_tuning).* larger bandwidth, "):
        DiffusionMap(1, 0.9, kept_mass=1 - 1e-12).fit(X)


def test_a_long_pass_gives_a_warning_before_it_starts(monkeypatch):
    monkeypatch.setattr(kept_mass_fit, "kept_values", None)
    monkeypatch.setattr(long_fits, "LONG", 0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(LongFitWarning, match="largest kernel values of 500 rows may take"):
            DiffusionMap(2, EPSILON, kept_mass=0.999).fit(arc())


def test_the_map_does_not_depend_on_threads_or_blocks(monkeypatch):
    X = arc()
    monkeypatch.setattr(largest_values, "PAIRS_AT_ONCE", 500 * 90)
    one, three = (
        DiffusionMap(2, EPSILON, kept_mass=0.99, n_threads=n).fit(X).embedding_ for n in (1, 3)
    )
    np.testing.assert_array_equal(one, three)
    monkeypatch.setattr(largest_values, "PAIRS_AT_ONCE", 1)
    events = []
    found = DiffusionMap(2, EPSILON, kept_mass=0.99, progress=events.append).fit(X).embedding_
    np.testing.assert_allclose(found, one, atol=1e-9)
    assert [event.done for event in events if event.stage == largest_values.STAGE] == [*range(501)]


def test_components_are_found_in_the_truncated_kernel():
    X = np.random.default_rng(0).uniform(0, 0.3, size=(300, 2))
    X[200:, 0] += 0.75  # kernel values between the two groups are small
    assert DiffusionMap(2, 0.01).fit(X).n_connected_components_ == 1
    with pytest.warns(MapWarning, match="2 components of 200, 100 rows.*larger kept_mass"):
        DiffusionMap(2, 0.01, kept_mass=0.99).fit(X)


def test_a_user_defined_kernel_is_truncated():
    X, bandwidth = arc(), Bandwidth("mine", None, Laplacian(0.02), "So.")
    fitted = DiffusionMap(2, bandwidth, kept_mass=0.99).fit(X)
    K = np.exp(-cdist(X, X) / 0.02)
    expected = leading_eigenpairs(K * naive_kept(K, 0.99), 2)
    np.testing.assert_allclose(fitted.eigenvalues_, expected.values[1:], atol=1e-10)


@pytest.mark.parametrize("landmarks", [None, 200])
@pytest.mark.parametrize("bandwidth", [EPSILON, "standardized"])
def test_the_map_is_equal_after_saving_and_after_pickling(bandwidth, landmarks, tmp_path):
    X, new = arc(), arc(30, seed=1)
    options = {"scale": [1.0, 2.0]} if bandwidth == EPSILON else {}
    fitted = DiffusionMap(2, bandwidth, kept_mass=0.99, landmarks=landmarks, **options).fit(X)
    np.testing.assert_allclose(fitted.transform(X), fitted.embedding_, atol=1e-8)
    save_model(fitted, tmp_path / "m.npz")
    loaded = load_model(tmp_path / "m.npz")
    for again in (loaded, pickle.loads(pickle.dumps(fitted))):
        np.testing.assert_array_equal(again.transform(new), fitted.transform(new))
        assert again.omitted_mass_ == fitted.omitted_mass_
    other, expected = (each.with_bandwidth(2 * EPSILON) for each in (loaded, fitted))
    np.testing.assert_array_equal(other.embedding_, expected.embedding_)
    assert other.kept_mass == 0.99


@pytest.mark.parametrize("name", ["smallest_kept", "kept_sums", "kept_mass", "omitted_mass"])
def test_a_model_with_incomplete_entries_is_refused(name, tmp_path):
    save_model(DiffusionMap(2, EPSILON, kept_mass=0.9).fit(arc()), tmp_path / "m.npz")
    entries = dict(np.load(tmp_path / "m.npz"))
    del entries[name]
    np.savez(tmp_path / "m.npz", **entries)
    with pytest.raises(ValueError, match="damaged model: it has (entry|only one)"):
        load_model(tmp_path / "m.npz")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"kept_mass": 1.0}, "kept_mass must be above 0 and below 1, but 1.0 was given"),
        ({"kept_mass": 0}, "kept_mass must be above 0"),
        ({"kept_mass": 3}, "kept_mass must be a number from 0 to 1"),
        ({"kept_mass": 0.9, "neighbors": 5}, "kept_mass has no effect in a map of nearest"),
        ({"kept_mass": 0.9, "metric": "precomputed"}, "kept_mass needs points and the Euclid"),
        (
            {"kept_mass": 0.9, "metric": "affinity"},
            "kept_mass has no effect in a map of given simil",
        ),
        ({"kept_mass": 0.9, "eigen_solver": "dense"}, "eigen_solver has no effect in .*kept_mass"),
        ({"kept_mass": 0.9, "keep_distances": True}, "keep_distances has no effect in .*kept_mass"),
        (
            {"kept_mass": 0.9, "link_components": True},
            "link_components has no effect in .*kept_mass",
        ),
        ({"kept_mass": 0.9, "bandwidth": "self_tuning"}, "'self_tuning' has a scale for each row"),
        (
            {"kept_mass": 0.9, "bandwidth": "variable_bandwidth"},
            "'variable_.* has a scale for each row",
        ),
    ],
)
def test_parameters_that_contradict_kept_mass_are_refused(options, message):
    X = arc(60)
    with pytest.raises(ValueError, match=message):
        DiffusionMap(**options).fit(cdist(X, X) if "metric" in options else X)


def test_a_bandwidth_with_a_scale_for_each_row_is_refused():
    X = arc(60)
    chosen = DiffusionMap(bandwidth="self_tuning").fit(X).bandwidth_
    with pytest.raises(ValueError, match="'self_tuning' has a scale for each row"):
        DiffusionMap(bandwidth=chosen, kept_mass=0.9).fit(X)
