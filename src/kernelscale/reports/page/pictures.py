"""Pictures of experiments' tables: as files, and inside a page."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import TYPE_CHECKING

from ..experiment_figures import DRAWINGS, Tables
from ..figure_file import figure_bytes, new_figure, write_figure
from .markup import Markup, element

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["write_pictures"]

MOST_BYTES = 40_000  # of a drawing on the page; one of more is a bitmap there
RESOLUTION = 120  # dots an inch of a bitmap
BITMAP = "webp"  # a third of the bytes of PNG, and no less true


def write_pictures(name: str, tables: Tables, folder: Path) -> list[Markup]:
    """Write NAME-PICTURE.png and .svg of an experiment's tables, and give images for a page.

    Raises
    ------
    ImportError
        If there are pictures and matplotlib is not installed.
    OSError
        If a file cannot be written.
    """
    images = []
    for picture, draw in DRAWINGS.get(name, {}).items():
        figure = new_figure()
        draw(figure, tables)
        bitmap, drawing = (folder / f"{name}-{picture}.{kind}" for kind in ("png", "svg"))
        write_figure(figure, bitmap)
        write_figure(figure, drawing)
        text = f"{name}: {picture}".replace("_", " ")
        images.append(_image(figure, drawing.read_bytes(), text))
    return images


def _image(figure: Figure, drawing: bytes, text: str) -> Markup:
    """An image with all its data inside."""
    kind, content = "svg+xml", drawing
    if len(content) > MOST_BYTES:
        kind, content = BITMAP, figure_bytes(figure, BITMAP, RESOLUTION)
    source = f"data:image/{kind};base64,{base64.b64encode(content).decode()}"
    return element("figure", element("img", src=source, alt=text), element("figcaption", text))
