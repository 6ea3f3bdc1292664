"""The verdict on the paper's three criteria over one small set."""

from __future__ import annotations

from ..harness.experiment import Row
from ..harness.verdicts import HOLDS, NOT, OUR_CLAIM, verdict_row

__all__ = ["verdicts"]


def verdicts(data: str, chosen: dict[str, float], interior: list[bool]) -> list[Row]:
    """Whether each criterion has its maximum inside the range of scales.

    Parameters
    ----------
    data : str
        What was measured, in words.
    chosen : dict
        The scale of each criterion.
    interior : list of bool
        Whether that of each lies inside the range.
    """
    said = ", ".join(f"eps_{name} = {scale:.3g}" for name, scale in chosen.items())
    factor = max(chosen.values()) / min(chosen.values())
    return [
        verdict_row(
            "Each criterion has its maximum inside the range of scales",
            data,
            1,
            f"{said}; the largest is {factor:.2g} times the smallest",
            HOLDS if all(interior) else NOT,
            whose=OUR_CLAIM,
        )
    ]
