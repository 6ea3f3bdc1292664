import json
import math
import pickle
import re
import warnings
from pathlib import Path

import numpy as np
import pytest

import kernelscale
from kernelscale.paper.harness.finished_parts import (
    KeptValues,
    digest,
    parts_kept_in,
    results_in_parts,
)
from kernelscale.paper.harness.repeats import measure_repeats
from kernelscale.paper.harness.tables import Interval

CASES = [1.0, 10.0]
FACTS = {"code": "this"}
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


def kept(folder, facts=FACTS):
    return KeptValues(folder, facts)


def measured(measure, folder, n_jobs=1):
    with parts_kept_in(kept(folder)):
        return measure_repeats(measure, CASES, 20, lambda event: None, n_jobs)


def next_result(compute):
    """The result of a part with one call."""
    [[result]] = results_in_parts([[compute]], lambda calls: (call() for call in calls))
    return result


def result_in(folder, compute, facts=FACTS):
    with parts_kept_in(kept(folder, facts)):
        return next_result(compute)


def must_not_compute():
    pytest.fail("computed again")


def test_finished_parts_are_not_measured_again(tmp_path):
    expected = measure_repeats(draw, CASES, 20, lambda event: None, 1)
    with pytest.raises(StoppedError):
        measured(stop_at, tmp_path)
    calls.clear()
    assert measured(draw, tmp_path) == expected
    assert calls == [(10.0, seed) for seed in range(8, 20)]
    calls.clear()
    assert measured(draw, tmp_path) == expected
    assert calls == []


@pytest.mark.parametrize("n_jobs", [1, 2])
def test_a_part_missing_between_others_is_measured(tmp_path, n_jobs):
    expected = measured(draw, tmp_path)
    for number in (1, 4):
        (tmp_path / f"part-{number:05d}.json").unlink()
    calls.clear()
    assert measured(draw, tmp_path, n_jobs) == expected
    missing = [*((1.0, seed) for seed in range(8, 16)), *((10.0, seed) for seed in range(8, 16))]
    assert calls == (missing if n_jobs == 1 else [])  # other processes have their own `calls`
    assert len(list(tmp_path.iterdir())) == 6


def test_without_finished_parts_everything_is_measured(tmp_path):
    measured(draw, tmp_path / "one")
    calls.clear()
    measured(draw, tmp_path / "other")
    measure_repeats(draw, CASES, 20, lambda event: None, 1)
    assert len(calls) == 80
    assert {path.parent.name for path in tmp_path.rglob("part-*.json")} == {"one", "other"}


@pytest.mark.parametrize(
    ("result", "plain"),
    [
        ([1, 0.1, "text", None, True, (2, 3)], [1, 0.1, "text", None, True, [2, 3]]),
        ({"way": Interval(1.0, 0.5, 1.5)}, {"way": [1.0, 0.5, 1.5]}),
        ([np.arange(3.0), np.float64(0.1), np.int64(3), np.bool_(True)], [[0, 1, 2], 0.1, 3, True]),
        ({2: -0.0}, {"2": -0.0}),
        ([math.inf, -math.inf, 1 / 3, 5e-324], [math.inf, -math.inf, 1 / 3, 5e-324]),
    ],
)
def test_results_are_plain_and_the_same_whether_kept_or_not(result, plain, tmp_path):
    fresh = [next_result(lambda: result), result_in(tmp_path, lambda: result)]
    assert list(map(repr, fresh)) == [repr(plain)] * 2 or fresh == [plain] * 2
    assert repr(result_in(tmp_path, must_not_compute)) == repr(fresh[0])
    assert [file.name for file in tmp_path.iterdir()] == ["part-00000.json"]


def test_nan_is_kept(tmp_path):
    assert math.isnan(result_in(tmp_path, lambda: math.nan))
    assert math.isnan(result_in(tmp_path, must_not_compute))


@pytest.mark.parametrize("result", [object(), {1, 2}, [print], b"bytes", np.array([object()])])
def test_a_result_that_is_not_plain_is_refused_whether_kept_or_not(result, tmp_path):
    for run in (next_result, lambda compute: result_in(tmp_path, compute)):
        with pytest.raises(TypeError, match="is not a plain number, text or array"):
            run(lambda: result)
    assert list(tmp_path.iterdir()) == []


# Damage


def flipped(content, place, bit):
    return content[:place] + bytes([content[place] ^ 1 << bit]) + content[place + 1 :]


def test_every_flipped_bit_and_every_truncation_gives_the_same_result(tmp_path):
    result = [0.5, {"a": None, "b": [True, "text"]}]
    result_in(tmp_path, lambda: result)
    [file] = tmp_path.iterdir()
    whole = file.read_bytes()
    damaged = [flipped(whole, place, bit) for place in range(len(whole)) for bit in range(8)]
    for content in [*damaged, *(whole[:end] for end in range(len(whole))), whole + b"."]:
        file.write_bytes(content)
        assert kept(tmp_path).read("part-00000") in (None, [[result], []])
    assert result_in(tmp_path, lambda: result) == result
    assert file.read_bytes() == whole


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 99,
        b"[]",
        b"null",
        b"3",
        b'{"digest": "0"}',
        b'{"value": 1}',
        b"[" * 10**6,
        b"9" * 10**5,
        b"\x80\x04K\x01.",
        pickle.dumps([1, []]),
    ],
)
def test_a_part_with_an_invalid_file_is_computed_again(content, tmp_path):
    (tmp_path / "part-00000.json").write_bytes(content)
    assert result_in(tmp_path, lambda: 2) == 2
    assert result_in(tmp_path, must_not_compute) == 2


def test_parts_of_other_code_or_another_place_are_not_read(tmp_path):
    result_in(tmp_path, lambda: 1)
    assert result_in(tmp_path, lambda: 2, {"code": "other"}) == 2
    assert result_in(tmp_path, lambda: 3) == 3
    (tmp_path / "part-00000.json").rename(tmp_path / "part-00001.json")
    with parts_kept_in(kept(tmp_path)):
        assert [next_result(lambda: 4), next_result(lambda: 5)] == [4, 5]


def test_reading_does_not_wait_for_a_pipe(tmp_path):
    os = pytest.importorskip("posix")
    os.mkfifo(tmp_path / "part-00000.json")
    assert kept(tmp_path).read("part-00000") is None


# A folder from elsewhere


def test_code_named_in_a_part_is_not_run(tmp_path):
    """JSON contains only data, so reading any part runs no code."""
    result = {"__reduce__": ["os.mkdir", [str(tmp_path / "made")]], "!": "np.f2py.subprocess"}
    part = [[result], []]
    value = {"name": "part-00000", "facts": FACTS, "value": part}
    (tmp_path / "part-00000.json").write_text(json.dumps({"digest": digest(value), "value": part}))
    assert result_in(tmp_path, must_not_compute) == result
    assert not (tmp_path / "made").exists()


def test_no_module_of_the_package_unpickles_files():
    """No module unpickles a file or runs text as code.

    Dask unpickles the messages between a client and its workers, but these are not files.
    """
    loads = re.compile(
        r"^\s*(?:import|from)\s+(?:pickle|marshal|shelve|dill|cloudpickle|joblib.*\bload)\b"
        r"|\b(?:pickle|marshal|joblib)\.\w+|\b(?:eval|exec|__import__)\("
        r"|allow_pickle=(?!False)|read_pickle",
        re.MULTILINE,
    )
    package = Path(kernelscale.__file__).parent
    found = {
        file.relative_to(package).as_posix()
        for file in package.rglob("*.py")
        if loads.search(file.read_text(encoding="utf-8"))
    }
    assert found == {"engine/executors/dask_job.py", "engine/executors/packing.py"}


def test_warnings_of_a_finished_part_are_given_again(tmp_path):
    def compute():
        warnings.warn("Few rows.", stacklevel=1)
        return 1

    for _ in range(2):
        with pytest.warns(UserWarning, match="Few rows"):
            assert result_in(tmp_path, compute) == 1


@pytest.mark.parametrize(
    "part",
    [
        5,
        "ab",
        [[1]],
        [[1], [], 3],
        [[1], "ab"],
        [[1], [5]],
        {"a": 1, "b": 2},
        [1, []],
        [[1, 2], []],
    ],
)
def test_a_part_that_is_not_a_result_with_notes_is_computed_again(part, tmp_path):
    kept(tmp_path).keep("part-00000", part)
    assert result_in(tmp_path, lambda: "computed") == "computed"
