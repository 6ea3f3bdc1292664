"""The functions in CUDA C, and the types and sizes for which they are compiled."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["DOUBLE", "FEW_FEATURES", "SINGLE", "THREADS", "Numbers", "Program", "features_at_once"]

THREADS = 256
MOST_FEATURES_AT_ONCE = 12


class Numbers(NamedTuple):
    """The types and the tile size for which CUDA functions are compiled.

    Attributes
    ----------
    coordinate, distance : str
        C++ types of coordinates and distances.
    side : int
        Number of rows and of columns of a square of pairs, which one block of threads computes.
    """

    coordinate: str
    distance: str
    side: int

    @property
    def single(self) -> bool:
        """Whether distances are float32 and divided by the unit of the source."""
        return self.distance == "float"

    @property
    def distance_bytes(self) -> int:
        """Bytes of a distance."""
        return 4 if self.single else 8


SINGLE = Numbers("float", "float", 128)
# Differences in float64 are rounded to float32, as on CPUs.
FEW_FEATURES = Numbers("double", "float", 64)
DOUBLE = Numbers("double", "double", 64)


def features_at_once(n_features: int) -> int:
    """Number of features in shared memory at a time, chosen to waste the least memory.

    Examples
    --------
    Fifty features make five groups of ten; three features make one group of the smallest size, 4.

    >>> features_at_once(50), features_at_once(3)
    (10, 4)
    """
    sizes = range(4, MOST_FEATURES_AT_ONCE + 1)
    return min(sizes, key=lambda size: (-(-n_features // size) * size, -size))


class Program(NamedTuple):
    """One file of CUDA functions, with the types and sizes for which it is compiled."""

    name: str
    numbers: Numbers
    n_features: int
    settings: tuple[tuple[str, int], ...] = ()

    @property
    def definitions(self) -> dict[str, str]:
        """The macros that the text of the program needs."""
        numbers = self.numbers
        return {
            "COORD": numbers.coordinate,
            "REAL": numbers.distance,
            "REAL_BYTES": str(numbers.distance_bytes),
            "T": str(numbers.side),
            "CH": str(features_at_once(self.n_features)),
            **{name: str(value) for name, value in self.settings},
        }

    @property
    def _definitions(self) -> str:
        # The macros follow the prelude, so that they do not change names in it.
        return "".join(f"#define {name} {value}\n" for name, value in self.definitions.items())

    @property
    def key(self) -> tuple[str, ...]:
        """A key that is equal for programs with the same compiled code."""
        return self.name, *(f"{name}={value}" for name, value in self.definitions.items())

    def text(self, prelude: str | None = None) -> str:
        """The source text of the program; another `prelude` adapts it to a simulated device."""
        parts = (
            prelude or _read("prelude.cuh"),
            self._definitions,
            _read("tile.cuh"),
            _read(self.name),
        )
        return "\n".join(parts)


@lru_cache
def _read(name: str) -> str:
    return (Path(__file__).parent / "cuda" / name).read_text(encoding="utf-8")
