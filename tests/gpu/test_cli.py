"""Messages of the command line if a device is requested but there is none."""

import json
import sys

import numpy as np
import pytest
from typer.testing import CliRunner

from kernelscale.cli.application import app
from kernelscale.engine.arithmetic.gpu import cupy_devices


@pytest.fixture
def without_cupy(monkeypatch):
    cupy_devices.cache_clear()
    monkeypatch.setitem(sys.modules, "cupy", None)
    monkeypatch.setenv("KERNELSCALE_ARITHMETIC", "gpu")
    yield
    cupy_devices.cache_clear()


def _run(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)), env={"COLUMNS": "1000"})


def test_the_error_says_what_is_missing(without_cupy, tmp_path):
    np.save(tmp_path / "points.npy", np.random.default_rng(0).normal(size=(30, 2)))
    refused = _run("select", tmp_path / "points.npy")
    assert refused.exit_code == 1
    assert "Error: arithmetic='gpu' needs CuPy; install it with: pip install" in refused.output


def test_a_missing_driver_is_an_error_of_one_sentence(monkeypatch, tmp_path):
    if _has_device():
        pytest.skip("there is a device")
    monkeypatch.setenv("KERNELSCALE_ARITHMETIC", "gpu")
    np.save(tmp_path / "points.npy", np.random.default_rng(0).normal(size=(30, 2)))
    refused = _run("select", tmp_path / "points.npy")
    assert refused.exit_code == 1
    assert "Error: arithmetic='gpu' needs " in refused.output


def _has_device():
    try:
        return len(cupy_devices()) > 0
    except (ImportError, RuntimeError):
        return False


def test_info_works_without_a_device(without_cupy):
    result = _run("info")
    assert result.exit_code == 0
    assert "none: arithmetic='gpu' needs CuPy" in result.output
    found = json.loads(_run("info", "--json").stdout)
    assert found["arithmetic"].startswith("none: arithmetic='gpu' needs CuPy")
    assert found["devices"] == []
