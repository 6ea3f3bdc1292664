"""Comparison of sampling rates, and rates as text with enough digits to tell them apart."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["DRIFT", "digits_of", "same_rate"]

# Two rates count as the same if samples that coincide at the start of a window are at most this
# many samples apart at its end.
# Clocks are not exact, and files hold rates in single precision or intervals in whole microseconds,
# so the digits of the same rate may differ.
DRIFT = 0.1


def same_rate(rate: float, other: float, seconds: float) -> bool:
    """Whether samples at two rates differ in time by at most a tenth of a sample after `seconds`.

    Examples
    --------
    Two rates that a recorder writes for 100 Hz, and a rate that differs by 1.2 samples in a minute.

    >>> same_rate(99.999992, 100.000008, 60.0), same_rate(99.98, 100.0, 60.0)
    (True, False)
    """
    return rate == other or abs(rate - other) * seconds <= DRIFT


def digits_of(values: Sequence[float]) -> list[str]:
    """Numbers as text with six digits, or with more if different numbers would look the same.

    Examples
    --------
    In the last example both numbers would be 100 with six digits.

    >>> digits_of([99.99981, 100.0002]), digits_of([20.0, 40.0])
    (['99.9998', '100'], ['20', '40'])
    >>> digits_of([99.999992, 100.000008])
    ['99.99999', '100']
    """
    n_different = len(set(values))
    for n_digits in range(6, 18):  # 17 digits distinguish any two numbers
        texts = [f"{value:.{n_digits}g}" for value in values]
        if len(set(texts)) == n_different:
            break
    return texts
