"""The sonogram of one recording."""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np
from tests.oracles.naive_distances import long


def sonogram(z, frequencies, window_length, overlap, n_frequencies=None):
    """|sum_n w(n) z(l(t) + n) exp(-2 pi i f n)|^2 / n_frequencies, of shape (frequencies, times).

    l(t) is the index of the first sample of window t, and w is the periodic Hann window.
    `frequencies` are in cycles per sample.
    """
    pi = 4 * np.arctan(long(1))
    turn = [2 * pi * long(n) / window_length for n in range(window_length)]
    window = [(1 - np.cos(angle)) / 2 for angle in turn]
    columns = []
    for t in itertools.count():
        # the floor of an exact rational number
        start = int((1 - Fraction(str(overlap))) * window_length * t)
        if start + window_length > len(z):
            break
        column = []
        for f in frequencies:
            real = imaginary = long(0)
            for n in range(window_length):
                value = window[n] * long(float(z[start + n]))
                angle = 2 * pi * long(float(f)) * n
                real += value * np.cos(angle)
                imaginary -= value * np.sin(angle)
            power = real * real + imaginary * imaginary
            column.append(power / (n_frequencies or len(frequencies)))
        columns.append(column)
    return np.array(columns, dtype=np.float64).T
