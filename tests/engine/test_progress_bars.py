"""Bars of calls with progress=True appear after two seconds, never in files, and are removed."""

import io
import pickle
import subprocess
import sys

import numpy as np
import pytest
from rich.console import Console

from kernelscale import DiffusionMap, estimate_dimension, select_bandwidth
from kernelscale.engine.progress import ProgressEvent
from kernelscale.engine.progress import bars as progress_bars
from kernelscale.engine.progress.bars import _OfCalls, begin
from kernelscale.engine.resources import Resources

X = np.random.default_rng(0).normal(size=(80, 3))
UP, ERASE = "\x1b[1A", "\x1b[2K"  # these codes move up one line and erase a line


class Clock:
    def __init__(self):
        self.now = 100.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(progress_bars, "time", clock)
    return clock


@pytest.fixture
def terminal(monkeypatch, clock):
    """A simulated terminal that records the bars of calls."""
    console = Console(file=io.StringIO(), force_terminal=True, width=80)
    monkeypatch.setattr(progress_bars, "_BARS", _OfCalls(console))
    return console


def work(clock, seconds, listener, n_steps=10, stage="rows"):
    for done in range(n_steps + 1):
        listener(ProgressEvent(stage, done, n_steps))
        clock.now += seconds / n_steps


def test_work_of_less_than_two_seconds_shows_nothing(terminal, clock):
    for _ in range(5):
        work(clock, 1.9, begin())
        clock.now += 5.0
    assert terminal.file.getvalue() == ""


def test_longer_work_shows_a_bar_that_disappears(terminal, clock):
    work(clock, 20.0, begin())
    drawn = terminal.file.getvalue()
    assert "rows" in drawn
    assert "7/10" in drawn
    assert drawn.rstrip("\r").endswith(
        (ERASE, "\x1b[?25h")
    )  # the line is erased and the cursor visible


def test_successive_stages_share_the_wait(terminal, clock):
    listener = begin()
    work(clock, 1.5, listener, stage="first")
    work(clock, 1.5, listener, stage="second")
    assert "second" in terminal.file.getvalue()
    assert "first" not in terminal.file.getvalue()


def test_the_bar_of_a_failed_call_is_removed(terminal, clock):
    listener = begin()
    for done in range(5):
        listener(ProgressEvent("broken", done, 10))
        clock.now += 1.0
    assert terminal.file.getvalue().endswith("\x1b[?25h")  # the cursor is visible
    listener = begin()
    before = len(terminal.file.getvalue())
    work(clock, 20.0, listener, stage="rows")
    assert "rows" in terminal.file.getvalue()[before:]
    assert "broken" not in terminal.file.getvalue()[before:]


def test_nothing_is_drawn_into_files(monkeypatch, clock):
    console = Console(file=io.StringIO(), force_terminal=False)
    monkeypatch.setattr(progress_bars, "_BARS", _OfCalls(console))
    work(clock, 20.0, begin())
    assert console.file.getvalue() == ""


def test_bars_are_drawn_in_a_notebook(clock):
    console = Console(file=io.StringIO(), force_jupyter=True)
    assert _OfCalls(console).is_seen


CALLS = {
    "select_bandwidth": lambda listener: select_bandwidth(X, progress=listener).epsilon,
    "DiffusionMap": lambda listener: DiffusionMap(progress=listener).fit(X).embedding_,
    "all pairs": lambda listener: (
        DiffusionMap(neighbors=None, progress=listener).fit(X).transform(X[:9])
    ),
    "another scale": lambda listener: (
        DiffusionMap(2, 1.0, progress=listener).fit(X).with_bandwidth(2.0).embedding_
    ),
    "estimate_dimension": lambda listener: estimate_dimension(X, progress=listener).continuous,
}


@pytest.mark.parametrize("call", CALLS)
def test_results_are_the_same_with_bars(call, terminal, monkeypatch):
    heard = []
    monkeypatch.setattr(progress_bars, "_BARS", Counting(terminal, heard))
    np.testing.assert_array_equal(CALLS[call](True), CALLS[call](False))
    assert heard
    assert heard[-1].done == heard[-1].total  # the last stage and its bar are complete


class Counting(_OfCalls):
    def __init__(self, console, heard):
        super().__init__(console)
        self.heard = heard

    def __call__(self, event):
        self.heard.append(event)
        super().__call__(event)
        assert bool(self._open) or not self._bars.live.is_started


def test_the_bars_of_all_stages_of_a_call_are_closed(terminal, monkeypatch):
    heard = []
    bars = Counting(terminal, heard)
    monkeypatch.setattr(progress_bars, "_BARS", bars)
    DiffusionMap(neighbors=None, progress=True).fit(X)
    select_bandwidth(X, np.arange(80) % 2, progress=True)
    assert bars._open == set()


def test_the_listener_that_draws_bars_can_be_pickled():
    assert Resources(progress=False).progress is None
    listener = Resources(progress=True).progress
    assert pickle.loads(pickle.dumps(listener)) is listener


# one arithmetic is enough
@pytest.mark.parametrize("every_arithmetic", ["reference"], indirect=True)
def test_rich_is_imported_only_for_bars():
    code = (
        "import sys, numpy as np, kernelscale as ks\n"
        "X = np.random.default_rng(0).normal(size=(60, 3))\n"
        "ks.select_bandwidth(X, progress=False, rule='median')\n"
        "print('rich' in sys.modules)\n"
        "ks.select_bandwidth(X, progress=True, rule='median')\n"
        "print('rich' in sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["False", "True"]
    assert ran.stderr == ""
