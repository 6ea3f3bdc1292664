"""The scikit-learn transformer that scales features by labels."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from .._estimators import FittedArray, ScalesToUnit, fits_kind_of, of_host
from .._scikit_learn import Tags
from .._validation import check_count, check_name, check_points, check_scales, check_seed, like
from .._validation.feature_names import check_feature_names
from .._warnings import collected
from ..bandwidth.auto import Auto
from ..bandwidth.leave_one_out.kernel_ridge import ridge_of
from ..bandwidth.rule import TARGETS
from ..bandwidth.rules.standardized import inverse_deviations
from ..bandwidth.subsampling import stratified_rows
from ..data import PointCloud
from ..distances import DistancesWarning, centred_points, warn_of_distances
from ..engine.executors import Executor
from ..engine.plan import readable
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT, Resources
from ..engine.tile import Arithmetic
from ..kernels.gaussian import Gaussian
from ..kernels.scaled import Scaled
from ..results import Evidence
from .supervised_loss import RowsLeftOut
from .supervised_search import STRENGTHS, factor_search

__all__ = ["SupervisedScaler"]

_MATRICES = 8  # number of arrays in memory that hold all pairs of the rows used


class SupervisedScaler(ScalesToUnit, OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """A factor for each feature with which a Gaussian kernel best predicts rows left out.

    Features on which the labels do not depend get small factors. All features are standardised
    first. Kernel ridge regression predicts the class or the numbers of each row from all other
    rows. A gradient method finds the factors that minimise the mean squared error plus a prior that
    favours equal factors. The strength of the prior is chosen by predictions of rows outside the
    search. Factors stay equal unless unequal factors predict these rows clearly better. Then `Auto`
    chooses the scale of the kernel from the labels. The transformed data are for a kernel with
    gamma = 1/2. docs/scaling.md has measurements and states when scaling helps.

    Parameters
    ----------
    ridge : float, optional
        The number added to the diagonal of the kernel matrix; 0.1 by default. It should equal the
        ridge of the estimator that will use the features, such as `alpha` of `KernelRidge`.
    C : float, optional
        The inverse of `ridge`, which may be given instead, as for a support vector machine.
    priors : tuple of float
        Strengths of the prior that are tried, besides equal factors.
    n_rows : int
        Largest number of rows from which factors are found. If there are more rows, `n_rows` of
        them are drawn at random; every class keeps its share.
    targets : "auto", "classes" or "numbers"
        Kind of the labels. By default numbers with fractions, or several numbers for each row, are
        predicted as numbers, and all other labels are classes. If there are several targets,
        targets with a larger variance have more weight.
    random_state : int, RandomState instance or None
        Seed of the rows drawn and of the folds.
    memory_limit : int or str
        Bytes allowed in addition to the data and a few copies of them, such as "4 GiB". If this is
        too little, an error is raised before the computation. The default is half of the free
        memory, and at least 1 GiB. Memory is needed for kernel matrices of the rows drawn.
    executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Attributes
    ----------
    scale_ : ndarray of shape (n_features,)
        The factor of each feature; 0 for a constant feature.
    bandwidth_ : Bandwidth
        The scale eps, with the kernel for the original features. The factors in `scale_` are
        divided by the square root of eps.
    epsilon_, gamma_ : float
        1 and 1/2, for kernels of the transformed data: ``SVC(gamma=scaler.gamma_)``.
    prior_ : float
        Strength of the prior; infinity if factors are equal.
    gain_ : float
        The additional share of the variance of rows outside the search that these factors explain,
        compared with equal factors; 0 if factors are equal.
    reason_ : str
        The result in a sentence.
    path_ : mapping
        Evidence of the search:

        - `prior`: the strengths tried;
        - `unexplained`: for each strength, the unexplained share of the variance of rows outside
          the search;
        - `unexplained_by_equal_factors`: this share with equal factors;
        - `rows`: the rows used.
    n_features_in_, feature_names_in_
        As in scikit-learn.

    References
    ----------
    Automatic relevance determination finds such factors for a Gaussian process (R. Neal, "Bayesian
    Learning for Neural Networks", 1996); metric learning finds them for kernel regression (K. Q.
    Weinberger and G. Tesauro, "Metric learning for kernel regression", AISTATS 2007). Here the
    factors minimise the error of rows left out, which has a closed form (`LeaveOneOut`).

    Examples
    --------
    Two classes, inside and outside a circle in two features; the other three features are noise.

    >>> random = np.random.default_rng(0)
    >>> data = random.normal(size=(200, 5))
    >>> inside = np.hypot(data[:, 0], data[:, 1]) < 1.2
    >>> scaler = SupervisedScaler(C=10).fit(data, inside)
    >>> bool(scaler.scale_[:2].min() > 5 * scaler.scale_[2:].max())
    True
    """

    scale_ = FittedArray()

    def __init__(
        self,
        ridge: float | None = None,
        C: float | None = None,
        *,
        priors: Any = STRENGTHS,
        n_rows: int = 600,
        targets: str = "auto",
        random_state: Any = 0,
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        executor: str | Executor = "threads",
        arithmetic: str | Arithmetic = "auto",
        n_threads: int | None = None,
        progress: Progress | bool | None = None,
    ) -> None:
        self.ridge = ridge
        self.C = C
        self.priors = priors
        self.n_rows = n_rows
        self.targets = targets
        self.random_state = random_state
        self.memory_limit = memory_limit
        self.executor = executor
        self.arithmetic = arithmetic
        self.n_threads = n_threads
        self.progress = progress

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        tags.array_api_support = True
        tags.target_tags.required = True
        return tags

    def fit(self, X: Any, y: Any = None, groups: Any = None) -> SupervisedScaler:
        """Find the factors.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The points.
        y : array-like of shape (n_samples,) or (n_samples, n_targets)
            Class of each point, or numbers to predict.
        groups : array-like of shape (n_samples,), optional
            The group of each row, such as a patient. Rows of a group are left out together and are
            in the same fold.

        Returns
        -------
        SupervisedScaler
            Itself.

        Raises
        ------
        ValueError, TypeError
            If the data, the labels or a parameter are not valid.
        MemoryError
            If the kernel matrices of the rows used do not fit `memory_limit`.
        """
        rule, strengths = self._checked_parameters()
        X = fits_kind_of(self, X)
        points = check_points(X)
        check_feature_names(self, X)
        if y is None:
            raise ValueError("SupervisedScaler requires y to be passed, but the target y is None.")
        warn_of_distances(points)
        self._check_memory(len(points))
        to_unit = inverse_deviations(points)
        standardized = centred_points(points) * to_unit
        resources = {**vars(Resources.of(self)), "groups": groups}
        with collected(DistancesWarning):  # the warning was given above
            cloud = rule._cloud(standardized, y, resources)
        varied = np.flatnonzero(to_unit)
        factors = np.zeros(len(to_unit))
        factors[varied] = self._search(cloud, varied, strengths)
        factors /= np.sqrt(np.mean(factors[varied] ** 2))
        self._keep(rule, cloud, factors, to_unit)
        return self

    def transform(self, X: Any) -> np.ndarray:
        """Multiply each feature by its factor.

        Parameters
        ----------
        X : array-like of shape (n_rows, n_features)
            Points.

        Returns
        -------
        ndarray of shape (n_rows, n_features)
            ``X * scale_``, float32 if `X` is.

        Raises
        ------
        ValueError, TypeError
            If the points are not valid or have other features.
        """
        check_is_fitted(self)
        points = check_points(X, min_rows=1, distinct=False)
        check_feature_names(self, X, reset=False)
        return like(points * of_host(self).scale_, X)

    def _checked_parameters(self) -> tuple[Auto, tuple[float, ...]]:
        """The rule for the scale, and the strengths of the prior, strongest first."""
        Resources.of(self)
        check_count(self.n_rows, "n_rows", smallest=2)
        check_name(self.targets, TARGETS, "targets")
        check_seed(self.random_state)
        strengths = np.unique(check_scales(self.priors, name="priors"))[::-1]
        rule = Auto(ridge=ridge_of(self.ridge, self.C), targets=self.targets)
        return rule, tuple(strengths.tolist())

    def _check_memory(self, n_samples: int) -> None:
        n_rows, limit = min(n_samples, self.n_rows), Resources.of(self).bytes_allowed
        needed = 8 * _MATRICES * n_rows**2
        if needed > limit:
            raise MemoryError(
                f"The kernel matrices of {n_rows} rows need {readable(needed)} but memory_limit is "
                f"{readable(limit)}; raise it or reduce n_rows."
            )

    def _search(
        self, cloud: PointCloud, varied: np.ndarray, strengths: tuple[float, ...]
    ) -> np.ndarray:
        """The factors of varying features; also sets the attributes of the search."""
        random, used = check_random_state(check_seed(self.random_state)), cloud
        drawn = np.arange(cloud.n_samples)
        if cloud.n_samples > self.n_rows:
            drawn = np.sort(stratified_rows(cloud, self.n_rows, random))
            used = cloud.restricted(drawn)
        rows = RowsLeftOut.of(used, varied, ridge_of(self.ridge, self.C))
        report = partial(cloud.report, "factors of features")
        found = factor_search(rows, strengths, random, report)
        self.prior_ = found.strength
        self.gain_ = found.equal - found.chosen
        self.reason_ = found.reason(rows.words)
        self.path_ = Evidence({**found.path, "rows": drawn})
        return np.exp(found.log_factors)

    def _keep(
        self, rule: Auto, cloud: PointCloud, factors: np.ndarray, to_unit: np.ndarray
    ) -> None:
        """Set the scale that the default rule chooses for the features with these factors."""
        chosen = rule.choose(cloud.rescaled(factors))
        assert chosen.epsilon is not None
        self.bandwidth_ = replace(
            chosen,
            rule="supervised",
            kernel=Scaled(Gaussian(chosen.epsilon), to_unit * factors),
            reason=f"{self.reason_} For the scaled features: {chosen.reason}",
        )
        self.scale_ = to_unit * factors / np.sqrt(chosen.epsilon)
