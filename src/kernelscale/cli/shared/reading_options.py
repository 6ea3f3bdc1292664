"""Options on how a table is read, the same for every command that reads one."""

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
    """The options that were typed, under the names of parameters of `read_table`."""

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
        """The options that were typed: the flag of each, by its name here."""
        missing = {"missing": "--drop-missing" if self.missing == "drop" else "--impute"}
        given = [part.name for part in fields(self) if getattr(self, part.name) != part.default]
        return {
            name: {**FLAGS, **missing}.get(name, f"--{name.replace('_', '-')}") for name in given
        }

    def arguments(self, *, distances: bool = False) -> dict[str, Any]:
        """The arguments for `read_table`, or for `read_distances`."""
        useless = OF_FEATURES if distances else ()
        names = [part.name for part in fields(self) if part.name not in useless]
        return {name: getattr(self, name) for name in names}


def _typed(
    drop: Annotated[
        Names,
        _option(
            "Columns to leave out, such as row numbers: one, or several with commas between. May "
            "be given more than once.",
            "--drop",
            "COLUMNS",
        ),
    ] = None,
    features: Annotated[
        Names, _option("The columns that are features, likewise.", "--features", "COLUMNS")
    ] = None,
    ids: Annotated[
        Names,
        _option(
            "Columns that name the rows, likewise: no features, but written beside the results.",
            "--id",
            "COLUMNS",
        ),
    ] = None,
    numeric_only: Annotated[
        bool, _option("Leave out columns that are not numbers.", "--numeric-only")
    ] = False,
    drop_missing: Annotated[
        bool,
        _option(
            "Leave out rows in which a value is missing; tables that are written have them blank, "
            "in their places, and a model has the others.",
            "--drop-missing",
        ),
    ] = False,
    impute: Annotated[
        Text,
        _option(
            "Fill in the median of the feature where one is missing.",
            "--impute",
            "median",
            parser=options.one_of("--impute", ["median"]),
        ),
    ] = None,
    sep: Annotated[
        Text,
        _option(
            "What stands between fields: a character, or comma, semicolon, tab, space. This and "
            "the next three are found out unless you give them.",
            "--sep",
            "CHARACTER",
        ),
    ] = None,
    decimal: Annotated[
        Text, _option("What stands in fractions: . or a comma.", "--decimal", ".|,")
    ] = None,
    encoding: Annotated[
        Text, _option("How text is encoded, such as latin-1.", "--encoding", "NAME")
    ] = None,
    header: Annotated[
        bool | None,
        _option("Whether the first line has the names of the columns.", "--header/--no-header"),
    ] = None,
    use_rep: Annotated[
        Text,
        _option(
            "Of a .h5ad file, what distances are measured in: an entry of obsm or layers, or X. By "
            "default X_pca where there is one, else X of up to 50 genes.",
            "--use-rep",
            "NAME",
        ),
    ] = None,
) -> Reading:
    """The options that were typed, if they agree."""
    from ...datasets.file_options import FileOptions

    if drop_missing and impute:
        raise UsageError(
            "--drop-missing leaves rows with missing values out and --impute fills them in; give "
            "one of them."
        )
    with UsageError.instead_of(ValueError):
        FileOptions(sep, decimal, encoding, header).checked()
    missing = "drop" if drop_missing else impute or "refuse"
    names = (drop or (), features, ids or ())
    return Reading(*names, numeric_only, missing, sep, decimal, encoding, header, use_rep)


reads_a_table = options.takes("reading", _typed)
"""A decorator: the command reads a table, and takes these options as its parameter `reading`."""
