"""How much memory there is, of which the default limit is a share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

__all__ = ["default_memory_limit"]

SHARE = 0.5  # of the free memory
LEAST = 2**30  # bytes, as of a machine that does not say what is free
_CONTAINERS = (  # the limit of a container and what it uses: of cgroup version 2, and 1
    ("memory.max", "memory.current"),
    ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
)


def default_memory_limit() -> int:
    """Half of the free memory in bytes, and at least 1 GiB.

    Free is what Linux calls available, and what a container has left; of a system that does not
    say, half of the machine's memory counts as free, and of one that says nothing, none.

    Examples
    --------
    It grows with the machine.

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
    for limit, used in _CONTAINERS:
        with suppress(OSError, ValueError):  # "max" is no limit
            yield _number(limit) - _number(used)


def _number(name: str) -> int:
    return int(Path("/sys/fs/cgroup", name).read_text())
