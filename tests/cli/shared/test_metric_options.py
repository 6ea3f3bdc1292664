"""Options of the command line define a metric or raise an error of one sentence."""

import json
import textwrap

import numpy as np
import pytest

from kernelscale import DiffusionMap, estimate_dimension, load_model, select_bandwidth
from kernelscale.cli.shared import help_lists
from kernelscale.cli.shared.metric_options import check_euclidean, check_standardized, metric_of
from kernelscale.cli.shared.problems import UsageError
from kernelscale.metrics import METRICS, Periodic
from kernelscale.metrics.registry import metric_named


@pytest.mark.parametrize(
    ("periods", "expected"),
    [
        (["360"], Periodic(360)),
        (["360,180,none"], Periodic((360, 180, None))),
        (["360", "none"], Periodic((360, None))),
    ],
)
@pytest.mark.parametrize("name", ["euclidean", "periodic"])
def test_periods_are_typed_for_all_features_or_for_each(name, periods, expected):
    assert metric_of(name, periods) == expected


@pytest.mark.parametrize("name", sorted(set(help_lists.METRICS) - {"periodic"}))
def test_other_metrics_need_only_a_name(name):
    assert metric_of(name, None) == name
    assert name in METRICS


@pytest.mark.parametrize("metric", ["euclidean", "cosine", "mahalanobis"])
def test_standardize_is_refused_for_periodic_features(metric):
    check_standardized(metric, True)
    with pytest.raises(
        UsageError, match="--standardize changes the unit of the features, which --metric periodic"
    ):
        check_standardized(Periodic(360), True)
    check_standardized(Periodic(360), False)


def test_euclidean_methods_refuse_another_metric():
    check_euclidean("--check", "euclidean")
    with pytest.raises(
        UsageError, match="--check needs Euclidean .* --metric cosine was given; leave out"
    ):
        check_euclidean("--check", "cosine")


@pytest.mark.parametrize(
    ("name", "periods", "sentence"),
    [
        ("periodic", None, "--metric periodic needs periods; add --period 360"),
        ("cosine", ["360"], "--period goes with --metric periodic, but cosine was given"),
        ("periodic", ["day"], "--period must be a number, or none .* 'day' was given"),
        ("periodic", ["-360"], "periods must be positive numbers.* -360.0 was given"),
    ],
)
def test_a_wrong_command_line_is_a_usage_error(name, periods, sentence):
    with pytest.raises(UsageError, match=sentence):
        metric_of(name, periods)


@pytest.fixture
def angles(tmp_path, monkeypatch, random):
    """Write a file with two angles in degrees and a length in each row; return its numbers."""
    monkeypatch.chdir(tmp_path)
    X = np.c_[random.uniform(0, 360, (60, 2)), random.uniform(1, 2, 60)]
    np.savetxt("angles.csv", X, delimiter=",", header="phi,psi,length", comments="", fmt="%.17g")
    return X


METRICS_TYPED = [
    (["--metric", "cosine"], "cosine"),
    (["--metric", "cityblock"], "cityblock"),
    (["--metric", "mahalanobis"], "mahalanobis"),
    (["--period", "360,360,none"], Periodic((360, 360, None))),
]


@pytest.mark.parametrize(("typed", "metric"), METRICS_TYPED)
def test_select_and_compare_use_the_given_metric(typed, metric, angles, invoke):
    chosen = json.loads(invoke("select", "angles.csv", "--rule", "median", *typed, "--json").stdout)
    expected = select_bandwidth(angles, rule="median", metric=metric)
    assert chosen["epsilon"] == expected.epsilon
    document = json.loads(invoke("compare", "angles.csv", *typed, "--json").stdout)
    [row] = [row for row in document["rows"] if row["rule"] == "median"]
    assert row["epsilon"] == pytest.approx(expected.epsilon)


@pytest.mark.parametrize(("typed", "metric"), METRICS_TYPED)
def test_maps_and_dimensions_use_the_given_metric(typed, metric, angles, invoke):
    invoke("embed", "angles.csv", *typed, "-o", "model.npz")
    fitted = load_model("model.npz")
    assert metric_named(fitted.metric).name == metric_named(metric).name
    mapped = DiffusionMap(metric=metric).fit(angles)
    np.testing.assert_array_equal(fitted.embedding_, mapped.embedding_)
    invoke("embed", "--model", "model.npz", "--new", "angles.csv", "-o", "new.csv")
    placed = np.loadtxt("new.csv", delimiter=",", skiprows=1)[:, :2]
    np.testing.assert_allclose(placed, fitted.embedding_, rtol=1e-9)
    asked = ["dimension", "angles.csv", "--method", "two_nn", *typed, "--json"]
    assert json.loads(invoke(*asked).stdout)["continuous"] == pytest.approx(
        estimate_dimension(angles, "two_nn", metric=metric).continuous
    )


@pytest.mark.parametrize(("typed", "metric"), METRICS_TYPED)
def test_the_lines_of_python_run(typed, metric, angles, invoke):
    lines = invoke("select", "angles.csv", *typed).stdout.split("In Python\n")[1].split("\n\n")[0]
    names = {"X": angles}
    exec(textwrap.dedent(lines), names)
    expected = select_bandwidth(angles, metric=metric).kernel(angles)
    np.testing.assert_allclose(names["K"], expected, atol=1e-3)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("select angles.csv --metric cosine --check", "--check needs Euclidean distances"),
        (
            "compare angles.csv --metric cosine --report p.html",
            "--report needs Euclidean distances",
        ),
        ("select angles.csv --metric periodic", "--metric periodic needs periods"),
        (
            "embed angles.csv --period 360 --standardize",
            "--standardize multiplies features by factors",
        ),
        (
            "dimension angles.csv --metric cosine",
            "The method danco needs features, so it cannot be used",
        ),
        (
            "dimension angles.csv --period 360",
            "with --metric periodic; methods for any metric are two_nn",
        ),
        (
            "dimension angles.csv --profile --period 360",
            "--profile needs features, so it cannot be used",
        ),
        ("dimension angles.csv --uncertainty --period 360", "--uncertainty needs features, so"),
    ],
)
def test_options_that_a_metric_excludes_give_one_sentence(typed, sentence, angles, refuse):
    assert sentence in refuse(*typed.split(), code=2)
