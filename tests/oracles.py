"""Naive reference computations: loops over pairs in long double, close to the formulas.

This module does not import the package. Functions are loops over pairs if possible, and they use
matrices only if the definition is about a matrix. On a machine whose long double has only 64 bits,
comparisons have the accuracy of float64.
"""

from __future__ import annotations

import itertools
from fractions import Fraction

import numpy as np

long = np.longdouble


def _rows(X):
    return [[long(value) for value in row] for row in np.asarray(X, dtype=np.float64).tolist()]


def squared_distance(x, y):
    total = long(0)
    for a, b in zip(x, y, strict=True):
        total += (a - b) * (a - b)
    return total


def squared_distances(X):
    """All squared distances r_ij, of shape (n_samples, n_samples), in long double."""
    rows = _rows(X)
    r = np.zeros((len(rows), len(rows)), dtype=long)
    for i, x in enumerate(rows):
        for j, y in enumerate(rows):
            r[i, j] = squared_distance(x, y)
    return r


def kernel_value(r, epsilon):
    return np.exp(-r / (2 * long(epsilon)))


def kernel_sum(X, epsilon, r=None):
    """sum_ij K_ij."""
    r = squared_distances(X) if r is None else r
    total = long(0)
    for row in r:
        for value in row:
            total += kernel_value(value, epsilon)
    return total


def distance_weighted_sum(X, epsilon, r=None):
    """sum_ij r_ij K_ij."""
    r = squared_distances(X) if r is None else r
    total = long(0)
    for row in r:
        for value in row:
            total += value * kernel_value(value, epsilon)
    return total


def implied_dimension(X, epsilon, r=None):
    """d_eps = sum r K / (eps sum K), the paper's equation deA."""
    r = squared_distances(X) if r is None else r
    return distance_weighted_sum(X, epsilon, r) / (long(epsilon) * kernel_sum(X, epsilon, r))


def off_diagonal_row_sums(X, epsilon, r=None):
    """sum_{j != i} K_ij for each i."""
    r = squared_distances(X) if r is None else r
    sums = np.zeros(len(r), dtype=long)
    for i in range(len(r)):
        for j in range(len(r)):
            if i != j:
                sums[i] += kernel_value(r[i, j], epsilon)
    return sums


def within_class_row_sums(X, y, epsilon, r=None):
    """Sum of K_ij over all j != i in the class of i, for each i."""
    r = squared_distances(X) if r is None else r
    sums = np.zeros(len(r), dtype=long)
    for i in range(len(r)):
        for j in range(len(r)):
            if i != j and y[i] == y[j]:
                sums[i] += kernel_value(r[i, j], epsilon)
    return sums


def within_class_probability(X, y, epsilon, balanced=False, r=None):
    """Mean over i of (sum of K_ij over other j in the class of i) / (sum of K_ij over all j).

    If `balanced` is true, the mean is first taken over the rows of each class, then over the
    classes.
    """
    r = squared_distances(X) if r is None else r
    probability = within_class_row_sums(X, y, epsilon, r) / (
        1 + off_diagonal_row_sums(X, epsilon, r)
    )
    if not balanced:
        return probability.sum() / len(r)
    classes = sorted(set(y))
    means = []
    for label in classes:
        own = [probability[i] for i in range(len(r)) if y[i] == label]
        means.append(sum(own) / len(own))
    return sum(means) / len(means)


def nearest_others(X, n_neighbors, r=None):
    """Squared distances of each row to its nearest other rows, in ascending order."""
    r = squared_distances(X) if r is None else r
    return np.array(
        [sorted(r[i, j] for j in range(len(r)) if j != i)[:n_neighbors] for i in range(len(r))]
    )


def class_extremes(X, y, r=None):
    """The smallest r_ij between rows of different classes, and the largest within a class."""
    r = squared_distances(X) if r is None else r
    between, within = long(np.inf), long(0)
    for i in range(len(r)):
        for j in range(len(r)):
            if y[i] == y[j]:
                within = max(within, r[i, j])
            else:
                between = min(between, r[i, j])
    return between, within


def median(X, r=None):
    """Median squared distance of the pairs i < j."""
    r = squared_distances(X) if r is None else r
    values = sorted(r[i, j] for i, j in itertools.combinations(range(len(r)), 2))
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def mean_squared_deviation(X):
    """(1/N) sum_i |x_i - mean|^2."""
    rows = _rows(X)
    mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return sum(squared_distance(x, mean) for x in rows) / len(rows)


def scale_where(function, target, low, high):
    """The scale at which an increasing function equals `target`, by bisection of log(scale)."""
    low, high = np.log(long(low)), np.log(long(high))
    for _ in range(200):
        middle = (low + high) / 2
        if function(np.exp(middle)) < target:
            low = middle
        else:
            high = middle
    return np.exp((low + high) / 2)


def kernel_matrix(X, epsilon):
    """The kernel matrix in float64, for definitions that need a matrix."""
    return np.array(kernel_value(squared_distances(X), epsilon), dtype=np.float64)


def log_densities_of_rows_left_out(X, epsilon, d, duplicates_are_others=False):
    """For each row i, the log of a density at this row, estimated from the other rows j.

    The density is the mean over j of exp(-r_ij / (2 eps)) / (2 pi eps)^(d/2). Rows equal to row i
    are excluded unless `duplicates_are_others` is true.
    """
    r = squared_distances(X)
    logs = []
    for i in range(len(r)):
        others = [j for j in range(len(r)) if j != i and (r[i, j] > 0 or duplicates_are_others)]
        exponents = [-r[i, j] / (2 * long(epsilon)) for j in others]
        total = sum(np.exp(e - max(exponents)) for e in exponents)
        log_norm = long(d) / 2 * np.log(2 * long(np.pi) * long(epsilon))
        logs.append(max(exponents) + np.log(total / len(others)) - log_norm)
    return np.array(logs)


def self_tuned_kernel(X, n_neighbors):
    """K_ij = exp(-r_ij / (sigma_i sigma_j)) and sigma, as in Zelnik-Manor and Perona."""
    r = squared_distances(X)
    sigma = np.sqrt(nearest_others(X, n_neighbors, r)[:, -1])
    K = np.zeros_like(r)
    for i in range(len(r)):
        for j in range(len(r)):
            K[i, j] = np.exp(-r[i, j] / (sigma[i] * sigma[j]))
    return K, sigma


def truncated_kernel(X, n_neighbors, value, r=None):
    """K_ij = value(r_ij, sigma_i, sigma_j) if i is a neighbour of j or j of i, and else 0.

    Duplicates count once among the nearest rows. Of two rows at the same distance, the one with the
    smaller index is nearer. sigma_i is the distance of row i to the farthest of its neighbours.
    """
    r = squared_distances(X) if r is None else r
    n = len(r)
    first = [next(j for j in range(n) if r[i, j] == 0) for i in range(n)]
    places = sorted(set(first))
    near, sigma = np.eye(n, dtype=bool), np.zeros(n)
    for i in places:
        others = sorted((r[i, j], j) for j in places if j != i)[:n_neighbors]
        sigma[i] = np.sqrt(others[-1][0])
        for _, j in others:
            near[i, j] = near[j, i] = True
    near, sigma = near[np.ix_(first, first)], sigma[first]
    return np.where(near, value(np.asarray(r, float), sigma[:, None], sigma), 0.0)


def variable_gaussian(X, pilot_neighbors, n_neighbors, d):
    """K_ij = exp(-r_ij / (2 sigma_i sigma_j)) and sigma.

    1 / sigma_i^2 = q_i / epsilon + d / (0.6 v), where v is the mean squared distance of a row from
    the mean of all rows. epsilon is the scale at which the mean over i of the sum over all j != i
    of exp(-r_ij sqrt(q_i q_j) / (2 epsilon)) is `n_neighbors`.

    q_i = (1 + sum_j exp(-r_ij / (s_i s_j))) / s_i^d, where s_i is the distance of row i to its
    neighbour number `pilot_neighbors`, and the sum is over all rows j at a distance below s_i.
    """
    r = squared_distances(X)
    n = len(r)
    s = np.sqrt(nearest_others(X, pilot_neighbors, r)[:, -1])
    q = np.ones(n, dtype=r.dtype)
    for i in range(n):
        for j in range(n):
            if i != j and np.sqrt(r[i, j]) < s[i]:
                q[i] += np.exp(-r[i, j] / (s[i] * s[j]))
        q[i] /= s[i] ** d
    z = r * np.sqrt(np.outer(q, q))
    low, high = 1e-12 * z.max(), 1e6 * z.max()
    for _ in range(200):
        middle = np.sqrt(low * high)
        seen = np.exp(-z / (2 * middle)).sum() / n - 1
        low, high = (middle, high) if seen < n_neighbors else (low, middle)
    sigma = 1 / np.sqrt(q / middle + d / (0.6 * r.mean() / 2))
    return np.exp(-r / (2 * np.outer(sigma, sigma))), sigma


def transition_matrix(K, alpha=0.0):
    """P of the alpha-normalised kernel, and the stationary distribution of P, entry by entry."""
    K = np.array(K, dtype=np.float64)
    n = len(K)
    q = [sum(K[i]) for i in range(n)]
    weighted = np.empty((n, n))
    for i in range(n):
        for j in range(n):
            weighted[i, j] = K[i, j] / (q[i] * q[j]) ** alpha
    degrees = np.array([sum(weighted[i]) for i in range(n)])
    return weighted / degrees[:, None], degrees / degrees.sum()


def eigenvalues(P):
    """All eigenvalues of P, descending, by a solver for general matrices."""
    values = np.linalg.eig(P)[0]
    assert np.abs(values.imag).max() < 1e-7
    return np.sort(values.real)[::-1]


def eigenpairs(K, alpha=0.0):
    """All eigenpairs of P by a solver for general matrices, scaled as in docs/conventions.md.

    Pairs are in descending order of eigenvalues, the trivial pair first. Eigenvalues must differ.
    """
    P, pi = transition_matrix(K, alpha)
    values, vectors = np.linalg.eig(P)
    order = np.argsort(-values.real)
    values, vectors = values.real[order], vectors.real[:, order]
    for k in range(len(values)):
        psi = vectors[:, k] / np.sqrt(sum(pi * vectors[:, k] ** 2))
        skewness = sum(pi * psi**3)
        first = psi[0] if abs(skewness) < 1e-8 else skewness
        vectors[:, k] = -psi if first < 0 else psi
    return values, vectors, pi


def generalised_eigengap(K, n_classes):
    """Ge = lambda_{N_C} - lambda_{N_C + 1}, where lambda_1 is the trivial eigenvalue."""
    values = eigenvalues(transition_matrix(K)[0])
    return values[n_classes - 1] - values[n_classes]


def class_separation(K, y, n_components):
    """rho_Psi = D_a / sum_c D_c in the leading diffusion coordinates lambda_k psi_k.

    D_a is the mean squared distance of all rows from their centre, and D_c is the mean squared
    distance of the rows of class c from the centre of the class.
    """
    values, vectors, _ = eigenpairs(K)
    coordinates = vectors[:, 1 : n_components + 1] * values[1 : n_components + 1]

    def mean_squared_distance_from_centre(points):
        centre = sum(points) / len(points)
        return sum(((point - centre) ** 2).sum() for point in points) / len(points)

    within = sum(
        mean_squared_distance_from_centre(
            [x for x, own in zip(coordinates, y, strict=True) if own == label]
        )
        for label in sorted(set(y))
    )
    return mean_squared_distance_from_centre(list(coordinates)) / within


def components(weights_of_edges, n_samples):
    """Number of components of a graph with edges {(i, j), ...}, by flood fill."""
    neighbours = {i: set() for i in range(n_samples)}
    for i, j in weights_of_edges:
        neighbours[i].add(j)
        neighbours[j].add(i)
    unseen, parts = set(range(n_samples)), 0
    while unseen:
        parts += 1
        front = [unseen.pop()]
        while front:
            reached = neighbours[front.pop()] & unseen
            unseen -= reached
            front.extend(reached)
    return parts


def effective_neighbors(K):
    """Median of exp(entropy) over the rows of P, where P is computed without the diagonal of K."""
    counts = []
    for i, row in enumerate(K):
        others = [value for j, value in enumerate(row) if j != i]
        total = sum(others)
        entropy = 0.0
        for value in others:
            if value > 0:
                entropy -= (value / total) * np.log(value / total)
        counts.append(np.exp(entropy))
    return float(np.median(np.array(counts, dtype=np.float64)))


def perturbation_norm(X, y, epsilon, r=None):
    """||W-hat||_F: square root of the sum of K_ij^2 over pairs of different classes."""
    r = squared_distances(X) if r is None else r
    total = long(0)
    for i in range(len(r)):
        for j in range(len(r)):
            if y[i] != y[j]:
                total += kernel_value(r[i, j], epsilon) ** 2
    return np.sqrt(total)


def perturbation_bound(X, y, epsilon):
    """Both sides of Theorem 3.2, computed from the matrices of its proof.

    The eigenspace of A-bar for the eigenvalue 1 is computed by a solver, so each class must be
    connected: then A-bar has this eigenvalue exactly once for each class.
    """
    K = kernel_matrix(X, epsilon)
    n, n_classes = len(K), len(set(y))
    ideal = np.array([[K[i, j] if y[i] == y[j] else 0.0 for j in range(n)] for i in range(n)])
    degrees = np.array([sum(row) for row in ideal])
    halved = np.diag(degrees**-0.5)
    A_ideal, A = halved @ ideal @ halved, halved @ K @ halved
    values = np.linalg.eigvalsh(A)[::-1]
    projectors = []
    for matrix in (A_ideal, A):
        leading = np.linalg.eigh(matrix)[1][:, n - n_classes :]
        projectors.append(leading @ leading.T)
    norm = np.sqrt(((K - ideal) ** 2).sum())
    scaled = np.sqrt(((A - A_ideal) ** 2).sum())
    gap, separation = values[n_classes - 1] - values[n_classes], 1 - values[n_classes]
    return {
        "perturbation_norm": norm,
        "printed_bound": norm * (1 / degrees).sum() / gap if gap > 0 else np.inf,
        "scaled_norm": scaled,
        "tight_bound": scaled / separation if separation > 0 else np.inf,
        "distance": np.sqrt(((projectors[0] - projectors[1]) ** 2).sum() / 2),
        "eigengap": gap,
        "separation": separation,
        "operator_eigengap": generalised_eigengap(K, n_classes),
    }


def neighbor_distances(X):
    """Distances of each row to all other rows, ascending, as nested lists."""
    r = squared_distances(X)
    return [sorted(np.sqrt(r[i, j]) for j in range(len(r)) if j != i) for i in range(len(r))]


def two_nn_slope(X, n_kept):
    """Slope of the line through the origin that fits -log(1 - F_i) against log(r_2 / r_1).

    F_i is i / (N + 1) for the row with the i-th smallest ratio; the first `n_kept` rows are used.
    """
    ratios = sorted(np.log(row[1] / row[0]) for row in neighbor_distances(X))
    heights = [-np.log(1 - long(i + 1) / (len(ratios) + 1)) for i in range(len(ratios))]
    products = [x * y for x, y in zip(ratios[:n_kept], heights[:n_kept], strict=True)]
    return sum(products) / sum(x * x for x in ratios[:n_kept])


def levina_bickel(X, k):
    """The estimates m_k of Levina and Bickel, one for each point."""
    rows = neighbor_distances(X)
    values = [(k - 1) / sum(np.log(row[k - 1] / row[j]) for j in range(k - 1)) for row in rows]
    return np.array(values, dtype=np.float64)


def gride_log_likelihood(X, n1, d):
    """Log-likelihood of d, up to a constant, from the density of the ratios r_(2 n1) / r_(n1)."""
    total = long(0)
    for row in neighbor_distances(X):
        mu = row[2 * n1 - 1] / row[n1 - 1]
        total += np.log(d) + (n1 - 1) * np.log(mu**d - 1) - ((2 * n1 - 1) * d + 1) * np.log(mu)
    return total


def correlation_dimension(X, k1, k2):
    """Slope of log(number of pairs closer than R) against log R, between two radii R.

    The radii are the median distances of a row to its neighbours number k1 and k2.
    """
    rows = neighbor_distances(X)
    R1, R2 = (np.median([row[k - 1] for row in rows]) for k in (k1, k2))
    C1, C2 = (sum(distance < R for row in rows for distance in row) for R in (R1, R2))
    return np.log(C2 / C1) / np.log(R2 / R1)


def directions_around(X, k, threshold):
    """For each row, the number of principal directions of its k nearest rows (Fukunaga, Olsen).

    A direction counts if its variance is more than `threshold` times the largest variance.
    """
    r, counts = squared_distances(X), []
    for i in range(len(X)):
        others = [j for j in np.argsort(r[i]) if j != i][:k]
        values = np.linalg.eigvalsh(np.cov(X[others].T))
        counts.append(sum(value > threshold * values[-1] for value in values))
    return np.array(counts)


def vector_scaling(X, n_dims, target, weights, ranges, n_scales):
    """Algorithm 2 as printed: a loop over every weight and scale of the grid of every feature.

    The features of X are in the order of the algorithm. The first `n_dims` features are only
    standardised. For each of the others, `ranges` has the smallest and the largest scale of the
    grid, which are the ends of the linear range of Algorithm 1. If several pairs of weight and
    scale are equally near to the target, up to rounding, the smallest weight is chosen, and with it
    the smallest scale.

    Returns
    -------
    cells : list of tuple
        Indices of the chosen weight and scale of each feature after the first `n_dims`.
    scaled : ndarray
        Scaled data.
    A : list of float
        Factor of each of these features.
    epsilons : list of float
        Chosen scale of each of these features.
    """
    X = np.asarray(X, dtype=float)
    scaled = (X[:, :n_dims] - X[:, :n_dims].mean(axis=0)) / X[:, :n_dims].std(axis=0)
    cells, A, epsilons, unit = [], [], [], 1.0
    for feature, (low, high) in zip(range(n_dims, X.shape[1]), ranges, strict=True):
        best = np.inf
        for i, weight in enumerate(weights):
            factor = weight * unit / X[:, feature].std()
            block = np.column_stack([scaled, factor * X[:, feature]])
            r = ((block[:, None] - block[None]) ** 2).sum(axis=-1)
            for k, epsilon in enumerate(np.geomspace(low, high, n_scales)):
                K = np.exp(-r / (2 * epsilon))
                missed = abs((r * K).sum() / (epsilon * K.sum()) - target)
                if missed < best - 1e-9:
                    best, found = missed, (i, k, factor, epsilon, block)
        cells.append(found[:2])
        A.append(found[2])
        epsilons.append(found[3])
        scaled = found[4] / np.sqrt(found[3])
        unit /= np.sqrt(found[3])
    return cells, scaled, A, epsilons


def feature_correlations(X, coordinates):
    """Pearson's correlation of each feature with each coordinate, computed by NumPy."""
    return np.array(
        [[np.corrcoef(x, psi)[0, 1] for psi in coordinates.T] for x in np.asarray(X, dtype=float).T]
    )


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
