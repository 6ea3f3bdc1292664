"""The benchmark that compares searches for nearest neighbours, run on small data."""

import pytest
from benchmarks.neighbor_libraries import __main__ as program
from benchmarks.neighbor_libraries import libraries, sets
from benchmarks.neighbor_libraries.__main__ import line, main
from benchmarks.neighbor_libraries.measurements import Search, measured, searched

OURS = [name for name in libraries.LIBRARIES if name.startswith(libraries.OURS)]


@pytest.mark.parametrize("library", OURS)
@pytest.mark.parametrize("name", sets.SETS)
def test_our_searches_find_nearly_all_neighbours(library, name):
    found = searched(library, name, 700, 1)
    assert found.recall == 1 if "exact" in library else found.recall > 0.9
    assert found.seconds > 0
    assert found.bits == searched(library, name, 700, 2).bits


def test_a_library_that_fails_has_a_row_with_the_reason():
    assert measured("no such library", "roll", 100, 1) is None
    assert "not installed, or failed" in line("roll", "no such library", None, None)


def test_the_row_shows_whether_bits_are_the_same():
    one = Search(1.0, 0.5, 10.0, "a")
    assert line("roll", "x", one, one).endswith("| yes |")
    assert line("roll", "x", one, one._replace(bits="b")).endswith("| no |")


def test_command_prints_a_row_for_each_set_and_library(capsys, monkeypatch):
    monkeypatch.setattr(program, "measured", searched)  # a search in this process is faster
    main(["--rows", "500", "--only", libraries.OURS])
    printed = capsys.readouterr().out
    assert all(f"| {name} | {libraries.OURS} |" in printed for name in sets.SETS)
    assert "failed" not in printed
