"""The benchmark of damaged files, run on a few files of every kind, and its verdicts."""

import os
from collections import Counter

import numpy as np
import pytest
from benchmarks.damaged_files import REFUSED, SAME, SAYS, WRONG, DamagedFiles, damaged, verdict
from benchmarks.damaged_files.kinds import KINDS, Kind
from benchmarks.damaged_files.monitoring import monitored

pytest.importorskip("pandas")
pytest.importorskip("pyarrow")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", KINDS)
def test_no_damage_changes_a_result_unnoticed(name, tmp_path):
    if name == "recordings .mseed":
        pytest.importorskip("obspy")
    if name == "table .parquet":
        pytest.importorskip("pyarrow", minversion="15")  # earlier versions write no checksums
    tries = DamagedFiles(name, seed=1)
    tries.start(tmp_path)
    found = [tries(number) for number in range(4 if name.startswith("results") else 15)]
    counts = Counter(verdict.partition(":")[0] for verdict in found)
    assert counts[WRONG] == 0, found
    assert counts[SAYS] == 0 or KINDS[name].read_bytes is not None
    assert counts[REFUSED] + counts[SAME] > 0


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        (lambda x: x, "WRONG: another result"),
        (lambda x: 1 / (x - 2), "WRONG: ZeroDivisionError"),
        (lambda x: int("a\nb, of number.txt."), "WRONG: no sentence with the file's name"),
        (lambda x: int("another.txt."), "WRONG: no sentence with the file's name"),
        (lambda x: min(x, 1), SAME),
    ],
)
def test_a_wrong_verdict_has_its_reason(read, expected, tmp_path):
    file = tmp_path / "number.txt"
    file.write_text("2")
    kind = Kind(1, None, lambda folder: {"x": float(read(float(file.read_text())))})
    assert verdict(kind, tmp_path, file, {"x": 1.0}).startswith(expected)


def test_refusals_and_results_that_the_damaged_bytes_state_are_not_wrong(tmp_path):
    file = tmp_path / "number.txt"
    file.write_text("2")

    def refuse(folder):
        raise ValueError("number.txt holds no number.")

    assert verdict(Kind(1, None, refuse), tmp_path, file, {"x": 1.0}) == REFUSED
    two, three = ({"x": np.array([number])} for number in (2.0, 3.0))
    for says, expected in ((two, SAYS), (three, f"{WRONG}: another result")):
        kind = Kind(1, None, lambda folder: two, lambda folder, says=says: says)
        assert verdict(kind, tmp_path, file, {"x": np.array([1.0])}) == expected


def test_damage_changes_a_bit_or_a_byte_or_truncates():
    random, content = np.random.default_rng(0), bytes(range(200))
    for _ in range(200):
        found = damaged(content, random)
        n_changed = sum(one != other for one, other in zip(found, content, strict=False))
        assert found != content
        assert n_changed == (len(found) == len(content))


class Misbehaving:
    """Work that misbehaves: it runs code, ends its process or uses much memory."""

    def start(self, folder):
        self.folder = folder

    def __call__(self, number):
        if number == 1:
            os.system("true")
        if number == 2:
            os._exit(9)
        if number == 3:
            np.ones(400 << 17)
        return SAME


def test_running_code_dying_and_taking_memory_are_reported():
    found = list(monitored(Misbehaving(), 5, "fork"))
    assert found[0] == found[4] == SAME
    assert found[1].startswith("WRONG: os.system was called")
    assert found[2] == "WRONG: the process died"
    assert "MiB were taken" in found[3]
