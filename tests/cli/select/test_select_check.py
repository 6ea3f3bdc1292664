"""`kernelscale select --check`: scores on test rows, at the scales of up to three rules."""

import json
import re

import numpy as np
import pytest
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import (
    GroupKFold,
    KFold,
    StratifiedGroupKFold,
    StratifiedKFold,
    cross_val_score,
)
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from kernelscale import AutoBandwidth, select_bandwidth
from kernelscale.bandwidth import MaxMin

pytest.importorskip("pandas")

RANDOM = np.random.default_rng(3)
KIND = np.repeat([0, 1, 2], 20)
X = (RANDOM.normal(size=(60, 2)) * [1, 50] + 1.5 * KIND[:, None] * [1, 50]).round(3)
HEIGHT = np.sin(X[:, 0]).round(4) + 0.5


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "shapes.csv"
    lines = [f"{u},{v},{'abc'[k]},{h}" for (u, v), k, h in zip(X, KIND, HEIGHT, strict=True)]
    path.write_text("\n".join(["u,v,kind,height", *lines]))
    return path


@pytest.fixture
def classes(table):
    return table, "--drop", "height", "--label", "kind"


def checked(result):
    return json.loads(result.stdout)["check"]


@pytest.mark.parametrize("standardize", [[], ["--standardize"]], ids=["as they are", "scaled"])
def test_scores_belong_to_scales_chosen_in_each_fold(standardize, invoke, classes):
    found = checked(invoke("select", *classes, *standardize, "--check", "--json"))
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    scaler = [StandardScaler()] if standardize else []
    y = np.array(list("abc"))[KIND]
    scores = {
        rule: cross_val_score(
            make_pipeline(*scaler, AutoBandwidth(SVC(C=10), rule)), X, y, cv=folds
        )
        for rule in ("auto", "scikit_learn_scale", "median")
    }
    assert (found["machine"], found["folds"], found["score"]) == ("SVC(C=10)", 5, "accuracy")
    assert [line["rule"] for line in found["rules"]] == list(scores)
    for line in found["rules"]:
        own, ahead = scores[line["rule"]], scores["auto"] - scores[line["rule"]]
        assert line["mean"] == pytest.approx(own.mean())
        assert line["standard_error"] == pytest.approx(own.std(ddof=1) / 5**0.5)
        assert line["advantage"] == pytest.approx(ahead.mean())
        assert line["advantage_error"] == pytest.approx(ahead.std(ddof=1) / 5**0.5)


def test_numbers_are_predicted_by_kernel_ridge_regression(invoke, table):
    typed = [table, "--drop", "kind", "--label", "height", "--C", "2", "--check", "--json"]
    found = checked(invoke("select", *typed))
    folds = KFold(5, shuffle=True, random_state=0)
    machine = AutoBandwidth(KernelRidge(kernel="rbf", alpha=0.5))
    expected = cross_val_score(machine, X, HEIGHT, cv=folds).mean()
    assert (found["machine"], found["score"]) == ("KernelRidge(alpha=0.5)", "R^2")
    assert found["rules"][0]["mean"] == pytest.approx(expected)


@pytest.mark.parametrize("label", ["kind", "height"])
def test_groups_are_held_out_together_and_are_not_features(label, invoke, table, tmp_path):
    patient = np.arange(60) // 2 % 10
    lines = table.read_text().splitlines()
    rows = [f"{line},p{who}" for line, who in zip(lines[1:], patient, strict=True)]
    grouped = tmp_path / "grouped.csv"
    grouped.write_text("\n".join([f"{lines[0]},patient", *rows]))
    other = "height" if label == "kind" else "kind"
    typed = [grouped, "--drop", other, "--label", label, "--groups", "patient"]
    found = json.loads(invoke("select", *typed, "--check", "--json").stdout)
    y = np.array(list("abc"))[KIND] if label == "kind" else HEIGHT
    assert found["epsilon"] == select_bandwidth(X, y, groups=patient).epsilon
    machine = SVC(C=10) if label == "kind" else KernelRidge(kernel="rbf", alpha=0.1)
    splitter = StratifiedGroupKFold(5) if label == "kind" else GroupKFold(5)
    names = np.array([f"p{who}" for who in patient])
    scores = [
        AutoBandwidth(machine).fit(X[a], y[a], groups=patient[a]).score(X[b], y[b])
        for a, b in splitter.split(X, y, names)
    ]
    assert found["check"]["rules"][0]["mean"] == pytest.approx(np.mean(scores))
    [line] = [line for line in found["python"] if line.startswith("AutoBandwidth(")]
    assert line.endswith(".fit(X, y, groups=groups)")
    assert "10 groups" in invoke("select", *typed).stdout


def test_a_check_is_printed_line_by_line(invoke, classes):
    shown = invoke("select", *classes, "--rule", "median", "--check", "--C", "3").stdout
    assert "accuracy of SVC(C=3) on rows left out, 5 folds" in shown
    [first, other] = [line.split() for line in shown.splitlines() if "(standard error" in line]
    assert (first[0], other[0]) == ("median", "scikit_learn_scale")
    difference = float(first[1]) - float(other[1])
    assert f"{abs(difference):.4f} {'below' if difference > 0 else 'above'} median" in " ".join(
        other
    )


def test_c_applies_to_the_rule_and_to_the_machine(invoke, classes):
    found = json.loads(invoke("select", *classes, "--C", "100", "--check", "--json").stdout)
    kind = np.array(list("abc"))[KIND]
    assert found["epsilon"] == select_bandwidth(X, kind, C=100).epsilon
    assert found["check"]["machine"] == "SVC(C=100)"
    assert any("SVC(C=100)" in line for line in found["python"])
    python = json.loads(invoke("select", *classes, "--C", "4.123456789", "--json").stdout)["python"]
    assert any("SVC(C=4.123456789)" in line for line in python)
    ridge = ["--option", "ridge=0.5", "--check", "--json"]
    assert checked(invoke("select", *classes, *ridge))["machine"] == "SVC(C=2)"


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ([], AutoBandwidth(SVC(C=10))),
        (["--standardize"], AutoBandwidth(make_pipeline(StandardScaler(), SVC(C=10)))),
        (["--C", "3"], AutoBandwidth(SVC(C=3))),
        (["--rule", "median"], AutoBandwidth(SVC(), "median")),
        (["--rule", "median", "--C", "3"], AutoBandwidth(SVC(C=3), "median")),
        (["--rule", "max_min", "--option", "factor=3"], AutoBandwidth(SVC(), MaxMin(3))),
        (["--option", "C=5"], AutoBandwidth(SVC(C=5))),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_lines_choose_the_scale_in_each_fit(typed, expected, invoke, classes):
    lines = json.loads(invoke("select", *classes, *typed, "--json").stdout)["python"]
    [line] = [line for line in lines if line.startswith("AutoBandwidth(")]
    names = {"X": X, "y": KIND}
    exec("\n".join(line for line in lines if "import " in line), names)
    assert repr(eval(line, names)) == repr(expected)


@pytest.mark.parametrize("rule", ["0.25", "standardized", "self_tuning"])
def test_lines_omit_auto_bandwidth_where_it_cannot_choose_the_scale(rule, invoke, classes):
    lines = json.loads(invoke("select", *classes, "--rule", rule, "--json").stdout)["python"]
    assert not any("AutoBandwidth" in line for line in lines)


@pytest.mark.parametrize(
    ("typed", "code", "sentence"),
    [
        (["--drop", "kind", "--check"], 2, "there are no labels; name the column of labels"),
        (["--label", "kind", "--check", "--rule", "self_tuning"], 2, "does not choose one scale"),
        (
            ["--groups", "kind"],
            2,
            "--groups names the rows that are left out together while their labels",
        ),
        (["--label", "kind", "--groups", "kind"], 2, "as the groups and as the label"),
        (["--label", "kind", "--groups", "nobody"], 2, "has no column 'nobody'"),
        (["--label", "kind", "--C", "0"], 2, "--C must be a positive finite number, but 0"),
        (["--label", "kind", "--C", "2", "--option", "ridge=3"], 2, "--C and --option ridge both"),
    ],
)
def test_invalid_options_for_a_check_are_refused(typed, code, sentence, refuse, table):
    assert sentence in refuse("select", table, "--drop", "height", *typed, code=code)


@pytest.mark.parametrize("rule", ["median", "jacobian"])
def test_rules_that_ignore_labels_are_checked_on_numbers(rule, invoke, table):
    typed = [table, "--drop", "kind", "--label", "height", "--rule", rule, "--C", "2"]
    found = json.loads(invoke("select", *typed, "--check", "--json").stdout)
    assert found["check"]["machine"] == "KernelRidge(alpha=0.5)"
    [line] = [line for line in found["python"] if line.startswith("AutoBandwidth(")]
    assert line == f'AutoBandwidth(KernelRidge(kernel="rbf", alpha=0.5), "{rule}").fit(X, y)'
    names = {"X": X, "y": HEIGHT}
    exec("\n".join(line for line in found["python"] if "import " in line), names)
    assert eval(line, names).bandwidth_.epsilon == pytest.approx(found["epsilon"], rel=1e-3)


def test_a_kernel_of_points_is_given_to_a_regression_for_numbers(invoke, table):
    typed = [table, "--drop", "kind", "--label", "height", "--rule", "self_tuning", "--json"]
    lines = json.loads(invoke("select", *typed).stdout)["python"]
    names = {"X": X, "y": HEIGHT}
    exec("\n".join(lines), names)
    assert lines[-1] == 'KernelRidge(kernel="precomputed").fit(kernel(X), y)'


@pytest.mark.parametrize(("mean", "noted"), [(0.0, False), (40.0, True)])
def test_numbers_far_from_0_give_a_note(mean, noted, invoke, tmp_path):
    path = tmp_path / "heights.npz"
    np.savez(path, X=X, y=HEIGHT - HEIGHT.mean() + mean)
    notes = json.loads(invoke("select", path, "--json").stdout)["notes"]
    assert any("KernelRidge has no intercept" in note for note in notes) == noted


def test_labels_in_the_data_file_are_used(invoke, tmp_path):
    path = tmp_path / "shapes.npz"
    np.savez(path, X=X, y=KIND)
    assert checked(invoke("select", path, "--check", "--json"))["machine"] == "SVC(C=10)"


@pytest.mark.parametrize(
    ("label", "sentence"),
    [
        (
            lambda n: n + 0.5,
            r"few.csv into 5 folds, but one fold has a single row, and R\^2 needs two",
        ),
        (lambda n: "ab"[n == 0], "left out, all other rows have the same class"),
    ],
    ids=["numbers", "classes"],
)
def test_folds_that_cannot_be_scored_are_refused(label, sentence, refuse, tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("u,kind\n" + "\n".join(f"{n},{label(n)}" for n in range(7)))
    assert re.search(sentence, refuse("select", path, "--label", "kind", "--check", code=1))


def test_classes_too_small_for_the_folds_are_refused(refuse, tmp_path):
    path = tmp_path / "few.csv"
    path.write_text("u,kind\n" + "\n".join(f"{n},{n % 4}" for n in range(8)))
    said = refuse("select", path, "--label", "kind", "--check", code=1)
    assert "few.csv has 2 rows of its largest class; at least 5 are needed" in said
