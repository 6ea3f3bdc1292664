"""The benchmark that computes eigenpairs of neighbour graphs, run on small data."""

import importlib.util
from multiprocessing.pool import ThreadPool
from types import SimpleNamespace

import numpy as np
import pytest
from benchmarks.sparse_eigenpairs import graphs, methods
from benchmarks.sparse_eigenpairs.__main__ import main
from benchmarks.sparse_eigenpairs.runs import measured
from scipy.sparse import save_npz

from kernelscale.markov.dense import leading_eigenpairs

AVAILABLE = [
    name
    for name in methods.METHODS
    if name not in methods.NEEDS or importlib.util.find_spec(methods.NEEDS[name])
]


@pytest.fixture(params=graphs.SETS, scope="module", name="K")
def graph(request):
    return graphs.kernel(graphs.SETS[request.param](600), 10)


@pytest.mark.parametrize("method", AVAILABLE)
def test_all_eigenvalues_agree_with_lapack(K, method, tmp_path):
    save_npz(tmp_path / "graph.npz", K)
    run = measured(method, tmp_path / "graph.npz")
    expected = leading_eigenpairs(K.toarray(), methods.N_PAIRS).values
    np.testing.assert_allclose(run.values, expected, atol=1e-10)
    assert run.residual < 1e-8
    assert run.seconds > 0


def test_command_prints_a_line_for_each_graph_and_method(capsys, monkeypatch):
    # Threads in place of new processes, whose start would take most of the time.
    threads = SimpleNamespace(Pool=ThreadPool)
    started = SimpleNamespace(get_context=lambda how: threads)
    monkeypatch.setattr("benchmarks.sparse_eigenpairs.__main__.multiprocessing", started)
    named = ["`sparse_eigenpairs`", "eigsh (ARPACK)"]
    main(["--rows", "200", "--neighbors", "8", "--sets", "roll", "--methods", *named])
    printed = capsys.readouterr().out
    for method in named:
        assert f"| roll | {method} |" in printed
