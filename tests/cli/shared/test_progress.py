"""Progress bars of commands."""

import io
import time

import pytest
from rich.console import Console

from kernelscale.cli.shared.progress import ProgressDisplay
from kernelscale.engine.progress import ProgressEvent


@pytest.fixture
def terminal():
    return Console(file=io.StringIO(), force_terminal=True, width=80)


def events(display):
    for done in range(4):
        display(ProgressEvent("rules", done, 3))
        for part in range(3):
            display(ProgressEvent("eigenvalues", part, 2))


def test_progress_shows_stages_within_one_another(terminal):
    with ProgressDisplay(terminal, patience=0.0) as display:
        display(ProgressEvent("rules", 1, 3))
        display(ProgressEvent("eigenvalues", 5, 40))
        time.sleep(0.2)
    shown = terminal.file.getvalue()
    for words in ("rules", "1/3", "eigenvalues", "5/40"):
        assert words in shown


def test_progress_survives_stages_that_start_again(terminal):
    with ProgressDisplay(terminal, patience=0.0) as display:
        for _ in range(2):
            events(display)


def test_short_work_shows_nothing(terminal):
    with ProgressDisplay(terminal) as display:
        events(display)
    assert terminal.file.getvalue() == ""


def test_without_a_terminal_progress_shows_nothing():
    console = Console(file=io.StringIO())
    with ProgressDisplay(console, patience=0.0) as display:
        events(display)
    assert console.file.getvalue() == ""
