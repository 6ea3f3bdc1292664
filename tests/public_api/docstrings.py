"""Public functions and classes, and the sections of their docstrings."""

import inspect
import re
from typing import get_origin

from tests.check_each import check_each
from tests.public_api.public_names import DOCUMENTED, named

import kernelscale
from kernelscale.engine.executors import Executor
from kernelscale.engine.statistics import Statistic
from kernelscale.engine.tile import Arithmetic
from kernelscale.metrics.metric import Metric

FUNCTIONS = named(DOCUMENTED, inspect.isfunction)

# Python 3.10 treats a parametrized type, such as the type of a progress callback, as a class.
CLASSES = named(DOCUMENTED, lambda value: inspect.isclass(value) and get_origin(value) is None)

# Classes of errors and warnings have no parameters, and one sentence documents them.
MADE = {name: c for name, c in CLASSES.items() if not issubclass(c, Exception)}

# Abstract classes have no parameters of their own; their subclasses have some.
ABSTRACT = {
    kernelscale.bandwidth.Rule,
    kernelscale.Kernel,
    Arithmetic,
    Executor,
    Statistic,
    Metric,
    kernelscale.metrics.RowMetric,
}

WITH_PARAMETERS = FUNCTIONS | {name: c for name, c in MADE.items() if c not in ABSTRACT}

UNDERLINED = re.compile(r"^(\w[\w ]*)\n(-{3,})$", re.MULTILINE)


def each(objects):
    """A decorator that turns a check of one object into one test of all given objects."""
    return lambda check: lambda: check_each(check, objects)


def sections(documented):
    """Titles and texts of a docstring's sections; text before the sections has the title ''."""
    _, *parts = ["", *UNDERLINED.split(inspect.cleandoc(documented.__doc__))]
    return {"": parts[0]} | dict(zip(parts[1::3], parts[3::3], strict=True))


def entries(text):
    """The names that a section describes, each with the rest of its line."""
    lines = [line for line in text.splitlines() if line and not line.startswith(" ")]
    parts = [line.partition(" : ") for line in lines]
    return [(name.strip(), rest) for names, _, rest in parts for name in names.split(",")]


def parameters(documented):
    stars = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}
    signature = inspect.signature(documented)
    return [stars.get(p.kind, "") + p.name for p in signature.parameters.values()]
