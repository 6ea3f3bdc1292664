"""The pictures of section 4.1.2: a handwritten 6 at evenly spaced angles."""

from __future__ import annotations

from importlib.resources import files

import numpy as np
from scipy.ndimage import rotate

from ...array_files import read_arrays

__all__ = ["turned_digit"]


def turned_digit(n_angles: int) -> tuple[np.ndarray, np.ndarray]:
    """A 6 of MNIST turned by evenly spaced angles.

    Parameters
    ----------
    n_angles : int
        Number of angles.

    Returns
    -------
    images : ndarray of shape (n_angles, 784)
        Brightness of the pixels, from 0 to 1.
    angles : ndarray of shape (n_angles,)
        In radians.

    Examples
    --------
    Half a turn is the picture upside down.

    >>> images, angles = turned_digit(2)
    >>> bool(np.allclose(images[1], images[0][::-1], atol=1e-6))
    True
    """
    image = read_arrays(files(__package__) / "data" / "mnist_six.npz")["image"] / 255.0
    angles = 2 * np.pi * np.arange(n_angles) / n_angles
    turned = [rotate(image, angle, reshape=False, order=1) for angle in np.rad2deg(angles)]
    return np.reshape(turned, (n_angles, -1)), angles
