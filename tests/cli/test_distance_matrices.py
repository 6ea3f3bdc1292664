"""Matrices of distances on the command line: every format gives the result of the library."""

import json

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform

import kernelscale
from kernelscale.cli.dimension.estimates import with_metric
from kernelscale.datasets.distance_files import read_distances
from kernelscale.datasets.text_files import _exact_numbers
from kernelscale.intrinsic_dimension import METHODS

pandas = pytest.importorskip("pandas")
pytest.importorskip("pyarrow")

N = 30
D = squareform(pdist(np.random.default_rng(0).normal(size=(N, 3))))
NAMES = [f"m{number}" for number in range(N)]
KINDS = np.array(["a", "b"] * (N // 2))
FRAME = pandas.DataFrame(D, columns=NAMES)
METRIC = ["--metric", "precomputed"]
FORMS = {
    "indexed.csv": lambda path: FRAME.set_axis(NAMES).to_csv(path),
    "named.csv": lambda path: FRAME.assign(name=NAMES)[["name", *NAMES]].to_csv(path, index=False),
    "columns.csv": lambda path: FRAME.to_csv(path, index=False),
    "plain.txt": lambda path: np.savetxt(path, D),
    "square.npy": lambda path: np.save(path, D),
    "condensed.npy": lambda path: np.save(path, squareform(D)),
    "square.npz": lambda path: np.savez(path, X=D, y=KINDS),
    "condensed.npz": lambda path: np.savez(path, X=squareform(D), y=KINDS),
    "condensed.csv": lambda path: pandas.Series(squareform(D)).to_csv(path, index=False),
    "condensed.txt": lambda path: np.savetxt(path, squareform(D)),
}


@pytest.mark.filterwarnings("ignore:.*whole numbers in its first line:UserWarning")
@pytest.mark.parametrize("form", FORMS)
def test_every_form_holds_the_same_distances(tmp_path, form):
    FORMS[form](tmp_path / form)
    found = read_distances(str(tmp_path / form))
    np.testing.assert_array_equal(found.data, D)
    if form.startswith(("indexed", "named", "columns")):
        assert [names.tolist() for names in found.ids.values()] == [NAMES]
    assert (found.target is not None) == form.endswith(".npz")


def test_small_whole_distances_are_not_taken_for_names(tmp_path):
    (tmp_path / "d.csv").write_text("0,1,2\n1,0,3\n2,3,0\n")
    np.testing.assert_array_equal(
        read_distances(str(tmp_path / "d.csv")).data, [[0, 1, 2], [1, 0, 3], [2, 3, 0]]
    )


@pytest.fixture
def file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    FRAME.assign(name=NAMES, kind=KINDS)[["name", *NAMES, "kind"]].to_csv("d.csv", index=False)
    return "d.csv"


def test_select_chooses_as_the_library_does(invoke, file):
    document = json.loads(invoke("select", file, *METRIC, "--label", "kind", "--json").stdout)
    expected = kernelscale.select_bandwidth(D, KINDS, metric="precomputed")
    assert document["epsilon"] == expected.epsilon
    assert document["data"]["metric"] == "precomputed"
    assert document["data"]["n_features"] is None


@pytest.mark.parametrize(
    ("typed", "label"), [(["median"], None), (["median"], "kind"), (["self_tuning"], None)]
)
def test_the_printed_python_code_runs(invoke, file, typed, label):
    arguments = ["--rule", *typed, *(["--label", label] if label else ["--drop", "kind"])]
    document = json.loads(invoke("select", file, *METRIC, *arguments, "--json").stdout)
    known = {"D": D, "y": KINDS}
    exec("\n".join(document["python"]), known)
    assert known["K"].shape == (N, N)


def test_compare_compares_as_the_library_does(invoke, file):
    document = json.loads(invoke("compare", file, *METRIC, "--drop", "kind", "--json").stdout)
    expected = kernelscale.compare(D, metric="precomputed").to_dict()
    assert document["recommended"] == expected["recommended"]


def test_embed_writes_the_names_and_embeds_new_rows(invoke, file):
    typed = ["--label", "kind", "-o", "c.csv", "-o", "m.npz"]
    invoke("embed", file, *METRIC, *typed)
    written = pandas.read_csv("c.csv", **_exact_numbers(pandas))
    expected = kernelscale.DiffusionMap(metric="precomputed").fit(D).embedding_
    assert written["name"].tolist() == NAMES
    assert written["kind"].tolist() == KINDS.tolist()
    np.testing.assert_array_equal(written[["diffusionmap0", "diffusionmap1"]], expected)
    np.save("new.npy", D[:4])
    invoke("embed", "--model", "m.npz", "--new", "new.npy", "-o", "placed.csv")
    placed = pandas.read_csv("placed.csv")[["diffusionmap0", "diffusionmap1"]]
    np.testing.assert_allclose(placed, expected[:4], atol=1e-8)


def test_rounding_is_averaged_and_reported(invoke, tmp_path):
    rounded = D * (1 + 1e-7 * np.triu(np.ones_like(D)))
    np.save(tmp_path / "d.npy", rounded)
    result = invoke("select", tmp_path / "d.npy", *METRIC, "--rule", "median", "--json")
    document = json.loads(result.stdout)
    expected = kernelscale.select_bandwidth(
        (rounded + rounded.T) / 2, rule="median", metric="precomputed"
    )
    assert document["epsilon"] == expected.epsilon
    assert "differ by up to 1e-07 of the largest distance" in document["notes"][0]


def test_columns_in_another_order_than_rows_are_put_in_order(refuse, tmp_path):
    frame = pandas.DataFrame(D, index=NAMES, columns=NAMES).assign(kind=KINDS)
    frame[[*NAMES[::-1], "kind"]].to_csv(tmp_path / "d.csv")
    found = read_distances(str(tmp_path / "d.csv"), label="kind")
    np.testing.assert_array_equal(found.data, D)
    assert found.target.tolist() == KINDS.tolist()
    pandas.DataFrame(D, index=NAMES, columns=NAMES[::-1]).to_csv(tmp_path / "wrong.csv")
    assert "is not symmetric" in refuse("select", tmp_path / "wrong.csv", *METRIC, code=1)


def test_larger_asymmetry_is_refused_and_the_mean_is_suggested(refuse, tmp_path):
    np.save(tmp_path / "d.npy", D * (1 + 1e-5 * np.triu(np.ones_like(D))))
    sentence = refuse("select", tmp_path / "d.npy", *METRIC, code=1)
    assert "d.npy is not symmetric: " in sentence
    assert sentence.endswith("write their mean, (D + D.T) / 2 in NumPy.")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (D[:5], "has 5 rows and 30 columns of numbers,"),
        (np.arange(4.0)[:, None], "has 4 condensed distances, but n points have n (n - 1) / 2"),
        (np.arange(4.0), "has 4 condensed distances, but n points have n (n - 1) / 2"),
        (np.tril(D), "distances on one side of its diagonal only; add the other side, by D + D.T"),
        (np.where(D[1, 3] == D, np.nan, D), "the distance in row 1 (counted from 0), column '3', "),
        (D - 1.0, "is not a matrix of distances: "),
    ],
)
def test_a_matrix_that_is_no_distance_matrix_is_refused(refuse, tmp_path, content, said):
    np.save(tmp_path / "d.npy", content)
    assert said in refuse("select", tmp_path / "d.npy", *METRIC, code=1)


@pytest.mark.parametrize("typed", [METRIC, ["--period", "9", "--id", "name"]])
def test_the_error_suggests_a_method_for_distances(invoke, file, typed):
    typed = ["dimension", file, *typed, "--label", "kind"]
    [_, last] = invoke(*typed, code=2).stderr.splitlines()
    assert last.startswith("Try: kernelscale dimension ")
    assert last.endswith(" --method two_nn")
    assert "two_nn" in invoke(*typed, "--method", "two_nn").stdout


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            ["select", "--standardize"],
            "--standardize is an option for features, but with --metric precomp",
        ),
        (
            ["embed", "--standardize"],
            "--standardize is an option for features, but with --metric precomput",
        ),
        (["select", "--impute", "median"], "--impute is an option for features, but with"),
        (
            ["select", "--label", "kind", "--check"],
            "--check needs Euclidean distances, but",
        ),
        (
            ["compare", "--report", "page.html"],
            "--report needs Euclidean distances, but",
        ),
        (
            ["dimension", "--label", "kind"],
            "The method danco needs features, so it cannot be used",
        ),
        (
            ["dimension", "--label", "kind", "--profile"],
            "--profile needs features, so it cannot be used",
        ),
        (["select", "--metric", "cosyne"], "euclidean or precomputed or cosine or "),
    ],
)
def test_methods_that_need_features_are_refused(refuse, file, typed, said):
    command, *options = typed
    metric = [] if "--metric" in typed else METRIC
    assert said in refuse(command, file, *metric, *options, code=2)


@pytest.mark.parametrize("method", with_metric())
def test_dimensions_agree_with_the_library(invoke, file, method):
    typed = ["--method", method, "--label", "kind", "--json"]
    document = json.loads(invoke("dimension", file, *METRIC, *typed).stdout)
    expected = METHODS[method](metric="precomputed").fit(D).result_
    assert document["continuous"] == expected.continuous
