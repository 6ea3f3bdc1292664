"""Write the tables and pictures of docs/experiments.md, from files of `kernelscale reproduce`.

The page has two comments for each experiment. The text between them is replaced.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from kernelscale.paper.registry import EXPERIMENTS
from kernelscale.reports.figure_file import figure_bytes, new_figure

RESOLUTION = 80  # dots per inch
LOWER = (70, 60, 50, 40)  # dots per inch, tried in turn while a picture is too large
MOST_BYTES = 150_000  # largest size of a picture
PAGE = Path("docs/experiments.md")
Rows = list[dict[str, Any]]
OF_SUMMARY = (
    "Number of settings in which ManifoldScaler's default is significantly better or worse than an "
    "opponent. Differences are its error minus the opponent's: the mean over settings, and the "
    "largest."
)


def table(rows: Rows, columns: dict[str, str], show: Callable[[Any], str]) -> Iterator[str]:
    """A table in Markdown; `columns` maps the name of each column to its heading."""
    yield f"| {' | '.join(columns.values())} |"
    yield f"|{'---|' * len(columns)}"
    for row in rows:
        yield f"| {' | '.join(show(row[name]) for name in columns)} |"


def shown(value: Any) -> str:
    """A value with three digits; a dash for None."""
    if value is None:
        return "-"
    return f"{value:.3g}" if isinstance(value, float) else str(value)


def verdicts(tables: dict[str, Rows]) -> Iterator[str]:
    """Claims of the paper, then findings, each with its measured numbers."""
    claims = {"words": "claim", "verdict": "verdict", "where": "where", "measured": "measured"}
    if rows := tables.get("verdicts"):
        yield from table(rows, claims, shown)
        yield ""
    names = ("finding", "where", "repeats", "measured", "holds")
    yield from table(tables.get("findings", []), {name: name for name in names}, shown)


def of_swiss_roll(tables: dict[str, Rows]) -> Iterator[str]:
    """How often ManifoldScaler is better or worse than each other method, then tables of errors."""
    columns = {"opponent": "opponent", "places": "settings"}
    for metric, title in (("error", "error"), ("r2", "R^2, 2"), ("r2_ten", "R^2, 10")):
        columns |= {f"better_{metric}": f"better, {title}", f"worse_{metric}": f"worse, {title}"}
    columns |= {"mean_error_difference": "mean difference of errors", "largest_loss": "largest"}
    yield f"{OF_SUMMARY}\n"
    yield from table(tables["summary"], columns, shown)
    yield ""
    places = list(dict.fromkeys((r["units"], r["noise_features"]) for r in tables["ways"]))
    noises = list(dict.fromkeys(r["noise"] for r in tables["ways"]))
    for units, count in places:
        chosen = [r for r in tables["ways"] if (r["units"], r["noise_features"]) == (units, count)]
        yield f"\n**{count} features of noise, units: {units}.** Error; R^2 of two coordinates\n"
        yield f"| method | {' | '.join(f'noise {noise:g}' for noise in noises)} |"
        yield f"|{'---|' * (1 + len(noises))}"
        for method in dict.fromkeys(r["way"] for r in chosen):
            own = [r for r in chosen if r["way"] == method]
            cells = [f"{r['error']:.2f} ± {_half(r):.2f}; {r['r2']:.2f}" for r in own]
            yield f"| {own[0]['title']} | {' | '.join(cells)} |"


def _half(row: dict[str, Any]) -> float:
    """Half of the width of the confidence interval of the error."""
    return float(row["error_high"] - row["error_low"]) / 2


def of_circles(tables: dict[str, Rows]) -> Iterator[str]:
    """A table with a row for each method and a column for each noise level.

    Each entry has the radius variance, R^2 of the angle, and how many times the coordinates go
    around the origin while the object turns once.
    """
    if "ways" not in tables:
        yield tables["summary"][0]["skipped"]
        return
    noises = list(dict.fromkeys(r["noise_sd"] for r in tables["ways"]))
    yield "Radius variance; R^2 of the angle; turns in one turn of the object\n"
    heads = " | ".join(f"sd {noise:g}" for noise in noises)
    yield f"| method | {heads} | breaks at | angle lost at |"
    yield f"|{'---|' * (3 + len(noises))}"
    for end in tables["summary"]:
        own = {r["noise_sd"]: r for r in tables["ways"] if r["way"] == end["way"]}
        cells = [_of_circle(own.get(noise)) for noise in noises]
        cells += [shown(end["breaks_at_sd"]), shown(end["angle_lost_at_sd"])]
        yield f"| {next(iter(own.values()))['title']} | {' | '.join(cells)} |"


def _of_circle(row: dict[str, Any] | None) -> str:
    """The three numbers of one way at one noise level; a dash if it was not measured there."""
    return f"{row['radius_variance']:.2g}; {row['r2']:.2f}; {row['turns']:.1f}" if row else "-"


TABLES = {"swiss_roll": of_swiss_roll, "rotated_digit": of_circles, "object_circles": of_circles}


def block(name: str, tables: dict[str, Rows]) -> str:
    """Verdicts and tables of an experiment."""
    lines = [*(verdicts(tables) if "findings" in tables else []), "", *TABLES[name](tables)]
    return "\n".join(lines)


def replaced(page: str, name: str, text: str) -> str:
    """The page with `text` between the two comments of an experiment."""
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    between = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    return between.sub(lambda _: f"{begin}\n\n{text}\n\n{end}", page)


def write_pictures(name: str, tables: dict[str, Rows], folder: Path) -> None:
    """Write all pictures of an experiment.

    Each has the highest resolution at which it has at most `MOST_BYTES`, or else the lowest one.
    """
    folder.mkdir(exist_ok=True)
    for picture, draw in EXPERIMENTS[name].drawings.items():
        figure = new_figure()
        draw(figure, tables)
        for resolution in (RESOLUTION, *LOWER):
            content = figure_bytes(figure, "png", resolution)
            if len(content) <= MOST_BYTES:
                break
        (folder / f"{name}-{picture}.png").write_bytes(content)


def main(arguments: list[str] | None = None) -> None:
    """Write the page and its pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of the JSON documents")
    parser.add_argument("--page", type=Path, default=PAGE)
    chosen = parser.parse_args(arguments)
    pictures = chosen.page.parent / "pictures"
    page = chosen.page.read_text(encoding="utf-8")
    for name in TABLES:
        document = chosen.folder / f"{name}.json"
        if not document.exists():
            continue
        tables = json.loads(document.read_text(encoding="utf-8"))["tables"]
        page = replaced(page, name, block(name, tables))
        write_pictures(name, tables, pictures)
    chosen.page.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
