"""Free memory; half of it is the default memory limit."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

__all__ = ["default_memory_limit"]

SHARE = 0.5  # share of the free memory that is the default limit
LEAST = 2**30  # smallest default limit in bytes; used if free memory is not known
# For cgroup 2 and for cgroup 1: the files that hold a container's memory limit, its usage and its
# statistics, and the name under which the statistics give the size of cached files.
_CONTAINERS = (
    ("memory.max", "memory.current", "memory.stat", "inactive_file"),
    (
        *("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes", "memory/memory.stat"),
        "total_inactive_file",
    ),
)


def default_memory_limit() -> int:
    """Half of the free memory in bytes, and at least 1 GiB.

    On Linux, free memory is the amount that the system reports as available. In a container it is
    the amount that the container may still use, if that is less. Cached files count as free. On
    other systems half of the machine's memory is taken as free, or 0 if it is not known.

    Examples
    --------
    The limit is at least 1 GiB.

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
        with suppress(OSError, ValueError):  # the file holds "max" if there is no limit
            yield int(_text(limit)) - int(_text(used)) + _figure(statistics, copies)


def _figure(statistics: str, name: str) -> int:
    """The number with a given name in a file of names and numbers; 0 if it is missing."""
    with suppress(OSError, ValueError):
        for line in _text(statistics).splitlines():
            if line.startswith(f"{name} "):
                return int(line.split()[1])
    return 0


def _text(name: str) -> str:
    return Path("/sys/fs/cgroup", name).read_text()
