"""Pictures of experiments in a folder, drawn again only where they would come out otherwise.

`cache/NAME-pictures.json` says what those in the folder were drawn from and what their files hold,
both as digests, and keeps what of them stands on the page.
"""

from __future__ import annotations

import hashlib
import importlib.util
import re
from pathlib import Path
from typing import Any

from ..experiments import Experiment
from ..experiments.finished_parts import KeptValues, digest
from ..reports.experiment_figures import DRAWINGS
from ..reports.page.markup import Markup
from ..reports.page.pictures import PictureOnPage, picture_files, write_pictures
from . import experiment_keys
from .experiment_files import CACHE
from .experiment_tables import Outcome

__all__ = ["NO_PICTURES", "Pictures", "can_draw", "draw_pictures", "remove_pictures"]

NO_PICTURES = (
    "There are no pictures, for matplotlib is not installed; "
    'install it with: pip install "kernelscale[plot]"'
)

Pictures = list[Markup]


def can_draw() -> bool:
    """Whether matplotlib is installed."""
    return importlib.util.find_spec("matplotlib") is not None


def draw_pictures(outcome: Outcome, folder: Path) -> Pictures:
    """Write the pictures of an outcome unless they are there, and give them as parts of a page."""
    experiment = outcome.experiment
    if not can_draw() or outcome.left_out or not DRAWINGS.get(experiment.name):
        remove_pictures(experiment, folder)
        return []
    key = digest({"tables": outcome.tables, **experiment_keys.facts_of_pictures()})
    pictures = _kept(experiment, key, folder)
    if pictures is None:
        remove_pictures(experiment, folder)  # of an earlier run, should these fail
        pictures = write_pictures(experiment.name, outcome.tables, folder)
        _keep(experiment, key, pictures, folder)
    return [picture.markup() for picture in pictures]


def remove_pictures(experiment: Experiment, folder: Path) -> None:
    """Remove the files of an experiment's pictures, also those that older code drew."""
    earlier = _recorded(experiment, folder).get("files", {})
    own = re.compile(rf"{experiment.name}-\w+\.(?:png|svg)")
    for name in {*picture_files(experiment.name), *filter(own.fullmatch, earlier)}:
        (folder / name).unlink(missing_ok=True)


def _kept(experiment: Experiment, key: str, folder: Path) -> list[PictureOnPage] | None:
    """What stands on the page of pictures drawn before, if they are all as they were."""
    record = _recorded(experiment, folder)
    if record.get("key") != key or record["files"] != _digests(experiment, folder):
        return None
    pictures = [PictureOnPage(*picture) for picture in record["pictures"]]
    inside = all(picture.source.startswith("data:image/") for picture in pictures)
    return pictures if inside else None  # a page needs no network, whoever made the folder


def _keep(experiment: Experiment, key: str, pictures: list[PictureOnPage], folder: Path) -> None:
    record = {"key": key, "files": _digests(experiment, folder), "pictures": pictures}
    _records(folder).keep(f"{experiment.name}-pictures", record)


def _recorded(experiment: Experiment, folder: Path) -> dict[str, Any]:
    """What was noted; nothing if it is damaged, or not what `_keep` writes."""
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
    """Of the files that are there."""
    files = [folder / name for name in picture_files(experiment.name)]
    return {f.name: hashlib.sha256(f.read_bytes()).hexdigest() for f in files if f.is_file()}
