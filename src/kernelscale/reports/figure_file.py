"""Figures as objects and as files: made without pyplot, written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

from ..whole_files import check_writable, whole_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["check_figure_path", "new_figure", "save_figure", "write_figure"]

_RESOLUTION = 200  # dots an inch: sharp on a projector
_LOSSLESS: dict[str, Any] = {"webp": {"pil_kwargs": {"lossless": True}}}
_WITHOUT_DATE = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}


def new_figure() -> Figure:
    """An empty figure that pyplot does not know about, so nothing has to close it.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError(
            'Drawing needs matplotlib; install it with: pip install "kernelscale[plot]"'
        ) from None
    return Figure(figsize=(9.0, 5.0), layout="constrained")


def check_figure_path(path: str | os.PathLike[str]) -> None:
    """Refuse a file that a figure could not be written to, before any work is done.

    Parameters
    ----------
    path : str or path-like
        The file to be; its extension says the format.

    Raises
    ------
    ImportError
        If matplotlib is not installed.
    ValueError
        If the extension is not one that matplotlib writes.
    OSError
        If the folder does not exist or cannot be written to, or the path is a folder.

    Examples
    --------
    A spreadsheet is no picture, which is told before hours of work and not after.

    >>> check_figure_path("scales.xlsx")
    Traceback (most recent call last):
        ...
    ValueError: 'scales.xlsx' has no extension of a figure; the formats are ...eps, ...
    """
    formats = new_figure().canvas.get_supported_filetypes()
    if _extension(path) not in formats:
        raise ValueError(
            f"{str(path)!r} has no extension of a figure; "
            f"the formats are {', '.join(sorted(formats))}."
        )
    check_writable(path)


def write_figure(figure: Figure, path: str | os.PathLike[str]) -> None:
    """Write a figure; its extension says the format."""
    with whole_file(path) as temporary:
        save_figure(figure, temporary, _extension(path), _RESOLUTION)


def save_figure(figure: Figure, file: Path | BinaryIO, extension: str, resolution: float) -> None:
    """Save a figure in a format: as it is, and without the date, so that it is the same again."""
    from matplotlib import rc_context

    with rc_context({"svg.hashsalt": "kernelscale"}):
        figure.savefig(
            file,
            format=extension,
            dpi=resolution,
            metadata=_WITHOUT_DATE.get(extension),
            **_LOSSLESS.get(extension, {}),
        )


def _extension(path: str | os.PathLike[str]) -> str:
    return Path(path).suffix.lower().removeprefix(".")
