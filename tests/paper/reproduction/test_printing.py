import io

import pytest
from rich.console import Console

from kernelscale.paper.reproduction.printing import TimeLeft


@pytest.mark.parametrize("terminal", [True, False])
def test_each_experiment_is_announced_on_a_terminal_only(terminal):
    file = io.StringIO()
    console = Console(file=file, force_terminal=terminal, color_system=None, width=100)
    left = TimeLeft(["roll", "digits"], [2.0, 30.0], console)
    left.next()
    left.next()
    said = file.getvalue().splitlines()
    assert [line.split(":")[0] for line in said] == (
        ["roll (1 of 2)", "digits (2 of 2)"] if terminal else []
    )


def test_the_time_left_depends_on_the_speed_of_finished_experiments():
    left = TimeLeft(["a", "b", "c"], [1.0, 1.0, 8.0], Console(file=io.StringIO()))
    assert left.sentence(0.0) == "a (1 of 3): about 10 min left in all"
    left.next()
    left.next()
    assert left.sentence(60.0) == "c (3 of 3): about 4 min left in all"
    assert left.sentence(0.6) == "c (3 of 3): less than a minute left in all"
