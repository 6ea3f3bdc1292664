"""The kernels in CUDA C, and the types and sizes that they are compiled for."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

__all__ = ["DOUBLE", "FEW_FEATURES", "SINGLE", "THREADS", "Numbers", "Program", "features_at_once"]

THREADS = 256
MOST_FEATURES_AT_ONCE = 12


class Numbers(NamedTuple):
    """Types of coordinates and of distances, and the side of the square of pairs of one block."""

    coordinate: str
    distance: str
    side: int

    @property
    def single(self) -> bool:
        """Whether distances are float32, over the unit of the source."""
        return self.distance == "float"

    @property
    def distance_bytes(self) -> int:
        """Bytes of a distance."""
        return 4 if self.single else 8


SINGLE = Numbers("float", "float", 128)
FEW_FEATURES = Numbers("double", "float", 64)  # float64 differences, rounded, as for processors
DOUBLE = Numbers("double", "double", 64)


def features_at_once(n_features: int) -> int:
    """How many features lie in shared memory at a time: as few as possible for nothing.

    Examples
    --------
    Fifty features come five times by ten, three once with an empty one.

    >>> features_at_once(50), features_at_once(3)
    (10, 4)
    """
    sizes = range(4, MOST_FEATURES_AT_ONCE + 1)
    return min(sizes, key=lambda size: (-(-n_features // size) * size, -size))


class Program(NamedTuple):
    """One file of kernels and what it is compiled for."""

    name: str
    numbers: Numbers
    n_features: int
    settings: tuple[tuple[str, int], ...] = ()

    @property
    def definitions(self) -> dict[str, str]:
        """What the text leaves open."""
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
        # After the headers, whose own names must not meet these.
        return "".join(f"#define {name} {value}\n" for name, value in self.definitions.items())

    @property
    def key(self) -> tuple[str, ...]:
        """The same for programs that are the same once compiled."""
        return self.name, *(f"{name}={value}" for name, value in self.definitions.items())

    def text(self, prelude: str | None = None) -> str:
        """All of it; `prelude` says how a stand-in for a device differs from one."""
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
