"""Arguments and options that commands share, each with its help text."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import wraps
from typing import Annotated, Any

import typer

from .problems import UsageError

__all__ = [
    "DEFAULT_MEMORY_LIMIT",
    "AsJson",
    "Data",
    "Groups",
    "Label",
    "MemoryLimit",
    "OptionalData",
    "RuleOption",
    "SampleSize",
    "Standardize",
    "Strength",
    "Threads",
    "column",
    "count",
    "engine_options",
    "given",
    "number",
    "one_of",
    "share",
    "takes",
    "takes_limits",
    "whole_number",
]

DEFAULT_MEMORY_LIMIT = "auto"  # as in `engine`, which is slow to import


def column(help_text: str) -> Any:
    """An option whose value is the name of a column."""
    return typer.Option(metavar="COLUMN", show_default=False, help=help_text)


_DATA: Any = typer.Argument(
    metavar="DATA",
    show_default=False,
    help="A table (.csv, .tsv, .txt, .jsonl, .arff, also .gz; .xlsx, .parquet, .feather, .h5ad), "
    "an array (.npy, .npz), - for standard input, or mfeat, a bundled data set. Every column "
    "except an index is a feature unless an option excludes it.",
)
Data = Annotated[str, _DATA]
OptionalData = Annotated[str | None, _DATA]
Label = Annotated[
    str | None,
    column(
        "The column that holds each row's class. With classes, the scale is chosen to separate "
        "them."
    ),
]
Standardize = Annotated[
    bool,
    typer.Option(
        "--standardize",
        help="Give every feature mean 0 and standard deviation 1 first. Do this when features "
        "have different units.",
    ),
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="KEY=VALUE",
        show_default=False,
        help="An option of the rule, such as factor=3. May be given more than once.",
    ),
]
Groups = Annotated[
    str | None,
    column(
        "A column that names the group of each row, such as the patient. It is not a feature. "
        "Where rows are left out to test predictions, all rows of a group are left out together."
    ),
]
Strength = Annotated[
    float | None,
    typer.Option(
        "--C",
        metavar="C",
        show_default=False,
        help="C of the support vector machine that the scale is for, or 1 / ridge of a kernel "
        "ridge regression.",
    ),
]


def one_of(flag: str, names: Sequence[str]) -> Callable[[str], str]:
    """A parser that accepts only the given words."""

    def read(typed: str) -> str:
        if typed not in names:
            raise typer.BadParameter(
                f"{' or '.join(names)} is needed, but {typed!r} was given.", param_hint=f"'{flag}'"
            )
        return typed

    return read


AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document instead.")]
MemoryLimit = Annotated[
    str,
    typer.Option(
        metavar="SIZE",
        help='Memory allowed in addition to the data, such as "512 MiB" or "4 GB"; by default half '
        "of the free memory, and at least 1 GiB.",
    ),
]


def _is_count(text: str, smallest: int) -> bool:
    from ..._validation import LARGEST_COUNT

    short = len(text) <= len(str(LARGEST_COUNT))  # Python refuses to convert very long numbers
    return text.isdecimal() and short and smallest <= int(text) <= LARGEST_COUNT


def _allowed(text: str, smallest: int) -> str:
    """The range of allowed numbers, in words."""
    from ..._validation import LARGEST_COUNT

    too_large = text.isdecimal() and len(text) >= len(str(LARGEST_COUNT))
    return f"of at most {LARGEST_COUNT}" if too_large else f"of at least {smallest}"


def whole_number(flag: str, smallest: int) -> Callable[[str], int]:
    """A parser of whole numbers; Typer's own message does not always contain the value."""

    def read(typed: str) -> int:
        text = str(typed)  # the default value is an int, not text
        if not _is_count(text, smallest):
            raise typer.BadParameter(
                f"a whole number {_allowed(text, smallest)} is needed, but {text!r} was given.",
                param_hint=f"'{flag}'",
            )
        return int(text)

    return read


def neighbors(typed: str) -> int | str:
    """A parser of a number of neighbours, or "all"."""
    if (text := str(typed)) == "all":
        return text
    if not _is_count(text, smallest=1):
        raise typer.BadParameter(
            f"a whole number {_allowed(text, smallest=1)} or 'all' is needed, but {text!r} was "
            f"given.",
            param_hint="'--neighbors'",
        )
    return int(text)


def count(flag: str, help_text: str, *, smallest: int = 1, metavar: str = "N", **more: Any) -> Any:
    """An option whose value is a whole number."""
    parser = whole_number(flag, smallest)
    return typer.Option(flag, metavar=metavar, parser=parser, help=help_text, **more)


def number(flag: str, allowed: str, is_allowed: Callable[[float], bool]) -> Callable[[str], float]:
    """A parser of numbers; the text `allowed` describes the numbers that `is_allowed` accepts."""

    def read(typed: str) -> float:
        with suppress(ValueError):
            if is_allowed(found := float(typed)):
                return found
        raise typer.BadParameter(
            f"a number {allowed} is needed, but {typed!r} was given.", param_hint=f"'{flag}'"
        )

    return read


def share(flag: str, whole: bool = True) -> Callable[[str], float]:
    """A parser of numbers between 0 and 1; 0 and 1 themselves are allowed only with `whole`."""
    if whole:
        return number(flag, "from 0 to 1", lambda x: 0 <= x <= 1)
    return number(flag, "above 0 and below 1", lambda x: 0 < x < 1)


Threads = Annotated[
    int | None,
    count(
        "--threads",
        "Number of threads. Results do not depend on it.",
        show_default="all processors",
    ),
]


def _sample_size(typed: str) -> int | str:
    from ..._validation import SMALLEST_SAMPLE

    text = str(typed)
    if _is_count(text, SMALLEST_SAMPLE):
        return int(text)
    if text != "auto":
        raise typer.BadParameter(
            f"auto or a whole number {_allowed(text, SMALLEST_SAMPLE)} is needed, but {text!r} was "
            "given.",
            param_hint="'--n-sample'",
        )
    return text


SampleSize = Annotated[
    Any,
    typer.Option(
        "--n-sample",
        metavar="N|auto",
        parser=_sample_size,
        show_default="all rows",
        help="Estimate each sum over all pairs from N rows, drawn at random, and their pairs with "
        "all rows; the evidence then has standard errors. auto takes all rows if there are at most "
        "20,000, and otherwise as many as give an error of 1 %. Neighbours are still searched "
        "among all rows. If no label is given, a Parquet file, a folder of Parquet files or a Zarr "
        "array is then read in blocks and may be larger than memory.",
    ),
]


def engine_options(
    memory_limit: MemoryLimit = DEFAULT_MEMORY_LIMIT, threads: Threads = None
) -> dict[str, Any]:
    """The options of the engine, checked before data are read; a group for `takes`."""
    from ...engine.resources import Resources

    with UsageError.instead_of(ValueError):
        return {"memory_limit": Resources(memory_limit).bytes_allowed, "n_threads": threads}


def given(context: typer.Context) -> dict[str, str]:
    """The flag of each option that was typed, by the name of its parameter."""
    return {
        str(parameter.name): max(parameter.opts, key=len)
        for parameter in context.command.params
        if getattr(context.get_parameter_source(str(parameter.name)), "name", "") == "COMMANDLINE"
    }


def takes(name: str, group: Callable[..., Any]) -> Callable[..., Callable[..., Any]]:
    """A decorator that replaces one parameter of a function by a group of options.

    The parameters of `group` replace the parameter `name` in the signature. When the function is
    called, `group` is called with the options that were typed, and its result is passed as `name`.
    """
    added = inspect.signature(group, eval_str=True).parameters

    def decorate(run: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(run, updated=())  # the default of `updated` would copy the attributes of a dataclass
        def command(**typed: Any) -> Any:
            of_group = {each: typed.pop(each) for each in added}
            return run(**typed, **{name: group(**of_group)})

        parameters: list[inspect.Parameter] = []
        for own in inspect.signature(run, eval_str=True).parameters.values():
            parameters += added.values() if own.name == name else [own]
        by_name = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
        command.__signature__ = inspect.Signature(by_name)  # type: ignore[attr-defined]
        command.__annotations__ = {each.name: each.annotation for each in by_name}
        return command

    return decorate


takes_limits = takes("limits", engine_options)
"""A decorator that adds --memory-limit and --threads to a function, as parameter `limits`."""
