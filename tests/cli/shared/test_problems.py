"""Errors on the command line: deliberate errors of the package, and faults of the program."""

import concurrent.futures
import importlib
import re
import threading
import warnings

import numpy as np
import pytest

from kernelscale._validation import check_points
from kernelscale.cli.compare import all_rules
from kernelscale.cli.shared.problems import (
    UsageError,
    exit_code,
    is_foreseen,
    notes_from_warnings,
    print_warning,
    sentence,
)
from kernelscale.datasets.errors import DataError
from kernelscale.engine.machine import blas
from kernelscale.paper.harness import data_folder
from kernelscale.seismic.recordings import RecordingError

OURS = {"__name__": "kernelscale.somewhere", "np": np}
THEIRS = {"__name__": "pandas.somewhere"}


def error_of(code, names):
    """The error that a statement raises when it runs in a module of a package."""
    space = dict(names)
    # The code runs as if it were in a module.
    exec(compile(f"def run():\n {code}", "somewhere.py", "exec"), space)
    with pytest.raises(BaseException) as caught:  # noqa: PT011
        space["run"]()
    return caught.value


@pytest.mark.parametrize(
    "code",
    [
        'raise ValueError("x is 1.")',
        'raise TypeError("x is 1.") from None',
        'raise ImportError("needs pandas")',
        'raise OSError("cannot be written")',
        'raise RuntimeError("needs a device")',
        "try:\n  int('a')\n except ValueError as error:\n  raise ValueError('a') from error",
        "try:\n  raise ValueError('no number')\n finally:\n  len('abc')",
        "try:\n  raise ValueError('no number')\n except ValueError:\n  raise",
        "(lambda f: f())(lambda: [check for check in [1]] and fail())",
        "open('no such file')",
        "np.empty(10**15)",
    ],
)
def test_deliberate_errors_are_expected_errors(code):
    def fail():
        check_points("no points")

    error = error_of(code, {**OURS, "fail": fail})
    assert is_foreseen(error)
    assert exit_code(error) == 1
    assert "fault" not in sentence(error)


@pytest.mark.parametrize(
    "code",
    [
        "None + 1",
        "int('a')",
        "float([])",
        "import json.nothing",
        "from json import nothing",
        "len(3)",
        "{}['a']",
        "1 / 0",
        "assert False",
        "np.zeros(3) @ np.zeros(4)",
        "np.linalg.inv(np.zeros((2, 2)))",
        "a, b = 1, 2, 3",
        "[].index(1)",
        "'a'.encode('no such encoding')",
        "raise KeyError('a')",
        "raise AssertionError('a')",
        "raise NotImplementedError",
        "next(iter([]))",
    ],
)
def test_an_error_that_an_expression_causes_is_a_fault(code):
    error = error_of(code, OURS)
    assert not is_foreseen(error)
    assert exit_code(error) == 3
    said = sentence(error)
    assert said.startswith("This is a fault of kernelscale, not of your data or your command")
    assert type(error).__name__ in said
    assert "KERNELSCALE_TRACEBACK=1" in said


@pytest.mark.parametrize("kind", [ValueError, TypeError, ImportError, OSError, RuntimeError])
def test_errors_of_other_packages_are_reported_as_faults(kind):
    assert not is_foreseen(error_of(f"raise {kind.__name__}('cannot convert')", THEIRS))
    deep = {**OURS, "theirs": lambda: (_ for _ in ()).throw(kind("cannot convert"))}
    assert not is_foreseen(error_of("theirs()", deep))


@pytest.mark.parametrize("kind", [DataError, UsageError, RecordingError])
def test_our_error_classes_are_expected_errors_from_anywhere(kind):
    assert is_foreseen(kind("Raised in a worker process, which leaves no traceback."))
    assert not is_foreseen(ValueError("Likewise."))


def test_an_error_from_a_thread_or_a_context_is_classified_by_its_origin():
    def by_thread(run):
        with concurrent.futures.ThreadPoolExecutor(1) as pool, blas.one_blas_thread():
            return pool.submit(run).result()

    for run, foreseen in ((lambda: check_points("a"), True), (lambda: int("a"), False)):
        with pytest.raises(Exception) as caught, data_folder.named(None):  # noqa: PT011
            by_thread(run)
        assert is_foreseen(caught.value) == foreseen
    assert threading.active_count() >= 1


def test_an_error_of_the_system_names_the_file(tmp_path):
    error = error_of(f"open({str(tmp_path / 'no')!r})", OURS)
    assert sentence(error) == f"{str(tmp_path / 'no')!r} cannot be used: No such file or directory."


def test_a_fault_does_not_become_a_usage_problem():
    with pytest.raises(ValueError, match="invalid literal"), UsageError.instead_of(ValueError):
        int("a")
    with pytest.raises(UsageError, match="X holds"), UsageError.instead_of(ValueError, TypeError):
        check_points("a")


# On the command line


@pytest.fixture
def points(tmp_path):
    np.save(tmp_path / "points.npy", np.random.default_rng(0).normal(size=(40, 2)))
    return tmp_path / "points.npy"


@pytest.mark.parametrize(
    ("command", "module", "name"),
    [
        ("compare", "kernelscale.cli.compare.all_rules", "compare_rules"),
        ("select", "kernelscale.cli.shared.table_reading", "read_table"),
        ("scale", "kernelscale.cli.scale.feature_scales", "ManifoldScaler"),
        ("embed", "kernelscale.cli.embed.new_map", "DiffusionMap"),
        ("dimension", "kernelscale.cli.dimension.table_dimension", "estimates_of"),
        ("sonogram", "kernelscale.seismic.event_tables", "load_recordings"),
    ],
)
@pytest.mark.parametrize(
    "error", [TypeError("unsupported operand"), ValueError("deep"), ZeroDivisionError(), KeyError()]
)
def test_an_error_of_the_program_is_reported_as_a_fault(
    error, command, module, name, refuse, points, monkeypatch
):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(importlib.import_module(module), name, fail)
    data = "recordings.npz" if command == "sonogram" else points
    said = refuse(command, data, code=3)
    assert said.startswith("This is a fault of kernelscale, not of your data or your command")
    assert type(error).__name__ in said
    assert "test_problems.py, line" in said


def test_the_traceback_is_shown_on_request(invoke, points, monkeypatch):
    def fail(*_, **__):
        return None + 1

    monkeypatch.setattr(all_rules, "compare_rules", fail)
    assert "Traceback" not in invoke("compare", points, code=3).stderr
    monkeypatch.setenv("KERNELSCALE_TRACEBACK", "1")
    shown = invoke("compare", points, code=3).stderr
    assert re.search(r"Traceback[\s\S]*in fail\n[\s\S]*TypeError: unsupported[\s\S]*Error: ", shown)


def test_warnings_for_programmers_are_not_printed(capsys):
    print_warning("parse is deprecated", DeprecationWarning)
    assert capsys.readouterr().err == ""
    print_warning("rows are missing", UserWarning)
    assert "rows are missing" in capsys.readouterr().err
    with notes_from_warnings() as notes:
        warnings.warn("parse is deprecated", DeprecationWarning, stacklevel=1)
        warnings.warn("rows are missing", UserWarning, stacklevel=1)
    assert notes == ["rows are missing"]
