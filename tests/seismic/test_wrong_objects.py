"""For any wrong argument, a function raises an error of one sentence before any long work."""

import traceback

import numpy as np
import pytest

from kernelscale.seismic import (
    Recordings,
    SonogramFeatures,
    canonical_correlations,
    leave_one_out_accuracy,
    load_recordings,
    make_quarry_blasts,
    read_recordings,
    save_recordings,
    sonogram,
)
from kernelscale.seismic.evaluation import source_correlations
from kernelscale.seismic.reading.catalogue import Catalogue
from kernelscale.seismic.reading.catalogue_files import read_catalogue
from kernelscale.seismic.sources import SourceGeometry, source_geometry

NAN, INF = float("nan"), float("inf")
WRONG = [
    *(None, -1, NAN, INF, 1e308, 1e-308, 10**30, 10**400, 1e12, "x", "", b"x", "\0", object()),
    *([], (), {}, {"a": 1}, [None], [1], (1, 2, 3), ("a", "b"), [[1], [1, 2]], range(3)),
    *(np.array([]), np.array([NAN]), np.zeros((2, 2)), np.array(["a"]), np.array([None, 1], "O")),
    *(abs, 1 + 2j, np.datetime64("2000-01-01"), True),
]
WAVES = np.random.default_rng(0).normal(size=(2, 2, 64))
X = np.random.default_rng(1).normal(size=(6, 2))
GEOMETRY = SourceGeometry(np.arange(6.0) + 1, np.arange(6.0) * 10)


def recordings(**given):
    right = {"waveforms": WAVES, "sampling_rate": 20.0, "components": ("Z", "N")}
    return Recordings(**{**right, **given})


def features(**given):
    right = {"sampling_rate": 20.0, "window_length": 32, "n_frequencies": 4}
    return SonogramFeatures(**{**right, **given}).fit_transform(WAVES)


def geometry(latitude=(1.0, 2.0), longitude=(1.0, 2.0), depth_km=(1.0, 2.0), station=(0.0, 0.0)):
    return source_geometry(latitude, longitude, depth_km, station)


def correlations(coordinates=X, distance=GEOMETRY.distance, azimuth=GEOMETRY.azimuth):
    return source_correlations(coordinates, SourceGeometry(distance, azimuth))


def power(**given):
    right = {"sampling_rate": 20.0, "window_length": 32, "overlap": 0.5, "n_frequencies": 4}
    return sonogram(**{"waveforms": WAVES, **right, **given})


def accuracy(**given):
    return leave_one_out_accuracy(**{"coordinates": X, "labels": list("aabbab"), "k": 1, **given})


def quarries(**given):
    return make_quarry_blasts(**{"n_events": 2, "random_state": 0, **given})


def a_catalogue(columns=None, time=("2000-01-01",), **given):
    return Catalogue({"time": np.array(["2000-01-01"])} if columns is None else columns, **given)


def options_of(read):
    """A pair for each option in `read`: the function, and the name of the option."""
    return [(read[0], name) for name in read[1].split()]


CALLS = [
    (recordings, "waveforms sampling_rate components events station names"),
    (lambda **given: save_recordings(**{"path": "a.npz", **given}), "recordings"),
    (lambda **given: save_recordings(**{"recordings": recordings(), **given}), "path"),
    (lambda mag: save_recordings(recordings(events={"mag": mag}), "a.npz"), "mag"),
    (load_recordings, "path"),
    (read_catalogue, "path"),
    (a_catalogue, "columns numbers picks"),
    (lambda time: Catalogue({"time": time}), "time"),
    (lambda X: canonical_correlations(X, X), "X"),
    (geometry, "latitude longitude depth_km station"),
    (correlations, "coordinates distance azimuth"),
    (lambda geometry: source_correlations(X, geometry), "geometry"),
    (accuracy, "coordinates labels k events"),
    (power, "waveforms sampling_rate window_length overlap n_frequencies window fmin fmax"),
    (features, "sampling_rate window_length overlap n_frequencies window log normalize components"),
    (quarries, "n_events signal_to_noise sampling_rate seconds scatter_km"),
]


def is_ours(error):
    """Whether this package raised the error, and its message is one sentence."""
    *_, last = traceback.extract_tb(error.__traceback__)
    return (
        "kernelscale" in last.filename
        and isinstance(error, (ValueError, TypeError, OSError))
        and str(error)[:1].isalnum() | (str(error)[:1] in "'[")
        and str(error).endswith(".")
    )


def check(call, **given):
    """Check that a call succeeds or raises an error of this package; other errors fail the test."""
    found = None
    try:
        call(**given)
    except (ValueError, TypeError, OSError) as error:
        found = error
    assert found is None or is_ours(found), f"{given}: {type(found).__name__} {found}"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("call", "name"), [each for one in CALLS for each in options_of(one)])
def test_an_argument_is_accepted_or_refused_with_one_sentence(call, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for wrong in WRONG:
        check(call, **{name: wrong})


OPTIONS = (
    "files catalogue around before seconds sampling_rate components station channels response "
    "detrend taper band skip_bad"
)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("name", OPTIONS.split())
@pytest.mark.parametrize("catalogued", [True, False])
def test_an_option_of_reading_is_accepted_or_refused_with_one_sentence(
    blasts, tmp_path, monkeypatch, name, catalogued
):
    pytest.importorskip("obspy", reason="reading waveforms needs ObsPy")
    from tests.seismic import event_files

    monkeypatch.chdir(tmp_path)
    known = a_catalogue({"time": np.array([str(event_files.T0)])}) if catalogued else None
    right = {"files": event_files.stream(blasts[0]), "catalogue": known}
    for wrong in WRONG:
        check(read_recordings, **{**right, name: wrong})


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: geometry(station=(NAN, 0.0)), "station must be two numbers"),
        (lambda: geometry(latitude=(INF, 0.0)), "latitudes must lie from -90 to 90 degrees"),
        (lambda: geometry(longitude=(0.0, 1e9)), "longitudes must lie from -360 to 360 degrees"),
        (lambda: geometry(depth_km=(0.0, 12_000.0)), "depth_km must lie from -6371 to 6371 km"),
        (lambda: geometry(depth_km=(0.0, 1.0, 2.0)), "Places and depths must have the same length"),
        (
            lambda: correlations(distance=np.full(6, NAN)),
            "and 6 entries are not known; leave those",
        ),
        (lambda: recordings(events={"mag": [1.0]}), r"events must be a dict .* for 'mag'"),
        (lambda: save_recordings(None, "a.npz"), "recordings must be Recordings, but NoneType"),
        (
            lambda: save_recordings(recordings(events={"fs": np.arange(2)}), "a.npz"),
            "events must not have a column 'fs'",
        ),
        (
            lambda: save_recordings(recordings(events={"a": np.array([0, None])}), "a.npz"),
            "events must be numbers or text, but 'a' holds objects",
        ),
        (lambda: power(n_frequencies=10**9), "A sonogram may have at most 1.7e\\+10 numbers, but"),
        (lambda: quarries(seconds=1e30), "seconds times sampling_rate must be from 2 to"),
        (lambda: a_catalogue({"time": np.array([])}), "columns must have at least one event"),
    ],
)
def test_faults_are_reported(call, sentence, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises((ValueError, TypeError), match=sentence):
        call()
    assert not list(tmp_path.iterdir())


def test_an_unknown_position_stays_unknown():
    found = geometry(latitude=(NAN, 2.0), depth_km=(1.0, NAN))
    assert np.isnan(found.distance).tolist() == [True, True]
    assert np.isnan(found.azimuth).tolist() == [True, False]
