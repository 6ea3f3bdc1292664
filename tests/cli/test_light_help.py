"""`--help` is fast, because it imports no large package, and it lists all rules and methods."""

import inspect
import subprocess
import sys
from dataclasses import fields

from kernelscale import engine
from kernelscale.bandwidth import RULES, Rule
from kernelscale.bandwidth.auto import PURPOSES
from kernelscale.cli.application import load_command
from kernelscale.cli.registration import COMMANDS
from kernelscale.cli.shared import help_lists, options
from kernelscale.intrinsic_dimension import METHODS
from kernelscale.metrics import METRICS
from kernelscale.paper.harness import data_folder

HEAVY = "numpy scipy sklearn pandas pyarrow matplotlib obspy anndata threadpoolctl"
# One process prints all helps: if the help of a command imports a large package, the lists of all
# later commands contain it too.
ASK = f"""
import sys
from kernelscale.cli import app
for command in [[], *([name] for name in sys.argv[1:])]:
    try:
        app([*command, "--help"])
    except SystemExit as end:
        assert end.code == 0
    heavy = set("{HEAVY}".split()) & set(sys.modules)
    print("after:", *command, *heavy)
"""


def test_help_imports_nothing_heavy():
    said = subprocess.run(
        [sys.executable, "-c", ASK, *COMMANDS.registered],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert said.count("Usage") == 1 + len(COMMANDS.registered)
    after = [line for line in said.splitlines() if line.startswith("after:")]
    assert after == ["after:", *(f"after: {name}" for name in COMMANDS.registered)]


def first_line(of):
    """First line of the docstring of the module that defines a class."""
    return inspect.getdoc(sys.modules[of.__module__]).partition("\n")[0].replace("`", "")


def test_every_rule_is_listed_with_its_options():
    assert list(help_lists.RULES) == list(RULES)
    for name, rule in RULES.items():
        # options that all rules share are listed once, not for each rule
        own = fields(rule)[len(fields(Rule)) :]
        # a kernel cannot be typed on the command line
        typed = [each for each in own if not callable(each.default)]
        said = f" Options: {', '.join(f'{each.name}={each.default}' for each in typed)}."
        assert help_lists.RULES[name] == first_line(rule) + said * bool(typed)


def test_every_method_is_listed():
    assert {name: first_line(method) for name, method in METHODS.items()} == help_lists.METHODS


def test_listed_names_exist():
    assert set(help_lists.METRICS) == set(METRICS) - {"affinity"}
    assert tuple(PURPOSES) == help_lists.PURPOSES
    assert options.DEFAULT_MEMORY_LIMIT == engine.resources.DEFAULT_MEMORY_LIMIT
    shown = {each.name: each for each in load_command("reproduce").params}["data"].show_default
    assert data_folder.VARIABLE in shown


def test_wrapped_lines_stay_in_their_column():
    said = help_lists.paragraphs({"a": "word " * 30, "longer": "b"})
    lines = said.splitlines()
    assert lines[0].startswith("a       word")
    assert all(line.startswith(" " * 8) for line in lines[1:-1])
    assert lines[-1] == "longer  b"
    assert max(map(len, lines)) <= help_lists.WIDTH
