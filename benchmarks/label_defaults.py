"""With labels: which criterion, and how many coordinates of rho_Psi, come nearest to accuracy?

Real sets, at most 600 stratified rows, standardised unless they are images, several subsamples.
At every scale of a grid of ratio sqrt(2) over the useful range two accuracies are measured: a
cross-validated SVC (C = 10), and leave-one-out 1-NN in max(N_C - 1, 2) diffusion coordinates. The
regret of a criterion is the best accuracy on the grid minus the one at the scale it picks.

    python -m benchmarks.label_defaults [--seeds 5] [--quick] [-o table.csv]
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from sklearn import datasets
from sklearn.model_selection import RepeatedStratifiedKFold, cross_val_score, train_test_split
from sklearn.preprocessing import StandardScaler
from sklearn.svm import SVC

from benchmarks import data_folder
from kernelscale import Gaussian
from kernelscale.bandwidth import RULES, Auto, Geometric, Spectral
from kernelscale.bandwidth.class_criteria import within_class_probability
from kernelscale.bandwidth.search import interior_maximum
from kernelscale.datasets import load_mfeat
from kernelscale.point_cloud import PointCloud

ROWS = 600
FEW_ROWS = 90  # with --quick
SMALLEST_CLASS = 15  # smaller classes are dropped
OCTAVES = (-10, 8)  # of the median squared distance; the grid's outermost scales

BUNDLED: dict[str, Callable[[], tuple[np.ndarray, np.ndarray]]] = {
    "iris": lambda: datasets.load_iris(return_X_y=True),
    "wine": lambda: datasets.load_wine(return_X_y=True),
    "breast cancer": lambda: datasets.load_breast_cancer(return_X_y=True),
    "digits": lambda: datasets.load_digits(return_X_y=True),
    "mfeat": lambda: load_mfeat(return_X_y=True),
}
IN_FOLDER = (
    "satellite",
    "vehicle",
    "ionosphere",
    "letterrecognition",
    "mnist_5k",
    "coil20_first15",
    "fashion_mnist",
    "shuttle",
)
IMAGES = ("digits", "mnist_5k", "coil20_first15", "fashion_mnist")

N_COORDINATES: dict[str, Callable[[int], int]] = {
    "2": lambda classes: 2,
    "3": lambda classes: 3,
    "4": lambda classes: 4,
    "6": lambda classes: 6,
    "10": lambda classes: 10,
    "N_C-1": lambda classes: classes - 1,
    "N_C": lambda classes: classes,
    "max(2, N_C-1)": lambda classes: max(2, classes - 1),
    "max(4, N_C-1)": lambda classes: max(4, classes - 1),
    "max(4, N_C)": lambda classes: max(4, classes),
    "min(N_C-1, 4)": lambda classes: min(classes - 1, 4),
    "2 N_C": lambda classes: 2 * classes,
}
UNLABELLED = ("scikit_learn_scale", "median", "nearest_neighbors", "max_min", "log_sum")


@dataclass(frozen=True)
class Study:
    """Accuracies over scales on one subsample, and the scale index each criterion picks."""

    scales: np.ndarray
    svc: np.ndarray
    nearest: np.ndarray
    picks: dict[str, int]
    at_edge: dict[str, bool]

    def regrets(self, criterion: str) -> tuple[float, float]:
        """Accuracy lost by a criterion: SVC, 1-NN."""
        pick = self.picks[criterion]
        return (
            float(self.svc.max() - self.svc[pick]),
            float(self.nearest.max() - self.nearest[pick]),
        )


def study(X: np.ndarray, y: np.ndarray, seed: int) -> Study:
    """Measure everything on one subsample."""
    cloud = PointCloud(X, y)
    median = RULES["median"]().choose(cloud).epsilon
    scales = candidate_scales(cloud, median)
    for scale in scales:  # kept by the cloud: every criterion reads the same pairs
        cloud.eigenpairs(float(scale), min(2 * max(cloud.n_classes, 6) + 1, cloud.n_samples - 1))
    picks, at_edge = pick_all(cloud, scales)
    return Study(
        scales,
        np.array([svc_accuracy(cloud, float(scale), seed) for scale in scales]),
        np.array([nearest_neighbor_accuracy(cloud, float(scale)) for scale in scales]),
        picks,
        at_edge,
    )


def candidate_scales(cloud: PointCloud, median: float) -> np.ndarray:
    """Half octaves around the median squared distance, within the useful range."""
    scales = median * 2.0 ** np.arange(OCTAVES[0], OCTAVES[1] + 0.1, 0.5)
    low, high = cloud.scale_range
    return scales[(scales >= low) & (scales <= high)]


def svc_accuracy(cloud: PointCloud, epsilon: float, seed: int) -> float:
    """Cross-validated accuracy of an SVC with the Gaussian kernel at one scale."""
    K = Gaussian(epsilon).from_squared_distances(cloud.squared_distances)
    n_repeats = 2 if cloud.n_samples < 500 else 1
    folds = RepeatedStratifiedKFold(n_splits=5, n_repeats=n_repeats, random_state=seed)
    return float(cross_val_score(SVC(kernel="precomputed", C=10), K, cloud.codes, cv=folds).mean())


def nearest_neighbor_accuracy(cloud: PointCloud, epsilon: float) -> float:
    """Leave-one-out accuracy of 1-NN in diffusion coordinates at one scale."""
    n_coordinates = max(cloud.n_classes - 1, 2)
    coordinates = cloud.eigenpairs(epsilon, n_coordinates).embedding(n_coordinates)
    squares = (coordinates**2).sum(axis=1)
    distances = squares[:, None] + squares - 2 * coordinates @ coordinates.T
    np.fill_diagonal(distances, np.inf)
    return float((cloud.codes[distances.argmin(axis=1)] == cloud.codes).mean())


def pick_all(cloud: PointCloud, scales: np.ndarray) -> tuple[dict[str, int], dict[str, bool]]:
    """The scale index each criterion picks, and whether it flags its pick as no optimum."""
    picks, at_edge = {}, {}

    def note(name: str, pick: int, interior: bool = True) -> None:
        picks[name], at_edge[name] = int(pick), not interior

    def nearest(epsilon: float) -> int:
        return int(np.abs(np.log(scales / epsilon)).argmin())

    path = [cloud.eigenpairs(float(scale), 1) for scale in scales]
    walked = Spectral().walk(cloud, path)
    note("spectral (Ge)", walked.winner, walked.interior)
    for name, balanced in (("probabilistic (rho_P)", False), ("probabilistic, balanced", True)):
        scores = within_class_probability(cloud.class_row_sums(scales), cloud.codes, balanced)
        note(name, scores.argmax(), 0 < scores.argmax() < len(scales) - 1)
    for label, count in N_COORDINATES.items():
        n_components = min(count(cloud.n_classes), cloud.n_samples - 2)
        found = Geometric(n_components=n_components, scales=scales).choose(cloud)
        note(f"geometric, {label} coordinates", nearest(found.epsilon), bool(found.interior))
    scores = np.array([Geometric().score(pairs, cloud) for pairs in path])
    for how, pick in plainer_picks(scores, Geometric().walk(cloud, path).winner).items():
        note(f"the default, {how}", pick)
    for name in UNLABELLED:
        note(name, nearest(RULES[name]().choose(cloud).epsilon))
    unlabelled = Auto(n_subsamples=0).choose(PointCloud(cloud.points))
    note("auto without labels", nearest(unlabelled.epsilon))
    labelled = Auto(n_subsamples=0).choose(cloud)
    note("auto", nearest(labelled.epsilon))
    return picks, at_edge


def plainer_picks(scores: np.ndarray, winner: int) -> dict[str, int]:
    """What rho_Psi would pick without care for ripples and for the edges of the range."""
    if np.isinf(scores).any():  # separated classes: the choice is not one of height
        return {"ripples allowed": winner, "largest value": winner}
    interior, largest = interior_maximum(scores), int(scores.argmax())
    return {
        "ripples allowed": largest if interior is None else interior,
        "largest value": largest,
    }


def sets(quick: bool) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """The sets at hand: name, points, labels."""
    for name, read in list(BUNDLED.items())[: 2 if quick else None]:
        yield name, *read()
    if data_folder.available() and not quick:
        for name in IN_FOLDER:
            arrays = data_folder.load(name)
            yield name, arrays["X"], arrays["y"]


def prepare(
    name: str, X: np.ndarray, y: np.ndarray, seed: int, n_rows: int = ROWS
) -> tuple[np.ndarray, np.ndarray]:
    """A stratified subsample without rare classes and constant features, standardised."""
    y = np.unique(y, return_inverse=True)[1]
    if len(X) > 20000:
        chosen = np.random.default_rng(seed).permutation(len(X))[:5000]
        X, y = X[chosen], y[chosen]
    kept = np.isin(y, np.flatnonzero(_frequent(np.bincount(y))))
    X, y = X[kept].astype(float), np.unique(y[kept], return_inverse=True)[1]
    if len(X) > n_rows:
        X, _, y, _ = train_test_split(X, y, train_size=n_rows, stratify=y, random_state=seed)
    X = X[:, X.std(axis=0) > 0]
    return (X if name in IMAGES else StandardScaler().fit_transform(X)), y


def _frequent(counts: np.ndarray) -> np.ndarray:
    """Which classes are large enough, in a subsample too."""
    if counts.sum() <= 1000:
        return counts >= SMALLEST_CLASS
    return counts * ROWS >= 10 * counts.sum()


def measure(n_seeds: int, quick: bool) -> dict[str, list[Study]]:
    """The studies of every set, one a subsample."""
    n_rows = FEW_ROWS if quick else ROWS
    found: dict[str, list[Study]] = {}
    for name, X, y in sets(quick):
        found[name] = [study(*prepare(name, X, y, seed, n_rows), seed) for seed in range(n_seeds)]
        print(f"measured {name}", file=sys.stderr, flush=True)
    return found


def summary(studies: dict[str, list[Study]]) -> list[dict[str, object]]:
    """One row a criterion, best SVC first: regrets over sets and subsamples."""
    rows = []
    names = list(studies)
    for criterion in studies[names[0]][0].picks:
        regrets = np.array([[run.regrets(criterion) for run in studies[name]] for name in names])
        svc, nearest = regrets.mean(axis=1).T
        edge = np.mean([run.at_edge[criterion] for name in names for run in studies[name]])
        rows.append(
            {
                "criterion": criterion,
                "SVC mean": float(svc.mean()),
                "SVC worst set": float(svc.max()),
                "which": names[int(svc.argmax())],
                "1-NN mean": float(nearest.mean()),
                "1-NN worst set": float(nearest.max()),
                "which (1-NN)": names[int(nearest.argmax())],
                "no optimum inside": float(edge),
            }
        )
    return sorted(rows, key=lambda row: row["SVC mean"])


def write_csv(path: Path, studies: dict[str, list[Study]]) -> None:
    """One line a set, subsample and criterion."""
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["set", "seed", "criterion", "epsilon", "svc_regret", "nearest_regret"])
        for name, runs in studies.items():
            for seed, run in enumerate(runs):
                for criterion, pick in run.picks.items():
                    regrets = run.regrets(criterion)
                    writer.writerow([name, seed, criterion, run.scales[pick], *regrets])


def markdown(rows: list[dict[str, object]]) -> str:
    """The summary as a table."""

    def cell(value: object) -> str:
        return f"{value:.4f}" if isinstance(value, float) else str(value)

    lines = ["| " + " | ".join(rows[0]) + " |", "|---" * len(rows[0]) + "|"]
    lines += ["| " + " | ".join(map(cell, row.values())) + " |" for row in rows]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> None:
    """Measure, print the table, and write every figure to a file if asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seeds", type=int, default=5, help="subsamples of each set")
    parser.add_argument("--quick", action="store_true", help="two small sets, one subsample")
    parser.add_argument("-o", "--output", type=Path, help="a CSV file for every single figure")
    options = parser.parse_args(arguments)
    studies = measure(1 if options.quick else options.seeds, options.quick)
    print(markdown(summary(studies)))
    if not data_folder.available() and not options.quick:
        print(data_folder.left_out(list(IN_FOLDER)))
    if options.output:
        write_csv(options.output, studies)


if __name__ == "__main__":
    main()
