"""Results as a table in Markdown, one row a way."""

from __future__ import annotations

from collections.abc import Sequence

from .measuring import Result, ratios

COLUMNS = (
    "job", "data", "N", "D", "way", "dtype", "threads", "runs", "first call, s", "time, s",
    "ns / pair", "ratio to ours", "largest errors", "remark",
)  # fmt: skip
TEXT = ("job", "data", "way", "dtype", "largest errors", "remark")


def header() -> str:
    """The first two lines."""
    rules = ("---" if name in TEXT else "---:" for name in COLUMNS)
    return f"{_line(COLUMNS)}\n{_line(rules)}"


def rows(results: Sequence[Result]) -> str:
    """The lines of one job."""
    return "\n".join(_line(_cells(*each)) for each in zip(results, ratios(results), strict=True))


def _cells(result: Result, ratio: float) -> list[str]:
    job, way = result.job, result.way
    where = [job.name, job.data, str(job.n_samples), str(job.n_features), way.name, way.dtype]
    if result.reason:
        return [*where, str(way.n_threads), "0", "-", "-", "-", "-", "-", result.reason]
    times = [result.first, result.seconds, result.nanoseconds_per_pair, ratio]
    errors = ", ".join(f"{name} {_short(error)}" for name, error in result.errors.items())
    counts = [str(way.n_threads), str(len(result.runs))]
    return [*where, *counts, *(f"{each:.3g}" for each in times), errors or "-", _remark(result)]


def _short(error: float) -> str:
    return str(error) if isinstance(error, int) else f"{error:.0e}"


def _remark(result: Result) -> str:
    share = result.way.share
    extrapolated = f"extrapolated from {share:.3g} of the job" if share < 1 else ""
    return "; ".join(filter(None, [result.way.remark, extrapolated]))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
