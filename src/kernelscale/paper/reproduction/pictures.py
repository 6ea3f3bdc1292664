"""Pictures of experiments, as files in a folder and as images on the page.

The pictures of an experiment are drawn again only if its tables, the code that draws, the version
of matplotlib or a picture file changed. `NAME-pictures.json` in the cache has digests of these, and
the images for the page.
"""

from __future__ import annotations

import base64
import hashlib
import inspect
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from joblib import Parallel, delayed

from ..._optional_packages import optional_module
from ...reports.figure_file import figure_bytes, new_figure, write_figure
from ...reports.page.markup import Markup, element
from ..harness.experiment import Draw, Experiment
from ..harness.finished_parts import KeptValues, digest
from ..harness.tables import Tables
from . import keys
from .outcome import Outcome
from .result_files import CACHE, KINDS, picture_files

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = [
    "Pictures",
    "draw_pictures",
    "picture_in_words",
    "remove_pictures",
    "why_no_pictures",
]

MOST_BYTES = 40_000  # bytes; the page shows a larger drawing as a bitmap
RESOLUTION = 120  # dots per inch of a bitmap
BITMAP = "webp"  # a WebP file has a third of the size of a PNG file

Pictures = list[Markup]


class PictureOnPage(NamedTuple):
    """An image, as a data URL that contains its bytes, and its caption.

    Attributes
    ----------
    source : str
        A data URL.
    text : str
        The caption.
    """

    source: str
    text: str

    def markup(self) -> Markup:
        """The image and its caption."""
        image = element("img", src=self.source, alt=self.text)
        return element("figure", image, element("figcaption", self.text))


def why_no_pictures() -> str:
    """A sentence that says why matplotlib cannot draw; empty if it can."""
    needs = "There are no pictures, because they need matplotlib"
    try:
        optional_module("matplotlib.figure", needs, '"kernelscale[plot]"')
    except ImportError as error:
        return str(error)
    return ""


def draw_pictures(outcome: Outcome, folder: Path) -> Pictures:
    """Write the pictures of an outcome unless they are up to date, and return them for a page.

    If none can be drawn, those of an earlier run are removed.
    """
    experiment = outcome.experiment
    if why_no_pictures() or outcome.why_empty or not experiment.drawings:
        remove_pictures(experiment, folder)
        return []
    key = digest({"tables": outcome.tables, **keys.facts_of_pictures()})
    pictures = _kept(experiment, key, folder)
    if pictures is None:
        # If drawing fails, no pictures of an earlier run may remain.
        remove_pictures(experiment, folder)
        pictures = _write(outcome, folder)
        _keep(experiment, key, pictures, folder)
    return [picture.markup() for picture in pictures]


def remove_pictures(experiment: Experiment, folder: Path) -> None:
    """Remove all files of an experiment's pictures, including those that older code drew."""
    earlier = _recorded(experiment, folder).get("files", {})
    own = re.compile(rf"{experiment.name}-\w+\.(?:png|svg)")
    for name in {*picture_files(experiment), *filter(own.fullmatch, earlier)}:
        (folder / name).unlink(missing_ok=True)


def _kept(experiment: Experiment, key: str, folder: Path) -> list[PictureOnPage] | None:
    """The pictures that an earlier run drew; None if they have to be drawn again."""
    record = _recorded(experiment, folder)
    if record.get("key") != key or record["files"] != _digests(experiment, folder):
        return None
    pictures = [PictureOnPage(*picture) for picture in record["pictures"]]
    inside = all(picture.source.startswith("data:image/") for picture in pictures)
    return pictures if inside else None  # the page must not load images from a network


def _keep(experiment: Experiment, key: str, pictures: list[PictureOnPage], folder: Path) -> None:
    record = {"key": key, "files": _digests(experiment, folder), "pictures": pictures}
    _records(folder).keep(f"{experiment.name}-pictures", record)


def _recorded(experiment: Experiment, folder: Path) -> dict[str, Any]:
    """The record that `_keep` wrote; an empty record if it is damaged or has another form."""
    record = _records(folder).read(f"{experiment.name}-pictures")
    return record if _is_record(record) else {}


def _is_record(record: Any) -> bool:
    if not isinstance(record, dict) or record.keys() != {"key", "files", "pictures"}:
        return False
    files, pictures = record["files"], record["pictures"]
    size = len(PictureOnPage._fields)
    return (
        isinstance(files, dict)
        and isinstance(pictures, list)
        and all(isinstance(picture, list) and len(picture) == size for picture in pictures)
        and all(isinstance(text, str) for picture in pictures for text in picture)
    )


def _records(folder: Path) -> KeptValues:
    return KeptValues(folder / CACHE, {})


def _digests(experiment: Experiment, folder: Path) -> dict[str, str]:
    """SHA-256 of each picture file of the experiment that exists, by name."""
    files = [folder / name for name in picture_files(experiment)]
    return {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in files if f.is_file()}


def _write(outcome: Outcome, folder: Path) -> list[PictureOnPage]:
    """Write all pictures. Those of a full run have many points, so processors share them."""
    name = outcome.experiment.name
    drawn: list[PictureOnPage] = Parallel(n_jobs=1 if outcome.quick else os.cpu_count() or 1)(
        delayed(_write_picture)(draw, outcome.tables, folder, name, picture)
        for picture, draw in outcome.experiment.drawings.items()
    )
    return drawn


def _write_picture(
    draw: Draw, tables: Tables, folder: Path, name: str, picture: str
) -> PictureOnPage:
    """Write NAME-PICTURE.png and .svg, and return an image for a page."""
    figure = new_figure()
    draw(figure, tables)
    bitmap, drawing = (folder / f"{name}-{picture}.{kind}" for kind in KINDS)
    write_figure(figure, bitmap)
    write_figure(figure, drawing)
    return PictureOnPage(_source(figure, drawing.read_bytes()), picture_in_words(name, draw))


def picture_in_words(name: str, draw: Draw) -> str:
    """The caption of a picture: the first line of the docstring of the function that draws it."""
    line = (inspect.getdoc(draw) or "a picture").splitlines()[0]
    return f"{name.replace('_', ' ')}: {line[:1].lower()}{line[1:]}"


def _source(figure: Figure, drawing: bytes) -> str:
    kind, content = "svg+xml", drawing
    if len(content) > MOST_BYTES:
        kind, content = BITMAP, figure_bytes(figure, BITMAP, RESOLUTION)
    return f"data:image/{kind};base64,{base64.b64encode(content).decode()}"
