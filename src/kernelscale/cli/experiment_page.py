"""Pictures and the page of what experiments found."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from pathlib import Path

from ..reports.page.markup import Markup
from ..reports.page.pictures import write_pictures
from ..reports.page.reproduction_page import ExperimentPart, reproduction_page
from ..whole_files import whole_file
from .experiment_tables import Outcome

__all__ = ["PAGE", "Pictures", "draw_pictures", "write_experiment_page"]

PAGE = "page.html"
NO_PICTURES = (
    "There are no pictures, for matplotlib is not installed; "
    'install it with: pip install "kernelscale[plot]"'
)

Pictures = list[Markup]


def draw_pictures(outcome: Outcome, folder: Path) -> Pictures:
    """Write the pictures of an outcome, and give them as parts of a page."""
    if not _can_draw() or outcome.left_out:
        return []
    return write_pictures(outcome.experiment.name, outcome.tables, folder)


def write_experiment_page(
    outcomes: Sequence[Outcome], pictures: Sequence[Pictures], quick: bool, folder: Path
) -> None:
    """Write the page on all that was run."""
    parts = [_part(outcome, drawn) for outcome, drawn in zip(outcomes, pictures, strict=True)]
    remarks = [] if _can_draw() else [NO_PICTURES]
    with whole_file(folder / PAGE) as temporary:
        temporary.write_text(reproduction_page(parts, quick, remarks), encoding="utf-8")


def _part(outcome: Outcome, pictures: Pictures) -> ExperimentPart:
    experiment = outcome.experiment
    return ExperimentPart(
        experiment.name,
        experiment.source,
        experiment.claim,
        experiment.expected,
        experiment.data,
        outcome.tables,
        outcome.left_out,
        outcome.notes,
        pictures,
    )


def _can_draw() -> bool:
    return importlib.util.find_spec("matplotlib") is not None
