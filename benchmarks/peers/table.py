"""Results as a table in Markdown, one row for each method."""

from __future__ import annotations

from collections.abc import Sequence

from .measurements import Result, ratios

COLUMNS = (
    "job", "data", "N", "D", "method", "dtype", "threads", "runs", "first call, s", "time, s",
    "ns / pair", "ratio to ours", "largest errors", "remark",
)  # fmt: skip
TEXT = ("job", "data", "method", "dtype", "largest errors", "remark")


def header() -> str:
    """The first two lines of the table."""
    rules = ("---" if name in TEXT else "---:" for name in COLUMNS)
    return f"{_line(COLUMNS)}\n{_line(rules)}"


def rows(results: Sequence[Result]) -> str:
    """The lines of the table for one job."""
    return "\n".join(_line(_cells(*each)) for each in zip(results, ratios(results), strict=True))


def _cells(result: Result, ratio: float) -> list[str]:
    job, method = result.job, result.method
    where = [job.name, job.data, str(job.n_samples), str(job.n_features), method.name, method.dtype]
    if result.reason:
        return [*where, str(method.n_threads), "0", "-", "-", "-", "-", "-", result.reason]
    times = [result.first, result.seconds, result.nanoseconds_per_pair, ratio]
    errors = ", ".join(f"{name} {_short(error)}" for name, error in result.errors.items())
    counts = [str(method.n_threads), str(len(result.runs))]
    return [*where, *counts, *(f"{each:.3g}" for each in times), errors or "-", _remark(result)]


def _short(error: float) -> str:
    return str(error) if isinstance(error, int) else f"{error:.0e}"


def _remark(result: Result) -> str:
    share = result.method.share
    extrapolated = f"extrapolated from {share:.3g} of the job" if share < 1 else ""
    return "; ".join(filter(None, [result.method.remark, extrapolated]))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
