"""Free memory, half of which is the default memory limit."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

__all__ = ["default_memory_limit"]

SHARE = 0.5  # of the free memory
LEAST = 2**30  # bytes, also where free memory is not known
_CONTAINERS = (  # limit of a container, use, and files in it that are let go: of cgroup 2, and 1
    ("memory.max", "memory.current", "memory.stat", "inactive_file"),
    (
        *("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes", "memory/memory.stat"),
        "total_inactive_file",
    ),
)


def default_memory_limit() -> int:
    """Half of the free memory in bytes, and at least 1 GiB.

    Free memory is what Linux calls available, or what a container has left, with cached files that
    can be dropped. On systems without these numbers it is half of the machine's memory, and 0 where
    that is not known either.

    Examples
    --------
    It is at least 1 GiB.

    >>> default_memory_limit() >= 2**30
    True
    """
    return max(LEAST, int(SHARE * min([_free_on_the_machine(), *_free_in_containers()])))


def _free_on_the_machine() -> int:
    with suppress(OSError, ValueError):
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return 1024 * int(line.split()[1])
    with suppress(AttributeError, OSError, ValueError):  # Windows has no sysconf
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    return 0


def _free_in_containers() -> Iterator[int]:
    for limit, used, statistics, copies in _CONTAINERS:
        with suppress(OSError, ValueError):  # "max" is no limit
            yield int(_text(limit)) - int(_text(used)) + _figure(statistics, copies)


def _figure(statistics: str, name: str) -> int:
    """One figure of a file of names and figures; 0 where it is missing."""
    with suppress(OSError, ValueError):
        for line in _text(statistics).splitlines():
            if line.startswith(f"{name} "):
                return int(line.split()[1])
    return 0


def _text(name: str) -> str:
    return Path("/sys/fs/cgroup", name).read_text()
