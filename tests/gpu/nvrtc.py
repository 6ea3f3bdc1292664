"""NVIDIA's compiler as a library, where it is installed: no device is needed to compile."""

import ctypes
import importlib.util
from pathlib import Path


def nvrtc():
    """The library, or None."""
    found = importlib.util.find_spec("nvidia")
    folders = [] if found is None else map(Path, found.submodule_search_locations)
    for folder in folders:
        for path in sorted(folder.glob("**/libnvrtc.so.*")):
            return ctypes.CDLL(str(path))
    return None


def compiled(library, text, options):
    """Machine code for a device, or an error with the compiler's words."""
    program = ctypes.c_void_p()
    given = [text.encode(), b"kernels.cu", 0, None, None]
    assert library.nvrtcCreateProgram(ctypes.byref(program), *given) == 0
    words = (ctypes.c_char_p * len(options))(*[option.encode() for option in options])
    failed = library.nvrtcCompileProgram(program, len(options), words)
    size = ctypes.c_size_t()
    library.nvrtcGetProgramLogSize(program, ctypes.byref(size))
    log = ctypes.create_string_buffer(size.value)
    library.nvrtcGetProgramLog(program, log)
    assert not failed, log.value.decode()
    library.nvrtcGetCUBINSize(program, ctypes.byref(size))
    code = ctypes.create_string_buffer(size.value)
    assert library.nvrtcGetCUBIN(program, code) == 0
    library.nvrtcDestroyProgram(ctypes.byref(program))
    return code.raw, log.value.decode()
