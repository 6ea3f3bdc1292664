"""Base of results with a `plot` method and a summary in a notebook.

`kernelscale.reports` draws these results and imports their classes, so it is imported only when the
first picture is drawn.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

__all__ = ["Pictured"]

REPORTS = f"{__package__.partition('.')[0]}.reports"


class Pictured:
    """Base of results that `reports.plot` draws."""

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """Draw the result with `reports.plot`; needs kernelscale[plot].

        Parameters
        ----------
        path : str or path-like, optional
            A file to write as well; its extension decides the format.

        Returns
        -------
        matplotlib.figure.Figure
            A figure that pyplot does not manage; a notebook shows it.

        Raises
        ------
        ImportError
            If matplotlib cannot be imported.
        ValueError, OSError
            If the file cannot be written.
        """
        return _reports().plot(self, path)

    def _repr_html_(self) -> str:
        """HTML for a notebook: the numbers, the notes and a small picture, without matplotlib."""
        return str(_reports("notebook_cell").cell_of(self))


def _reports(part: str = "") -> Any:
    return import_module(f"{REPORTS}.{part}".rstrip("."))
