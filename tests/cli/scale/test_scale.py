import json
import re

import numpy as np
import pytest

from kernelscale import ManifoldScaler, SupervisedScaler
from kernelscale.cli.scale import scaled_files

NAMES = ("cosine", "sine", "hum", "hiss", "buzz")


@pytest.fixture(scope="module")
def points():
    """Points of an arc in two features with different units, and three features of noise."""
    random = np.random.default_rng(0)
    angle = random.uniform(0, 4, 300)
    arc = np.c_[1000 * np.cos(angle), np.sin(angle)]
    return np.c_[arc, random.normal(size=(300, 3))]


@pytest.fixture(scope="module")
def file(points, tmp_path_factory):
    path = tmp_path_factory.mktemp("data") / "arc.csv"
    table = np.c_[points, np.arange(300) % 2]
    heading = ",".join([*NAMES, "kind"])
    np.savetxt(path, table, "%.17g", delimiter=",", header=heading, comments="")
    return path


@pytest.fixture
def arguments(file):
    return ["scale", file, "--label", "kind", "--n-dims", "1"]


@pytest.fixture(scope="module")
def fitted(points):
    return ManifoldScaler(n_dims=1).fit(points)


# Results


def test_the_document_has_the_scales_of_the_library(arguments, invoke, points, fitted):
    found = json.loads(invoke(*arguments, "--json").stdout)
    assert [row["feature"] for row in found["features"]] == list(NAMES)
    np.testing.assert_array_equal([row["scale"] for row in found["features"]], fitted.scale_)
    np.testing.assert_allclose([row["spread"] for row in found["features"]], points.std(axis=0))
    assert found["target"] == fitted.target_
    assert found["n_dims"] == 1
    assert found["n_dims_given"]
    assert found["notes"] == []
    assert found["files"] == []


def test_weights_and_shares_agree_with_the_scaled_features(arguments, invoke, points):
    found = json.loads(invoke(*arguments, "--json").stdout)["features"]
    scaled = points * [row["scale"] for row in found]
    np.testing.assert_allclose([row["weight"] for row in found], scaled.std(axis=0))
    pairs = ((scaled[:, None] - scaled) ** 2).mean(axis=(0, 1))
    np.testing.assert_allclose([row["share"] for row in found], pairs / pairs.sum())


def test_scaling_removes_noise_and_lowers_the_dimension(arguments, invoke):
    found = json.loads(invoke(*arguments, "--json").stdout)
    scales = {row["feature"]: row["scale"] for row in found["features"]}
    assert scales["cosine"] > 0
    assert scales["sine"] > 0
    assert scales["hum"] == scales["hiss"] == scales["buzz"] == 0
    assert found["d_eps"]["after"] < 1.5 < 2.5 < found["d_eps"]["before"]


def test_the_table_is_in_the_order_of_weights(arguments, invoke):
    lines = invoke(*arguments).stdout.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("feature"))
    assert lines[start].split() == ["feature", "spread", "scale", "weight", "share"]
    rows = [line.split() for line in lines[start + 2 : start + 7]]
    assert {row[0] for row in rows[:2]} == {"cosine", "sine"}
    assert [row[2:] for row in rows[2:]] == [["0", "0", "0.0"]] * 3
    assert lines[-1] == scaled_files.HINT


def test_facts_give_the_target_and_the_value_attained(arguments, invoke, fitted):
    shown = invoke(*arguments).stdout
    assert "1 dimension, as given" in shown
    assert "2 of 5 features, the other 3 have scale 0" in shown
    for name in ("target", "d_eps before", "d_eps after", "d_eps used", "epsilon", "reason"):
        assert re.search(rf"^  {name}  ", shown, re.MULTILINE)
    assert f"{fitted.target_:.4g}" in shown


def test_a_long_table_is_cut_short_and_the_rest_is_counted(invoke, tmp_path, monkeypatch):
    monkeypatch.setattr(scaled_files, "MOST_ROWS", 3)
    np.save(tmp_path / "a.npy", np.random.default_rng(0).normal(size=(60, 5)))
    shown = invoke("scale", tmp_path / "a.npy", "--n-dims", "5").stdout
    assert "2 more features have no larger weights; --json lists all." in shown


def test_the_lines_of_python_give_the_same_scales(arguments, invoke, points):
    for options in ([], ["--method", "greedy", "--target", "paper"]):
        found = json.loads(invoke(*arguments, "--json", *options).stdout)
        names = {"X": points}
        exec("\n".join(found["python"]), names)
        scales = [row["scale"] for row in found["features"]]
        np.testing.assert_array_equal(names["scaler"].scale_, scales)
        np.testing.assert_array_equal(names["Z"], points * scales)


def test_the_dimension_is_estimated_by_multiscale(file, invoke, points):
    found = json.loads(invoke("scale", file, "--label", "kind", "--json").stdout)
    assert not found["n_dims_given"]
    assert found["n_dims"] == ManifoldScaler().fit(points).n_dims_


def test_labels_do_not_change_the_scales(arguments, file, invoke):
    dropped = ["scale", file, "--drop", "kind", "--n-dims", "1", "--json"]
    with_labels, without = (
        json.loads(invoke(*typed).stdout)["features"] for typed in ([*arguments, "--json"], dropped)
    )
    assert with_labels == without


def test_threads_do_not_change_the_result(arguments, invoke):
    one, two = (invoke(*arguments, "--json", "--threads", n).stdout for n in (1, 2))
    assert one == two


def test_constant_features_are_named_once_and_ignored(invoke, tmp_path, points):
    path = tmp_path / "constant.csv"
    table = np.c_[points[:, :2], np.ones(300)]
    np.savetxt(path, table, "%.17g", delimiter=",", header="a,b,level", comments="")
    found = json.loads(invoke("scale", path, "--n-dims", "1", "--json").stdout)
    assert found["features"][2]["scale"] == 0
    [note] = found["notes"]
    assert "level" in note


# From labels


@pytest.fixture(scope="module")
def labelled_file(points, tmp_path_factory):
    """A table of every second point, with classes in column `kind` and groups in `patient`.

    The class states whether the product of two features is positive.
    """
    path = tmp_path_factory.mktemp("labelled_file") / "labelled_file.csv"
    table = np.c_[points, points[:, 1] * points[:, 2] > 0, np.arange(300) // 3][::2]
    heading = ",".join([*NAMES, "kind", "patient"])
    np.savetxt(path, table, "%.17g", delimiter=",", header=heading, comments="")
    return path


def supervised(labelled_file, *typed):
    return ["scale", labelled_file, "--label", "kind", "--supervised", *typed]


def test_scales_from_labels_agree_with_the_library(labelled_file, invoke, points):
    C, points = 4.123456789, points[::2]
    typed = supervised(labelled_file, "--C", str(C), "--groups", "patient", "--json")
    found = json.loads(invoke(*typed).stdout)
    y, groups = (points[:, 1] * points[:, 2] > 0).astype(int), np.arange(0, 300, 2) // 3
    fitted = SupervisedScaler(C=C).fit(points, y, groups=groups)
    np.testing.assert_array_equal([row["scale"] for row in found["features"]], fitted.scale_)
    assert (found["ridge"], found["prior"], found["gain"]) == (1 / C, fitted.prior_, fitted.gain_)
    assert found["reason"] == fitted.reason_
    names = {"X": points, "y": y, "groups": groups}
    exec("\n".join(found["python"]), names)
    np.testing.assert_array_equal(names["scaler"].scale_, fitted.scale_)


def test_features_that_separate_the_labels_come_first_and_are_written(
    labelled_file, invoke, tmp_path
):
    pytest.importorskip("matplotlib")
    table, figure = tmp_path / "scaled.csv", tmp_path / "scales.png"
    shown = invoke(
        *supervised(labelled_file, "--drop", "patient", "-o", table, "--plot", figure)
    ).stdout
    lines = shown.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("feature"))
    assert {line.split()[0] for line in lines[start + 2 : start + 4]} == {"sine", "hum"}
    assert "more of the variance than equal scales" in shown
    assert table.read_text(encoding="utf-8").startswith(",".join([*NAMES, "kind"]))
    assert figure.exists()


def test_whole_numbers_are_predicted_as_numbers_on_request(points, invoke, tmp_path):
    points = points[::2]
    dose = np.round(5 * np.sin(2 * points[:, 2]))
    np.savez(tmp_path / "doses.npz", X=points, y=dose)
    typed = ["scale", tmp_path / "doses.npz", "--supervised", "--numbers"]
    found = json.loads(invoke(*typed, "--json").stdout)
    fitted = SupervisedScaler(targets="numbers").fit(points, dose)
    np.testing.assert_array_equal([row["scale"] for row in found["features"]], fitted.scale_)
    assert found["data"]["n_classes"] == 0
    names = {"X": points, "y": dose}
    exec("\n".join(found["python"]), names)
    np.testing.assert_array_equal(names["scaler"].scale_, fitted.scale_)
    assert ", labels that are numbers\n" in invoke(*typed).stdout
    assert ", 11 classes\n" in invoke(*typed[:-1]).stdout


def test_words_are_refused_as_numbers(refuse, points, tmp_path):
    np.savez(tmp_path / "words.npz", X=points, y=np.where(points[:, 0] > 0, "yes", "no"))
    typed = ["scale", tmp_path / "words.npz", "--supervised", "--numbers"]
    assert "has labels such as" in refuse(*typed, code=2)


def test_equal_factors_have_no_prior(file, invoke):
    typed = ["scale", file, "--label", "kind", "--supervised"]
    found = json.loads(invoke(*typed, "--json").stdout)
    assert (found["prior"], found["gain"]) == (None, 0)
    np.testing.assert_allclose([row["share"] for row in found["features"]], 0.2)
    assert "equal scales for all features" in invoke(*typed).stdout


# Files


def test_scaled_features_are_written(arguments, invoke, points, fitted, tmp_path):
    table, arrays = tmp_path / "scaled.csv", tmp_path / "scaled.npz"
    result = invoke(*arguments, "-o", table, "-o", arrays)
    assert result.stderr.splitlines() == [
        f"Scaled features written to {table}.",
        f"Scaled features written to {arrays}.",
    ]
    assert scaled_files.HINT not in result.stdout
    scaled = points * fitted.scale_
    lines = table.read_text(encoding="utf-8").splitlines()
    assert lines[0] == ",".join([*NAMES, "kind"])
    read = np.array([[float(cell) for cell in line.split(",")] for line in lines[1:]])
    np.testing.assert_array_equal(read, np.c_[scaled, np.arange(300) % 2])
    with np.load(arrays, allow_pickle=False) as found:
        np.testing.assert_array_equal(found["X"], scaled)
        np.testing.assert_array_equal(found["scale"], fitted.scale_)
        assert found["names"].tolist() == list(NAMES)
        np.testing.assert_array_equal(found["y"], np.arange(300) % 2)


def test_written_files_can_be_read_again(file, invoke, fitted, tmp_path):
    unlabelled = ["scale", file, "--drop", "kind", "--n-dims", "1"]
    invoke(*unlabelled, "-o", tmp_path / "scaled.npz")
    typed = ["--rule", fitted.bandwidth_.rule, "--json"]
    found = json.loads(invoke("select", tmp_path / "scaled.npz", *typed).stdout)
    # The written features are in units of the length scale, so epsilon is 1.
    assert found["epsilon"] == pytest.approx(1)


def test_labels_do_not_take_the_place_of_a_feature(invoke, points, tmp_path):
    names = ["y", "y_", *NAMES[2:]]
    np.savez(tmp_path / "a.npz", X=points, y=np.arange(300) % 2, feature_names=names)
    invoke("scale", tmp_path / "a.npz", "--n-dims", "1", "-o", tmp_path / "b.csv")
    heading = (tmp_path / "b.csv").read_text(encoding="utf-8").partition("\n")[0]
    assert heading.split(",") == [*names, "y__"]


def test_without_labels_no_y_is_written(invoke, points, tmp_path):
    np.save(tmp_path / "a.npy", points)
    invoke("scale", tmp_path / "a.npy", "--n-dims", "1", "-o", tmp_path / "b.npz")
    with np.load(tmp_path / "b.npz") as found:
        assert "y" not in found.files


@pytest.mark.parametrize("json_option", [[], ["--json"]])
def test_plot_writes_one_complete_file(arguments, json_option, invoke, tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "scales.png"
    result = invoke(*arguments, "--plot", path, *json_option)
    assert path.read_bytes().startswith(b"\x89PNG")
    assert [written.name for written in tmp_path.iterdir()] == ["scales.png"]
    assert result.stderr == f"Plot written to {path}.\n"
    if json_option:
        assert json.loads(result.stdout)["files"] == [str(path)]


# Errors


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["--method", "gredy"], "--method must be one of joint, greedy, but 'gredy' was given."),
        (["--target", "one"], "--target must be one of calibrated, paper, but 'one' was given."),
        (["--n-dims", "0"], "Invalid value for '--n-dims'"),
        (["--n-dims", "two"], "a whole number of at least 1 is needed, but 'two' was given"),
        (["--drop", "kin"], "has no column 'kin' to drop"),
        (["--plot", "scales.docx"], "is not the name of a figure file"),
        (["-o", "scaled.xlsx"], "has an extension that cannot be written"),
        (["--threads", "0"], "Invalid value for '--threads'"),
        (["--supervised", "--n-dims", "2"], "--n-dims has no effect with --supervised"),
        (["--supervised", "--method", "joint"], "--method has no effect with --supervised"),
        (["--C", "10"], "--C has no effect without --supervised"),
        (["--groups", "kind"], "--groups has no effect without --supervised"),
        (["--numbers"], "--numbers has no effect without --supervised"),
        (
            ["--supervised", "--label", "kind", "--groups", "hun"],
            "has no column 'hun' to use as the groups (did you mean 'hum'?)",
        ),
        (
            ["--supervised", "--label", "kind", "--groups", "hum", "--drop", "hum"],
            "column 'hum' of ",
        ),
        (["--supervised", "--label", "kind", "--C", "0"], "--C must be a positive finite number"),
        (["--supervised"], "--supervised needs the class of each row"),
    ],
)
def test_usage_errors_exit_with_2(typed, sentence, file, refuse):
    assert sentence in refuse("scale", file, *typed, code=2)


def test_an_input_file_is_not_overwritten(arguments, refuse, points, tmp_path):
    np.savez(tmp_path / "a.npz", X=points)
    sentence = refuse("scale", tmp_path / "a.npz", "-o", tmp_path / "a.npz", code=2)
    assert "is read by this command" in sentence


def test_data_errors_exit_with_1(refuse, tmp_path):
    np.save(tmp_path / "same.npy", np.ones((20, 3)))
    assert refuse("scale", tmp_path / "same.npy", code=1)


@pytest.mark.parametrize("method", ["joint", "greedy"])
def test_the_memory_limit_is_kept_or_refused(file, refuse, method):
    too_small = refuse("scale", file, "--method", method, "--memory-limit", "1 kB", code=1)
    assert "memory_limit is 1000 B; raise it" in too_small
    assert "memory_limit must be" in refuse("scale", file, "--memory-limit", "much", code=2)


def test_help_explains_every_column(invoke):
    shown = invoke("scale", "--help").stdout
    for name in ("feature", "spread", "scale", "weight", "share"):
        assert re.search(rf"^\s*{name}  +\S", shown, flags=re.MULTILINE)
