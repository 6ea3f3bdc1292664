"""The benchmark of feature factors that are computed from labels, run on small data."""

import numpy as np
import pytest
from benchmarks import data_folder
from benchmarks.labels.sets import splits
from benchmarks.supervised_scaling.__main__ import NOISE, main, with_noise
from benchmarks.supervised_scaling.methods import METHODS, NONE, regression_factors
from sklearn.svm import SVC


def test_noise_features_are_appended_to_the_features():
    split = next(splits("iris", 1, 40))
    noisy = with_noise(split, NOISE)
    assert noisy.X.shape == (40, 40)
    np.testing.assert_array_equal(noisy.X_test[:, :4], split.X_test)
    assert abs(np.corrcoef(noisy.X[:, 4:], rowvar=False)[np.triu_indices(36, 1)].mean()) < 0.05


def test_the_score_without_factors_is_that_of_scikit_learn():
    split = next(splits("wine", 1, 60))
    machine = SVC(C=10).fit(split.X, split.y)
    assert METHODS[NONE](split) == machine.score(split.X_test, split.y_test)


def test_kernel_regression_finds_the_relevant_feature(random):
    X = random.normal(size=(80, 4))
    factors = regression_factors(X, np.sin(2 * X[:, 2]))
    assert factors.argmax() == 2
    assert factors[2] > 3 * np.delete(factors, 2).max()


def test_the_quick_run_has_a_line_for_each_set_and_noise(capsys):
    main(["--quick"])
    rows = [line.split("|")[1:3] for line in capsys.readouterr().out.splitlines()[2:]]
    assert [(name.strip(), noise.strip()) for name, noise in rows] == [
        *(("iris", "0"), ("iris", "9"), ("friedman 1", "0"), ("friedman 1", "9"))
    ]


def test_the_program_names_missing_data(monkeypatch):
    monkeypatch.delenv(data_folder.VARIABLE, raising=False)
    with pytest.raises(SystemExit, match=r"Skipped, .* vehicle"):
        main([])
