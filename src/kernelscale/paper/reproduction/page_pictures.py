"""Pictures of experiments' tables: as files, and inside a page."""

from __future__ import annotations

import base64
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ..experiment_figures import DRAWINGS, Tables
from ..figure_file import figure_bytes, new_figure, write_figure
from .markup import Markup, element

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["PictureOnPage", "picture_files", "write_pictures"]

KINDS = ("png", "svg")

MOST_BYTES = 40_000  # of a drawing on the page; one of more is a bitmap there
RESOLUTION = 120  # dots an inch of a bitmap
BITMAP = "webp"  # a third of the bytes of PNG, and no less true


class PictureOnPage(NamedTuple):
    """An image with all its data inside, and what it shows in words.

    Attributes
    ----------
    source : str
        A data URL.
    text : str
        What is under it.
    """

    source: str
    text: str

    def markup(self) -> Markup:
        """The image and its caption."""
        image = element("img", src=self.source, alt=self.text)
        return element("figure", image, element("figcaption", self.text))


def picture_files(name: str) -> list[str]:
    """Names of the files of an experiment's pictures, NAME-PICTURE.png and .svg."""
    return [f"{name}-{picture}.{kind}" for picture in DRAWINGS.get(name, {}) for kind in KINDS]


def write_pictures(name: str, tables: Tables, folder: Path) -> list[PictureOnPage]:
    """Write NAME-PICTURE.png and .svg of an experiment's tables, and give images for a page.

    Raises
    ------
    ImportError
        If there are pictures and matplotlib is not installed.
    OSError
        If a file cannot be written.
    """
    pictures = []
    for picture, draw in DRAWINGS.get(name, {}).items():
        figure = new_figure()
        draw(figure, tables)
        bitmap, drawing = (folder / f"{name}-{picture}.{kind}" for kind in KINDS)
        write_figure(figure, bitmap)
        write_figure(figure, drawing)
        pictures.append(PictureOnPage(_source(figure, drawing.read_bytes()), _in_words(name, draw)))
    return pictures


def _in_words(name: str, draw: Callable[..., None]) -> str:
    """What a picture shows: the first line of what its function says of itself."""
    said = (inspect.getdoc(draw) or "a picture").splitlines()[0]
    return f"{name.replace('_', ' ')}: {said[:1].lower()}{said[1:]}"


def _source(figure: Figure, drawing: bytes) -> str:
    kind, content = "svg+xml", drawing
    if len(content) > MOST_BYTES:
        kind, content = BITMAP, figure_bytes(figure, BITMAP, RESOLUTION)
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"
