"""Sums along the columns of a tile (a block of all pairs) on a graphics processor.

A block of threads computes one strip: some rows with all columns. It stores its sums along columns
in an array of its own; afterwards the arrays of all strips are added in a fixed order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from .device import Device
from .program import THREADS, Program

__all__ = ["Columns", "columns_at_once"]

STRIP_BYTES = 2**28  # largest number of bytes of the sums that all strips store


class Columns(NamedTuple):
    """Some columns of a tile, and the array in which each strip of rows stores its sums.

    Attributes
    ----------
    first_square, end_square : int
        A tile is divided into squares of equal numbers of rows and columns. These are the columns
        of the squares with the numbers `first_square`, ..., `end_square` - 1.
    strips : array
        The sums along these columns, for each strip; None if they are not needed.
    """

    first_square: int
    end_square: int
    strips: Any


def columns_at_once(
    device: Device,
    program: Program,
    shape: tuple[int, int],
    n_groups: int,
    each: int,
    into: Any,
    triangle: bool = False,
) -> Iterator[Columns]:
    """Yield blocks of columns whose sums fit in memory, and add up the strips of each block.

    Parameters
    ----------
    shape : tuple of int
        Number of rows and of columns of the tile.
    n_groups : int
        Number of groups of sums for a column.
    each : int
        Number of sums in a group.
    into : array of shape (n_groups, n_columns, each), or None
        The sums of all strips are added to this array; None if no sums along columns are needed.
    triangle : bool
        Whether a strip has only the columns after its rows.
    """
    side, (n_rows, n_columns) = program.numbers.side, shape
    n_strips, n_squares = -(-n_rows // side), -(-n_columns // side)
    if into is None:
        yield Columns(0, n_squares, None)
        return
    per_square = n_strips * n_groups * each * side * program.numbers.distance_bytes
    n_at_once = min(n_squares, max(1, STRIP_BYTES // per_square))
    cell_type = "f4" if program.numbers.single else "f8"
    strips = device.zeros((n_strips, n_groups, n_at_once * side, each), cell_type)
    for first in range(0, n_squares, n_at_once):
        end = min(first + n_at_once, n_squares)
        width = (end - first) * side  # the last block may be narrower
        yield Columns(first, end, strips)
        arguments = [strips, n_strips, n_groups, width, each, first * side, n_columns]
        n_blocks = -(-n_groups * width * each // THREADS)
        device.launch(program, "add_strips", n_blocks, [*arguments, triangle, into])
