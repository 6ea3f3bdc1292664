"""Numbers and classes of flowers, and a reader of JSON output, for `compare` and `select`."""

import json

import numpy as np

__all__ = ["ANSI", "WIDTHS", "document", "measures"]

WIDTHS = [60, 80, 100, 160]
ANSI = "\x1b["


def measures():
    y = np.repeat([0, 1, 2], 20)
    centres = np.array([[0.0, 0.0], [3.0, 0.0], [0.0, 40.0]])
    return (centres[y] + np.random.default_rng(5).normal(size=(60, 2)) * [1, 10]).round(3), y


def document(result):
    """The JSON document on stdout, which must contain no NaN or infinity."""

    def refuse_constant(name):
        raise AssertionError(f"{name} is not JSON")

    return json.loads(result.stdout, parse_constant=refuse_constant)
