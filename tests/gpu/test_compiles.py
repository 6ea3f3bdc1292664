"""NVIDIA's compiler compiles all CUDA programs; it needs no device."""

import functools

import pytest
from tests.gpu import nvrtc

from kernelscale.engine.arithmetic.gpu.program import DOUBLE, FEW_FEATURES, SINGLE, Program

PROGRAMS = {
    "points": Program("points.cu", DOUBLE, 50),
    **{
        f"{name}-{kind}-{settings}": Program(f"{name}.cu", numbers, n_features, settings)
        for kind, numbers, n_features in (
            ("single", SINGLE, 50),
            ("few", FEW_FEATURES, 2),
            ("double", DOUBLE, 784),
        )
        for name, settings in (
            ("histogram", ()),
            ("nearest", ()),
            ("row_sums", (("SECOND", 1),)),
            ("row_sums", (("SECOND", 2),)),
            ("product", (("NV", 16),)),
        )
    },
}


@functools.cache
def _library():
    library = nvrtc.nvrtc()
    return pytest.skip("nvidia-cuda-nvrtc is not installed") if library is None else library


# Programs that are also compiled for older architectures.
OLDER = [("histogram-single-()", "compute_70"), ("product-single-(('NV', 16),)", "compute_80")]


@pytest.mark.parametrize(("name", "architecture"), [*((n, "compute_90") for n in PROGRAMS), *OLDER])
def test_kernels_compile(name, architecture):
    nvrtc.compiled(_library(), PROGRAMS[name].text(), architecture)
