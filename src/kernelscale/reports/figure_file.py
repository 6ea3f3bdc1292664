"""Figures that pyplot does not manage, and figure files that are written whole or not at all."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._optional_packages import optional_module
from ..atomic_files import atomic_file, check_writable, path_text

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["check_figure_path", "figure_bytes", "new_figure", "write_figure"]

_RESOLUTION = 200  # dots per inch
_LOSSLESS: dict[str, Any] = {"webp": {"pil_kwargs": {"lossless": True}}}
_WITHOUT_DATE = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


def new_figure() -> Figure:
    """An empty figure that pyplot does not manage, so that it need not be closed.

    Raises
    ------
    ImportError
        If matplotlib cannot be imported.
    """
    module = optional_module("matplotlib.figure", "Drawing needs matplotlib", '"kernelscale[plot]"')
    figure: Figure = module.Figure(figsize=(9.0, 5.0), layout="constrained")
    return figure


def check_figure_path(path: str | os.PathLike[str]) -> None:
    """Refuse a path to which no figure can be written, before the figure is computed.

    Parameters
    ----------
    path : str or path-like
        The file; its extension gives the format.

    Raises
    ------
    ImportError
        If matplotlib cannot be imported.
    ValueError
        If matplotlib does not write files with this extension.
    OSError
        If the folder does not exist or cannot be written to, or the path is a folder.

    Examples
    --------
    A figure cannot be a spreadsheet.

    >>> check_figure_path("scales.xlsx")
    Traceback (most recent call last):
        ...
    ValueError: 'scales.xlsx' is not the name of a figure file; the formats are ...eps, ...
    """
    formats = new_figure().canvas.get_supported_filetypes()
    if _extension(path) not in formats:
        raise ValueError(
            f"{str(path)!r} is not the name of a figure file; "
            f"the formats are {', '.join(sorted(formats))}."
        )
    check_writable(path)


def write_figure(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a figure in the format of the file's extension."""
    content = figure_bytes(figure, _extension(path), _RESOLUTION)
    with atomic_file(path) as temporary:
        temporary.write_bytes(content)


def figure_bytes(figure: Figure, extension: str, resolution: float) -> bytes:
    """The bytes of a figure in a format, without date or random names, so they are reproducible."""
    from matplotlib import rc_context

    file = io.BytesIO()
    with rc_context({"svg.hashsalt": "kernelscale"}):
        figure.savefig(
            file,
            format=extension,
            dpi=resolution,
            metadata=_WITHOUT_DATE.get(extension),
            **_LOSSLESS.get(extension, {}),
        )
    content = file.getvalue()
    return _with_lasting_names(content) if extension == "svg" else content


def _with_lasting_names(drawing: bytes) -> bytes:
    """The SVG with numbered clip paths, because the names from matplotlib differ between runs."""
    names = dict.fromkeys(re.findall(rb'<clipPath id="(\w+)"', drawing))
    numbers = {name: b"clip%d" % number for number, name in enumerate(names)}
    return re.sub(
        rb'(<clipPath id="|url\(#)(\w+)',
        lambda found: found[1] + numbers.get(found[2], found[2]),
        drawing,
    )


def _extension(path: str | os.PathLike[str]) -> str:
    return Path(path_text(path)).suffix.lower().removeprefix(".")
