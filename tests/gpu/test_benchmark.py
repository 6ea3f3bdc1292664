"""The benchmark of devices, run on a small case with a simulated device."""

import re

import numpy as np
import pytest
from benchmarks.gpu import __main__ as program
from benchmarks.gpu import jobs

from kernelscale.engine.arithmetic.gpu import program as arithmetic
from kernelscale.engine.passes import reduce
from kernelscale.engine.statistics import KernelSums


@pytest.mark.release
def test_the_table_has_a_row_for_each_job(stand_in, gpu_of, capsys, monkeypatch):
    # Fix the number of features that a program reads at once, to compile fewer programs.
    monkeypatch.setattr(arithmetic, "features_at_once", lambda n_features: 8)
    program.main(["--share", "0.0003", "--map"], arithmetic=gpu_of(stand_in()))
    printed = capsys.readouterr().out
    assert printed.count("| yes |") == len(jobs.CURVES) + 1
    errors = re.findall(r"S (\S+), d_eps (\S+), K V (\S+)", printed)
    assert len(errors) == 2
    assert np.array(errors, dtype=float).max() < 1e-6
    assert re.search(r"diffusion map of 300 rows: [\d.]+ s", printed)


def test_torch_gives_the_same_sums():
    torch = pytest.importorskip("torch")
    X = jobs.points(300, 3)
    rates = (-0.5 / jobs.scales_of(3)).tolist()
    found = jobs._sums_by_torch(torch, torch.tensor(X, dtype=torch.float32), rates)
    exact = reduce(X, KernelSums(jobs.scales_of(3)))
    np.testing.assert_allclose(found, np.concatenate(exact), rtol=1e-4)
