"""Invalid arguments for a page raise an error of one sentence before any long work."""

import numpy as np
import pytest

from kernelscale import Bandwidth, ManifoldScaler, compare, reports
from kernelscale.reports.figure_file import check_figure_path


@pytest.fixture(scope="module")
def points():
    return np.random.default_rng(0).normal(size=(60, 3))


@pytest.fixture(scope="module")
def comparison(points):
    return compare(points, rules=["median", "max_min"])


@pytest.mark.parametrize("other", [None, 5, "a", 1j, [], {}, np.ones((3, 3))], ids=repr)
@pytest.mark.parametrize("with_points", [True, False])
def test_other_objects_than_a_comparison_are_refused(other, with_points, points, tmp_path):
    with pytest.raises(TypeError, match=r"^comparison must be a Comparison, but .* was given\.$"):
        reports.write_page(other, tmp_path / "p.html", points if with_points else None)
    assert list(tmp_path.iterdir()) == []


def test_a_bandwidth_is_refused(comparison, tmp_path):
    assert isinstance(comparison.recommended, Bandwidth)
    with pytest.raises(TypeError, match="but <Bandwidth.* was given"):
        reports.write_page(comparison.recommended, tmp_path / "p.html")


@pytest.mark.parametrize(
    ("option", "value", "sentence"),
    [
        ("title", None, "title must be text, but None was given"),
        ("title", 5, "title must be text, but 5 was given"),
        ("notes", "One note.", "notes must be several texts, but 'One note.' was given"),
        ("notes", 5, "notes must be several texts"),
        ("notes", [5], "notes must be several texts"),
        ("feature_names", "abc", "feature_names must be several texts, but 'abc' was given"),
        ("feature_names", [1, 2, 3], "feature_names must be several texts"),
        ("feature_names", 5, "feature_names must be several texts"),
        ("feature_names", ["a"], "feature_names must name all 3 features, but 1 were given"),
        ("scaler", 5, "scaler must be a ManifoldScaler, but 5 was given"),
        ("scaler", ManifoldScaler, "scaler must be a ManifoldScaler, but "),
        ("scaler", ManifoldScaler(), "This ManifoldScaler instance is not fitted yet"),
    ],
)
def test_options_of_a_wrong_type_are_refused(option, value, sentence, comparison, points, tmp_path):
    with pytest.raises((TypeError, ValueError), match=sentence):
        reports.write_page(comparison, tmp_path / "p.html", points, **{option: value})
    assert list(tmp_path.iterdir()) == []


def test_a_scaler_of_other_features_is_refused(comparison, points, tmp_path):
    scaler = ManifoldScaler(1).fit(points[:, :2])
    with pytest.raises(ValueError, match="fitted to the 3 features that .* was fitted to 2"):
        reports.write_page(comparison, tmp_path / "p.html", points, scaler=scaler)


@pytest.mark.parametrize("path", [None, 5, b"p.html", ["p.html"]], ids=repr)
def test_a_path_of_a_wrong_type_is_refused(path, comparison):
    pytest.importorskip("matplotlib")
    sentence = "path must be the name of a file.* but .* was given"
    with pytest.raises(TypeError, match=sentence):
        reports.write_page(comparison, path)
    with pytest.raises(TypeError, match=sentence):
        check_figure_path(path)
    if path is not None:  # None is the default path of `plot`
        with pytest.raises(TypeError, match=sentence):
            reports.plot(comparison, path)
