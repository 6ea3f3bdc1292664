"""Helpers that read the tables and the notes of `kernelscale embed` in its tests."""

import pandas

__all__ = ["RULE", "notes", "read_back"]

RULE = ["--bandwidth", "max_min"]


def read_back(name):
    """A written table; its numbers are converted by Python, because pandas may round them."""
    if name.endswith("parquet"):
        return pandas.read_parquet(name)
    frame = pandas.read_csv(name, dtype=str)
    numeric = [column for column in frame if column not in ("species", "label")]
    return frame.astype(dict.fromkeys(numeric, float))


def notes(result):
    return [line for line in result.stdout.splitlines() if line.startswith("Note: ")]
