"""The scikit-learn transformer that scales features for manifold learning."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from .._estimators import FittedArray, ScalesToUnit, fits_kind_of, of_host
from .._scikit_learn import Tags
from .._validation import check_count, check_points, check_scales, check_seed, like
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
from .greedy_choice import CHOICES
from .greedy_search import greedy_search
from .joint_fit import joint_fit, n_rows_used
from .joint_search import PENALTIES
from .manifold_checks import check_memory, check_parameters, given_order

__all__ = ["ManifoldScaler"]

WEIGHTS = tuple(np.geomspace(1e-3, 10, 32).tolist())


class ManifoldScaler(ScalesToUnit, OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """A factor for each feature, so that d_eps is as large as for the manifold without noise.

    Features of noise depend on no other feature and raise d_eps, the dimension implied by the
    kernel's sum. Such features get the factor 0, and the other factors bring d_eps near its value
    for the manifold (paper's eqs. deA, sum_w_optimization). The joint method gives all features the
    same factor if predictions of features from the nearest rows are clearly better without scaling
    than with it. The transformed data are for a kernel with gamma = 1/2.

    Parameters
    ----------
    n_dims : int, optional
        Intrinsic dimension of the manifold, at most the number of features. If None it is estimated
        by `MultiScale`: for the joint method from the standardised features that depend on others,
        for the greedy method from the unscaled points.
    target : {"calibrated", "paper"}
        The target of d_eps. "calibrated": the largest d_eps of the same number of points, spread
        evenly in a solid ball of `n_dims` dimensions. "paper": `n_dims` itself, which finite
        samples rarely reach.
    order : {"cbfp", "given"} or array-like of int of shape (n_features,)
        Order of the features for the greedy method: "cbfp" is the order of `feature_order`, "given"
        is the order of the columns, and an array is the order itself. The joint method uses no
        order.
    method : {"joint", "greedy"}
        - "joint" finds all weights at once; its parameters are `penalties` and `n_sample`. It keeps
          as many standardised features that depend on others as the target allows. A feature that
          is correlated with many others gets less weight, as long as rows that are near in some
          features still predict the other features. If near rows predict features clearly better
          without scaling, and the map is hardly worse, the features stay unscaled.
        - "greedy" is the paper's Algorithm 2, which scales one feature after another; its
          parameters are `choice`, `weights` and `n_scales`.
    choice : {"first", "peak", "plateau", "least_deformation"}
        The weight and scale that the greedy method takes, of those that bring d_eps near its
        target:

        - "first": the smallest ``|d_eps - target|``; of equal values, the smallest weight and
          scale;
        - "peak": the weight whose largest d_eps over the scales is nearest to the target;
        - "plateau": the smallest sum of ``|d_eps - target|`` and the absolute slope of d_eps;
        - "least_deformation": the weight nearest to 1 among the weights whose largest d_eps is
          within 2 % of the target; if there is none, the weight of "peak".
    weights : array-like of shape (n_weights,), optional
        Weights that the greedy method tries for a standardised feature, relative to the weight of
        the first features; by default 32 weights from 0.001 to 10.
    n_scales : int
        Number of scales that the greedy method tries with each weight, over the linear range of
        Algorithm 1.
    penalties : tuple of float
        For each round of the joint method, the cost of removing one feature. It is added to the
        squared difference of d_eps from its target.
    n_sample : int
        Number of rows whose pairs the joint method uses; if there are more rows, a subsample of
        this size is drawn. With more than 2000 features ``n_sample (2000 / n_features)^(1/2)`` rows
        are used.
    bandwidth : str, Rule or float, optional
        The rule that chooses the scale of the kernel for the scaled features. By default it is
        `auto` for the joint method, and the scale of the last search for the greedy method.
    random_state : int, RandomState instance or None
        Seed of the rows drawn.
    memory_limit : int or str
        Bytes allowed in addition to the data and a few copies of them, such as "4 GiB". If this is
        too little, an error is raised before the computation. The default is half of the free
        memory, and at least 1 GiB. Memory is needed for distances of the rows drawn, and for the
        dependence of each feature on at most 512 others.
    executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Attributes
    ----------
    scale_ : ndarray of shape (n_features,)
        The factor of each feature; 0 for constant features and for removed features.
    bandwidth_ : Bandwidth
        The scale eps, with the kernel for the original features. The factors in `scale_` are
        divided by the square root of eps.
    epsilon_, gamma_ : float
        1 and 1/2, for kernels of the transformed data: ``SVC(gamma=scaler.gamma_)``.
    n_dims_ : int
        The intrinsic dimension that was used.
    target_ : float
        The target of d_eps.
    attained_ : float
        The value of d_eps that was attained: the largest value for these weights and the rows used
        (joint), or the value of the last search (greedy); NaN if the greedy method had no features
        to search.
    implied_dimension_ : float
        d_eps of all transformed rows at eps = 1.
    order_ : ndarray of int of shape (n_features,), or None
        Features in the order in which they were added; None for the joint method.
    reason_ : str
        The choice and the reason for it.
    path_ : mapping
        Evidence of the search, for each round (joint) or each feature (greedy). For the joint
        method it includes shares of the variance of features that are predicted from near rows:

        - `predicted`: the share for each exponent in `power`, with all features weighted equally (a
          larger exponent gives less weight to features that are correlated with others);
        - `predicted_scaled`, `predicted_raw`: the share with scaled and with unscaled features;
          here features are weighted by their standard deviations.
    n_features_in_, feature_names_in_
        As in scikit-learn.

    Examples
    --------
    An arc in two features, and three features of noise, which get the factor 0.

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
        """Find the factors.

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
        if self.n_dims is not None:
            check_count(self.n_dims, "n_dims", largest=points.shape[1])
        order = given_order(self.order, points.shape[1])
        check_feature_names(self, X)
        to_unit = inverse_deviations(points)
        standardized = centred_points(points) * to_unit
        search = self._joint if self.method == "joint" else self._greedy
        with collected(DistancesWarning):  # the warning was given above
            found = search(points, standardized, to_unit, order)
        self._keep(points, to_unit * found.weights, found.epsilon)
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
            CHOICES[self.choice],
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
            reason = "This is the scale of the last search."
            chosen = Bandwidth("manifold", searched, Gaussian(searched), reason)
        else:
            rule = resolve_rule("auto" if self.bandwidth is None else self.bandwidth)
            # Rows may be equal in the remaining features; duplicates count once.
            cloud = PointCloud.of_checked(check_points(points * factors), self._resources)
            chosen = rule.choose(cloud.distinct)
        epsilon = chosen.kernel.gaussian_scale
        if epsilon is None:  # only with a user's own rule
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
            chosen.criterion,
            chosen.criterion_name,
            chosen.interior,
            evidence=chosen.evidence,
        )
        scale = factors / np.sqrt(epsilon)
        self.scale_ = scale
        scaled = check_points(points * scale, distinct=False)
        S, T = run_pass(scaled, KernelSums(np.ones(1)), self._resources)
        self.implied_dimension_ = float(T[0] / S[0])


class _Found(NamedTuple):
    """Weights of the standardised features, and the scale of the greedy search or None."""

    weights: np.ndarray
    epsilon: float | None
