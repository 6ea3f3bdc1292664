"""Bad calls, listed one by one, of functions that draw pictures and write pages."""

from __future__ import annotations

import numpy as np
from tests.bad_inputs.bad_call import FITTED, RECORDINGS, Bad, X

from kernelscale import reports, seismic
from kernelscale.reports.label_colors import colors_of
from kernelscale.reports.page import SourceMap
from kernelscale.reports.scaling_figure import ScalingPicture
from kernelscale.seismic.sonogram_picture import SonogramPicture

_sonogram = seismic.sonogram(RECORDINGS.waveforms[0], 20.0, window_length=64)
OF_PICTURES: dict[str, Bad] = {
    "page_of_nothing": Bad(
        lambda: reports.write_page(None, "x.html"), TypeError, "comparison must be a Comparison"
    ),
    "picture_of_nothing": Bad(
        lambda: reports.plot(3), TypeError, "plot draws Bandwidth, .* but a int was given"
    ),
    "embedding_of_nothing": Bad(
        lambda: reports.EmbeddingPicture(None), TypeError, "must be a DiffusionMap"
    ),
    "picture_of_missing_labels": Bad(
        lambda: reports.EmbeddingPicture(FITTED, [None] + [1] * 39), ValueError, "missing label"
    ),
    "picture_of_nan_labels": Bad(
        lambda: reports.EmbeddingPicture(FITTED, [np.nan] + [1.0] * 39), ValueError, "missing lab"
    ),
    "picture_of_mixed_labels": Bad(
        lambda: reports.EmbeddingPicture(FITTED, np.array([1, "a"] * 20, dtype=object)),
        ValueError,
        "labels mixes labels of types int, str",
    ),
    "weights_of_others": Bad(
        lambda: ScalingPicture(["a"], np.ones(2), ""), ValueError, "a number for each of 1 names"
    ),
    "names_of_numbers": Bad(
        lambda: ScalingPicture(3, np.ones(2), ""),
        TypeError,
        "names must be a list of n",
    ),
    "sonogram_of_nothing": Bad(
        lambda: SonogramPicture("", X, 20.0, "ZNE", None), TypeError, "must be a Sonogram"
    ),
    "sonogram_of_other_components": Bad(
        lambda: SonogramPicture("", X, 20.0, "ZNE", _sonogram),
        ValueError,
        "with n_components names in components",
    ),
    "places_text": Bad(lambda: SourceMap("here"), ValueError, "which is not a number"),
    "colours_of_missing_labels": Bad(lambda: colors_of([None, 1]), ValueError, "1 missing label"),
    "colours_of_nan": Bad(lambda: colors_of([np.nan, 1.0]), ValueError, "1 missing label"),
    "colours_of_mixed_labels": Bad(
        lambda: colors_of([1, "a"]), ValueError, "labels mixes labels of types int, str"
    ),
    "colours_of_bytes_and_text": Bad(
        lambda: colors_of([b"a", "a"]), ValueError, "labels mixes labels of types bytes, str"
    ),
}
