"""The default memory limit is half of the free memory, and at least 1 GiB."""

import pytest

from kernelscale.engine.machine import free_memory
from kernelscale.engine.resources import Resources

GIB = 2**30


@pytest.fixture
def machine(monkeypatch, tmp_path):
    """A function that writes a file in which a simulated machine reports its memory."""

    def path(*parts):
        return tmp_path / "/".join(parts).strip("/")

    monkeypatch.setattr(free_memory, "Path", path)

    def write(name, text):
        path(name).parent.mkdir(parents=True, exist_ok=True)
        path(name).write_text(text)

    return write


def test_default_limit_is_half_the_free_memory(machine):
    machine("/proc/meminfo", f"MemTotal: {32 * 2**20} kB\nMemAvailable: {8 * 2**20} kB\n")
    assert Resources().bytes_allowed == 4 * GIB
    assert Resources(memory_limit="auto").bytes_allowed == 4 * GIB


@pytest.mark.parametrize(
    ("limit", "used"),
    [
        ("memory.max", "memory.current"),
        ("memory/memory.limit_in_bytes", "memory/memory.usage_in_bytes"),
    ],
)
def test_a_container_lowers_the_free_memory(machine, limit, used):
    machine("/proc/meminfo", f"MemAvailable: {32 * 2**20} kB\n")
    machine(f"/sys/fs/cgroup/{limit}", f"{10 * GIB}\n")
    machine(f"/sys/fs/cgroup/{used}", f"{4 * GIB}\n")
    assert Resources().bytes_allowed == 3 * GIB


@pytest.mark.parametrize(
    ("folder", "limit", "used", "name"),
    [
        ("", "memory.max", "memory.current", "inactive_file"),
        ("memory/", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
    ],
)
def test_cached_files_of_a_container_count_as_free(machine, folder, limit, used, name):
    # A container counts cached files as used memory until other data need the memory.
    machine("/proc/meminfo", f"MemAvailable: {32 * 2**20} kB\n")
    machine(f"/sys/fs/cgroup/{folder}{limit}", f"{10 * GIB}\n")
    machine(f"/sys/fs/cgroup/{folder}{used}", f"{9 * GIB}\n")
    machine(f"/sys/fs/cgroup/{folder}memory.stat", f"anon 1\n{name}_of 7\n{name} {5 * GIB}\n")
    assert Resources().bytes_allowed == 3 * GIB


def test_a_container_without_a_limit(machine):
    machine("/proc/meminfo", f"MemAvailable: {32 * 2**20} kB\n")
    machine("/sys/fs/cgroup/memory.max", "max\n")
    machine("/sys/fs/cgroup/memory.current", "1\n")
    assert Resources().bytes_allowed == 16 * GIB


def test_default_limit_is_at_least_a_gibibyte(machine, monkeypatch):
    machine("/proc/meminfo", "MemAvailable: 1000 kB\n")
    assert Resources().bytes_allowed == GIB
    machine("/proc/meminfo", "what no one expects")
    monkeypatch.delattr(free_memory.os, "sysconf")
    assert Resources().bytes_allowed == GIB
