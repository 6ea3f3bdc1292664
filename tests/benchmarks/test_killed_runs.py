import sys
import time

import pytest
from benchmarks.killed_runs import check_complete, kill_and_finish, written

SLOW_EXPERIMENTS = """
import sys, time
from kernelscale.cli import app
from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.paper.harness.experiment import Experiment
from kernelscale.paper.harness import repeats

def draw(case, seed):
    time.sleep(0.002)
    return {"value": case / (seed + 3)}

def run(quick, progress):
    found = repeats.measure_repeats(draw, [1, 2, 3], 40, progress, 1)
    rows = [{"case": k, **value} for k, values in enumerate(found) for value in values]
    return {"summary": rows[:3], "all": rows}

EXPERIMENTS.clear()
for name in ("one", "two"):
    EXPERIMENTS[name] = Experiment(name, "Figure", "Yes.", "No.", "none", 1.0, run)
app(["reproduce", "all", "-o", sys.argv[1]])
"""


@pytest.mark.release
def test_killed_runs_end_with_the_same_files(tmp_path):
    command = [sys.executable, "-c", SLOW_EXPERIMENTS]
    started = time.monotonic()
    kill_and_finish([*command, str(tmp_path / "whole")], tmp_path / "whole", 0, 0, seed=0)
    seconds = time.monotonic() - started
    killed = tmp_path / "killed"
    kill_and_finish([*command, str(killed)], killed, seconds, n_kills=1, seed=1)
    assert written(killed) == written(tmp_path / "whole")
    assert "page.html" in written(killed)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", b'{"tables": {"summ'),
        ("a.csv", b"a,b\n1,"),
        ("a.csv", b"a,b\n1,2\n3\n"),
        ("a.png", b"\x89PNG\r\n"),
        ("a.svg", b"<svg><g>"),
        ("a.html", b"<!DOCTYPE html><html>"),
    ],
)
def test_a_truncated_file_is_reported(name, content, tmp_path):
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / name).write_bytes(content)
    with pytest.raises((ValueError, SyntaxError)):
        check_complete(tmp_path)
