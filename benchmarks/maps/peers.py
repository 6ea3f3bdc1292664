"""Scores of the maps of other packages, which `peer_maps` computes in another interpreter."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd

from . import peer_maps
from .measure import FIRST, SCORES, named
from .scores import score
from .sets import Draw

__all__ = ["PEERS", "cells", "measure_peers"]

PEERS = tuple(peer_maps.PEERS)


def measure_peers(draws: Sequence[Draw], python: str) -> pd.DataFrame:
    """Scores of all peers (other packages) on all draws; NaN if a peer is missing or fails."""
    rows = {}
    for number, draw in enumerate(draws):
        rows |= {f"{number} X": draw.X, f"{number} n": np.array(draw.numbers)}
    made = _elsewhere(python, rows)
    found = [named(draw, _lines(number, draw, made)) for number, draw in enumerate(draws)]
    return pd.concat(found, ignore_index=True).reindex(columns=SCORES)


def cells(path: Path, python: str) -> Draw:
    """The cells of an AnnData file as a `Draw`, with 10 neighbours and five rounds of 10 folds."""
    arrays = _written(python, "--cells", str(path))
    X, y = arrays["X"], arrays["y"]
    folds = {"n_neighbors": 10, "n_folds": 10, "n_rounds": 5}
    return Draw(path.stem, "cells", len(X), 0, X, y, (2, 4, 10), **folds)


def _lines(number: int, draw: Draw, made: dict[str, np.ndarray]) -> list[dict[str, object]]:
    return [
        {
            "way": peer,
            "of": FIRST,
            "n_coordinates": n,
            "score": score(draw, made[key]) if (key := f"{number} {peer} {n}") in made else np.nan,
        }
        for peer in PEERS
        for n in draw.numbers
    ]


def _elsewhere(python: str, rows: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    with tempfile.TemporaryDirectory() as folder:
        given = str(Path(folder) / "rows.npz")
        np.savez(given, **rows)
        return _written(python, given)


def _written(python: str, *arguments: str) -> dict[str, np.ndarray]:
    """Arrays that `peer_maps` writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "maps.npz")
        subprocess.run([python, peer_maps.__file__, *arguments, path], check=True)
        with np.load(path) as arrays:
            return dict(arrays)
