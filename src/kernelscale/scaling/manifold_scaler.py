"""The vector scaling for manifold learning as a scikit-learn transformer."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from .._estimators import FittedArray, ScalesToUnit, fits_kind_of, of_host
from .._scikit_learn import Tags
from .._validation import check_points, check_scales, check_seed, like
from .._validation.feature_names import check_feature_names
from .._warnings import collected
from ..bandwidth.registry import resolve_rule
from ..bandwidth.rules.standardized import inverse_deviations
from ..data import PointCloud
from ..distances import DistancesWarning, centred_points, warn_of_distances
from ..engine.executors import Executor
from ..engine.passes import run_pass
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT, Resources
from ..engine.statistics import KernelSums
from ..engine.tile import Arithmetic
from ..intrinsic_dimension.calibration.ball_implied_dimensions import LARGEST_BALL, ball_dimension
from ..kernels.gaussian import Gaussian
from ..kernels.scaled import Scaled
from ..results import Bandwidth, Evidence
from .feature_order import feature_order, resolved_dimension
from .greedy import greedy_search
from .joint import PENALTIES
from .joint_fit import joint_fit, n_rows_used
from .scaler_checks import check_memory, check_parameters, given_order

__all__ = ["ManifoldScaler"]

WEIGHTS = tuple(np.geomspace(1e-3, 10, 32).tolist())


class ManifoldScaler(ScalesToUnit, OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """A factor for each feature with which d_eps is that of the manifold, without noise.

    Features of noise depend on no other and add dimensions to d_eps, the dimension that the
    kernel's sum implies. The factors of such features are 0, and the others bring d_eps near that
    of the manifold (paper's eqs. deA, sum_w_optimization). Where near rows predict more of the
    features by these as they are, the joint method gives all features one common factor. The
    transformed data are for a kernel of gamma = 1/2.

    Parameters
    ----------
    n_dims : int, optional
        Intrinsic dimension of the manifold; estimated by `MultiScale` if None: of the features
        that depend on others, standardised (joint), or of the points as they are (greedy).
    target : {"calibrated", "paper"}
        What d_eps is compared with: the largest d_eps of points spread evenly in a solid ball of
        `n_dims` dimensions, as many as there are rows; or `n_dims` itself, which finite samples
        hardly reach.
    order : {"cbfp", "given"} or array-like of int of shape (n_features,)
        Order of the features for the greedy method: that of `feature_order`, that of the columns,
        or another one. The joint method needs none.
    method : {"joint", "greedy"}
        "joint" finds all weights at once: of the standardised features those are kept that depend
        on others, and of these as many as the target allows (`penalties`, `n_sample`). A feature
        gets the less weight the more others are correlated with it, as long as near rows then still
        predict features that are not in the distances. If near rows predict more by the features as
        they are, these are kept. "greedy" is the paper's Algorithm 2, one feature after another
        (`choice`, `weights`, `n_scales`).
    choice : {"first", "peak", "plateau", "least_deformation"}
        Which of the solutions the greedy method takes. "first": the smallest ``|d_eps - target|``,
        of equal ones the smallest weight and then scale. "peak": the weight whose largest d_eps
        over the scales is nearest to the target. "plateau": the smallest sum of that difference and
        of the slope of d_eps. "least_deformation": of all weights that meet the target to 2 % the
        one nearest to 1.
    weights : array-like of shape (n_weights,), optional
        Weights that the greedy method tries, relative to those of the first, standardised features;
        32 from 0.001 to 10 by default.
    n_scales : int
        Number of scales that it tries with each weight, over the linear range of Algorithm 1.
    penalties : tuple of float
        Cost of fading one feature in each round of the joint method, in squared dimensions.
    n_sample : int
        Number of rows whose pairs the joint method uses, drawn at random where there are more; with
        more than 2000 features fewer, ``n_sample (2000 / n_features)^(1/2)``.
    bandwidth : str, Rule or float, optional
        The rule that chooses the scale of the kernel for the scaled features. By default the joint
        method takes `auto` and the greedy one the scale of its last search.
    random_state : int, RandomState instance or None
        Seed of the rows that are drawn.
    memory_limit : int or str
        Bytes allowed beyond the data and some copies of them, such as "4 GiB"; refused before the
        work if too little; by default half of what is free, and at least 1 GiB. What is stored are
        distances of the rows drawn, and the dependence of each feature on at most 512 others.
    executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Attributes
    ----------
    scale_ : ndarray of shape (n_features,)
        What each feature is multiplied by; 0 for a constant one, and for one faded completely.
    bandwidth_ : Bandwidth
        The scale eps, by whose root the factors in `scale_` are divided, with the kernel of the
        features as they were.
    epsilon_, gamma_ : float
        1 and 1/2, those of the kernel for what `transform` returns: ``SVC(gamma=scaler.gamma_)``.
    n_dims_ : int
        The intrinsic dimension that was used.
    target_ : float
        The target of d_eps.
    attained_ : float
        The largest d_eps of the rows used, with these weights (joint), or that of the last search
        (greedy); NaN where the greedy method had no features to search.
    implied_dimension_ : float
        d_eps of all rows, scaled, at eps = 1.
    order_ : ndarray of int of shape (n_features,), or None
        Features in the order in which they were added; None for the joint method.
    reason_ : str
        What was decided and why.
    path_ : mapping
        Evidence of the search, by round or by feature. For the joint method also the share of the
        variance of features that near rows predict (`foretold` by `power`; `foretold_scaled` and
        `foretold_raw`, with features weighted by their standard deviation).
    n_features_in_, feature_names_in_
        As in scikit-learn.

    Examples
    --------
    An arc in two features, and three features of noise of the same width, which get factor 0.

    >>> random = np.random.default_rng(0)
    >>> angle = random.uniform(0, 4, 300)
    >>> data = np.c_[np.cos(angle), np.sin(angle), random.normal(size=(300, 3))]
    >>> ManifoldScaler(n_dims=1).fit(data).scale_ > 0
    array([ True,  True, False, False, False])
    """

    scale_ = FittedArray()
    order_ = FittedArray()

    def __init__(
        self,
        n_dims: int | None = None,
        target: str = "calibrated",
        order: Any = "cbfp",
        method: str = "joint",
        *,
        choice: str = "first",
        weights: Any = None,
        n_scales: int = 32,
        penalties: Any = PENALTIES,
        n_sample: int = 800,
        bandwidth: Any = None,
        random_state: Any = 0,
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        executor: str | Executor = "threads",
        arithmetic: str | Arithmetic = "auto",
        n_threads: int | None = None,
        progress: Progress | bool | None = None,
    ) -> None:
        self.n_dims = n_dims
        self.target = target
        self.order = order
        self.method = method
        self.choice = choice
        self.weights = weights
        self.n_scales = n_scales
        self.penalties = penalties
        self.n_sample = n_sample
        self.bandwidth = bandwidth
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
        return tags

    def fit(self, X: Any, y: Any = None) -> ManifoldScaler:
        """Find the scales.

        Parameters
        ----------
        X : array-like of shape (n_samples, n_features)
            The points.
        y : None
            Not used.

        Returns
        -------
        ManifoldScaler
            Itself.

        Raises
        ------
        ValueError, TypeError
            If the data or a parameter are not valid.
        MemoryError
            If the search does not fit `memory_limit`.
        """
        check_parameters(self)
        X = fits_kind_of(self, X)
        points = check_points(X)
        warn_of_distances(points)
        check_memory(self, *points.shape)
        order = given_order(self.order, points.shape[1])
        check_feature_names(self, X)
        to_unit = inverse_deviations(points)
        standardized = centred_points(points) * to_unit
        search = self._joint if self.method == "joint" else self._greedy
        with collected(DistancesWarning):  # warned above
            found = search(points, standardized, to_unit, order)
        self._keep(points, to_unit * found.weights, found.epsilon)
        return self

    def transform(self, X: Any) -> np.ndarray:
        """Multiply each feature by its scale.

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

    @property
    def _resources(self) -> Resources:
        return Resources.of(self)

    def _target(self, n_dims: int, n_rows: int) -> float:
        if self.target == "paper":
            return float(n_dims)
        return ball_dimension(min(n_dims, LARGEST_BALL), n_rows)

    def _joint(
        self, points: np.ndarray, standardized: np.ndarray, to_unit: np.ndarray, order: Any
    ) -> _Found:
        varied = np.flatnonzero(to_unit)
        found = joint_fit(
            standardized[:, varied],
            1 / to_unit[varied],
            self.n_dims,
            self._target,
            self._rows(len(points), len(varied)),
            tuple(self.penalties),
            self._resources,
        )
        self.n_dims_, self.target_, self.attained_ = found.n_dims, found.target, found.attained
        self.reason_, self.order_ = found.reason, None
        weights, tried = np.zeros(points.shape[1]), np.zeros((len(self.penalties), points.shape[1]))
        weights[varied], tried[:, varied] = found.weights, found.path["weights"]
        candidates = varied[found.path["candidates"]]
        self.path_ = Evidence({**found.path, "weights": tried, "candidates": candidates})
        return _Found(weights, None)

    def _rows(self, n_samples: int, n_features: int) -> np.ndarray:
        """The rows whose pairs the joint method uses."""
        n_used = n_rows_used(n_samples, n_features, self.n_sample)
        if n_used == n_samples:
            return np.arange(n_samples)
        random = check_random_state(check_seed(self.random_state))
        return np.sort(random.choice(n_samples, n_used, replace=False))

    def _greedy(
        self, points: np.ndarray, standardized: np.ndarray, to_unit: np.ndarray, order: Any
    ) -> _Found:
        resources = self._resources
        evidence: dict[str, Any] = {}
        self.n_dims_ = resolved_dimension(points, self.n_dims, resources)
        if order is None:
            ordered = feature_order(points, self.n_dims_, **vars(resources))
            order, evidence = ordered.order, {"correlations": ordered.correlations}
        self.target_, self.order_ = self._target(self.n_dims_, len(points)), order
        taken = order[to_unit[order] > 0]
        tried = WEIGHTS if self.weights is None else self.weights
        found = greedy_search(
            standardized[:, taken],
            self.n_dims_,
            self.target_,
            check_scales(tried, name="weights"),
            self.n_scales,
            self.choice,
            resources,
        )
        self.attained_ = found.attained
        self.reason_ = f"{len(taken)} features got their weights one after another, by d_eps."
        self.path_ = Evidence({**found.path, **evidence, "taken": taken})
        weights = np.zeros(points.shape[1])
        weights[taken] = found.weights
        return _Found(weights, found.epsilon)

    def _keep(self, points: np.ndarray, factors: np.ndarray, searched: float | None) -> None:
        if searched is not None and self.bandwidth is None:
            chosen = Bandwidth("manifold", searched, Gaussian(searched), "Of the last search.")
        else:
            rule = resolve_rule("auto" if self.bandwidth is None else self.bandwidth)
            # Without a feature rows may be equal, and count once.
            cloud = PointCloud.of_checked(check_points(points * factors), self._resources)
            chosen = rule.choose(cloud.distinct)
        epsilon = chosen.kernel.gaussian_scale
        if epsilon is None:  # a rule of the user's own
            raise ValueError(
                f"bandwidth must be a rule that chooses one scale for all points and features, but "
                f"'{chosen.rule}' was given."
            )
        self.bandwidth_ = Bandwidth(
            chosen.rule,
            epsilon,
            Scaled(Gaussian(epsilon), factors),
            f"For the scaled features: {chosen.reason}",
            chosen.scales,
            chosen.scores,
            chosen.score_name,
            chosen.interior,
            evidence=chosen.evidence,
        )
        scale = factors / np.sqrt(epsilon)
        self.scale_ = scale
        scaled = check_points(points * scale, distinct=False)
        S, T = run_pass(scaled, KernelSums(np.ones(1)), self._resources)
        self.implied_dimension_ = float(T[0] / S[0])


class _Found(NamedTuple):
    """Weights of the standardised features, and the scale of the search where it has one."""

    weights: np.ndarray
    epsilon: float | None
