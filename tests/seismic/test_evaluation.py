"""Functions that evaluate coordinates, checked by known results, invariances and scikit-learn."""

import numpy as np
import pytest
from sklearn.cross_decomposition import CCA
from sklearn.model_selection import LeaveOneGroupOut, LeaveOneOut, cross_val_score
from sklearn.neighbors import KNeighborsClassifier

from kernelscale.seismic import canonical_correlations, leave_one_out_accuracy
from kernelscale.seismic.evaluation import source_correlations
from kernelscale.seismic.sources import SourceGeometry, source_geometry


@pytest.fixture
def random():
    return np.random.default_rng(0)


@pytest.fixture
def pair(random):
    shared = random.normal(size=(80, 2))
    X = np.c_[shared @ [[1.0, 0.3], [0.2, 1.0]] + 0.5 * random.normal(size=(80, 2)), shared[:, 0]]
    return X, shared + random.normal(size=(80, 2))


def test_canonical_correlations_agree_with_scikit_learn(pair):
    found = canonical_correlations(*pair)
    U, V = CCA(2, tol=1e-12, max_iter=5000).fit_transform(*pair)
    expected = [abs(np.corrcoef(U[:, k], V[:, k])[0, 1]) for k in range(2)]
    assert found.coefficients == pytest.approx(expected, abs=1e-5)


def test_variates_have_variance_one_and_correlate_only_within_their_pair(pair):
    coefficients, U, V = canonical_correlations(*pair)
    assert pytest.approx(np.eye(2), abs=1e-12) == U.T @ U / 80
    assert pytest.approx(np.eye(2), abs=1e-12) == V.T @ V / 80
    assert pytest.approx(np.diag(coefficients), abs=1e-12) == U.T @ V / 80


def test_canonical_correlations_are_invariant_to_linear_maps(pair, random):
    X, Y = pair
    coefficients = canonical_correlations(X, Y).coefficients
    mixed = canonical_correlations(1e6 * X @ random.normal(size=(3, 3)) + 5, 1e-4 * Y[:, ::-1])
    assert mixed.coefficients == pytest.approx(coefficients, rel=1e-8)
    assert canonical_correlations(Y, X).coefficients == pytest.approx(coefficients)


def test_a_redundant_variable_adds_no_pair(pair):
    X, Y = pair
    repeated = canonical_correlations(np.c_[X[:, :1], 2 * X[:, :1], np.ones(80)], Y)
    alone = canonical_correlations(X[:, :1], Y)
    assert repeated.coefficients == pytest.approx(alone.coefficients)
    assert repeated.coefficients.shape == (1,)


def test_distance_and_azimuth_of_known_positions():
    # The first event is at the pole, the second below the station, the third south of the station.
    found = source_geometry([90.0, 0.0, -1.0], [0.0, 20.0, 20.0], [0.0, 30.0, 0.0], (0.0, 20.0))
    assert found.distance == pytest.approx([6371 * np.pi / 2, 30, 6371 * np.pi / 180])
    assert found.azimuth[[0, 2]] == pytest.approx([0, 180])


def test_distance_is_the_same_from_the_other_end(random):
    lat, lon = random.uniform(-60, 60, 20), random.uniform(-180, 180, 20)
    there = source_geometry(lat, lon, np.zeros(20), (10.0, 20.0)).distance
    for place, distance in zip(zip(lat, lon, strict=True), there, strict=True):
        assert source_geometry([10.0], [20.0], [0.0], place).distance == pytest.approx([distance])


def test_the_correlation_is_independent_of_the_zero_of_azimuth(random):
    angle = random.uniform(0, 360, 200)
    geometry = SourceGeometry(random.uniform(1, 9, 200), angle)
    turned = SourceGeometry(geometry.distance, (angle + 77) % 360)
    coordinates = np.c_[np.cos(np.radians(angle - 30)), geometry.distance, random.normal(size=200)]
    found = source_correlations(coordinates, geometry)
    assert found["azimuth"][0] == pytest.approx(1)
    assert found["distance"][1] == pytest.approx(1)
    assert max(found["azimuth"][2], found["distance"][2]) < 0.2
    assert source_correlations(coordinates, turned)["azimuth"] == pytest.approx(found["azimuth"])


def test_correlation_with_distance_is_that_of_pearson(random):
    geometry = SourceGeometry(random.uniform(size=30), random.uniform(0, 360, 30))
    column = geometry.distance + random.normal(size=30)
    found = source_correlations(np.c_[column, np.full(30, 2.0)], geometry)["distance"]
    assert found == pytest.approx([abs(np.corrcoef(column, geometry.distance)[0, 1]), 0])


def test_accuracy_agrees_with_scikit_learn(random):
    X, y = random.normal(size=(60, 3)), random.integers(2, size=60)
    X[y == 1] += 0.8
    expected = cross_val_score(KNeighborsClassifier(5), X, y, cv=LeaveOneOut()).mean()
    assert leave_one_out_accuracy(X, y) == pytest.approx(expected)


def test_accuracy_split_by_event_agrees_with_scikit_learn(random):
    events = np.repeat(np.arange(20), 3)
    y = np.repeat(random.permutation(np.repeat(["quake", "blast"], 10)), 3)
    X = random.normal(size=(20, 2))[events] + 0.1 * random.normal(size=(60, 2))
    folds = LeaveOneGroupOut().split(X, y, events)
    expected = cross_val_score(KNeighborsClassifier(5), X, y, cv=folds).mean()
    found = leave_one_out_accuracy(X, y, events=events)
    assert found == pytest.approx(expected)
    assert leave_one_out_accuracy(X, y, 1) - leave_one_out_accuracy(X, y, 1, events) > 0.2


def test_the_nearest_row_decides_a_tie():
    # The two rows nearest to each row have different labels.
    place = [[0.0], [1.0], [2.5], [4.5]]
    assert leave_one_out_accuracy(place, [0, 0, 1, 1], k=2) == 0.75


def test_faults_are_reported():
    with pytest.raises(ValueError, match="X has 2 rows, but Y has 3"):
        canonical_correlations([[0.0], [1.0]], [[0.0], [1.0], [2.0]])
    with pytest.raises(ValueError, match="k must be an integer from 1 to 2, but 3 was given"):
        leave_one_out_accuracy([[0.0], [1.0], [2.0]], [0, 0, 1], k=3)
    with pytest.raises(ValueError, match="events must name one event for each of the 3 records"):
        leave_one_out_accuracy([[0.0], [1.0], [2.0]], [0, 0, 1], k=1, events=[1, 2])


def test_a_record_of_no_event_is_refused():
    with pytest.raises(ValueError, match="the event of every record, but record 1 has NaN"):
        leave_one_out_accuracy([[0.0], [1.0], [2.0]], [0, 1, 0], k=1, events=[1.0, np.nan, 2.0])


def test_records_of_a_single_event_are_refused():
    with pytest.raises(
        ValueError, match="events must name at least two events.*all 4 records are of one"
    ):
        leave_one_out_accuracy([[0.0], [1.0], [2.0], [3.0]], list("abab"), 1, [7, 7, 7, 7])


@pytest.mark.parametrize(("latitude", "station"), [(100.0, 0.0), (-91.0, 0.0), (0.0, 90.5)])
def test_no_position_lies_beyond_a_pole(latitude, station):
    with pytest.raises(ValueError, match="latitudes must lie from -90 to 90 degrees, but"):
        source_geometry([0.0, latitude], [0.0, 0.0], [1.0, 1.0], (station, 0.0))
