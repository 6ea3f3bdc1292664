"""A simulated device: the same CUDA code, compiled by g++, runs on arrays of this process."""

import ctypes
import hashlib
import re
import shutil
import subprocess
import threading
from contextlib import nullcontext
from pathlib import Path

import numpy as np

from kernelscale.engine.arithmetic.gpu.device import plain_arguments

COMPILER = shutil.which("g++")
SHIM = Path(__file__).with_name("emulated.hpp")


class OnEmulated(np.ndarray):
    """An array that NumPy can read, although it claims to be on a device."""

    @property
    def __cuda_array_interface__(self):
        return self.__array_interface__


class Emulated:
    """A device that runs its blocks and threads one by one, in ascending or descending order."""

    name = "emulated"
    n_processors = 3
    shared_bytes = 96 * 2**10

    def __init__(self, folder, *, backwards=False, n_processors=3, free=2**34):
        self.folder, self.backwards, self.free = Path(folder), backwards, free
        self.n_processors = n_processors
        self.lock = threading.Lock()
        self.launched, self.bytes_put = [], 0

    def using(self):
        return nullcontext()

    def free_bytes(self):
        return self.free

    def put(self, array):
        if isinstance(array, OnEmulated):
            return np.ascontiguousarray(array).view(OnEmulated)
        self.bytes_put += array.nbytes
        return np.array(array, order="C").view(OnEmulated)

    def zeros(self, shape, dtype):
        return np.zeros(shape, dtype).view(OnEmulated)

    def get(self, array):
        return np.array(array)

    def holds(self, array):
        return isinstance(array, OnEmulated)

    def address(self, array):
        return array.ctypes.data

    def launch(self, program, kernel, n_blocks, arguments, shared=0):
        self.launched.append(kernel)
        plain = plain_arguments(arguments)
        assert all(not isinstance(a, np.ndarray) or isinstance(a, OnEmulated) for a in plain)
        values = [a if isinstance(a, np.generic) else np.int64(a.ctypes.data) for a in plain]
        cells = [(ctypes.c_char * 8).from_buffer_copy(value.tobytes()) for value in values]
        pointers = (ctypes.c_void_p * len(cells))(*[ctypes.addressof(cell) for cell in cells])
        run = getattr(library(program, self.folder), f"launch_{kernel}")
        run.argtypes = [ctypes.c_longlong, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        assert run(n_blocks, pointers, shared, self.backwards) == 0, "some threads ended too early"


_libraries, _compiling = {}, threading.Lock()


def library(program, folder):
    """The CUDA program as a shared library, which is compiled at the first call."""
    with _compiling:
        if program.key not in _libraries:
            _libraries[program.key] = ctypes.CDLL(str(_compiled(program, folder)))
        return _libraries[program.key]


def _compiled(program, folder):
    text = program.text(SHIM.read_text())
    kernels = re.findall(r"__global__ void\s+(?:__launch_bounds__\([^)]*\)\s+)?(\w+)\(", text)
    text += "".join(f"\nKERNEL({name})" for name in kernels)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    source, made = (folder / f"{program.name}-{digest}{end}" for end in (".cpp", ".so"))
    if not made.exists():
        source.write_text(text)
        options = [
            "-std=c++17",
            "-O1",
            "-march=native",
            "-ffp-contract=off",
            "-w",
            "-fPIC",
            "-shared",
        ]
        partial = made.with_suffix(f".{threading.get_ident()}.tmp")
        subprocess.run([COMPILER, *options, source, "-o", partial], check=True)
        partial.replace(made)
    return made
