"""The diffusion map as a scikit-learn transformer."""

from __future__ import annotations

import copy
from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin, clone
from sklearn.utils.validation import check_is_fitted

from .._attributes import cached_property
from .._estimators import FittedArray, HasBandwidth, fits_kind_of, of_host
from .._scikit_learn import Tags
from .._validation import array_kind, check_feature_scale, check_indices, like
from .._validation.feature_names import check_feature_names
from ..bandwidth.rule import Rule
from ..data import PointCloud
from ..engine.executors import Executor
from ..engine.progress import Progress
from ..engine.resources import DEFAULT_MEMORY_LIMIT, Resources
from ..engine.tile import Arithmetic
from ..markov.out_of_sample.extension import EmbeddedRows
from ..metrics.metric import Metric
from ..metrics.precomputed import AFFINITY
from ..metrics.registry import metric_named
from ..results import Bandwidth
from .fit import fit_cloud
from .fitted import embedded_rows, take
from .graph.given import fit_given_graph, fit_similarities
from .graph.options import GRAPH, SIMILARITIES, GraphOptions, check_together
from .graph.sparse_cloud import SparseCloud, check_takes_sparse, is_sparse, takes_sparse
from .independent import IndependentCoordinates, independent_coordinates
from .kept_mass.fit import check_one_scale
from .landmarks import cloud_of_landmarks, draw_landmarks, embed_others
from .map_warnings import warn_of_far_rows
from .parameters import check_parameters, check_sizes, is_given, kind_of
from .preimages import preimages
from .resolution import check_bandwidth, labels_for

__all__ = ["DiffusionMap"]


class DiffusionMap(HasBandwidth, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Diffusion coordinates ``lambda_k^t psi_k`` of the random walk on the data.

    The walk steps from row i to row j with probability ``P_ij = K_ij / sum_m K_im``; psi_k are
    P's right eigenvectors without the constant one. In all coordinates the squared Euclidean
    distance of two rows is their diffusion distance after t steps,
    ``sum_m (P^t_im - P^t_jm)^2 / pi_m`` (Coifman and Lafon 2006; paper's eqs. DefP, EqDist,
    PsiLow).

    Parameters
    ----------
    n_components : int
        Coordinates wanted, from 1 to n_samples - 1.
    bandwidth : str, Rule, float or Bandwidth
        How the scale of the kernel is chosen: a name from `bandwidth.RULES`, a rule, a number to
        take as epsilon, or a bandwidth chosen before. "auto" leaves it to the graph of nearest
        neighbours, and is the rule of that name with ``neighbors=None``.
    alpha : float
        From 0 to 1: how far the density of the points is taken out. The kernel is divided by
        ``(q_i q_j)^alpha``, q its row sums; 1 shows the geometry alone (Laplace-Beltrami), 0 the
        walk as it is. The weights of a `VariableGaussian` are others, with the same limit.
    t : int
        Steps of the walk, from 0 on. More steps shrink the finer coordinates.
    scale : array-like of shape (n_features,), optional
        Each feature is multiplied by its entry first (the diagonal of the paper's matrix A).
    metric : str or Metric
        As in `select_bandwidth`. With "precomputed", `fit` takes distances of all pairs, square or
        condensed, and `transform` those of new rows to all training rows; or, as sparse matrices,
        those of each row to its neighbours, which are the graph. With "affinity" they take
        similarities for the kernel, dense or sparse.
    eigen_solver : {"auto", "dense", "krylov"}
        How eigenpairs are computed: by LAPACK on the full matrix, or by block Krylov iteration,
        whose coordinates agree to about 1e-8 and which takes a sixth to all of the time. "auto"
        iterates from 1000 rows on. A graph with several components, or a kernel that need not be
        positive definite (self-tuned), goes to LAPACK anyway. Where the kernel matrix does not fit
        `memory_limit`, points are iterated without it: each step is a pass over all pairs.
    neighbors : "auto", int or None
        Cuts the kernel to the graph of so many nearest neighbours: its value is kept where either
        row is among the other's nearest, and is 0 elsewhere. Duplicates are one node of the
        graph, with the weight of all of them. The number is at most that of all other nodes.
        Memory is of order n_samples times `neighbors`, and few coordinates often show more, but
        unless nearly all of the kernel mass lies in so many neighbours the map differs from that of
        all pairs. "auto", the default, takes the fourth root of the rows, at least 3, or 2 for
        a few dozen rows that lie evenly along curves; `bandwidth_` has the reason. None is the
        map of all pairs; "auto" is that too where another parameter is about all pairs:
        `bandwidth` (with these `edge_weights`), `kept_mass`, `eigen_solver` or `keep_distances`.
    edge_weights : {"self_tuned", "bandwidth", "unit"}
        What the edges of the graph weigh. "self_tuned" takes one scale a row, its distance sigma_i
        to its last neighbour: ``exp(-r_ij / (sigma_i sigma_j))``, whatever the density. "bandwidth"
        takes the kernel of `bandwidth`, which is chosen from all pairs, but by rules that scale
        rows from the graph; the other two leave it alone. "unit" is 1.
    link_components : "auto" or bool
        Whether the components of the graph are joined by the shortest links between them; "auto"
        joins them where the number of neighbours is chosen. A link
        counts as no longer than a neighbour: its squared distance is at most the geometric mean of
        those of its ends to their last neighbours.
    approximate_neighbors : "auto" or bool
        Whether neighbours may be missed where that is quicker; "auto" where rows are many.
    kept_mass : float, optional
        Cuts the kernel of all pairs where little is lost: of each row the largest
        values are kept that hold this share of its sum, such as .9999, and those that are among
        the largest of the other row of a pair. The kernel is sparse then, and the map that of all
        pairs but for `omitted_mass_`. Each pair is computed once. The number of values is first
        estimated on rows drawn; if it is so large that nothing is saved, the whole kernel is taken,
        with a `MapWarning`. For kernels of one scale.
    landmarks : int, optional
        So many rows, drawn with equal chance, are fitted by all other parameters, and all other
        rows embedded by the Nystrom extension, as by `transform`. Quick where all pairs would take
        long: 5000 rows give nearly the coordinates of 100,000. With no more
        rows than that all are fitted. None, the default, fits all.
    random_state : int, RandomState or None
        Seed of the landmarks.
    keep_distances : bool
        Whether to keep the squared distances, 8 n_samples^2 bytes, for `with_bandwidth`.
    memory_limit : int or str
        Bytes allowed beyond the data, such as "4 GiB"; refused before the work if too little. By
        default half of the memory that is free, and at least 1 GiB.
    executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Attributes
    ----------
    eigenvalues_ : ndarray of shape (n_components,)
        lambda_k, descending (in magnitude for a kernel of all pairs that need not be positive
        definite, such as the self-tuned one); without the trivial 1. Those up to n_samples
        times the precision of float64 are rounding noise, and so are their coordinates, which a
        `MapWarning` names.
    eigenvectors_ : ndarray of shape (n_samples, n_components)
        psi_k, with ``sum_i pi_i psi_k(i)^2 = 1`` and ``sum_i pi_i psi_k(i)^3 >= 0``, over all rows
        with landmarks too; then ``sum_i pi_i psi_k(i)`` is 0 about, not exactly.
    embedding_ : ndarray of shape (n_samples, n_components)
        ``lambda_k^t psi_k`` of the training rows.
    stationary_ : ndarray of shape (n_samples,)
        pi, the share of time the walk spends in each row. That of a row embedded among landmarks is
        the mean of theirs over a step from it, all over their sum.
    participation_ : ndarray of shape (n_components,)
        How many rows carry each coordinate, ``1 / sum_i p_i^2`` with ``p_i = pi_i psi_k(i)^2``. One
        that fewer than ``max(5, min(.01 N, 30))`` of N rows carry (a tenth of fewer than 50) is
        localized: it separates outliers from the rest. A `MapWarning` names those
        and the rows.
    bandwidth_ : Bandwidth
        The scale, and why it was chosen.
    epsilon_, gamma_ : float or None
        Its `epsilon` and `gamma`; None where the kernel has one scale a row, or none.
    kernel_ : Kernel
        The kernel, feature scaling included; of a graph that of its edges.
    component_sizes_ : ndarray of shape (n,)
        Rows in each of the n components of the graph with edges ``K_ij >= 1e-8``, largest first;
        landmarks in each component of theirs.
    n_connected_components_ : int
        Components of that graph. With more than one the leading coordinates separate them, heaviest
        first and as many as there are coordinates, and a `MapWarning` says so.
    independent_coordinates_ : IndependentCoordinates
        Coordinates that are no function of those before them, and the residual of each; computed
        when first used.
    n_neighbors_ : int or None
        Neighbours of each row in the graph; None without `neighbors`.
    neighbor_recall_ : float or None
        Estimated share of these that the search has found, 1 if it was exact; None where there was
        no search.
    omitted_mass_ : float or None
        The largest share delta of a row's kernel sum that `kept_mass` has cut off, with the
        density taken out or not, whichever is more; 0 where the whole kernel was taken, None
        without `kept_mass`. Each eigenvalue is within
        ``2 delta + (1 - lambda_k) ((1 - delta)^-(1 + 2 alpha) - 1)`` of that of the whole kernel,
        in descending order (docs/conventions.md says why).
    landmark_indices_ : ndarray of shape (n_landmarks,), or None
        The rows that were fitted, ascending; None without `landmarks`.
    n_features_in_, feature_names_in_
        As in scikit-learn.

    Examples
    --------
    Points on an arc, out of order. One coordinate is enough to put them in order again.

    >>> import numpy as np
    >>> angle = np.random.default_rng(0).permutation(np.linspace(0, 4, 60))
    >>> arc = np.c_[np.cos(angle), np.sin(angle)]
    >>> coordinate = DiffusionMap(n_components=1).fit_transform(arc)[:, 0]
    >>> steps = np.diff(coordinate[np.argsort(angle)])
    >>> bool((steps > 0).all() or (steps < 0).all())
    True
    """

    eigenvalues_ = FittedArray()
    eigenvectors_ = FittedArray()
    embedding_ = FittedArray()
    stationary_ = FittedArray()
    participation_ = FittedArray()
    component_sizes_ = FittedArray()
    landmark_indices_ = FittedArray()

    def __init__(
        self,
        n_components: int = 2,
        bandwidth: Any = "auto",
        *,
        alpha: float = 0.0,
        t: int = 1,
        scale: Any = None,
        metric: str | Metric = "euclidean",
        eigen_solver: str = "auto",
        neighbors: int | str | None = "auto",
        edge_weights: str = "self_tuned",
        link_components: bool | str = "auto",
        approximate_neighbors: bool | str = "auto",
        kept_mass: float | None = None,
        landmarks: int | None = None,
        random_state: Any = 0,
        keep_distances: bool = False,
        memory_limit: int | str = DEFAULT_MEMORY_LIMIT,
        executor: str | Executor = "threads",
        arithmetic: str | Arithmetic = "auto",
        n_threads: int | None = None,
        progress: Progress | bool | None = None,
    ) -> None:
        self.n_components = n_components
        self.bandwidth = bandwidth
        self.alpha = alpha
        self.t = t
        self.scale = scale
        self.metric = metric
        self.eigen_solver = eigen_solver
        self.neighbors = neighbors
        self.edge_weights = edge_weights
        self.link_components = link_components
        self.approximate_neighbors = approximate_neighbors
        self.kept_mass = kept_mass
        self.landmarks = landmarks
        self.random_state = random_state
        self.keep_distances = keep_distances
        self.memory_limit = memory_limit
        self.executor = executor
        self.arithmetic = arithmetic
        self.n_threads = n_threads
        self.progress = progress

    def __sklearn_tags__(self) -> Tags:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = not metric_named(self.metric).sees_points
        tags.input_tags.sparse = tags.input_tags.pairwise or takes_sparse(self)
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        tags.array_api_support = True
        return tags

    @property
    def _n_features_out(self) -> int:
        return int(of_host(self).embedding_.shape[1])

    def fit(self, X: Any, y: Any = None) -> DiffusionMap:
        """Choose the scale and compute the coordinates of the rows.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_samples, n_features)
            The points; distances or similarities as `metric` says. Sparse points are not made
            dense: a map of nearest neighbours takes them, and other maps refuse them.
        y : array-like of shape (n_samples,), optional
            Class of each row, for the rules that use it; "auto" does not.

        Returns
        -------
        DiffusionMap
            Itself.

        Raises
        ------
        ValueError, TypeError
            If the data, the labels or a parameter are not valid, or the rule has no answer.
        MemoryError
            If the eigenpairs do not fit `memory_limit`.
        """
        check_parameters(self)
        rule = check_bandwidth(self.bandwidth)
        X = fits_kind_of(self, X)
        if is_given(self, X):
            return self._fit_given(X, rule)
        cloud = self._cloud_of(X)
        cloud = cloud.labelled(labels_for(rule, y, cloud.n_samples))
        return self._fit(cloud, rule, self._draw(cloud))

    @cached_property
    def independent_coordinates_(self) -> IndependentCoordinates:
        """Coordinates that are no function of those before them, computed when first used."""
        here = of_host(self)
        return independent_coordinates(here.eigenvalues_, here.eigenvectors_, here.stationary_)

    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> np.ndarray:
        """Fit, and return the coordinates of the rows, of shape (n_samples, n_components)."""
        return like(of_host(self.fit(X, y, **fit_params)).embedding_.copy(), X)

    def transform(self, X: Any) -> np.ndarray:
        """Coordinates of new rows by the Nystrom extension.

        Training rows get their own coordinates back. With `neighbors` a new row is joined to its
        nearest, and to training rows whose last neighbour is farther than it is. Rows whose kernel
        mass ``sum_j K(x, j)`` is below 1e-3 are as good as unconnected to the training rows: they
        get coordinates like the nearest of those, and a `MapWarning` names them.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_new, n_features)
            New points, sparse or not where the map is of sparse ones; their distances or
            similarities to the training rows, of shape (n_new, n_samples), as `metric` says.

        Returns
        -------
        ndarray of shape (n_new, n_components)
            Their coordinates.

        Raises
        ------
        ValueError, TypeError
            If the rows are not valid or have other features, or with ``t=0`` an eigenvalue is
            too small to divide by.
        """
        embedded = embedded_rows(self, X)
        warn_of_far_rows(embedded.kernel_mass)
        return like(embedded.coordinates, X)

    def inverse_transform(self, X: Any) -> np.ndarray:
        """Rows that have about these diffusion coordinates.

        Each feature is regressed on the coordinates of the 16 nearest fitted rows, linearly and
        with Gaussian weights (local linear regression, Fan 1993). That is approximate, for
        training rows too: with few coordinates different rows have nearly the same ones. The error
        for 500 new rows of a Swiss roll of 2000, noise-free, is 4 % of the roll's size with 10
        coordinates, as far as the next training row is, 7 % with 5 and 28 % with 2; for handwritten
        digits 53 % of their spread with 30 coordinates, where the nearest training row is 50 %
        away.

        Parameters
        ----------
        X : array-like of shape (n_new, n_components)
            Diffusion coordinates, as from `transform`.

        Returns
        -------
        ndarray of shape (n_new, n_features)
            The rows, in the units of the data that were fitted.

        Raises
        ------
        ValueError, TypeError
            If the coordinates are not valid, or the map is one of distances, of similarities, of
            sparse rows, of a metric other than "euclidean", or does not see a feature whose scale
            is 0.

        Examples
        --------
        Halfway between two points of an arc along its coordinate lies another point of the arc.

        >>> angle = np.linspace(0, 3, 200)
        >>> arc = np.c_[np.cos(angle), np.sin(angle)]
        >>> fitted = DiffusionMap(n_components=1).fit(arc)
        >>> between = fitted.embedding_[[50, 80]].mean(axis=0, keepdims=True)
        >>> bool(abs(np.linalg.norm(fitted.inverse_transform(between)) - 1) < 0.01)
        True
        """
        check_is_fitted(self)
        return like(preimages(self._extension, X), X)

    def embed(self, X: Any) -> EmbeddedRows:
        """Coordinates of new rows, and their kernel mass, small far from all training rows.

        Parameters
        ----------
        X : array-like of shape (n_new, n_features)
            As in `transform`, whose errors and warnings it raises.

        Returns
        -------
        EmbeddedRows
            `coordinates` of shape (n_new, n_components), and `kernel_mass` of shape (n_new,),
            ``sum_j K(x, j)``: at least 1 for a training row, near 0 far from all of them.
        """
        embedded = embedded_rows(self, X)
        warn_of_far_rows(embedded.kernel_mass)
        return EmbeddedRows(*map(array_kind(X).array, embedded))

    def kernel_mass(self, X: Any) -> np.ndarray:
        """The kernel mass of new rows, as of `embed`.

        Parameters
        ----------
        X : array-like of shape (n_new, n_features)
            As in `transform`.

        Returns
        -------
        ndarray of shape (n_new,)
            ``sum_j K(x, j)``.
        """
        return array_kind(X).array(embedded_rows(self, X).kernel_mass)

    def with_bandwidth(self, bandwidth: Any, y: Any = None) -> DiffusionMap:
        """The map of the same rows at another scale, fitted.

        A map of all pairs stays one. With a bandwidth the default, a graph without one, becomes the
        map of all pairs, unless ``edge_weights="bandwidth"``. Distances are not computed
        again if they were kept (``keep_distances=True``).

        Parameters
        ----------
        bandwidth : str, Rule, float or Bandwidth
            As in the constructor.
        y : array-like of shape (n_samples,), optional
            Class of each row for a rule that uses it; those of `fit` by default.

        Returns
        -------
        DiffusionMap
            A new one; this one stays as it is.

        Raises
        ------
        ValueError
            If the rule has no answer, or the map was loaded from a file without its distances.
        """
        check_is_fitted(self)
        if self._cloud is None:
            raise ValueError(
                "Another bandwidth needs the distances of all training rows; a given graph has few "
                "and a model from a file does not hold them; fit a new DiffusionMap to them."
            )
        other = clone(self).set_params(bandwidth=bandwidth)
        if GraphOptions.of(self).neighbors is None:
            other.set_params(neighbors=None)  # as "auto" is a graph where the bandwidth is "auto"
        for name in ("n_features_in_", "feature_names_in_", "_kind"):
            if hasattr(self, name):
                setattr(other, name, getattr(self, name))
        cloud = self._cloud if y is None else self._cloud.labelled(y)
        cloud = cloud.bare(with_distances=self.keep_distances, progress=self.progress)
        check_parameters(other)
        return other._fit(cloud, check_bandwidth(bandwidth), of_host(self).landmark_indices_)

    def with_coordinates(self, indices: Any) -> DiffusionMap:
        """The same map with some of its coordinates only, such as the independent ones.

        Parameters
        ----------
        indices : array-like of int
            Coordinates, counted from 0, in the order wanted, each at most once.

        Returns
        -------
        DiffusionMap
            A new one, fitted, whose `n_components` is how many there are; this one stays as it is.

        Raises
        ------
        ValueError, TypeError
            If there is none, or one that the map does not have, or one comes twice.

        Examples
        --------
        >>> import numpy as np
        >>> strip = np.random.default_rng(0).uniform(size=(300, 2)) * [2.5, 1.0]
        >>> fitted = DiffusionMap(5).fit(strip)
        >>> plane = fitted.with_coordinates(fitted.independent_coordinates_.first(2))
        >>> np.array_equal(plane.transform(strip[:4]), fitted.transform(strip[:4])[:, [0, 2]])
        True
        """
        check_is_fitted(self)
        kept, here = check_indices(indices, "indices", self._n_features_out), of_host(self)
        other = copy.copy(self).set_params(n_components=len(kept))
        other.__dict__.pop("independent_coordinates_", None)
        for name in ("eigenvalues_", "participation_"):
            setattr(other, name, getattr(here, name)[kept])
        for name in ("eigenvectors_", "embedding_"):
            setattr(other, name, np.ascontiguousarray(getattr(here, name)[:, kept]))
        vectors = np.ascontiguousarray(self._extension.vectors[:, kept])  # of nodes, in a graph
        other._extension = replace(self._extension, values=here.eigenvalues_[kept], vectors=vectors)
        return other

    def _cloud_of(self, X: Any) -> PointCloud:
        if is_sparse(X, self.metric):
            check_feature_names(self, X)
            return SparseCloud.of(X, Resources.of(self))
        cloud = PointCloud(X, metric=self.metric, **vars(Resources.of(self))).in_memory()
        if not cloud.metric.sees_points:
            self.n_features_in_ = cloud.n_samples
            self.__dict__.pop("feature_names_in_", None)  # of an earlier fit
            return cloud
        check_feature_names(self, X)
        cloud.own_points(X)  # a caller's later changes are not to reach new rows
        if self.scale is None:
            return cloud
        return cloud.rescaled(check_feature_scale(self.scale, cloud.n_features))

    def _draw(self, cloud: PointCloud) -> np.ndarray | None:
        """Landmarks, or None where all rows are to be fitted."""
        if self.landmarks is None:
            return None
        return draw_landmarks(cloud.n_samples, self.landmarks, self.random_state)

    def _fit(
        self, cloud: PointCloud, rule: Rule | Bandwidth, landmarks: np.ndarray | None
    ) -> DiffusionMap:
        kind = kind_of(self)
        check_together(self, kind)
        if isinstance(cloud, SparseCloud):
            check_takes_sparse(self, rule)
        seen = cloud if landmarks is None else cloud_of_landmarks(cloud, landmarks, rule)
        check_sizes(self, seen)  # before the rule chooses
        if self.kept_mass is not None:
            check_one_scale(rule)
        fitted = fit_cloud(self, seen, rule)
        if landmarks is not None:
            fitted = embed_others(fitted, cloud, landmarks)
        take(self, fitted, kind)
        self._cloud: PointCloud | None = cloud.bare(with_distances=self.keep_distances)
        cloud.report("diffusion map", 1, 1)
        return self

    def _fit_given(self, X: Any, rule: Rule | Bandwidth) -> DiffusionMap:
        kind = SIMILARITIES if metric_named(self.metric) == AFFINITY else GRAPH
        check_together(self, kind)
        options, resources = GraphOptions.of(self), Resources.of(self)
        resources.report("diffusion map", 0, 1)
        if kind == SIMILARITIES:
            fitted = fit_similarities(X, options, resources)
        else:
            fitted = fit_given_graph(X, rule, options, resources)
        take(self, fitted, kind)
        self.n_features_in_ = len(fitted.pairs.vectors)
        self.__dict__.pop("feature_names_in_", None)
        self._cloud = None
        resources.report("diffusion map", 1, 1)
        return self
