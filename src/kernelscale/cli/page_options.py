"""The options --report and --feature-scales, checked before the long work."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from ..atomic_files import check_writable
from .output_files import output_file
from .problems import UsageError

__all__ = ["FeatureScales", "PagePath", "check_page"]

EXTENSIONS = (".html", ".htm")

PagePath = Annotated[
    Path | None,
    typer.Option(
        "--report",
        parser=output_file,
        metavar="FILE",
        show_default=False,
        help="Also write a page for a browser (.html): all of this, with a slider over the scale "
        "that moves the points through their embeddings. One file, which needs no network.",
    ),
]
FeatureScales = Annotated[
    bool,
    typer.Option(
        "--feature-scales",
        help='Add to the page what each feature counts once "kernelscale scale" has scaled it.',
    ),
]


def check_page(path: Path | None, with_features: bool) -> None:
    """Refuse a page that could not be written, or a part of it where there is no page."""
    if path is None:
        if with_features:
            raise UsageError("--feature-scales is a part of the page that --report writes; add it.")
        return
    if path.suffix.lower() not in EXTENSIONS:
        raise UsageError(
            f"--report writes a page, whose name ends in .html, but {str(path)!r} was given."
        )
    with UsageError.instead_of(OSError):
        check_writable(path)
