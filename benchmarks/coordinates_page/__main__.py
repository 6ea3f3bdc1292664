"""Draw the pictures of docs/coordinates.md and print its last table."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.neighbors import KNeighborsClassifier, KNeighborsRegressor

from benchmarks import data_folder
from kernelscale import DiffusionMap
from kernelscale.reports.curve_figure import BLUE, GREY, VERMILLION
from kernelscale.reports.figure_file import figure_bytes, new_figure

RESOLUTION = 80  # dots per inch
OBJECTS = "coil20_first15"
STEPS = (0, 1, 4)
NUMBERS = (2, 4, 10, 20, 50)
FOLDS = KFold(5, shuffle=True, random_state=0)


def strip_map(n_samples: int) -> tuple[np.ndarray, DiffusionMap]:
    """Points of a strip 4.5 times as long as wide, and a map of ten coordinates."""
    points = np.random.default_rng(2).uniform(size=(n_samples, 2)) * [4.5, 1.0]
    return points, DiffusionMap(10, alpha=1.0, neighbors=None).fit(points)


def draw_independent(points: np.ndarray, fitted: DiffusionMap) -> Figure:
    """Draw the residuals of coordinates, and two maps coloured by the position across the strip.

    The residual of a coordinate is the part that earlier independent coordinates do not explain.
    """
    found = fitted.independent_coordinates_
    figure = new_figure()
    figure.set_size_inches(11.0, 3.6)
    bars, leading, independent = figure.subplots(1, 3)
    numbers = np.arange(len(found.residuals))
    colors = [VERMILLION if k in found.indices else GREY for k in numbers]
    bars.bar(numbers + 1, found.residuals, color=colors)
    bars.axhline(0.5, color=GREY, lw=0.8, ls="--")
    bars.set(xlabel="coordinate", ylabel="residual", title="not explained by independent ones")
    for axes, (one, other) in ((leading, (0, 1)), (independent, found.first(2))):
        x, y = fitted.embedding_[:, one], fitted.embedding_[:, other]
        axes.scatter(x, y, c=points[:, 1], s=6, lw=0)
        axes.set(xlabel=f"coordinate {one + 1}", ylabel=f"coordinate {other + 1}")
    leading.set_title("the first two")
    independent.set_title("the first two independent ones")
    return figure


def objects() -> tuple[np.ndarray, np.ndarray]:
    """Photographs, one in each row, and the object that each shows."""
    arrays = data_folder.load(OBJECTS)
    return arrays["X"].reshape(len(arrays["X"]), -1).astype(float), arrays["y"]


def accuracies(X: np.ndarray, y: np.ndarray, numbers: tuple[int, ...] = NUMBERS) -> np.ndarray:
    """Share of rows whose object is predicted correctly by five neighbours.

    The result has a row for each number of steps t, and a column for each number of coordinates.
    """
    fitted = DiffusionMap(max(numbers), "median").fit(X)
    return np.array([[_accuracy(_coordinates(fitted, n, t), y) for n in numbers] for t in STEPS])


def angle_explained(X: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Share of the variance of the angle that five neighbours explain, for each number of steps t.

    The share is computed for each object; the result is the median over the objects.
    """
    shares = []
    for each in np.unique(y):
        angle = 2 * np.pi * np.arange(np.count_nonzero(y == each)) / np.count_nonzero(y == each)
        circle = np.column_stack([np.cos(angle), np.sin(angle)])
        fitted = DiffusionMap(10, neighbors=None).fit(X[y == each])
        shares.append([_explained(_coordinates(fitted, 10, t), circle) for t in STEPS])
    return np.median(shares, axis=0)


def _coordinates(fitted: DiffusionMap, n_components: int, t: int) -> np.ndarray:
    kept = slice(n_components)
    return fitted.eigenvectors_[:, kept] * fitted.eigenvalues_[kept] ** t


def _accuracy(coordinates: np.ndarray, y: np.ndarray) -> float:
    seen = cross_val_predict(KNeighborsClassifier(5), coordinates, y, cv=FOLDS)
    return float(np.mean(seen == y))


def _explained(coordinates: np.ndarray, circle: np.ndarray) -> float:
    seen = cross_val_predict(KNeighborsRegressor(5), coordinates, circle, cv=FOLDS)
    return float(1 - ((seen - circle) ** 2).sum() / ((circle - circle.mean(axis=0)) ** 2).sum())


def draw_steps(accuracy: np.ndarray) -> Figure:
    """Draw the accuracy against the number of coordinates, with a line for each t."""
    figure = new_figure()
    figure.set_size_inches(6.0, 3.6)
    axes = figure.subplots()
    for t, shares, color in zip(STEPS, accuracy, (VERMILLION, BLUE, GREY), strict=True):
        axes.plot(NUMBERS, shares, "o-", color=color, label=f"t = {t}")
    axes.set(xscale="log", xlabel="coordinates", ylabel="objects predicted")
    axes.set_xticks(NUMBERS, list(map(str, NUMBERS)))
    axes.minorticks_off()
    axes.legend(frameon=False)
    return figure


def lines(accuracy: np.ndarray, explained: np.ndarray) -> Iterator[str]:
    """Lines of the last table of the page, in Markdown."""
    yield f"| t | {' | '.join(f'{n} coordinates' for n in NUMBERS)} | angle, 10 coordinates |"
    yield "|---" * (2 + len(NUMBERS)) + "|"
    for t, shares, share in zip(STEPS, accuracy, explained, strict=True):
        yield f"| {t} | {' | '.join(f'{each:.3f}' for each in shares)} | {share:.2f} |"


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder for the pictures")
    parser.add_argument("--rows", type=int, default=1500, help="number of rows of the strip")
    options = parser.parse_args(arguments)
    pictures = {"coordinates-independent.png": draw_independent(*strip_map(options.rows))}
    if data_folder.available():
        accuracy = accuracies(*objects())
        pictures["coordinates-steps.png"] = draw_steps(accuracy)
        print(*lines(accuracy, angle_explained(*objects())), sep="\n")
    else:
        print(data_folder.skipped([OBJECTS]))
    for name, figure in pictures.items():
        (options.folder / name).write_bytes(figure_bytes(figure, "png", RESOLUTION))


if __name__ == "__main__":
    main()
