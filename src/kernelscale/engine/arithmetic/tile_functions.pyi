"""Functions that compute one tile of pairs, compiled from src/tile_functions.

Arrays for results are the last parameters. They are filled in place, so they must have the right
type and be C-contiguous. A rate is -1 / (2 eps).
"""

import numpy as np

from .chains import Chains

def instruction_sets() -> list[str]: ...
def instruction_set() -> str: ...
def use(name: str) -> None: ...
def exact_distances(
    rows: np.ndarray,
    columns: np.ndarray,
    centre: np.ndarray,
    inverse_root_unit: float,
    r: np.ndarray,
) -> None: ...
def distances(
    rows: np.ndarray,
    columns: np.ndarray,
    centre: np.ndarray,
    inverse_root_unit: float,
    share: float,
    r: np.ndarray,
) -> bool: ...
def pack(
    values: np.ndarray,
    centre: np.ndarray,
    inverse_root_unit: float,
    packed: np.ndarray,
    norms: np.ndarray,
) -> None: ...
def from_products(
    rows: np.ndarray,
    columns: np.ndarray,
    centre: np.ndarray,
    inverse_root_unit: float,
    row_norms: np.ndarray,
    column_norms: np.ndarray,
    share: float,
    r: np.ndarray,
) -> bool: ...
def kernel(r: np.ndarray, rate: float, K: np.ndarray) -> None: ...
def nearest_of(
    one: np.ndarray,
    one_places: np.ndarray,
    other: np.ndarray,
    other_places: np.ndarray,
    distances: np.ndarray,
    places: np.ndarray,
) -> None: ...
def subnormals_as_zero(wanted: int) -> int: ...

class Accumulator: ...

class KernelSums(Accumulator):
    def __init__(self, chains: Chains, sums: np.ndarray) -> None: ...

class RowSums(Accumulator):
    def __init__(
        self,
        exact: bool,
        in_float: Chains,
        in_double: Chains,
        row_codes: np.ndarray,
        column_codes: np.ndarray,
        by_row: np.ndarray,
        by_column: np.ndarray,
    ) -> None: ...

class Histogram(Accumulator):
    def __init__(self, exact: bool, unit: float, edges: list[int]) -> None: ...
    def parts(self) -> list[tuple[int, np.ndarray, np.ndarray, np.ndarray, int]]: ...

class WeightedHistograms(Accumulator):
    def __init__(
        self,
        exact: bool,
        units: list[float],
        weights: list[float],
        of_rows: np.ndarray,
        of_columns: np.ndarray,
    ) -> None: ...
    def parts(self) -> list[tuple[int, np.ndarray, np.ndarray, np.ndarray, int]]: ...

class Nearest(Accumulator):
    def __init__(
        self,
        grouped: bool,
        row_distances: np.ndarray,
        row_places: np.ndarray,
        row_limits: np.ndarray,
        row_groups: np.ndarray,
        first_row: int,
        column_distances: np.ndarray,
        column_places: np.ndarray,
        column_limits: np.ndarray,
        column_groups: np.ndarray,
        first_column: int,
        names: np.ndarray,
    ) -> None: ...

class Tile:
    def __init__(
        self,
        rows: np.ndarray,
        columns: np.ndarray,
        centre: np.ndarray,
        inverse_root_unit: float,
        on_diagonal: bool,
        mirrored: bool,
        selves: np.ndarray,
        accumulators: list[Accumulator],
        half_squares: bool = False,
    ) -> None: ...
    def room(self) -> int: ...
    def go_over(self, single: bool, share: float, room: np.ndarray) -> None: ...
    def add_products(
        self,
        row: int,
        column: int,
        row_norms: np.ndarray,
        column_norms: np.ndarray,
        share: float,
        room: np.ndarray,
    ) -> None: ...
    def add_given(self, row: int, column: int, room: np.ndarray) -> None: ...
