import json
import pickle

import numpy as np
import pytest
from scipy.spatial.distance import cdist, pdist
from scipy.stats import ortho_group

from kernelscale.data_checks import CHECKS, notes_on
from kernelscale.data_checks.inspected_points import MOST_ROWS, InspectedPoints
from kernelscale.data_checks.note import Note


def clean(n_samples=200, n_features=5, seed=0):
    return np.random.default_rng(seed).normal(size=(n_samples, n_features))


def kinds(X, **options):
    return [note.kind for note in notes_on(X, **options)]


def with_column(column, X=None):
    return np.column_stack([clean() if X is None else X, column])


def codes():
    """Points in six separate groups; one feature is the number of the group, an arbitrary code."""
    group = np.random.default_rng(3).integers(6, size=200)
    X = clean()
    X[:, :3] += 3 * np.vstack([np.eye(3), -np.eye(3)])[group]
    return with_column(1 + group, X)


def with_outliers():
    X = clean()
    X[[3, 50]] *= 40
    return X


def with_near_duplicates():
    X = clean()
    return np.vstack([X, X[:30] + 1e-8 * clean(30, seed=1)])


FAULTY = {
    "distances": lambda: cdist(clean(), clean()),
    "dominating features": lambda: clean() * [1, 1000, 1, 1, 1],
    "row numbers": lambda: with_column(np.arange(200) / 60),
    "identifiers": lambda: with_column(np.random.default_rng(1).permutation(200) / 60),
    "categories as numbers": codes,
    "booleans among measurements": lambda: with_column(clean()[:, 0] > 0.5),
    "few rows": lambda: clean(12),
    "few distinct rows": lambda: np.repeat(clean(40), 5, axis=0),
    "duplicates": lambda: np.vstack([clean(), clean(20)]),
    "near duplicates": with_near_duplicates,
    "outliers": with_outliers,
    "rows that follow one another": lambda: np.cumsum(clean(), axis=0),
}


def test_every_check_has_a_faulty_data_set():
    assert list(FAULTY) == list(CHECKS)


@pytest.mark.parametrize("n_features", [1, 2, 5, 50])
def test_clean_data_get_no_note(n_features):
    assert notes_on(clean(n_features=n_features), labelled=True) == ()


@pytest.mark.parametrize("kind", FAULTY)
def test_each_fault_gets_one_note_of_its_kind(kind):
    assert kinds(FAULTY[kind](), labelled=True) == [kind]


@pytest.mark.parametrize("kind", [kind for kind in FAULTY if kind != "distances"])
def test_the_order_of_features_does_not_matter(kind):
    X = FAULTY[kind]()
    order = np.random.default_rng(5).permutation(X.shape[1])
    names = np.array([f"f{number}" for number in range(X.shape[1])])
    [note] = notes_on(X, feature_names=names, labelled=True)
    [again] = notes_on(X[:, order], feature_names=names[order], labelled=True)
    assert set(again.features) == set(note.features)
    assert again.rows == note.rows


@pytest.mark.parametrize(
    "kind", ["row numbers", "identifiers", "categories as numbers", "booleans among measurements"]
)
def test_units_and_origins_of_features_do_not_matter(kind):
    X = FAULTY[kind]()
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    assert kinds(X, labelled=True) == [kind]
    assert kinds(7.0 - 3.0 * X, labelled=True) == [kind]


@pytest.mark.parametrize("kind", ["near duplicates", "outliers", "rows that follow one another"])
def test_notes_from_distances_are_invariant_to_rotation_and_unit(kind):
    X = FAULTY[kind]()
    turned = 1e-3 * X @ ortho_group.rvs(X.shape[1], random_state=2)
    [note], [again] = (notes_on(points, labelled=True) for points in (X, turned))
    assert (again.kind, again.rows) == (note.kind, note.rows)


@pytest.mark.parametrize("kind", ["outliers", "duplicates", "identifiers", "near duplicates"])
def test_faults_are_found_among_many_rows_and_notes_are_reproducible(kind):
    X = FAULTY[kind]()
    many = np.vstack([X, clean(2 * MOST_ROWS, X.shape[1], seed=9)])
    if kind == "identifiers":
        many[:, -1] = np.random.default_rng(1).permutation(len(many))
        many[:, -1] /= many[:, -1].std()
    if kind != "duplicates":
        many = np.vstack([many, X[200:] + 1e-9]) if kind == "near duplicates" else many
    if kind in ("duplicates", "near duplicates"):
        twice = many[:500] + (1e-9 * clean(500) if kind == "near duplicates" else 0)
        many = np.vstack([many, twice])
    assert kinds(many) == [kind]
    assert notes_on(many) == notes_on(many.copy())


# Quantities that the checks share


def test_levels_and_steps_agree_with_a_naive_count():
    random = np.random.default_rng(0)
    columns = [random.normal(size=90), random.integers(0, 9, 90), np.full(90, 2.0)]
    X = np.column_stack([*columns, 0.1 * random.integers(3, 8, 90), random.integers(9**5, size=90)])
    data = InspectedPoints(X, [*"abcde"], grouped=False, labelled=False)
    levels = [len(np.unique(np.round(column, 12))) for column in X.T]
    assert data.n_levels.tolist() == levels
    assert data.n_steps.tolist() == [0, 8, 0, 4, int(np.ptp(X[:, 4]))]


def test_squared_distances_exclude_the_row_itself_and_duplicates_are_listed():
    X = np.vstack([clean(30), clean(4)])
    data = InspectedPoints(X, [*"abcde"], grouped=False, labelled=False)
    expected = cdist(X, X, "sqeuclidean") + np.diag(np.full(34, np.inf))
    np.testing.assert_allclose(data.squares, expected)
    assert data.duplicates.tolist() == [30, 31, 32, 33]


# Clean data that resemble faults


def test_dominating_features_are_at_most_half_of_all(random):
    points = random.normal(size=(80, 5))
    assert set(notes_on(points * [1000, 1000, 1, 1, 1])[0].features) == {"0", "1"}
    assert set(notes_on(points * [0.001, 1, 0, 1, 0.001])[0].features) == {"1", "3"}
    # three of five features are more than half, so there is no note
    assert notes_on(points * [1000, 1000, 1000, 1, 1]) == ()
    assert notes_on(points * 0.5 ** np.arange(5)) == ()
    assert notes_on(np.ones((30, 2))[:19])[0].kind == "few rows"


def test_indicators_of_categories_are_not_booleans(random):
    columns = np.eye(4)[random.integers(4, size=80)]
    points = np.c_[random.normal(size=(80, 6)), columns]
    assert notes_on(points) == ()
    assert notes_on(points[:, :9]) == ()  # here the last category has no indicator
    [note] = notes_on(np.c_[points, random.integers(2, size=80)])
    assert note.kind == "booleans among measurements"


def test_ranks_of_all_features_are_not_identifiers():
    assert kinds(clean().argsort(axis=0).argsort(axis=0)) == []


def test_rows_sorted_by_class_do_not_follow_one_another():
    X = clean(400)
    X += 8 * np.eye(5)[np.repeat(np.arange(4), 100)]
    assert kinds(X, labelled=True) == []


def test_rows_that_follow_one_another_get_no_note_without_labels_or_with_groups():
    path = FAULTY["rows that follow one another"]()
    assert kinds(path) == kinds(path, labelled=True, grouped=True) == []


def test_counts_that_increase_with_measurements_are_not_codes():
    size = np.random.default_rng(0).uniform(1, 2, size=(300, 1))
    X = np.hstack([size * clean(300, 4).clip(-0.3, 0.3) + size, np.rint(4 * size)])
    assert kinds(X) == []


def test_long_tails_are_not_outliers():
    alarms = 0
    for seed in range(40):
        X = np.random.default_rng(seed).standard_t(3, size=(200, 3))
        alarms += "outliers" in kinds(X)
    assert alarms == 0


# The text of notes


def test_a_note_names_features_flags_and_the_call():
    X = np.column_stack([FAULTY["row numbers"](), 3 + np.arange(200) / 60])
    [note] = notes_on(X, feature_names=[*"abcde", "my id", "no"])
    assert note.features == ("my id", "no")
    assert note.flag == "--drop 'my id' --drop no"
    assert str(note) == (
        "Each of the features my id, no changes by the same step from row to row, like row "
        "numbers; if it only counts the rows, drop it: --drop 'my id' --drop no (np.delete(X, [5, "
        "6], axis=1) in Python)."
    )


def test_feature_names_are_taken_from_a_frame():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(FAULTY["dominating features"](), columns=[*"abcde"])
    [note] = notes_on(frame)
    assert note.features == ("b",)
    assert "Feature b accounts for 99.99% of the mean squared distance" in note.finding


def test_a_wrong_number_of_feature_names_is_refused():
    with pytest.raises(ValueError, match=r"must name all 5 features, but 2 were given"):
        notes_on(clean(), feature_names=["a", "b"])


@pytest.mark.parametrize("kind", FAULTY)
def test_a_note_is_one_sentence_and_survives_json_and_pickle(kind):
    [note] = notes_on(FAULTY[kind](), labelled=True)
    text = str(note)
    assert text.endswith(".")
    assert "\n" not in text
    assert "  " not in text
    document = json.loads(json.dumps(note.to_dict()))
    assert document["text"] == text
    rebuilt = {key: document[key] for key in ("kind", "finding", "advice", "flag", "call")}
    lists = {key: tuple(document[key]) for key in ("features", "rows")}
    assert Note(**rebuilt, **lists) == pickle.loads(pickle.dumps(note)) == note


def test_condensed_distances_are_refused_with_advice():
    with pytest.raises(ValueError, match=r"metric='precomputed'"):
        notes_on(pdist(clean(10)))
