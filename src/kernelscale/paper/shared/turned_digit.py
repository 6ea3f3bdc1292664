"""The pictures of section 4.1.2: a handwritten 6 at many angles."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import numpy as np
from scipy.ndimage import rotate

from ...array_files import read_arrays

__all__ = ["N_SIXES", "turned_digit"]

N_SIXES = 5  # number of images of a 6 in the package


def turned_digit(
    n_angles: int, number: int = 0, angles_seed: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """A 6 of MNIST turned by evenly spaced or random angles.

    Parameters
    ----------
    n_angles : int
        Number of angles.
    number : int
        Which image of a 6, from 0 to ``N_SIXES - 1``.
    angles_seed : int, optional
        Seed of independent, uniformly distributed angles; by default angles are evenly spaced.

    Returns
    -------
    images : ndarray of shape (n_angles, 784)
        Brightness of the pixels, from 0 to 1.
    angles : ndarray of shape (n_angles,)
        In radians, ascending.

    Examples
    --------
    Half a turn is the picture upside down.

    >>> images, angles = turned_digit(2)
    >>> bool(np.allclose(images[1], images[0][::-1], atol=1e-6))
    True
    """
    angles = 2 * np.pi * np.arange(n_angles) / n_angles
    if angles_seed is not None:
        random = np.random.default_rng(angles_seed)
        angles = np.sort(random.uniform(0, 2 * np.pi, n_angles))
    image = _sixes()[number] / 255.0
    turned = [rotate(image, angle, reshape=False, order=1) for angle in np.rad2deg(angles)]
    return np.reshape(turned, (n_angles, -1)), angles


@cache
def _sixes() -> np.ndarray:
    return read_arrays(files(__package__) / "data" / "mnist_sixes.npz")["images"]
