"""`kernelscale select --purpose`: the scale for a purpose, and the Python code that uses it."""

import json

import numpy as np
import pytest

from kernelscale import DiffusionMap, select_bandwidth

pytest.importorskip("pandas")

X = np.random.default_rng(0).normal(size=(60, 2)).round(3)


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "rows.csv"
    lines = [f"{u},{v},{'ab'[i % 2]}" for i, (u, v) in enumerate(X)]
    path.write_text("\n".join(["u,v,kind", *lines]))
    return path


@pytest.mark.parametrize("purpose", ["map", "kernel machine", "density"])
def test_the_scale_is_chosen_for_the_purpose(purpose, invoke, table):
    found = json.loads(
        invoke("select", table, "--drop", "kind", "--purpose", purpose, "--json").stdout
    )
    assert found["epsilon"] == select_bandwidth(X, purpose=purpose).epsilon
    if purpose != "kernel machine":
        labelled = invoke("select", table, "--label", "kind", "--purpose", purpose, "--json")
        assert json.loads(labelled.stdout)["epsilon"] == found["epsilon"]
        assert json.loads(labelled.stdout)["python"] == found["python"]


@pytest.mark.parametrize("typed", [["--purpose", "density"], ["--rule", "likelihood"]])
def test_the_python_code_for_a_density_estimates_it(typed, invoke, table):
    found = json.loads(invoke("select", table, "--drop", "kind", *typed, "--json").stdout)
    *imports, line = found["python"]
    names = {"X": X}
    exec("\n".join(imports), names)
    fitted = eval(line, names)
    assert fitted.bandwidth == pytest.approx(found["length_scale"], rel=1e-3)
    assert fitted.n_features_in_ == 2


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["--purpose", "art"], "map or kernel machine or density is needed, but 'art' was given"),
        (["--purpose", "map", "--rule", "median"], "The rule 'median' has no option 'purpose'"),
        (["--purpose", "map", "--option", "purpose=map"], "both state the purpose"),
    ],
)
def test_an_unknown_purpose_is_refused(typed, sentence, refuse, table):
    assert sentence in refuse("select", table, "--drop", "kind", *typed, code=2)


@pytest.mark.parametrize(
    ("purpose", "names"),
    [
        ("map", {"DiffusionMap", "SpectralClustering"}),
        ("kernel machine", {"KernelPCA", "OneClassSVM", "RBF"}),
        ("density", {"KernelDensity"}),
    ],
)
def test_the_python_code_without_labels_serves_the_purpose(purpose, names, invoke, table):
    typed = ["select", table, "--drop", "kind", "--purpose", purpose, "--json"]
    found = json.loads(invoke(*typed).stdout)
    used = [line for line in found["python"] if not line.startswith(("import ", "from "))]
    assert {line.split("(")[0].removeprefix("kernelscale.") for line in used} == names
    known = {"X": X}
    exec("\n".join(found["python"]), known)
    if purpose == "map":
        [line] = [line for line in used if "DiffusionMap" in line]
        expected = DiffusionMap(bandwidth=float(f"{found['epsilon']:.4g}")).fit_transform(X)
        np.testing.assert_array_equal(eval(line, known), expected)
        plain = json.loads(invoke("select", table, "--drop", "kind", "--json").stdout)
        assert plain["python"] == found["python"]


@pytest.mark.parametrize("purpose", ["map", "density"])
@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            ["--check"],
            "--check compares machines that predict labels, but the purpose of the scale is a",
        ),
        (
            ["--C", "3"],
            "--C is the regularisation of a machine that predicts labels, but the purpose of the",
        ),
        (["--option", "C=3"], "C describes a machine that predicts labels, but purpose="),
    ],
    ids=["check", "C", "option"],
)
def test_options_of_machines_that_predict_labels_are_refused_for_a_map_or_a_density(
    purpose, typed, sentence, refuse, table
):
    asked = ["select", table, "--label", "kind", "--purpose", purpose, *typed]
    assert sentence in refuse(*asked, code=2)
