import numpy as np

from kernelscale.datasets import load_mfeat


def test_shapes_and_classes():
    digits = load_mfeat()
    assert digits.data.shape == (2000, 333)
    assert digits.data.dtype == np.float64
    assert np.isfinite(digits.data).all()
    np.testing.assert_array_equal(np.bincount(digits.target), np.full(10, 200))
    assert digits.target_names == list("0123456789")


def test_feature_names_follow_the_four_views():
    names = load_mfeat().feature_names
    views = [name.partition("_")[0] for name in names]
    assert len(set(names)) == 333
    assert {view: views.count(view) for view in dict.fromkeys(views)} == {
        "zer": 47,
        "mor": 6,
        "fac": 216,
        "kar": 64,
    }


def test_documented_peculiarities_hold():
    data = load_mfeat().data
    assert len(np.unique(data, axis=0)) == 1994
    spread = data.std(axis=0)
    assert spread.min() < 0.067 < 3756 < spread.max()


def test_description_gives_the_attribution():
    description = load_mfeat().DESCR
    assert "Duin" in description
    assert "CC BY 4.0" in description


def test_data_and_target_alone():
    digits = load_mfeat()
    X, y = load_mfeat(return_X_y=True)
    np.testing.assert_array_equal(X, digits.data)
    np.testing.assert_array_equal(y, digits.target)
