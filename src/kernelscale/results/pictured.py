"""Answers that show themselves: as a picture when asked, and as a small page in a notebook.

What draws them, `kernelscale.reports`, stands above them and knows them all. So it is looked up by
its name, and not before the first picture: an answer is to cost no import of it.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

__all__ = ["Pictured"]

REPORTS = f"{__package__.partition('.')[0]}.reports"


class Pictured:
    """Base of answers that `reports.plot` draws."""

    def plot(self, path: str | os.PathLike[str] | None = None) -> Any:
        """Draw it, as `reports.plot` does; needs kernelscale[plot].

        Parameters
        ----------
        path : str or path-like, optional
            A file to write as well; its extension says the format.

        Returns
        -------
        matplotlib.figure.Figure
            A figure of its own, unknown to pyplot, which a notebook shows.

        Raises
        ------
        ImportError
            If matplotlib is not installed.
        ValueError, OSError
            If the file cannot be written.
        """
        return _reports().plot(self, path)

    def _repr_html_(self) -> str:
        """What a notebook shows: the answer, its notes and a small picture, without matplotlib."""
        return str(_reports("notebook_cell").cell_of(self))


def _reports(part: str = "") -> Any:
    return import_module(f"{REPORTS}.{part}".rstrip("."))
