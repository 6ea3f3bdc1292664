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
    "engine_options",
    "given",
    "number",
    "one_of",
    "share",
    "takes",
    "takes_limits",
    "whole_number",
]

DEFAULT_MEMORY_LIMIT = "auto"  # as in `engine`, which no help text needs

_DATA: Any = typer.Argument(
    metavar="DATA",
    show_default=False,
    help="A table (.csv, .tsv, .txt, .jsonl, .arff, also .gz; .xlsx, .parquet, .feather, .h5ad), "
    "an array (.npy, .npz), - for standard input, or the bundled set mfeat. Every column but an "
    "index is a feature unless options say otherwise.",
)
Data = Annotated[str, _DATA]
OptionalData = Annotated[str | None, _DATA]
Label = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        show_default=False,
        help="The column that holds each row's class. With classes, the scale is chosen to tell "
        "them apart.",
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
        help="An option of the rule, such as factor=3. Give it once for each.",
    ),
]
Groups = Annotated[
    str | None,
    typer.Option(
        metavar="COLUMN",
        show_default=False,
        help="A column that says which rows belong together, such as those of one patient; it is "
        "no feature. Whole groups are then left out.",
    ),
]
Strength = Annotated[
    float | None,
    typer.Option(
        "--C",
        metavar="C",
        show_default=False,
        help="C of the support vector machine that the scale is for, or one over the ridge of a "
        "regression.",
    ),
]


def one_of(flag: str, names: Sequence[str]) -> Callable[[str], str]:
    """A reader of one of a few words."""

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
        help='Memory allowed beyond the data, such as "512 MiB" or "4 GB"; by default half of '
        "what is free, and at least 1 GiB.",
    ),
]


def _is_count(text: str, smallest: int) -> bool:
    from ..._validation import LARGEST_COUNT

    short = len(text) <= len(str(LARGEST_COUNT))  # others Python would not even read
    return text.isdecimal() and short and smallest <= int(text) <= LARGEST_COUNT


def _allowed(text: str, smallest: int) -> str:
    """The limit that a number has passed, in words."""
    from ..._validation import LARGEST_COUNT

    too_large = text.isdecimal() and len(text) >= len(str(LARGEST_COUNT))
    return f"of at most {LARGEST_COUNT}" if too_large else f"of at least {smallest}"


def whole_number(flag: str, smallest: int) -> Callable[[str], int]:
    """A reader of a whole number, whose message has the value: that of some Typers has not."""

    def read(typed: str) -> int:
        text = str(typed)  # a default is a number already
        if not _is_count(text, smallest):
            raise typer.BadParameter(
                f"a whole number {_allowed(text, smallest)} is needed, but {text!r} was given.",
                param_hint=f"'{flag}'",
            )
        return int(text)

    return read


def neighbors(typed: str) -> int | str:
    """How many neighbours, or "all"."""
    if (text := str(typed)) == "all":
        return text
    if not _is_count(text, smallest=1):
        raise typer.BadParameter(
            f"a whole number {_allowed(text, smallest=1)} or 'all' is needed, but {text!r} was "
            f"given.",
            param_hint="'--neighbors'",
        )
    return int(text)


def number(flag: str, allowed: str, is_allowed: Callable[[float], bool]) -> Callable[[str], float]:
    """A reader of a number; `allowed` says in words which ones `is_allowed` takes."""

    def read(typed: str) -> float:
        with suppress(ValueError):
            if is_allowed(found := float(typed)):
                return found
        raise typer.BadParameter(
            f"a number {allowed} is needed, but {typed!r} was given.", param_hint=f"'{flag}'"
        )

    return read


def share(flag: str, whole: bool = True) -> Callable[[str], float]:
    """A reader of a number from 0 to 1; without `whole` neither of these two."""
    if whole:
        return number(flag, "from 0 to 1", lambda x: 0 <= x <= 1)
    return number(flag, "above 0 and below 1", lambda x: 0 < x < 1)


Threads = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        parser=whole_number("--threads", smallest=1),
        show_default="all processors",
        help="Threads to use. Results do not depend on it.",
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
        help="Rows drawn at random for sums over all pairs, each compared with all rows; the "
        "scale then has an interval. auto takes as many as give 1 % of error, and all up to "
        "20,000. Neighbours are still those among all rows. Without a label a Parquet file, a "
        "folder of them or a Zarr array is then read in blocks, and may be larger than memory.",
    ),
]


def engine_options(
    memory_limit: MemoryLimit = DEFAULT_MEMORY_LIMIT, threads: Threads = None
) -> dict[str, Any]:
    """The options of the engine, checked before anything is read: a group for `takes`."""
    from ...engine.resources import Resources

    with UsageError.instead_of(ValueError):
        return {"memory_limit": Resources(memory_limit).bytes_allowed, "n_threads": threads}


def given(context: typer.Context) -> dict[str, str]:
    """The parameters that were typed, by name, each as it is typed."""
    return {
        str(parameter.name): max(parameter.opts, key=len)
        for parameter in context.command.params
        if getattr(context.get_parameter_source(str(parameter.name)), "name", "") == "COMMANDLINE"
    }


def takes(name: str, group: Callable[..., Any]) -> Callable[..., Callable[..., None]]:
    """A decorator that gives a command a group of options.

    The parameters of `group` take the place of the command's parameter `name`; what `group` makes
    of the options that were typed is passed as that parameter.
    """
    added = inspect.signature(group, eval_str=True).parameters

    def decorate(run: Callable[..., None]) -> Callable[..., None]:
        @wraps(run)
        def command(**typed: Any) -> None:
            of_group = {each: typed.pop(each) for each in added}
            run(**typed, **{name: group(**of_group)})

        parameters: list[inspect.Parameter] = []
        for own in inspect.signature(run, eval_str=True).parameters.values():
            parameters += added.values() if own.name == name else [own]
        by_name = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in parameters]
        command.__signature__ = inspect.Signature(by_name)  # type: ignore[attr-defined]
        command.__annotations__ = {each.name: each.annotation for each in by_name}
        return command

    return decorate


takes_limits = takes("limits", engine_options)
"""A decorator: the command takes --memory-limit and --threads, as its parameter `limits`."""
