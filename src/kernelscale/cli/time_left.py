"""Which experiment is on, and how long all will take, on stderr and only on a terminal."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rich.text import Text

from .shared.screen import Screen, standard_error

__all__ = ["TimeLeft"]


class TimeLeft:
    """Says before each experiment which it is, and how much time is left in all.

    Experiments say how long they take; how long the first ones took tells how far that is right.

    Parameters
    ----------
    names : sequence of str
        Of the experiments that will be run.
    minutes : sequence of float
        What each is said to take.
    console : Screen, optional
        Where to write; stderr by default.
    """

    def __init__(
        self, names: Sequence[str], minutes: Sequence[float], console: Screen | None = None
    ) -> None:
        self._console = standard_error() if console is None else console
        self._names, self._minutes = names, minutes
        self._started = time.monotonic()
        self._done = 0

    def next(self) -> None:
        """Say that the next one begins."""
        if self._console.is_terminal:
            self._console.print(Text(self.sentence(time.monotonic() - self._started), "dim"))
        self._done += 1

    def sentence(self, seconds: float) -> str:
        """What there is to say `seconds` after the start.

        Examples
        --------
        The first took twice as long as it said, so the second may as well.

        >>> left = TimeLeft(["roll", "digit"], [1.0, 3.0])
        >>> left.sentence(0)
        'roll (1 of 2): about 4 min left in all'
        >>> left.next()
        >>> left.sentence(120)
        'digit (2 of 2): about 6 min left in all'
        """
        said, over = sum(self._minutes[self._done :]), sum(self._minutes[: self._done])
        minutes = said * (seconds / 60 / over if over else 1.0)
        left = f"about {minutes:.0f} min" if minutes >= 1 else "less than a minute"
        place = f"{self._done + 1} of {len(self._names)}"
        return f"{self._names[self._done]} ({place}): {left} left in all"
