"""Functions of one tile of pairs, compiled from src/tile_functions.

They fill the arrays they are handed last, which have to be of the right type and C-contiguous. A
rate is -1 / (2 eps); chains of scales are their first rates and their lengths.
"""

import numpy as np

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
def kernel_sums(
    r: np.ndarray, rates: np.ndarray, lengths: np.ndarray, sums: np.ndarray
) -> None: ...
def row_sums(
    r: np.ndarray,
    on_diagonal: bool,
    rates: np.ndarray,
    lengths: np.ndarray,
    order: np.ndarray,
    row_codes: np.ndarray,
    column_codes: np.ndarray,
    by_row: np.ndarray,
    by_column: np.ndarray,
) -> None: ...
def kernel(r: np.ndarray, rate: float, K: np.ndarray) -> None: ...
def nearest(
    r: np.ndarray,
    rows: np.ndarray,
    columns: np.ndarray,
    inverse_root_unit: float,
    on_diagonal: bool,
    row_groups: np.ndarray,
    column_groups: np.ndarray,
    row_limits: np.ndarray,
    column_limits: np.ndarray,
    slack: float,
    row_distances: np.ndarray,
    row_places: np.ndarray,
    column_distances: np.ndarray,
    column_places: np.ndarray,
) -> None: ...
def take_in(
    found: np.ndarray,
    found_places: np.ndarray,
    offset: int,
    distances: np.ndarray,
    places: np.ndarray,
) -> None: ...
def histogram(
    r: np.ndarray, factor: float, shift: int
) -> tuple[int, np.ndarray, np.ndarray, np.ndarray, int]: ...
