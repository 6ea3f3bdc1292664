import hashlib
import os
import pickle
import warnings

import numpy as np
import pytest

from kernelscale.experiments.finished_parts import FinishedParts, parts_kept_in
from kernelscale.experiments.repeats import Interval, measure_repeats

CASES = [1.0, 10.0]
calls = []


def draw(scale, seed):
    calls.append((scale, seed))
    return {"draw": scale * float(np.random.default_rng(seed).normal())}


class StoppedError(Exception):
    pass


def stop_at(scale, seed):
    if (scale, seed) == (10.0, 9):
        raise StoppedError
    return draw(scale, seed)


@pytest.fixture(autouse=True)
def no_calls():
    calls.clear()


def measured(measure, folder):
    with parts_kept_in(folder):
        return measure_repeats(measure, CASES, 20, lambda event: None, 1)


def test_what_was_finished_is_not_measured_again(tmp_path):
    expected = measure_repeats(draw, CASES, 20, lambda event: None, 1)
    with pytest.raises(StoppedError):
        measured(stop_at, tmp_path)
    calls.clear()
    assert measured(draw, tmp_path) == expected
    assert calls == [(10.0, seed) for seed in range(8, 20)]
    calls.clear()
    assert measured(draw, tmp_path) == expected
    assert calls == []


def test_elsewhere_and_outside_everything_is_measured(tmp_path):
    measured(draw, tmp_path / "one")
    calls.clear()
    measured(draw, tmp_path / "other")
    measure_repeats(draw, CASES, 20, lambda event: None, 1)
    assert len(calls) == 80
    assert {path.parent.name for path in tmp_path.rglob("*.pickle")} == {"one", "other"}


@pytest.mark.parametrize(
    "result",
    [
        [1, 0.1, "text", None, True, (2, 3), {"a": {"b": 1.0}}],
        {"way": Interval(1.0, 0.5, 1.5)},
        [np.arange(3.0), np.float64(0.1), np.int64(3)],
    ],
)
def test_results_come_back_as_they_were(result, tmp_path):
    FinishedParts(tmp_path).next_result(lambda: result)
    [file] = tmp_path.iterdir()
    found = FinishedParts(tmp_path).next_result(lambda: pytest.fail("computed again"))
    assert repr(found) == repr(result)
    assert file.name == "part-00000.pickle"


def put(folder, result):
    """A part as an attacker could make it."""
    text = pickle.dumps(result)
    (folder / "part-00000.pickle").write_bytes(hashlib.sha256(text).digest() + text)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:20],
        lambda content: content[:-1],
        lambda content: content + b".",
        lambda content: content[:50] + bytes([content[50] ^ 1]) + content[51:],
        lambda content: b"\0" * len(content),
        lambda content: content[32:],
    ],
)
def test_a_damaged_part_is_computed_again(damage, tmp_path):
    FinishedParts(tmp_path).next_result(lambda: [0.5] * 9)
    [file] = tmp_path.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    assert FinishedParts(tmp_path).next_result(lambda: [0.5] * 9) == [0.5] * 9
    assert file.read_bytes() == whole


def test_a_file_from_elsewhere_runs_no_code(tmp_path):
    class Attack:
        def __reduce__(self):
            return os.mkdir, (str(tmp_path / "made"),)

    put(tmp_path, Attack())
    with pytest.raises(pickle.UnpicklingError, match=r"mkdir is no part of a result"):
        FinishedParts(tmp_path).next_result(lambda: None)
    assert not (tmp_path / "made").exists()


def test_functions_of_experiments_are_not_called_either(tmp_path):
    class Attack:
        def __reduce__(self):
            return measure_repeats, (print, [], 0, print)

    put(tmp_path, Attack())
    with pytest.raises(pickle.UnpicklingError, match=r"measure_repeats is no part of a result"):
        FinishedParts(tmp_path).next_result(lambda: None)


def test_what_could_not_be_read_again_is_not_kept(tmp_path):
    result = FinishedParts(tmp_path).next_result(lambda: os.path.join)
    assert result is os.path.join
    assert list(tmp_path.iterdir()) == []


def test_warnings_are_given_again(tmp_path):
    def compute():
        warnings.warn("Few rows.", stacklevel=1)
        return 1

    for _ in range(2):
        with pytest.warns(UserWarning, match="Few rows"):
            assert FinishedParts(tmp_path).next_result(compute) == 1
