import pytest

from kernelscale.paper.harness.finished_parts import digest
from kernelscale.paper.reproduction import keys


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of three modules: one measures, one draws, and one defines options of commands."""
    for path in ("engine/tiles.py", "reports/figure.py", "cli/shared/options.py"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text("first = 1\n")
    monkeypatch.setattr(keys, "PACKAGE", tmp_path)
    return tmp_path


def digests():
    return [keys.digest_of_code(drawing=drawing) for drawing in (False, True)]


@pytest.mark.parametrize(
    ("path", "changed"),
    [
        ("engine/tiles.py", [True, False]),
        ("reports/figure.py", [False, True]),
        ("cli/shared/options.py", [False, False]),
        ("engine/more.py", [True, False]),
        ("reports/page/more.py", [False, True]),
        ("paper/roll/measure.py", [True, False]),
        ("paper/roll/figures.py", [False, True]),
        ("paper/roll/figures/maps.py", [False, True]),
        ("paper/shared/circle_figures.py", [False, True]),
        ("paper/reproduction/page.py", [False, False]),
        ("paper/command.py", [False, False]),
    ],
)
def test_code_that_measures_and_code_that_draws_have_separate_digests(path, changed, package):
    before = digests()
    assert digests() == before
    (package / path).parent.mkdir(parents=True, exist_ok=True)
    (package / path).write_text("second = 2\n")
    assert [now != then for now, then in zip(digests(), before, strict=True)] == changed


def test_moving_a_module_changes_the_digest(package):
    before = digests()
    (package / "engine" / "tiles.py").rename(package / "engine" / "rows.py")
    assert digests()[0] != before[0]


def test_pictures_depend_on_drawing_code_and_numbers_on_measuring_code():
    pytest.importorskip("matplotlib")
    numbers, pictures = keys.facts_of_numbers(), keys.facts_of_pictures()
    assert numbers["code"] != pictures["code"]
    assert {"version", "python", "packages", "arithmetic"} <= numbers.keys()
    assert "matplotlib" in pictures


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ({"a": 1, "b": [1.5]}, {"b": [1.5], "a": 1}, True),
        ({"a": 1.0}, {"a": 1.0000000000000002}, False),
        ({"a": None}, {"a": "None"}, False),
        ({"a": [1, 2]}, {"a": [2, 1]}, False),
    ],
)
def test_different_values_have_different_digests(one, other, same):
    assert (digest(one) == digest(other)) == same
    assert len(digest(one)) == 64
