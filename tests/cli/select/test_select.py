"""`kernelscale select`: the scale of one rule, and the lines of Python that use this scale."""

import numpy as np
import pytest
from tests.cli.flowers import document, measures

import kernelscale
from kernelscale.bandwidth import RULES
from kernelscale.cli.shared.printing import four_digits
from kernelscale.kernels.conventions import CONVENTIONS

pytest.importorskip("pandas")


# Standardisation


def test_standardize_gives_deviation_one(run, labelled):
    X, _ = measures()
    expected = kernelscale.select_bandwidth((X - X.mean(axis=0)) / X.std(axis=0), rule="max_min")
    found = document(run("select", *labelled, "--standardize", "--rule", "max_min", "--json"))
    assert found["data"]["standardized"] is True
    assert found["epsilon"] == pytest.approx(expected.epsilon, rel=1e-9)


def test_standardize_names_constant_features(run, flowers):
    table = flowers, "--label", "species", "--drop", "id", "--standardize", "--rule", "max_min"
    note = "Constant features stay 0 when standardised: unit."
    assert note in run("select", *table).stdout
    found = document(run("select", *table, "--json"))
    assert found["data"]["constant_features"] == ["unit"]
    assert note in found["notes"]
    without = document(run("select", *table, "--drop", "unit", "--json"))
    assert found["epsilon"] == pytest.approx(without["epsilon"])


def test_warnings_become_notes(run, flowers):
    table = flowers, "--drop", "species", "--drop", "id", "--rule", "standardized"
    result = run("select", *table)
    assert "Note: Feature(s) 2 are constant and get scale 0." in result.stdout
    assert result.stderr == ""


# Scale and lines of Python


def test_select_prints_scale_interval_reason_and_line(run, labelled, comparison):
    expected = comparison.recommended
    shown = run("select", *labelled, COLUMNS="900").stdout
    for number in (expected.epsilon, expected.gamma, expected.length_scale):
        assert four_digits(number) in shown
    low, high = expected.interval
    assert f"{four_digits(low)} to {four_digits(high)}" in shown
    assert expected.reason in shown
    assert f'SVC(kernel="rbf", gamma={expected.gamma:.4g}, C=10).fit(X, y)' in shown


def test_select_prints_an_interval_only_if_there_is_one(run, labelled):
    assert "interval" not in run("select", *labelled, "--rule", "max_min").stdout


def test_select_prints_other_conventions(run, plain):
    shown = run("select", *plain, "--rule", "3").stdout
    for package, convention in CONVENTIONS.items():
        assert package in shown
        assert convention.formula in shown
    found = document(run("select", *plain, "--rule", "3", "--json"))
    assert found["conventions"]["pydiffmap"] == 1.5


@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "auto"])
def test_select_accepts_every_rule(rule, run, labelled, comparison):
    found = document(run("select", *labelled, "--rule", rule, "--json"))
    assert found["rule"] == rule
    assert found["epsilon"] == comparison[rule].epsilon


@pytest.mark.parametrize(
    ("rule", "typed", "option"),
    [
        ("max_min", "factor=3", {"factor": 3}),
        ("self_tuning", "n_neighbors = 5", {"n_neighbors": 5}),
        ("probabilistic", "balanced=true", {"balanced": True}),
        ("geometric", "n_components=none", {"n_components": None}),
        ("spectral", "scales=[1, 2.5, 6]", {"scales": [1, 2.5, 6]}),
    ],
)
def test_select_passes_options(rule, typed, option, run, labelled):
    found = document(run("select", *labelled, "--rule", rule, "--option", typed, "--json"))
    expected = kernelscale.select_bandwidth(*measures(), rule=rule, **option)
    assert found["epsilon"] == expected.epsilon
    assert found["reason"] == expected.reason


def test_select_accepts_a_number_as_rule(run, plain):
    found = document(run("select", *plain, "--rule", "0.25", "--json"))
    assert (found["rule"], found["epsilon"], found["gamma"]) == ("fixed", 0.25, 2.0)


def execute(lines, **names):
    """Execute lines of Python; return the value of the last line and all names that are defined."""
    exec("\n".join(lines[:-1]), names)
    return eval(lines[-1], names), names


@pytest.mark.parametrize("standardize", [[], ["--standardize"]])
@pytest.mark.parametrize(
    "rule", ["probabilistic", "leave_one_out", "max_min", "standardized", "self_tuning"]
)
def test_lines_for_labels_fit_the_chosen_kernel(rule, standardize, run, labelled):
    X, y = measures()
    lines = document(run("select", *labelled, "--rule", rule, *standardize, "--json"))["python"]
    model, names = execute(lines, X=X, y=y)
    Z = (X - X.mean(axis=0)) / X.std(axis=0) if standardize else X
    kernel = kernelscale.select_bandwidth(Z, y, rule=rule).kernel
    classifier = getattr(model, "steps", [(None, model)])[-1][1]
    found = classifier._compute_kernel(names["X"]) if rule == "self_tuning" else rbf(model, X)
    np.testing.assert_allclose(found, kernel(Z), rtol=2e-2, atol=1e-6)
    assert model.score(names["X"], y) > 0.8


def test_lines_for_numbers_fit_a_regression_with_the_ridge_of_the_rule(run, tmp_path):
    random = np.random.default_rng(0)
    X = random.normal(size=(80, 2)).round(4)
    y = np.sin(X[:, 0]).round(4)
    np.savetxt(tmp_path / "wave.csv", np.c_[X, y], "%.4f", ",", header="a,b,height", comments="")
    typed = ["--label", "height", "--rule", "leave_one_out", "--option", "ridge=0.03"]
    said = document(run("select", tmp_path / "wave.csv", *typed, "--json"))
    expected = kernelscale.select_bandwidth(X, y, "leave_one_out", ridge=0.03)
    assert said["epsilon"] == expected.epsilon
    model, _ = execute(said["python"], X=X, y=y)
    assert (model.alpha, model.gamma) == (0.03, pytest.approx(expected.gamma, rel=1e-3))
    assert model.score(X, y) > 0.9


def test_lines_use_the_regularisation_for_which_the_scale_was_chosen(run, labelled):
    typed = ["--rule", "leave_one_out", "--option", "C=100"]
    model, _ = execute(
        document(run("select", *labelled, *typed, "--json"))["python"],
        **dict(zip("Xy", measures(), strict=True)),
    )
    assert model.C == 100


def rbf(model, X):
    """Kernel matrix of a classifier, computed after any scaler in its pipeline."""
    *scalers, (_, classifier) = getattr(model, "steps", [(None, model)])
    for _, scaler in scalers:
        X = scaler.transform(X)
    return kernelscale.Gaussian(1 / (2 * classifier.gamma))(X)


@pytest.mark.parametrize("standardize", [[], ["--standardize"]])
@pytest.mark.parametrize("rule", ["max_min", "standardized"])
def test_lines_without_labels_make_the_chosen_kernel(rule, standardize, run, plain):
    X, _ = measures()
    lines = document(run("select", *plain, "--rule", rule, *standardize, "--json"))["python"]
    last, names = execute(lines, X=X)
    Z = (X - X.mean(axis=0)) / X.std(axis=0) if standardize else X
    kernel = kernelscale.select_bandwidth(Z, rule=rule).kernel
    np.testing.assert_allclose(last(names["X"]), kernel(Z), rtol=2e-2, atol=1e-6)
    [line] = [line for line in lines if "Gaussian(" in line]
    np.testing.assert_allclose(eval(line, names), kernel(Z), rtol=2e-2, atol=1e-6)


def test_lines_for_a_self_tuned_kernel_keep_its_options(run, plain):
    options = "--rule", "self_tuning", "--option", "n_neighbors=5"
    lines = document(run("select", *plain, *options, "--json"))["python"]
    X, _ = measures()
    model, _ = execute(lines, X=X)
    expected = kernelscale.select_bandwidth(X, rule="self_tuning", n_neighbors=5)
    np.testing.assert_allclose(model.affinity_matrix_, expected.kernel(X))
