"""A catalogue of bad inputs, each with its error and a part of the message of that error.

Each family of invalid values (arrays, counts, seeds, ...) is combined with every function that
takes such a value, so a new function needs only one line in `functions.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from tests.bad_inputs.bad_call import Bad, Value
from tests.bad_inputs.calls_of_pictures import OF_PICTURES
from tests.bad_inputs.calls_of_rules_and_files import OF_FILES_AND_SYNTHETIC_DATA, OF_RULES_AND_MAPS
from tests.bad_inputs.calls_of_the_engine import OF_KERNELS, OF_THE_ENGINE
from tests.bad_inputs.functions import (
    TAKE_COUNTS,
    TAKE_LABELS,
    TAKE_MATRICES,
    TAKE_MEMORY,
    TAKE_PATHS,
    TAKE_POINTS,
    TAKE_SCALES,
    TAKE_SEEDS,
    TAKE_SPARSE_POINTS,
)
from tests.bad_inputs.invalid_values import (
    NO_COUNTS,
    NO_LABELS,
    NO_MATRICES,
    NO_MEMORY,
    NO_PATHS,
    NO_POINTS,
    NO_SCALES,
    NO_SEEDS,
    NO_SPARSE_POINTS,
)


def _crossed(family: dict[str, Any], places: dict[str, Callable[[Any], Any]]) -> dict[str, Bad]:
    """Calls of every function that takes values of a family, with every value of this family."""
    found = {}
    for place, call in places.items():
        for name, value in family.items():
            expected = value if isinstance(value, Value) else _refused(*value, family)
            found[f"{place}({name})"] = Bad(
                lambda call=call, value=expected.value: call(value), *expected[1:]
            )
    return found


def _refused(value: Any, sentence: str, family: dict[str, Any]) -> Value:
    error = TypeError if family is NO_PATHS else ValueError
    return Value(value, error, re.sub(r"^(?=[\d.-]+ was)", "but ", sentence))


PYTHON: dict[str, Bad] = {
    **{f"points: {name}": bad for name, bad in _crossed(NO_POINTS, TAKE_POINTS).items()},
    **{
        f"points: {name}": bad
        for name, bad in _crossed(NO_SPARSE_POINTS, TAKE_SPARSE_POINTS).items()
    },
    **{f"labels: {name}": bad for name, bad in _crossed(NO_LABELS, TAKE_LABELS).items()},
    **{f"matrices: {name}": bad for name, bad in _crossed(NO_MATRICES, TAKE_MATRICES).items()},
    **{f"counts: {name}": bad for name, bad in _crossed(NO_COUNTS, TAKE_COUNTS).items()},
    **{f"scales: {name}": bad for name, bad in _crossed(NO_SCALES, TAKE_SCALES).items()},
    **{f"seeds: {name}": bad for name, bad in _crossed(NO_SEEDS, TAKE_SEEDS).items()},
    **{f"paths: {name}": bad for name, bad in _crossed(NO_PATHS, TAKE_PATHS).items()},
    **{f"memory: {name}": bad for name, bad in _crossed(NO_MEMORY, TAKE_MEMORY).items()},
    **OF_THE_ENGINE,
    **OF_KERNELS,
    **OF_RULES_AND_MAPS,
    **OF_FILES_AND_SYNTHETIC_DATA,
    **OF_PICTURES,
}
