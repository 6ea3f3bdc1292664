"""Description of the machine and of the versions of packages."""

from __future__ import annotations

import os
import platform
import re
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from threadpoolctl import threadpool_info

from kernelscale import engine

INSTRUCTION_SETS = ("avx512f", "avx2", "avx", "sse4_2", "asimd")  # best first
PACKAGES = ("kernelscale", "numpy", "scipy", "scikit-learn", "Corrfunc", "pykeops", "pydiffmap")


def description() -> str:
    """Processor, instruction set, load and libraries, one line for each."""
    blas = {
        f"{each['internal_api']} {each['version']} ({each.get('architecture', 'unknown')})"
        for each in threadpool_info()
        if each["user_api"] == "blas"
    }
    lines = {
        "Processor": f"{processor()}, {os.cpu_count()} processors in all",
        "Instruction set": instruction_set(),
        "Programs running at the start": load(),
        "BLAS": ", ".join(sorted(blas)),
        "Arithmetic of kernelscale": engine.resources.arithmetic_in_use(),
        "Versions": f"Python {platform.python_version()}, " + ", ".join(map(_version, PACKAGES)),
    }
    return "\n".join(f"- {name}: {value}" for name, value in lines.items())


def processor() -> str:
    """Name, family and model of the processor; several models may have the same name."""
    names = ("model name", "cpu family", "model")
    found = [_entry(name) for name in names]
    if found[0]:
        return f"{found[0]} (family {found[1]}, model {found[2]})"
    return platform.processor() or platform.machine()


def instruction_set() -> str:
    """Best vector instruction set of the processor."""
    flags = (_entry("flags") or _entry("Features")).split()
    return next((name for name in INSTRUCTION_SETS if name in flags), "unknown")


def load() -> str:
    """Mean number of running programs in the last minute, including this one."""
    return f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"


def _entry(name: str) -> str:
    """Value of an entry of /proc/cpuinfo for the first processor."""
    path = Path("/proc/cpuinfo")
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found = re.search(rf"^{name}\s*: (.*)$", text, re.MULTILINE)
    return found.group(1).strip() if found else ""


def _version(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"no {package}"
