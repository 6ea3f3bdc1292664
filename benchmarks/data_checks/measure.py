"""Notes on clean subsamples (false alarms) and on subsamples with a planted fault (hits)."""

from __future__ import annotations

import sys

import numpy as np
import pandas as pd
from threadpoolctl import threadpool_limits

from kernelscale.data_checks import CHECKS, notes_on

from .faults import FAULTS
from .sets import SETS, parts

__all__ = ["alarms", "hits", "measure_all"]

CLEAN = "clean"


def measure_all(sets: str) -> pd.DataFrame:
    """Table with the kinds of notes on each subsample, both clean and with one fault at a time."""
    lines = []
    with threadpool_limits(1):
        for name in SETS[sets]:
            for number, X in enumerate(parts(name)):
                at = {"set": name, "part": number, "rows": len(X)}
                lines.append({**at, "fault": CLEAN, "check": "", "seen": _kinds(X)})
                random = np.random.default_rng([number, *name.encode()])
                for fault, (check, plant) in FAULTS.items():
                    if (planted := plant(X, random)) is not None:
                        kinds = _kinds(planted)
                        lines.append({**at, "fault": fault, "check": check, "seen": kinds})
            print(f"measured {name}", file=sys.stderr, flush=True)
    return pd.DataFrame(lines)


def _kinds(X: np.ndarray) -> tuple[str, ...]:
    return tuple(note.kind for note in notes_on(X, labelled=True))


def alarms(lines: pd.DataFrame) -> str:
    """Table in Markdown: number of false alarms of each check, and the sets concerned."""
    clean = lines[lines["fault"] == CLEAN]
    rows = [["check", "false alarms", "sets"], ["---"] * 3]
    for check in CHECKS:
        alarms = clean[[check in kinds for kinds in clean["seen"]]]
        named = [f"{name} ({count})" for name, count in alarms["set"].value_counts().items()]
        rows.append([check, f"{len(alarms)} of {len(clean)}", ", ".join(named)])
    return _markdown(rows)


def hits(lines: pd.DataFrame) -> str:
    """Table in Markdown: how often each check finds its fault, and the sets on which it fails."""
    rows = [["fault", "check", "hits", "missed on"], ["---"] * 4]
    for fault, (check, _) in FAULTS.items():
        planted = lines[lines["fault"] == fault]
        seen = np.array([check in kinds for kinds in planted["seen"]])
        missed = planted[~seen]["set"].value_counts()
        named = [f"{name} ({count})" for name, count in missed.items()]
        rows.append([fault, check, f"{seen.sum()} of {len(seen)}", ", ".join(named)])
    return _markdown(rows)


def _markdown(rows: list[list[str]]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
