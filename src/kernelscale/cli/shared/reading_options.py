"""The options that define how a table is read, the same for every command."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Annotated, Any

import typer

from . import options
from .problems import UsageError

__all__ = ["OF_FEATURES", "Reading", "reads_a_table"]

PANEL = "Reading the table"
OF_FEATURES = ("features", "numeric_only", "missing")
FLAGS = {"ids": "--id", "separator": "--sep"}


def _option(help_text: str, flag: str, metavar: str | None = None, **more: Any) -> Any:
    return typer.Option(
        flag, metavar=metavar, show_default=False, rich_help_panel=PANEL, help=help_text, **more
    )


Names = list[str] | None
Text = str | None


@dataclass(frozen=True)
class Reading:
    """The typed options; each field has the name of a parameter of `read_table`."""

    drop: Sequence[str] = ()
    features: Sequence[str] | None = None
    ids: Sequence[str] = ()
    numeric_only: bool = False
    missing: str = "refuse"
    separator: str | None = None
    decimal: str | None = None
    encoding: str | None = None
    header: bool | None = None
    use_rep: str | None = None

    @property
    def flags(self) -> dict[str, str]:
        """The flags of the options that were typed, by the name of the field."""
        missing = {"missing": "--drop-missing" if self.missing == "drop" else "--impute"}
        given = [part.name for part in fields(self) if getattr(self, part.name) != part.default]
        return {
            name: {**FLAGS, **missing}.get(name, f"--{name.replace('_', '-')}") for name in given
        }

    def arguments(self, *, distances: bool = False) -> dict[str, Any]:
        """The arguments for `read_table`, or for `read_distances`."""
        unused = OF_FEATURES if distances else ()
        names = [part.name for part in fields(self) if part.name not in unused]
        return {name: getattr(self, name) for name in names}


def _typed(
    drop: Annotated[
        Names,
        _option(
            "Columns to leave out, such as row numbers: one, or several separated by commas. May "
            "be given more than once.",
            "--drop",
            "COLUMNS",
        ),
    ] = None,
    features: Annotated[
        Names,
        _option(
            "The columns that are features: one, or several separated by commas.",
            "--features",
            "COLUMNS",
        ),
    ] = None,
    ids: Annotated[
        Names,
        _option(
            "Columns that name the rows, separated by commas. They are not features, and are "
            "written with the results.",
            "--id",
            "COLUMNS",
        ),
    ] = None,
    numeric_only: Annotated[
        bool, _option("Leave out columns that are not numeric.", "--numeric-only")
    ] = False,
    drop_missing: Annotated[
        bool,
        _option(
            "Skip rows in which a value is missing. Outputs have a blank row for each skipped row; "
            "a model is fitted to the other rows.",
            "--drop-missing",
        ),
    ] = False,
    impute: Annotated[
        Text,
        _option(
            "Replace a missing value by the median of its feature.",
            "--impute",
            "median",
            parser=options.one_of("--impute", ["median"]),
        ),
    ] = None,
    sep: Annotated[
        Text,
        _option(
            "The separator of fields: a character, or comma, semicolon, tab, space. The separator "
            "and the next three options are detected if you do not give them.",
            "--sep",
            "CHARACTER",
        ),
    ] = None,
    decimal: Annotated[Text, _option("The decimal mark: . or a comma.", "--decimal", ".|,")] = None,
    encoding: Annotated[
        Text, _option("The encoding of the text, such as latin-1.", "--encoding", "NAME")
    ] = None,
    header: Annotated[
        bool | None,
        _option("Whether the first line has the names of the columns.", "--header/--no-header"),
    ] = None,
    use_rep: Annotated[
        Text,
        _option(
            "The table of a .h5ad file in which distances are measured: an entry of obsm or "
            "layers, or X. By default X_pca if the file has it, otherwise X if it has at most 50 "
            "genes.",
            "--use-rep",
            "NAME",
        ),
    ] = None,
) -> Reading:
    """The typed options, checked together; `options.takes` accepts this function as a group."""
    from ...datasets.file_options import FileOptions

    if drop_missing and impute:
        raise UsageError(
            "--drop-missing skips rows with missing values and --impute fills the values in; give "
            "only one of the two."
        )
    with UsageError.instead_of(ValueError):
        FileOptions(sep, decimal, encoding, header).checked()
    missing = "drop" if drop_missing else impute or "refuse"
    names = (drop or (), features, ids or ())
    return Reading(*names, numeric_only, missing, sep, decimal, encoding, header, use_rep)


reads_a_table = options.takes("reading", _typed)
"""A decorator that adds these options to a function, as parameter `reading`."""
