"""The profile of the dimension over distance."""

import json
import re

import numpy as np
import pytest

from kernelscale import dimension_profile
from kernelscale.cli.dimension import profile_table


@pytest.fixture
def sheet(tmp_path):
    """Points of a sheet with noise in its normal direction."""
    random = np.random.default_rng(0)
    path = tmp_path / "sheet.npy"
    np.save(path, np.c_[random.uniform(0, 1, (800, 2)), 0.02 * random.normal(size=800)])
    return path


def test_the_profile_agrees_with_the_library(invoke, sheet):
    found = json.loads(invoke("dimension", sheet, "--profile", "--json").stdout)
    expected = dimension_profile(np.load(sheet)).to_dict()
    assert {name: found[name] for name in expected} == json.loads(json.dumps(expected))
    assert found["data"]["n_samples"] == 800
    assert found["notes"] == []


def test_the_profile_is_a_table_by_distance(invoke, sheet):
    profile = dimension_profile(np.load(sheet))
    lines = invoke("dimension", sheet, "--profile").stdout.splitlines()
    assert re.match(rf"  dimension  +{profile.dimension}\b", lines[1])
    assert any(profile.reason in line for line in lines)
    start = next(n for n, line in enumerate(lines) if line.startswith("distance"))
    assert lines[start].split() == ["distance", "gride", "implied", "danco"]
    rows = [line.split() for line in lines[start + 2 : -2]]
    distances = [float(row[0]) for row in rows]
    np.testing.assert_allclose(np.diff(np.log2(distances)), 0.5, atol=0.01)
    finest = next(point for point in profile.points if point.method == "gride")
    assert abs(np.log2(distances[0] / min(p.distance for p in profile.points))) <= 0.26
    assert any(
        float(row[1]) == pytest.approx(finest.dimension, abs=0.5)
        for row in rows[:-1]
        if row[1] != "-"
    )
    assert lines[-1] == profile_table.MERGED


def test_the_profile_is_drawn(invoke, sheet, tmp_path):
    pytest.importorskip("matplotlib")
    result = invoke("dimension", sheet, "--profile", "--plot", tmp_path / "profile.svg")
    assert (tmp_path / "profile.svg").read_bytes().startswith(b"<?xml")
    assert result.stderr == f"Plot written to {tmp_path / 'profile.svg'}.\n"
