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
from .fit import check_parameters, check_sizes, fit_cloud, is_given, kind_of
from .fitted_map import embedded_rows, take
from .graph.given_graph_fit import fit_given_graph, fit_similarities
from .graph.graph_options import GRAPH, SIMILARITIES, GraphOptions, check_together
from .graph.sparse_cloud import SparseCloud, check_takes_sparse, is_sparse, takes_sparse
from .independent_coordinates import IndependentCoordinates, independent_coordinates
from .kept_mass.kept_mass_fit import check_one_scale
from .kernel_choice import check_bandwidth, labels_for
from .landmarks import cloud_of_landmarks, draw_landmarks, embed_others
from .map_warnings import warn_of_far_rows
from .preimages import preimages

__all__ = ["DiffusionMap"]


class DiffusionMap(HasBandwidth, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Diffusion coordinates ``lambda_k^t psi_k`` of the random walk on the data.

    The walk steps from row i to row j with probability ``P_ij = K_ij / sum_m K_im``; psi_k are the
    right eigenvectors of P, except the constant one, and lambda_k their eigenvalues. In all
    n_samples - 1 coordinates the squared Euclidean distance of two rows is their squared diffusion
    distance after t steps, ``sum_m (P^t_im - P^t_jm)^2 / pi_m`` (Coifman and Lafon 2006; paper's
    eqs. DefP, EqDist, PsiLow).

    Parameters
    ----------
    n_components : int
        Number of coordinates, from 1 to n_samples - 1.
    bandwidth : str, Rule, float or Bandwidth
        The scale of the kernel: the name of a rule in `bandwidth.RULES`, a rule, a number for
        epsilon, or a bandwidth chosen before. With "auto", scales come from the graph of nearest
        neighbours; with ``neighbors=None``, the rule "auto" chooses the scale.
    alpha : float
        Exponent from 0 to 1 that sets how much of the influence of the points' density is removed.
        The kernel is divided by ``(q_i q_j)^alpha``, where q are its row sums: with 1 the map shows
        the geometry alone (Laplace-Beltrami), with 0 nothing is removed. A `VariableGaussian` is
        weighted by other factors, with the same limit for many rows.
    t : int
        Number of steps of the walk, at least 0. More steps shrink the finer coordinates.
    scale : array-like of shape (n_features,), optional
        Factors by which the features are multiplied first (the diagonal of the paper's matrix A).
    metric : str or Metric
        As in `select_bandwidth`. With "precomputed", `fit` takes the distances of all pairs, square
        or condensed, and `transform` the distances of new rows to all training rows. Both also take
        sparse matrices that hold the distances of each row to its neighbours and define the graph.
        With "affinity" both take similarities, dense or sparse, which are used as the kernel; the
        coordinates are then in the order of eigenvalues, not of their magnitudes.
    eigen_solver : {"auto", "dense", "krylov"}
        How eigenpairs are computed: by LAPACK on the full matrix, or by block Krylov iteration. The
        iteration takes from a sixth of LAPACK's time to as long as LAPACK, or up to three times as
        long if large eigenvalues are negative; its coordinates agree with LAPACK's to about
        1e-8. "auto" means the iteration for 1000 rows or more. LAPACK is used in any case if the
        kernel matrix has several components, or if an eigenvalue below zero is among the largest in
        magnitude, which is possible with a kernel that is not positive definite. If the kernel
        matrix of points does not fit `memory_limit`, the iteration does without the matrix: each
        step is a pass over all pairs.
    neighbors : "auto", int or None
        Number of nearest neighbours of each row in the graph to which the kernel is truncated: the
        kernel of a pair is kept if either row is among the nearest neighbours of the other, and is
        0 otherwise. All duplicates of a row form one node of the graph, with the weight of all
        these rows. If there are fewer other nodes than `neighbors`, all of them are neighbours. The
        memory needed is proportional to n_samples times `neighbors`, and the first coordinates
        often show more of the structure than those of the map of all pairs. The two maps differ
        unless these neighbours hold nearly all of the kernel mass. "auto", the default, takes the
        fourth root of the number of rows, at least 3, or 2 for 30 to 256 rows that lie evenly along
        curves; ``bandwidth_.reason`` states why. None means the map of all pairs. "auto" also means
        the map of all pairs if one of the parameters is set that only this map has: `bandwidth`
        (with the default `edge_weights`), `kept_mass`, `eigen_solver` or `keep_distances`.
    edge_weights : {"self_tuned", "bandwidth", "unit"}
        Weights of the edges of the graph. "self_tuned" is ``exp(-r_ij / (sigma_i sigma_j))`` with
        sigma_i the distance of row i to its last neighbour, which adapts to the density. "unit" is
        1. "bandwidth" is the kernel of `bandwidth`; with the other weights that parameter has no
        effect. A rule that gives each row a scale chooses the scales from the graph; any other rule
        chooses from all pairs.
    link_components : "auto" or bool
        Whether the components of the graph are joined by the shortest links between them; "auto"
        joins them if the number of neighbours is "auto". A long link is shortened: its squared
        length is at most the geometric mean of two squared distances, those of its two rows to
        their last neighbours.
    approximate_neighbors : "auto" or bool
        Whether the search may miss some neighbours to be quicker; "auto" allows this if there are
        many rows.
    kept_mass : float, optional
        Share of each row's kernel sum, such as .9999, that a truncation of the kernel of all pairs
        keeps. Row i keeps its largest values, which hold this share, and also each value K_ij that
        row j keeps. The kernel is then sparse, so a step of the iteration is not a pass over all
        pairs. The map equals the map of all pairs up to `omitted_mass_`. If a subsample shows that
        too many values would be kept, the whole kernel is used, with a `MapWarning`. The kernel
        must have one scale.
    landmarks : int, optional
        Number of rows, drawn uniformly, that are fitted; all other rows are embedded by the Nystrom
        extension, as by `transform`. This saves time for many rows: 5000 landmarks of 100,000 rows
        give nearly the same coordinates as all rows. If there are no more rows than landmarks, all
        rows are fitted, as with the default, None.
    random_state : int, RandomState or None
        Seed of the landmarks.
    keep_distances : bool
        Whether to keep the squared distances, 8 n_samples^2 bytes, for `with_bandwidth`.
    memory_limit : int or str
        Number of bytes allowed in addition to the data, or a text such as "4 GiB"; if the limit is
        too small, `fit` raises an error before the computation. The default is half of the free
        memory, at least 1 GiB.
    executor, arithmetic, n_threads, progress
        As in `select_bandwidth`.

    Attributes
    ----------
    eigenvalues_ : ndarray of shape (n_components,)
        lambda_k, descending, without the trivial 1. A kernel of all pairs that need not be positive
        definite, such as the self-tuned one, may have negative eigenvalues; the order is then by
        magnitude. Eigenvalues of at most n_samples times the precision of float64 are rounding
        noise, and so are their coordinates; a `MapWarning` names them.
    eigenvectors_ : ndarray of shape (n_samples, n_components)
        psi_k, with ``sum_i pi_i psi_k(i)^2 = 1`` and ``sum_i pi_i psi_k(i)^3 >= 0``. With landmarks
        too, these sums are over all rows. ``sum_i pi_i psi_k(i)`` is 0, with landmarks only
        approximately.
    embedding_ : ndarray of shape (n_samples, n_components)
        ``lambda_k^t psi_k`` of the training rows.
    stationary_ : ndarray of shape (n_samples,)
        pi, the share of time that the walk spends in each row; it sums to 1. For a row that is
        embedded among landmarks it is proportional to the mean of the landmarks' pi, weighted by
        the probabilities with which the walk steps from this row to each of them.
    participation_ : ndarray of shape (n_components,)
        Effective number of rows on which each coordinate is far from 0, ``1 / sum_i p_i^2`` with
        ``p_i = pi_i psi_k(i)^2``. A coordinate is localized if this number is below
        ``max(5, min(.01 N, 30))`` for N rows (below N / 10 if N is below 50): it then separates
        outliers from the rest. A `MapWarning` names the localized coordinates and these rows.
    bandwidth_ : Bandwidth
        The scale, and the reason of its choice.
    epsilon_, gamma_ : float or None
        `epsilon` and `gamma` of the bandwidth; None if the kernel has a scale for each row, or no
        scale.
    kernel_ : Kernel
        The kernel, including the scaling of features; for a graph, the kernel of its edges.
    component_sizes_ : ndarray of shape (n,)
        Number of rows in each of the n components of the graph with edges ``K_ij >= 1e-8``, largest
        first; with landmarks, the number of landmarks in each component of their graph.
    n_connected_components_ : int
        Number of components of this graph. If there are several, the leading coordinates separate
        the components, heaviest first, and `fit` warns with a `MapWarning`.
    independent_coordinates_ : IndependentCoordinates
        Coordinates that are not functions of earlier coordinates, and the residual of each;
        computed when first used.
    n_neighbors_ : int or None
        Number of neighbours of each row in the graph; None for a map of all pairs.
    neighbor_recall_ : float or None
        Estimated share of these neighbours that the search has found, 1 if the search was exact;
        None if there was no search.
    omitted_mass_ : float or None
        delta, the largest share of a row's kernel sum that `kept_mass` has omitted, before or after
        the division by ``(q_i q_j)^alpha``, whichever is larger; 0 if the whole kernel was used,
        None without `kept_mass`. The k-th eigenvalue is within
        ``2 delta + (1 - lambda_k) ((1 - delta)^-(1 + 2 alpha) - 1)`` of the k-th eigenvalue of the
        whole kernel (see docs/conventions.md).
    landmark_indices_ : ndarray of shape (n_landmarks,), or None
        The rows that were fitted, ascending; None without `landmarks`.
    n_features_in_, feature_names_in_
        As in scikit-learn.

    Examples
    --------
    Points on an arc in random order: one coordinate gives their order along the arc.

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
            The points, or distances or similarities, depending on `metric`. A map of nearest
            neighbours takes sparse points and does not make them dense; other maps refuse them.
        y : array-like of shape (n_samples,), optional
            Class of each row, for rules that use labels; in a map "auto" uses none.

        Returns
        -------
        DiffusionMap
            Itself.

        Raises
        ------
        ValueError, TypeError
            If the data, the labels or a parameter are not valid, or the rule fails.
        MemoryError
            If the map does not fit `memory_limit`.
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
        """Coordinates that are not functions of earlier ones, computed when first used."""
        here = of_host(self)
        return independent_coordinates(here.eigenvalues_, here.eigenvectors_, here.stationary_)

    def fit_transform(self, X: Any, y: Any = None, **fit_params: Any) -> np.ndarray:
        """Fit, and return the coordinates of the rows, of shape (n_samples, n_components)."""
        return like(of_host(self.fit(X, y, **fit_params)).embedding_.copy(), X)

    def transform(self, X: Any) -> np.ndarray:
        """Coordinates of new rows by the Nystrom extension.

        Training rows get their own coordinates. With `neighbors` a new row is joined to its nearest
        training rows, and also to every training row whose last neighbour is farther away than the
        new row. A row x whose kernel mass ``sum_j K(x, j)`` is below 1e-3 is practically
        unconnected to the training rows. It gets the coordinates of the nearest training row, and a
        `MapWarning` names it.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_new, n_features)
            New points, which may be sparse if the training rows are; or, depending on `metric`,
            their distances or similarities to the training rows, of shape (n_new, n_samples).

        Returns
        -------
        ndarray of shape (n_new, n_components)
            Their coordinates.

        Raises
        ------
        ValueError, TypeError
            If the rows are not valid or their features differ from those fitted, or if ``t=0`` and
            an eigenvalue is too small to divide by.
        """
        embedded = embedded_rows(self, X)
        warn_of_far_rows(embedded.kernel_mass)
        return like(embedded.coordinates, X)

    def inverse_transform(self, X: Any) -> np.ndarray:
        """Estimate rows from their diffusion coordinates.

        Each feature is regressed on the coordinates of the 16 nearest fitted rows, linearly and
        with Gaussian weights (local linear regression, Fan 1993). The result is approximate, for
        training rows too, as different rows may have nearly the same few coordinates. For example,
        a map was fitted to 2000 rows of a Swiss roll without noise. The error for 500 new rows is
        4 % of the roll's size with 10 coordinates, 7 % with 5 and 28 % with 2; the nearest training
        row is at a distance of 4 %. For handwritten digits with 30 coordinates the error is 53 % of
        their spread, and the distance to the nearest training row is 50 %.

        Parameters
        ----------
        X : array-like of shape (n_new, n_components)
            Diffusion coordinates, as from `transform`.

        Returns
        -------
        ndarray of shape (n_new, n_features)
            The rows, in the units of the training data.

        Raises
        ------
        ValueError, TypeError
            If the coordinates are not valid; or if the map was fitted to distances, similarities or
            sparse rows, has a metric other than "euclidean", or scales a feature by 0.

        Examples
        --------
        The coordinate halfway between the coordinates of two points of an arc belongs to a point of
        the arc.

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
        """Coordinates and kernel mass of new rows.

        Parameters
        ----------
        X : array-like of shape (n_new, n_features)
            As in `transform`, with the same errors and warnings.

        Returns
        -------
        EmbeddedRows
            `coordinates` of shape (n_new, n_components), and `kernel_mass` of shape (n_new,),
            ``sum_j K(x, j)``: at least 1 for a training row, near 0 far from all training rows.
        """
        embedded = embedded_rows(self, X)
        warn_of_far_rows(embedded.kernel_mass)
        return EmbeddedRows(*map(array_kind(X).array, embedded))

    def kernel_mass(self, X: Any) -> np.ndarray:
        """The kernel mass of new rows, as from `embed`.

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
        """The fitted map of the same rows with another bandwidth.

        A map of all pairs stays a map of all pairs. A map with the default parameters, which is a
        graph without a bandwidth, becomes a map of all pairs. Distances are not computed again if
        they were kept (``keep_distances=True``).

        Parameters
        ----------
        bandwidth : str, Rule, float or Bandwidth
            As in the constructor.
        y : array-like of shape (n_samples,), optional
            Class of each row, for a rule that uses labels; by default those passed to `fit`.

        Returns
        -------
        DiffusionMap
            A new map; this one is not changed.

        Raises
        ------
        ValueError
            If the rule fails, or the map has neither points nor the distances of all pairs.
        """
        check_is_fitted(self)
        if self._cloud is None:
            raise ValueError(
                "Another bandwidth needs the distances of all training rows, but a given graph "
                "holds only some and a model file none; fit a new DiffusionMap to the distances."
            )
        other = clone(self).set_params(bandwidth=bandwidth)
        if GraphOptions.of(self).neighbors is None:
            # "auto" would mean a graph if the new bandwidth is "auto".
            other.set_params(neighbors=None)
        for name in ("n_features_in_", "feature_names_in_", "_kind"):
            if hasattr(self, name):
                setattr(other, name, getattr(self, name))
        cloud = self._cloud if y is None else self._cloud.labelled(y)
        cloud = cloud.bare(with_distances=self.keep_distances, progress=self.progress)
        check_parameters(other)
        return other._fit(cloud, check_bandwidth(bandwidth), of_host(self).landmark_indices_)

    def with_coordinates(self, indices: Any) -> DiffusionMap:
        """The map with some of its coordinates, such as the independent ones.

        Parameters
        ----------
        indices : array-like of int
            Indices of the coordinates, counted from 0, in the desired order, each at most once.

        Returns
        -------
        DiffusionMap
            A new fitted map, whose `n_components` is the number of indices; this one is not
            changed.

        Raises
        ------
        ValueError, TypeError
            If there is no index, an index is out of range, or an index is repeated.

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
        # The extension of a graph holds one vector entry for each node, not for each row.
        vectors = np.ascontiguousarray(self._extension.vectors[:, kept])
        other._extension = replace(self._extension, values=here.eigenvalues_[kept], vectors=vectors)
        return other

    def _cloud_of(self, X: Any) -> PointCloud:
        if is_sparse(X, self.metric):
            check_feature_names(self, X)
            return SparseCloud.of(X, Resources.of(self))
        cloud = PointCloud(X, metric=self.metric, **vars(Resources.of(self))).in_memory()
        if not cloud.metric.sees_points:
            self.n_features_in_ = cloud.n_samples
            # Attributes of an earlier fit are removed.
            self.__dict__.pop("feature_names_in_", None)
            return cloud
        check_feature_names(self, X)
        cloud.own_points(X)  # stores a copy: later changes of X have no effect
        if self.scale is None:
            return cloud
        return cloud.rescaled(check_feature_scale(self.scale, cloud.n_features))

    def _draw(self, cloud: PointCloud) -> np.ndarray | None:
        """Indices of the landmarks, or None if all rows are to be fitted."""
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
        rows = cloud if landmarks is None else cloud_of_landmarks(cloud, landmarks, rule)
        check_sizes(self, rows)  # before the rule chooses a scale, which may take long
        if self.kept_mass is not None:
            check_one_scale(rule)
        fitted = fit_cloud(self, rows, rule)
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
