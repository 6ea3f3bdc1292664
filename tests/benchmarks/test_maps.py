"""The benchmark that compares diffusion maps chosen without labels, run on small data."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from benchmarks import data_folder
from benchmarks.maps import __main__ as program
from benchmarks.maps import candidates, evidence, peer_maps, peers
from benchmarks.maps.candidates import DEFAULT, GRID, grid_of
from benchmarks.maps.evidence import Evidence, fitted
from benchmarks.maps.measure import FIRST, INDEPENDENT, measure
from benchmarks.maps.scores import score
from benchmarks.maps.sets import KINDS, SETS, Draw, draws, names_of
from benchmarks.maps.tables import (
    accuracy,
    averaged,
    losses,
    named_by_parameters,
    oracles,
    summary,
    tables,
)
from scipy.linalg import subspace_angles
from sklearn.metrics import r2_score
from sklearn.model_selection import PredefinedSplit, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from kernelscale import DiffusionMap


@pytest.fixture(scope="module")
def small_grid():
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(candidates, "NEIGHBORS", (5, 10))
        patched.setattr(candidates, "LINKED_NEIGHBORS", (3,))
        patched.setattr(evidence, "NEIGHBORS", (5, 10))
        patched.setattr(candidates, "N_SCALES", 3)
        yield


@pytest.fixture(scope="module")
def clusters():
    return next(draws("labels", "uneven clusters", 60, 1))


@pytest.fixture(scope="module")
def measured(small_grid):
    return measure(next(draws("parameters", "sphere", 60, 1)))


def test_halves_share_no_set_and_have_every_kind():
    for kind, names in KINDS.items():
        assert names == sorted(names, key=str.lower)
        assert SETS["choosing"][kind] == names[::2]
        assert SETS["confirming"][kind] == names[1::2]
        assert SETS["confirming"][kind]


def test_draws_differ_by_seed_and_are_reproducible():
    first, second = draws("labels", "digits", 100, 2)
    (again,) = draws("labels", "digits", 100, 1)
    np.testing.assert_array_equal(first.X, again.X)
    assert not np.array_equal(first.X, second.X)
    assert not [*draws("labels", "iris", 200, 1)]  # iris has 150 rows


@pytest.mark.parametrize(("kind", "name"), [*names_of("choosing")])
@pytest.mark.data
def test_every_row_of_a_set_has_a_target_and_a_fold(kind, name):
    if not data_folder.available():
        pytest.skip("no folder of data")
    for draw in draws(kind, name, 100, 1):
        assert len(draw.X) == len(draw.targets) == (72 if kind == "objects" else 100)
        assert len(np.unique(draw.X, axis=0)) == len(draw.X)
        assert set(draw.folds[0]) == set(range(5))


def test_scores_agree_with_scikit_learn(clusters):
    coordinates = np.random.default_rng(0).standard_normal((60, 2)) + clusters.X[:, :2]
    folds = PredefinedSplit(clusters.folds[0])
    predicted = cross_val_predict(KNeighborsClassifier(5), coordinates, clusters.targets, cv=folds)
    assert score(clusters, coordinates) == (predicted == clusters.targets).mean()
    more = replace(clusters, n_rounds=2)
    second = score(replace(clusters, seed=1), coordinates)
    assert score(more, coordinates) == pytest.approx((score(clusters, coordinates) + second) / 2)

    numbers = Draw("line", "parameters", 60, 0, clusters.X, clusters.X[:, :2], (2,))
    folds = PredefinedSplit(numbers.folds[0])
    predicted = cross_val_predict(KNeighborsRegressor(5), coordinates, numbers.targets, cv=folds)
    expected = r2_score(numbers.targets, predicted, multioutput="variance_weighted")
    assert score(numbers, coordinates) == pytest.approx(expected)


def test_a_map_of_the_grid_is_the_map_of_the_points(small_grid):
    sphere = next(draws("parameters", "sphere", 60, 1))
    grid = [*grid_of(sphere)]
    assert len({each.name for each in grid}) == len(grid)
    for each in (grid[1], grid[-1]):
        found = fitted(sphere.distances, each)
        expected = DiffusionMap(10, **each.parameters).fit(sphere.X)
        np.testing.assert_allclose(found.eigenvalues_, expected.eigenvalues_, atol=1e-10)


def test_every_map_has_evidence_and_scores_of_first_and_of_independent_coordinates(measured):
    scores, seen = measured
    grid = scores[scores["way"] == GRID]
    assert set(grid["t"]) == {0, 1}
    assert set(grid["of"]) == {FIRST, INDEPENDENT}
    assert set(grid["n_coordinates"]) == {2, 3, 10}
    assert set(scores["way"]) == {
        GRID,
        DEFAULT,
        *(f"all pairs, {rule}" for rule in candidates.RULES),
    }
    assert len(seen) == scores.groupby(["way", "map"], dropna=False).ngroups
    assert seen["agreement 2"].between(0, 1 + 1e-9).all()
    assert (seen["participation 1"] <= 60).all()
    # The share of the kernel mass on the 5 nearest rows is at most the share on the 10 nearest.
    of_all_pairs = seen["k"].isna() & (seen["weights"] == "gaussian")
    shares = seen.loc[of_all_pairs, ["mass 5", "mass 10"]].to_numpy()
    assert len(shares) > 0
    assert (shares[:, 0] <= shares[:, 1]).all()
    assert (shares[:, 1] <= 1).all()


def test_agreement_is_computed_from_angles_between_coordinates():
    first, second = np.random.default_rng(0).standard_normal((2, 40, 3))
    found = evidence.shared(first, second)
    for number in (1, 2, 3):
        parts = [each[:, :number] - each[:, :number].mean(axis=0) for each in (first, second)]
        expected = (np.cos(subspace_angles(*parts)) ** 2).mean()
        assert found[number - 1] == pytest.approx(expected)


def test_kernel_mass_agrees_with_a_loop_over_rows(clusters):
    collector = Evidence(clusters)
    candidate = next(each for each in grid_of(clusters) if each.k == 5)
    r = clusters.distances**2
    sigma = np.sort(clusters.distances, axis=1)[:, 5]
    K = np.exp(-r / np.outer(sigma, sigma))
    np.fill_diagonal(K, 0)
    nearest = np.argsort(r, axis=1)[:, 1:6]
    expected = (np.take_along_axis(K, nearest, axis=1).sum(axis=1) / K.sum(axis=1)).mean()
    found = collector.of(candidate, fitted(clusters.distances, candidate))
    assert found["mass"] == pytest.approx(expected)


def _made_scores():
    """Scores of three maps of two data sets; map A scores best but has a localized coordinate."""
    rows = []
    for kind, name, shift in (("parameters", "a", 0.0), ("labels", "b", 0.1)):
        for seed in (0, 1):
            at = {"kind": kind, "set": name, "rows": 100, "seed": seed}
            at |= {"of": FIRST, "n_coordinates": 2, "t": 1.0, "linked": False}
            for letter, localized, value in (
                ("A", True, 0.9),
                ("B", False, 0.8),
                ("C", False, 0.7),
            ):
                on_even = 0.05 * (letter == "C") * (seed == 0)
                line = {"way": GRID, "map": letter, "localized": localized}
                rows.append({**at, **line, "score": value + on_even + shift})
            line = {"way": DEFAULT, "map": "", "localized": False, "score": 0.5}
            rows.append({**at, **line})
    return pd.DataFrame(rows)


def test_an_oracle_is_chosen_on_odd_draws_and_has_no_localized_coordinate():
    means = averaged(named_by_parameters(_made_scores()))
    found = oracles(means)
    assert found["oracle"].tolist() == ["B, t 1"] * 2
    assert found["score of the oracle"].to_dict() == pytest.approx({"a": 0.8, "b": 0.9})


def test_losses_are_means_over_kinds():
    table = summary(losses(averaged(named_by_parameters(_made_scores()))))
    assert table.loc[DEFAULT].to_dict() == {
        "objects": "none",
        "100 labels": "0.400",
        "100 parameters": "0.300",
        "100 mean": "0.350",
    }


def test_peers_that_are_not_installed_have_an_empty_row(clusters, monkeypatch):
    there = {"0 raw features 2": clusters.X, "0 raw features 4": clusters.X}
    monkeypatch.setattr(peers, "_elsewhere", lambda python, rows: there)
    found = peers.measure_peers([clusters], "python")
    assert set(found["way"]) == set(peer_maps.PEERS)
    table = accuracy(named_by_parameters(pd.concat([_made_scores(), found])))
    assert set(table.loc["UMAP"]) == {"none"}
    assert float(table.loc["raw features", "first 4"]) == round(score(clusters, clusters.X), 3)


@pytest.mark.parametrize("peer", ["PCA", "SpectralEmbedding", "Isomap"])
def test_other_packages_compute_the_requested_number_of_coordinates(peer):
    sphere = next(draws("parameters", "sphere", 60, 1))
    assert peer_maps.PEERS[peer][1](sphere.X, 3).shape == (60, 3)


def test_tables_can_be_made_from_the_files_of_a_quick_run(small_grid, tmp_path, capsys):
    scores, seen = tmp_path / "scores.csv", tmp_path / "evidence.csv"
    files = ["--scores", str(scores), "--evidence", str(seen)]
    program.main(["--quick", "--only", "ours", *files])
    said = capsys.readouterr().out
    lines = pd.read_csv(scores)
    assert set(lines["set"]) == {"sphere", "iris"}
    assert set(pd.read_csv(seen)["seed"]) == {0, 1}
    program.main(["--lines", str(scores)])
    assert capsys.readouterr().out == said
    assert "\n\n".join(tables(lines)) == said.strip()


def test_the_program_names_missing_data(monkeypatch):
    monkeypatch.delenv(data_folder.VARIABLE, raising=False)
    with pytest.raises(SystemExit, match=r"Skipped, .* dhfr"):
        program.main(["--sets", "confirming"])
