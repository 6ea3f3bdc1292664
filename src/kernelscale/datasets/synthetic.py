"""The synthetic data of the paper, with known parameters and classes.

The paper states variances of some distributions and standard deviations of others. The generators
take standard deviations only, in parameters whose names end in ``_sd``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import Bunch, check_random_state

from .._validation import check_count, check_not_negative, check_seed, shown

__all__ = ["make_gaussian_mixture", "make_noisy_swiss_roll", "make_spiral_classes"]


def make_noisy_swiss_roll(
    n_samples: int = 2000,
    n_informative: int = 10,
    n_noise: int = 10,
    projection_sd: float = 1.0,
    noise_sd: float = 1.0,
    random_state: Any = None,
) -> Bunch:
    """Make a Swiss roll that is projected to many features, and add features of noise.

    The roll of eq. EQSwissYML is ``y = (6 theta cos theta, h, 6 theta sin theta)`` with theta
    uniform in [3 pi/2, 9 pi/2] and h uniform in [0, 100]; by eq. EQSwissXML a row is
    ``x = (T y, n)``, where the entries of the matrix T and of n are zero-mean Gaussian.

    Parameters
    ----------
    n_samples : int, default 2000
        Number of rows.
    n_informative : int, default 10
        Number of features to which the roll is projected (D_1 in the paper); with fewer than 3 the
        roll is flattened.
    n_noise : int, default 10
        Number of features of noise (D_2), which come last.
    projection_sd : float, default 1.0
        Standard deviation of the entries of T (sigma_T), dimensionless.
    noise_sd : float, default 1.0
        Standard deviation of the noise (sigma_N), in the unit of the roll. With the other defaults
        an informative feature has a standard deviation of about 70.
    random_state : int, RandomState instance or None, default None
        The source of randomness. Changing `noise_sd` or `n_noise` alone does not change the
        informative features.

    Returns
    -------
    Bunch
        data : ndarray of shape (n_samples, n_informative + n_noise)
            The rows x.
        clean : ndarray of shape (n_samples, 3)
            The roll y.
        parameters : ndarray of shape (n_samples, 2)
            theta in radians, and h.
        projection : ndarray of shape (n_informative, 3)
            The matrix T.

    Raises
    ------
    ValueError
        If a number of rows or features, or a standard deviation, is out of range.

    Examples
    --------
    The distance of a point from the axis of the roll is 6 theta, so it is three times as large at
    the outer end as at the inner end.

    >>> import numpy as np
    >>> from kernelscale.datasets import make_noisy_swiss_roll
    >>> roll = make_noisy_swiss_roll(n_samples=500, random_state=0)
    >>> roll.data.shape
    (500, 20)
    >>> radius = np.hypot(roll.clean[:, 0], roll.clean[:, 2])
    >>> bool(np.allclose(radius, 6 * roll.parameters[:, 0]))
    True
    >>> float(radius.max() / radius.min())
    3.0
    """
    n_samples = check_count(n_samples, "n_samples")
    n_informative = check_count(n_informative, "n_informative")
    n_noise = check_count(n_noise, "n_noise", smallest=0)
    check_count(n_samples * (n_informative + n_noise), "samples times features")
    projection_sd = _check_sd(projection_sd, "projection_sd")
    noise_sd = _check_sd(noise_sd, "noise_sd")
    random = check_random_state(check_seed(random_state))
    theta = random.uniform(1.5 * np.pi, 4.5 * np.pi, size=n_samples)
    h = random.uniform(0, 100, size=n_samples)
    clean = np.column_stack([6 * theta * np.cos(theta), h, 6 * theta * np.sin(theta)])
    projection = projection_sd * random.standard_normal((n_informative, 3))
    noise = noise_sd * random.standard_normal((n_samples, n_noise))
    return Bunch(
        data=np.hstack([clean @ projection.T, noise]),
        clean=clean,
        parameters=np.column_stack([theta, h]),
        projection=projection,
    )


def make_gaussian_mixture(
    n_per_class: int = 100,
    n_classes: int = 2,
    n_features: int = 6,
    center_sd: float = 1.0,
    class_sd: float = 0.1,
    random_state: Any = None,
) -> Bunch:
    """Make round Gaussian classes around Gaussian centers, as in section 4.2.1 of the paper.

    A center is drawn from ``N(0, center_sd^2 I)`` and the rows of its class from
    ``N(center, class_sd^2 I)``. If ``class_sd`` is much smaller than ``center_sd``, there are
    scales, of the order of ``class_sd^2``, at which a kernel connects only rows of the same class.

    Parameters
    ----------
    n_per_class : int, default 100
        Rows of each class.
    n_classes : int, default 2
        Number of classes.
    n_features : int, default 6
        Number of features.
    center_sd : float, default 1.0
        Standard deviation of a center in each feature (sigma_M).
    class_sd : float, default 0.1
        Standard deviation of a row around its center in each feature (sigma_V).
    random_state : int, RandomState instance or None, default None
        The source of randomness.

    Returns
    -------
    Bunch
        data : ndarray of shape (n_classes * n_per_class, n_features)
            The rows, class after class.
        target : ndarray of shape (n_classes * n_per_class,), int64
            The class, counted from 0.
        centers : ndarray of shape (n_classes, n_features)
            The centers.

    Raises
    ------
    ValueError
        If a number of classes, rows or features, or a standard deviation, is out of range.

    Examples
    --------
    The spread around a center is `class_sd`.

    >>> from kernelscale.datasets import make_gaussian_mixture
    >>> mixture = make_gaussian_mixture(n_per_class=1000, class_sd=0.1, random_state=0)
    >>> deviations = mixture.data - mixture.centers[mixture.target]
    >>> float(deviations.std())
    0.10
    """
    n_per_class = check_count(n_per_class, "n_per_class")
    n_classes = check_count(n_classes, "n_classes")
    n_features = check_count(n_features, "n_features")
    check_count(n_per_class * n_classes * n_features, "samples times features")
    center_sd = _check_sd(center_sd, "center_sd")
    class_sd = _check_sd(class_sd, "class_sd")
    random = check_random_state(check_seed(random_state))
    centers = center_sd * random.standard_normal((n_classes, n_features))
    target = np.repeat(np.arange(n_classes), n_per_class)
    deviations = class_sd * random.standard_normal((len(target), n_features))
    return Bunch(data=centers[target] + deviations, target=target, centers=centers)


def make_spiral_classes(
    n_classes: int = 4,
    n_per_class: int = 100,
    gap: float = 0.02,
    noise_sd: float = 0.4,
    random_state: Any = None,
) -> Bunch:
    """Make classes that follow one another along a spiral, as in section 4.2.2 of the paper.

    Class l, counted from 1, is uniform on the interval ``[(l - 1) / n_classes, l / n_classes -
    gap]`` of a line. By eq. Spiral the line coordinate r becomes ``x = (6 pi r cos(6 pi r), 6 pi r
    sin(6 pi r), r^3 - r^2) + noise``: three turns whose radius grows from 0 to 6 pi. Only the gap
    separates neighbouring classes, so they are not separate clouds. The third coordinate, between
    -4/27 and 0, is smaller than the default noise.

    Parameters
    ----------
    n_classes : int, default 4
        Number of classes (N_C).
    n_per_class : int, default 100
        Rows of each class (N_P).
    gap : float, default 0.02
        Length of the empty interval after each class (G), from 0 to below 1 / n_classes.
    noise_sd : float, default 0.4
        Standard deviation of the noise in each coordinate. The paper writes its covariance as
        ``sigma_S I`` with sigma_S = 0.4, which can also be read as a variance; for that
        reading pass ``0.4 ** 0.5``.
    random_state : int, RandomState instance or None, default None
        The source of randomness. Changing `noise_sd` alone does not move points along the line.

    Returns
    -------
    Bunch
        data : ndarray of shape (n_classes * n_per_class, 3)
            The rows, class after class.
        target : ndarray of shape (n_classes * n_per_class,), int64
            The class, counted from 0.
        clean : ndarray of shape (n_classes * n_per_class, 3)
            The rows without noise.
        parameters : ndarray of shape (n_classes * n_per_class, 1)
            The line coordinate r, in [0, 1].

    Raises
    ------
    ValueError
        If a number of classes or rows, the gap, or the standard deviation is out of range.

    Examples
    --------
    Along the line, the classes are at least the gap apart.

    >>> from kernelscale.datasets import make_spiral_classes
    >>> spiral = make_spiral_classes(n_classes=2, gap=0.1, random_state=0)
    >>> r = spiral.parameters[:, 0]
    >>> bool(r[spiral.target == 0].max() <= 0.4)
    True
    >>> bool(r[spiral.target == 1].min() >= 0.5)
    True
    """
    n_classes = check_count(n_classes, "n_classes")
    n_per_class = check_count(n_per_class, "n_per_class")
    check_count(3 * n_classes * n_per_class, "samples times features")
    gap = _check_gap(gap, n_classes)
    noise_sd = _check_sd(noise_sd, "noise_sd")
    random = check_random_state(check_seed(random_state))
    target = np.repeat(np.arange(n_classes), n_per_class)
    r = random.uniform(target / n_classes, (target + 1) / n_classes - gap)
    angle = 6 * np.pi * r
    clean = np.column_stack([angle * np.cos(angle), angle * np.sin(angle), r**3 - r**2])
    return Bunch(
        data=clean + noise_sd * random.standard_normal(clean.shape),
        target=target,
        clean=clean,
        parameters=r[:, np.newaxis],
    )


def _check_sd(value: Any, name: str) -> float:
    try:
        return check_not_negative(value, name)
    except ValueError:
        raise ValueError(
            f"{name} must be a standard deviation, a finite number of at least 0, "
            f"but {shown(value)} was given."
        ) from None


def _check_gap(value: Any, n_classes: int) -> float:
    try:
        number = check_not_negative(value, "gap")
    except ValueError:
        number = np.inf
    if number >= 1 / n_classes:
        raise ValueError(
            f"gap must be a number from 0 to below 1 / n_classes = {1 / n_classes:g}, the share "
            f"of the line for each class, but {shown(value)} was given."
        )
    return number
