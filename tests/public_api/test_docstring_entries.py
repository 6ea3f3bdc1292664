"""Docstrings describe the parameters, attributes, results and errors that the code has."""

import ast
import builtins
import inspect
import itertools
import re
import textwrap

from tests.public_api.docstrings import (
    FUNCTIONS,
    MADE,
    WITH_PARAMETERS,
    each,
    entries,
    parameters,
    sections,
)

import kernelscale

CHECKS = re.compile(r"\bcheck\b|\b_?check_|_option$")  # names of functions that may raise an error


@each(WITH_PARAMETERS)
def test_all_parameters_are_described_in_the_order_of_the_signature(documented):
    described = sections(documented)
    text = described.get("Parameters", described.get("Attributes", ""))
    assert [name for name, _ in entries(text)] == parameters(documented)


def test_attributes_other_than_parameters_are_described():
    rule = kernelscale.bandwidth.Rule
    attributes = [name for name in rule.__annotations__ if name not in parameters(rule)]
    assert [name for name, _ in entries(sections(rule)["Attributes"])] == attributes
    fitted = kernelscale.DiffusionMap(n_components=1, bandwidth=1.0).fit([[0.0], [1.0]])
    # the attribute is computed when it is first used
    assert fitted.independent_coordinates_ is not None
    described = {name for name, _ in entries(sections(kernelscale.DiffusionMap)["Attributes"])}
    of_bandwidth = {"epsilon_", "gamma_"}  # these properties return numbers of `bandwidth_`
    assert described - {"feature_names_in_"} - of_bandwidth == {
        n for n in vars(fitted) if re.search("[^_].*_$", n)
    }
    assert of_bandwidth <= described


@each(WITH_PARAMETERS)
def test_a_meaning_follows_every_parameter_and_attribute(documented):
    described = sections(documented)
    for title in ("Parameters", "Attributes"):
        lines = described.get(title, "").split("\n")
        for line, following in itertools.pairwise(lines):
            if line and not line.startswith(" "):
                assert following.startswith("    "), line


@each(FUNCTIONS)
def test_described_defaults_agree_with_the_signature(documented):
    signature = inspect.signature(documented)
    for name, rest in entries(sections(documented).get("Parameters", "")):
        if ", default " in rest:
            assert rest.rpartition(", default ")[2] == repr(signature.parameters[name].default)


@each(FUNCTIONS)
def test_returns_section_describes_the_result(documented):
    names = [name for name, _ in entries(sections(documented).get("Returns", ""))]
    returned = inspect.signature(documented).return_annotation
    if returned == "None":
        assert names == []
    else:
        assert names[0].rpartition(".")[2] in {"object", *re.findall(r"\w+", returned)}


@each(FUNCTIONS | MADE)
def test_raises_section_describes_errors_that_are_raised(documented):
    described = entries(sections(documented).get("Raises", ""))
    allowed = tuple(exception(documented, name) for name, _ in described)
    # a function with data `X` always has errors to describe
    assert allowed or "X" not in parameters(documented)
    for tree in sources(documented):
        called = [ast.unparse(n.func) for n in ast.walk(tree) if isinstance(n, ast.Call)]
        raised = [n.exc.func for n in ast.walk(tree) if isinstance(n, ast.Raise) and n.exc]
        assert allowed or not (raised or any(map(CHECKS.search, called)))
        for error in raised:
            assert issubclass(exception(documented, ast.unparse(error)), allowed)


def sources(documented):
    """Code whose errors a docstring must describe; for a class, the code that checks its options.

    This code is `__post_init__`, the method `check` of a statistic, and the method `_choose` of a
    rule. Other methods, such as `fit`, have their own docstrings.
    """
    looking = ("__post_init__", "check", "_choose")
    found = [documented]
    if inspect.isclass(documented):
        found = [vars(documented)[name] for name in looking if name in vars(documented)]
    return [ast.parse(textwrap.dedent(inspect.getsource(function))) for function in found]


def exception(documented, name):
    """The class of an error that the text or code of a public object names."""
    found = getattr(inspect.getmodule(documented), name, None) or getattr(builtins, name)
    assert issubclass(found, Exception)
    return found
