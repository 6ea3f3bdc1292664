"""`kernelscale select`: one rule's scale, its reason, and the line of Python that uses it."""

from __future__ import annotations

import textwrap

from ..shared import options
from ..shared.help_lists import RULES, WIDTH, paragraphs
from ..shared.metric_options import takes_metric
from ..shared.reading_options import reads_a_table
from .arguments import Arguments

__all__ = ["EPILOG", "HELP", "SUMMARY", "run"]

SUMMARY = "Choose the scale by one rule, and print the line of Python that uses it."

_DUPLICATES = textwrap.fill(
    "Every rule has the option duplicates. With once, a row and its duplicates count once; with "
    "each, all of them count. With auto, the default, they count once only if the rule would "
    "otherwise choose no scale, or a scale that depends on duplicates alone.",
    WIDTH,
)

HELP = f"""The rules ("compare" applies all of them):

\b
{paragraphs(RULES)}

{_DUPLICATES}"""

EPILOG = """Examples:

kernelscale select flowers.csv --label species

kernelscale select flowers.csv --label species --standardize --check

kernelscale select flowers.csv --drop species --rule max_min --option factor=3

kernelscale select flowers.csv --drop species --purpose density

kernelscale select flowers.csv --drop species --rule 0.25"""


@options.takes("arguments", reads_a_table(takes_metric(options.takes_limits(Arguments))))
def run(arguments: Arguments) -> None:
    """Select one scale for a table."""
    from .one_rule import select

    select(arguments)
