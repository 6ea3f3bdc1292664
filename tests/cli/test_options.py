import pytest

from kernelscale.cli.options import engine_options


@pytest.mark.parametrize("typed", ["-1", "0", "two", "1.5", ""])
@pytest.mark.parametrize("command", ["compare", "select"])
def test_threads_say_what_was_given_and_what_is_allowed(refuse, command, typed):
    assert refuse(command, "mfeat", "--threads", typed, code=2) == (
        f"Invalid value for '--threads': a whole number of at least 1 is needed, "
        f"but {typed!r} was given."
    )


@pytest.mark.parametrize("thousands", [0, 1, 2, 3, 4])
@pytest.mark.parametrize(("ending", "factor"), [("B", 1000), ("iB", 1024)])
def test_memory_in_every_unit(thousands, ending, factor):
    prefix = ["", "K", "M", "G", "T"][thousands]
    unit = f"{prefix}{ending}" if prefix else "B"
    assert engine_options(f"1 {unit}")["memory_limit"] == factor**thousands
    assert engine_options(f"2.5{unit.lower()}")["memory_limit"] == int(2.5 * factor**thousands)
