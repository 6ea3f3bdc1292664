"""A function that checks many small cases in one test, which is faster than separate tests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

__all__ = ["check_each"]


def check_each(check: Callable[[Any], None], cases: Mapping[Any, Any] | Iterable[Any]) -> None:
    """Check all cases, even after a failure; the test fails with the names of all failed cases.

    If `cases` is not a mapping, each case is its own name.
    """
    named = cases if isinstance(cases, Mapping) else {case: case for case in cases}
    failed: dict[Any, BaseException] = {}
    for name, case in named.items():
        try:
            check(case)
        except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001, PERF203
            failed[name] = error
    if failed:
        lines = [f"{name}: {type(error).__name__}: {error}" for name, error in failed.items()]
        summary = f"{len(failed)} of {len(named)} failed"
        raise AssertionError("\n".join([summary, *lines])) from next(iter(failed.values()))
