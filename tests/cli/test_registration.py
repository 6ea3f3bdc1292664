"""Entry points of this package and of other packages register commands and readers."""

import sys
from importlib.metadata import EntryPoint
from types import SimpleNamespace

import numpy as np
import pytest

from kernelscale import cli
from kernelscale.cli import compare, registration
from kernelscale.cli.registration import COMMANDS, READERS
from kernelscale.cli.shared.data_table import Table
from kernelscale.cli.shared.screen import print_plain

AGAIN = "install it again with pip."


def greet(times: int = 1) -> None:
    print_plain(" ".join(["hello"] * times))


def throws(data, *_):
    points = np.random.default_rng(6).normal(size=(20, 2))
    return Table(data, points, None, ("first", "second"))


MODULES = {
    "greeting": {"SUMMARY": "Say hello.", "HELP": "", "EPILOG": "", "run": greet},
    "wordless": {"SUMMARY": "Say nothing.", "run": greet},
    "dice": {
        "options": lambda: None,
        "takes": lambda data, typed: data.endswith(".dice"),
        "refuse": lambda data, typed: None,
        "table": throws,
        "files_in": lambda folder: [],
    },
}


@pytest.fixture
def register(monkeypatch):
    """A function that adds modules to a group of entry points.

    With `alone`, the modules replace the package's own modules in this group.
    """
    real, found = registration.entry_points, {}

    def entry_points(group):
        return found.get(group, real(group=group))

    def add(of, *, alone=False, **modules):
        group = f"kernelscale.{of}"
        new = [EntryPoint(name, module, group) for name, module in modules.items()]
        found[group] = new if alone else [*real(group=group), *new]
        registration.registered_in.cache_clear()

    # A command loads the readers when its module is imported, so each test imports the module anew.
    monkeypatch.setattr(cli, "compare", compare)
    monkeypatch.delitem(sys.modules, compare.__name__)
    for module, names in MODULES.items():
        monkeypatch.setitem(sys.modules, module, SimpleNamespace(**names))
    monkeypatch.setattr(registration, "entry_points", entry_points)
    yield add
    registration.registered_in.cache_clear()


@pytest.mark.parametrize("group", [COMMANDS, READERS], ids=lambda group: group.name)
def test_all_registered_modules_can_be_loaded(group):
    for name in group.registered:
        assert all(hasattr(group.load(name), each) for each in group.names)


def test_the_help_lists_commands_in_the_order_of_their_registration(invoke):
    shown = invoke("--help").stdout
    places = [shown.index(COMMANDS.load(name).SUMMARY) for name in COMMANDS.registered]
    assert places == sorted(places)


def test_a_command_of_another_package_is_listed(invoke, register):
    register("commands", greet="greeting")
    assert "Say hello." in invoke("--help").stdout
    assert invoke("greet", "--times", "2").stdout == "hello hello\n"
    assert "'--times'" in invoke("greet", "--times", "often", code=2).stderr


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("no_such_module", "cannot be loaded from no_such_module (No module named"),
        ("kernelscale.cli.info:never", "cannot be loaded from kernelscale.cli.info:never (module"),
        ("wordless", "cannot be loaded: wordless has no HELP, EPILOG."),
    ],
)
def test_a_command_that_cannot_be_loaded_gives_one_sentence(
    invoke, refuse, register, module, sentence
):
    register("commands", broken=module)
    assert f"The command 'broken' {sentence}" in refuse("broken", "--any", "option", code=1)
    shown = invoke("--help").stdout
    assert f"The command 'broken' {sentence}"[:60] in shown
    assert "select" in shown
    assert invoke("info").stdout


@pytest.mark.parametrize("group", ["commands", "readers"])
def test_an_outdated_installation_gives_one_sentence(invoke, refuse, register, group):
    """Entry points are those of the last installation, even if the source code is newer."""
    register(group, alone=True)
    sentence = refuse("compare", "mfeat", code=1)
    assert sentence.startswith(f"No {group} of kernelscale are registered")
    assert sentence.endswith(AGAIN)
    assert invoke("--version").stdout.startswith("kernelscale ")


def test_a_reader_of_another_package_reads_for_compare(invoke, register):
    register("readers", dice="dice")
    assert "throws.dice: 20 rows, 2 features" in invoke("compare", "throws.dice").stdout


def test_a_reader_that_cannot_be_loaded_gives_one_sentence(refuse, register):
    register("readers", lost="no_such_module")
    sentence = refuse("compare", "mfeat", code=1)
    assert sentence.startswith("The reader 'lost' cannot be loaded from no_such_module")
