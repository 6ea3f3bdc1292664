"""Model files: their entries, and files that are damaged, incomplete or in another format."""

import contextlib
import dataclasses
import pickle
import re
import warnings
import zipfile

import numpy as np
import pytest

import kernelscale
from kernelscale import Bandwidth, DiffusionMap, Scaled, SelfTuned, load_model, save_model
from kernelscale.diffusion.model.model_entries import ENTRIES

FINITE = [name for name, entry in ENTRIES.items() if entry.kinds == "f" and entry.finite]
KERNEL_NUMBERS = ["kernel_local_scales", "kernel_n_neighbors", "kernel_within"]
TYPES = {"f": float, "i": int, "b": bool, "U": str}
FACTORS = np.array([1.0, 0.5, 0.0, 2.0])


@pytest.fixture(scope="module")
def rows():
    """Rows to fit and new rows to embed, in four features."""
    X = np.random.default_rng(3).normal(size=(90, 4)) * [1, 3, 5, 1]
    return X[:60], X[60:]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "model.npz"


def self_tuned_of_scaled(X):
    kernel = kernelscale.select_bandwidth(X * FACTORS, rule="self_tuning").kernel
    return Bandwidth("my_own", None, Scaled(kernel, FACTORS), "Because.")


@pytest.fixture(scope="module")
def entries(rows, tmp_path_factory):
    """The arrays of a model with a self-tuned kernel and many optional entries."""
    path = tmp_path_factory.mktemp("models") / "model.npz"
    X, _ = rows
    bandwidth = dataclasses.replace(
        self_tuned_of_scaled(X * FACTORS),
        scales=[1, 2, 3],
        criterion=[1, 3, 2],
        interior=True,
        interval=(1, 3),
        as_good=(0.5, 4),
    )
    fitted = DiffusionMap(bandwidth=bandwidth, scale=FACTORS).fit(X)
    save_model(fitted, path, labels=range(60))
    with np.load(path) as held:
        return dict(held)


def refusal(path):
    with pytest.raises(ValueError, match=re.escape(str(path))) as refused:
        load_model(path)
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(".")
    return str(refused.value)


def refusal_of(path, entries):
    np.savez(path, **entries)
    return refusal(path)


def test_entries_need_no_pickle_and_are_all_listed(entries):
    assert all(array.dtype != object for array in entries.values())
    head = {"format", "format_version"}
    assert entries.keys() - ENTRIES.keys() == {*head, "kernel_metric", *KERNEL_NUMBERS}
    assert entries["format"] == "kernelscale diffusion map"
    assert entries["format_version"] == 2
    assert entries["kernelscale_version"] == kernelscale.__version__


def test_a_missing_file_is_refused(path):
    with pytest.raises(FileNotFoundError, match="There is no file .*model.npz'; give the path of"):
        load_model(path)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no archive",
        pickle.dumps({"a": 1}),
        b"\x93NUMPY\x01\x00",
        b"PK\x03\x04half an archive",
    ],
)
def test_a_file_that_is_not_an_archive_is_refused(content, path):
    path.write_bytes(content)
    assert "damaged, or not an NPZ of plain arrays" in refusal(path)


def test_archives_of_other_content_are_refused(path, rows):
    assert "it holds 'X', 'y';" in refusal_of(path, {"X": rows[0], "y": np.arange(60)})
    with path.open("wb") as file:
        np.save(file, rows[0])
    assert "it holds one array; models are written by save_model and by" in refusal(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("format.npy", b"text")
    assert "it holds 'format';" in refusal(path)


def test_a_pickled_entry_is_refused_and_not_loaded(path, entries):
    class Harm:
        def __reduce__(self):
            return pytest.fail, ("the pickle was loaded",)

    harmful = np.empty(1, dtype=object)
    harmful[0] = Harm()
    for name in ("format", "labels", "weights"):
        with warnings.catch_warnings():
            assert "pickles may run code" in refusal_of(path, entries | {name: harmful})


@pytest.mark.parametrize(("kind", "shorter"), [("<f8", "<f2"), ("<U", "<U0"), ("<i8", "<i1")])
def test_a_shortened_type_in_a_header_is_refused(kind, shorter, path, entries):
    np.savez(path, **entries)
    content, start = path.read_bytes(), 0
    while (start := content.find(kind.encode(), start + 1)) >= 0:
        path.write_bytes(content[:start] + shorter.encode() + content[start + len(shorter) :])
        assert "it is damaged, or not an NPZ of plain arrays" in refusal(path)


def test_an_unknown_entry_is_refused(path, entries):
    reason = "is a damaged model: it has an entry 'weight' that no model has; save the model again."
    assert reason in refusal_of(path, entries | {"weight": 1.0})


def test_a_newer_format_is_refused(path, entries):
    assert (
        "made by a newer kernelscale in format 3, but this version reads formats up to 2; update"
        in refusal_of(path, entries | {"format_version": 3, "entry_of_format_3": 1})
    )


@pytest.mark.parametrize("version", [0, 1.5, "one", [1, 2]])
def test_an_invalid_version_is_refused(version, path, entries):
    assert "no valid version" in refusal_of(path, entries | {"format_version": version})


@pytest.mark.parametrize("name", [n for n, e in ENTRIES.items() if e.required])
def test_a_missing_entry_is_refused(name, path, entries):
    left = {key: value for key, value in entries.items() if key != name}
    sentence = refusal_of(path, left)
    assert sentence.endswith(f"is a damaged model: it has no entry '{name}'; save the model again.")


@pytest.mark.parametrize("name", ["points", "kernel_metric", *KERNEL_NUMBERS])
def test_a_kernel_with_a_missing_entry_is_refused(name, path, entries):
    left = {key: value for key, value in entries.items() if key != name}
    assert "is a damaged model: " in refusal_of(path, left)


def test_a_kernel_with_another_metric_than_the_map_is_refused(path, rows):
    save_model(DiffusionMap(2, "max_min").fit(rows[0]), path)
    with np.load(path) as held:
        entries = dict(held)
    sentence = refusal_of(path, entries | {"kernel_metric": "precomputed"})
    assert "its kernel has another metric than the map; save the model again." in sentence


@pytest.mark.parametrize("name", ENTRIES)
def test_an_entry_of_another_shape_is_refused(name, path, entries):
    wrong = np.zeros((2, 3, 4), dtype=TYPES[ENTRIES[name].kinds[0]])
    sentence = refusal_of(path, entries | {name: wrong})
    assert f"entry '{name}' has the shape (2, 3, 4), where (" in sentence


@pytest.mark.parametrize("name", [n for n, e in ENTRIES.items() if e.shape])
def test_an_entry_of_another_length_is_refused(name, path, entries):
    array = entries.get(name, np.zeros(70, dtype=TYPES[ENTRIES[name].kinds[0]]))
    assert " is a damaged model: " in refusal_of(path, entries | {name: array[:-1]})


@pytest.mark.parametrize("name", [*ENTRIES, "kernel_metric", *KERNEL_NUMBERS])
def test_an_entry_of_another_type_is_refused(name, path, entries):
    assert f"entry '{name}' has the type complex128" in refusal_of(path, entries | {name: 1j})


@pytest.mark.parametrize("name", KERNEL_NUMBERS)
def test_a_kernel_number_of_another_shape_is_refused(name, path, entries):
    assert " is a damaged model: " in refusal_of(path, entries | {name: np.ones((2, 3, 4))})


def test_local_scales_of_another_length_are_refused(path, entries):
    shorter = {"kernel_local_scales": entries["kernel_local_scales"][:-1]}
    assert "local_scales must hold one number for each of the 60" in refusal_of(
        path, entries | shorter
    )


@pytest.mark.parametrize("name", [*FINITE, *KERNEL_NUMBERS])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_an_entry_that_is_not_finite_is_refused(name, value, path, entries):
    array = np.array(entries.get(name, 1.0), dtype=float)
    array.flat[-1:] = value
    assert "is a damaged model: " in refusal_of(path, entries | {name: array})


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"alpha": 2.0}, "alpha must be a number from 0 to 1, but 2.0 was given"),
        ({"t": -1}, "t must be an integer of at least 0, but -1 was given"),
        ({"metric": "nearby"}, "metric must be one of euclidean, precomputed"),
        ({"metric": "precomputed"}, "it must have points and a metric of points, or neither"),
        ({"n_components": 3}, "entry 'n_components' is not 2"),
        ({"kernel_epsilon": 1.0}, "its numbers do not define a kernel: .*'epsilon'"),
        (
            {"kernel_n_neighbors": 60},
            "n_neighbors must be an integer from 1 to 59, but 60 was given",
        ),
        ({"component_sizes": np.array([59])}, "does not add up to 60 rows"),
        ({"weights": np.zeros(60)}, "entry 'weights' has values that are not positive"),
        ({"kernel_local_scales": np.zeros(60)}, "local_scales must be positive and finite"),
        ({"bandwidth_epsilon": 0.0}, "entry 'bandwidth_epsilon' has values that are not positive"),
        ({"points": np.ones((60, 4))}, "are the same point"),
    ],
)
def test_entries_that_contradict_each_other_are_refused(changed, reason, path, entries):
    sentence = refusal_of(path, entries | changed)
    assert "is a damaged model: " in sentence
    assert re.search(reason, sentence)


def test_a_damaged_file_raises_a_value_error_or_gives_the_same_model(path, entries, rows):
    np.savez(path, **entries)
    content, whole = path.read_bytes(), load_model(path)
    random = np.random.default_rng(0)
    for _ in range(300):
        damaged = bytearray(content)
        for position in random.integers(len(content), size=3):
            damaged[position] ^= 1 << random.integers(8)
        path.write_bytes(damaged)
        # there is no error if the change affects only a time stamp
        with contextlib.suppress(ValueError):
            found = load_model(path)
            np.testing.assert_array_equal(found.transform(rows[1]), whole.transform(rows[1]))
            np.testing.assert_array_equal(found.labels_, whole.labels_)
    for length in random.integers(len(content), size=50):
        path.write_bytes(content[:length])
        assert "damaged" in refusal(path)


def test_a_self_tuned_kernel_keeps_its_local_scales(entries, rows, path):
    np.savez(path, **entries)
    kernel = load_model(path).kernel_.kernel
    assert isinstance(kernel, SelfTuned)
    np.testing.assert_array_equal(kernel.local_scales, entries["kernel_local_scales"])


def test_an_unknown_kernel_has_to_be_passed(path, entries):
    sentence = refusal_of(path, entries | {"kernel": "cauchy"})
    kinds = "gaussian, self_tuned, variable_gaussian, unit, given"
    assert f"has the kernel 'cauchy', which is none of {kinds}; pass its" in sentence
    assert "load_model(path, kernels={'cauchy': ...})" in sentence
