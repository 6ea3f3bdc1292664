"""NVIDIA's compiler as a library, if it is installed; it needs no device."""

import ctypes
import importlib.util
from pathlib import Path


def nvrtc():
    """The library, or None if it is not installed."""
    found = importlib.util.find_spec("nvidia")
    folders = [] if found is None else map(Path, found.submodule_search_locations)
    for folder in folders:
        for path in sorted(folder.glob("**/libnvrtc.so.*")):
            return ctypes.CDLL(str(path))
    return None


def compiled(library, text, architecture):
    """Compile a program; if this fails, the error contains the message of the compiler."""
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    given = [text.encode(), b"kernels.cu", 0, None, None]
    assert library.nvrtcCreateProgram(ctypes.byref(program), *given) == 0
    options = [b"-std=c++17", f"--gpu-architecture={architecture}".encode()]
    words = (ctypes.c_char_p * len(options))(*options)
    failed = library.nvrtcCompileProgram(program, len(options), words)
    library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    library.nvrtcGetProgramLog(program, log)
    library.nvrtcDestroyProgram(ctypes.byref(program))
    assert not failed, log.value.decode()
