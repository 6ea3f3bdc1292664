import json

import numpy as np
import pytest

from kernelscale.cli.shared.options import engine_options


@pytest.mark.parametrize("typed", ["-1", "0", "two", "1.5", ""])
@pytest.mark.parametrize("command", ["compare", "select"])
def test_errors_of_threads_give_the_value_and_what_is_allowed(refuse, command, typed):
    assert refuse(command, "mfeat", "--threads", typed, code=2) == (
        f"Invalid value for '--threads': a whole number of at least 1 is needed, "
        f"but {typed!r} was given."
    )


@pytest.mark.parametrize("thousands", [0, 1, 2, 3, 4])
@pytest.mark.parametrize(("ending", "factor"), [("B", 1000), ("iB", 1024)])
def test_memory_in_every_unit(thousands, ending, factor):
    prefix = ["", "K", "M", "G", "T"][thousands]
    unit = f"{prefix}{ending}" if prefix else "B"
    assert engine_options(f"1 {unit}")["memory_limit"] == factor**thousands
    assert engine_options(f"2.5{unit.lower()}")["memory_limit"] == int(2.5 * factor**thousands)


@pytest.mark.parametrize("command", ["compare", "select"])
@pytest.mark.parametrize("typed", ["63", "1", "0", "-5", "all", "2.5", "Auto", ""])
def test_errors_of_sample_sizes_give_the_value_and_what_is_allowed(refuse, command, typed):
    assert refuse(command, "mfeat", "--n-sample", typed, code=2) == (
        f"Invalid value for '--n-sample': auto or a whole number of at least 64 is needed, but "
        f"{typed!r} was given."
    )


@pytest.fixture
def points(tmp_path):
    path = tmp_path / "points.npy"
    np.save(path, np.random.default_rng(0).normal(size=(300, 2)))
    return path


def test_an_estimate_from_a_sample_is_marked(invoke, points):
    shown = invoke("select", points, "--rule", "median", "--n-sample", "96").stdout
    assert "an estimate from 96 of the 300 rows, each compared with all rows; its" in shown
    found = json.loads(
        invoke("select", points, "--rule", "log_sum", "--n-sample", "96", "--json").stdout
    )
    assert found["evidence"]["n_sample"] == 96
    assert found["evidence"]["standard_errors"]["dimension"] > 0
    assert "estimated from 96 rows" in invoke("compare", points, "--n-sample", "96").stdout


def test_auto_uses_all_rows_if_there_are_few(invoke, points):
    found = invoke("select", points, "--rule", "median", "--n-sample", "auto", "--json").stdout
    assert found == invoke("select", points, "--rule", "median", "--json").stdout
