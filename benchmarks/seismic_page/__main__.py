"""Write the tables and pictures of docs/seismic.md, from results of `kernelscale reproduce`.

    kernelscale reproduce seismic -o FOLDER && python -m benchmarks.seismic_page FOLDER

The page has two comments for each table. The text between them is replaced, unless the run had no
data for this table.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.scaling_page.__main__ import (
    Rows,
    replaced,
    shown,
    table,
    verdicts,
    write_pictures,
)

PAGE = Path("docs/seismic.md")
# Settings of the table `synthetic`: signal-to-noise ratio, and noise level in the channel Z.
PLACES = ((10, 0), (10, 3), (10, 10), (3, 10), (1, 10))
SCALES = {
    "title": "scale",
    "data": "records",
    "epsilon": "epsilon (geometric mean)",
    "accuracy": "accuracy",
    "loss": "loss to the best resolved scale",
    "counts": "share of draws where resolved",
}


def conditions(rows: Rows, features: str) -> list[str]:
    """Names of the deformations of the channel Z, for features "log" or "power"."""
    return list(dict.fromkeys(row["condition"] for row in rows if row["features"] == features))


def by_method(rows: Rows, column: str, chosen: list[str]) -> Iterator[str]:
    """Table of means of `column` with standard errors, by scaling (rows) and condition."""
    found = {(row["title"], row["condition"]): row for row in rows}
    yield f"| method | {' | '.join(chosen)} |"
    yield f"|{'---|' * (1 + len(chosen))}"
    for title in dict.fromkeys(row["title"] for row in rows):
        own = [found[title, condition] for condition in chosen]
        cells = [f"{row[column]:.2f} ± {row[f'{column}_se']:.3f}" for row in own]
        yield f"| {title} | {' | '.join(cells)} |"


def synthetic(rows: Rows) -> Iterator[str]:
    """Table of the accuracy for quarries and the canonical correlation, at the `PLACES`."""
    found = {(r["title"], r["signal_to_noise"], r["noise"]): r for r in rows}
    places = [place for place in PLACES if any(key[1:] == place for key in found)]
    heads = [f"signal to noise {ratio:g}, noise {noise:g}" for ratio, noise in places]
    yield f"| method | {' | '.join(heads)} |"
    yield f"|{'---|' * (1 + len(places))}"
    for title in dict.fromkeys(row["title"] for row in rows):
        own = [found[title, ratio, noise] for ratio, noise in places]
        cells = [f"{row['separation']:.2f}, {row['map']:.2f}" for row in own]
        yield f"| {title} | {' | '.join(cells)} |"


def with_interval(row: dict[str, Any], column: str) -> str:
    """A number, with its interval if there is one."""
    low, high = row[f"{column}_low"], row[f"{column}_high"]
    interval = "" if low is None else f" ({low:.3f} to {high:.3f})"
    return f"{row[column]:.3f}{interval}"


def alaska(rows: Rows) -> Iterator[str]:
    """Table of scales, with the accuracy at each scale and how far it is below the best."""
    cells = [
        {
            **row,
            "epsilon": f"{row['epsilon']:.4g}",
            "accuracy": with_interval(row, "accuracy"),
            "loss": with_interval(row, "loss"),
            "counts": f"{row['counts']:.0%} of draws",
        }
        for row in rows
    ]
    yield from table(cells, SCALES, shown)


def of_earthquakes(rows: Rows, settings: Rows) -> dict[str, Iterator[str]]:
    """Tables for the earthquakes, by name.

    Most tables have correlations of map coordinates with the positions of the earthquakes. The
    table `share` has the share of all squared distances that the deformed channel Z makes up.
    """
    log, power = conditions(rows, "log"), conditions(rows, "power")
    return {
        "first": by_method(rows, "distance", [log[0], *power[:2]]),
        "two_log": by_method(rows, "distance_two", log),
        "two_power": by_method(rows, "distance_two", power),
        "map_log": by_method(rows, "map", log),
        "map_power": by_method(rows, "map", power),
        "settings": table(
            settings,
            {
                "n_frequencies": "frequencies",
                "fmin": "from (Hz)",
                "distance": "first coordinate",
                "distance_two": "both coordinates",
            },
            shown,
        ),
        "share": by_method(rows, "share", [*log[:5:2], power[1]]),
    }


def blocks(tables: dict[str, Rows]) -> dict[str, Iterator[str]]:
    """Lines of every table, by the name in its comments in the page."""
    lines = {"synthetic": synthetic(tables["synthetic_ways"]), "verdicts": verdicts(tables)}
    if "ipoc_ways" in tables:
        lines |= of_earthquakes(tables["ipoc_ways"], tables["ipoc_settings"])
    if "alaska_scales" in tables:
        lines["alaska"] = alaska(tables["alaska_scales"])
    return lines


def main(arguments: list[str] | None = None) -> None:
    """Write the page and its pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="folder of seismic.json")
    parser.add_argument("--page", type=Path, default=PAGE)
    chosen = parser.parse_args(arguments)
    document = (chosen.folder / "seismic.json").read_text(encoding="utf-8")
    tables = json.loads(document)["tables"]
    page = chosen.page.read_text(encoding="utf-8")
    for name, lines in blocks(tables).items():
        page = replaced(page, name, "\n".join(lines))
    chosen.page.write_text(page, encoding="utf-8")
    write_pictures("seismic", tables, chosen.page.parent / "pictures")


if __name__ == "__main__":
    main()
