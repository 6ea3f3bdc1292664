"""`SonogramFeatures`: scikit-learn's rules for transformers, order of features, normalisation."""

import pickle

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline

from kernelscale.seismic import SonogramFeatures, sonogram

SETTINGS = {"sampling_rate": 20.0, "window_length": 32, "overlap": 0.5, "n_frequencies": 4}


@pytest.fixture
def waveforms():
    return np.random.default_rng(0).normal(size=(6, 3, 100))


@pytest.fixture
def features(waveforms):
    return SonogramFeatures(**SETTINGS, components=["Z", "N", "E"]).fit(waveforms)


def test_the_name_of_a_feature_gives_its_component_frequency_and_time(waveforms, features):
    rows, names = features.transform(waveforms), features.get_feature_names_out().tolist()
    power, frequencies, times = sonogram(waveforms, 20.0, 32, 0.5, 4)
    assert rows.shape == (6, len(set(names))) == (6, 3 * 4 * len(times))
    for c, f, t in [(0, 0, 0), (1, 2, 3), (2, 3, 4), (0, 1, 0)]:
        name = f"{'ZNE'[c]}/{frequencies[f]:.6g}Hz/{times[t]:.6g}s"
        assert (rows[:, names.index(name)] == power[:, c, f, t]).all()


def test_columns_of_the_sonogram_follow_one_another(waveforms, features):
    power = sonogram(waveforms[0, 0], 20.0, 32, 0.5, 4).power
    assert (features.transform(waveforms)[0, : power.size] == power.T.ravel()).all()


def test_features_of_a_component_are_those_that_begin_with_its_name(features):
    named = [name.startswith("N/") for name in features.get_feature_names_out()]
    assert features.component_of("N").tolist() == named
    with pytest.raises(ValueError, match="component must be one of Z, N, E, but 'X' was given"):
        features.component_of("X")


@pytest.mark.parametrize("log", [False, True])
def test_normalised_events_are_independent_of_their_strength(waveforms, log):
    features = SonogramFeatures(**SETTINGS, log=log, normalize="event").fit(waveforms)
    strengths = np.array([1e-3, 1, 5, 7, 1e3, 2])[:, None, None]
    louder = features.transform(strengths * waveforms)
    assert louder == pytest.approx(features.transform(waveforms), rel=1e-9, abs=1e-9)
    assert louder.mean(axis=1) == pytest.approx(0 if log else 1, abs=1e-9)


def test_normalisation_keeps_ratios_of_components(waveforms):
    features = SonogramFeatures(**SETTINGS, normalize="event").fit(waveforms)
    plain = SonogramFeatures(**SETTINGS).fit_transform(waveforms)
    ratios = plain / features.transform(waveforms)
    assert np.ptp(ratios, axis=1) == pytest.approx(0, abs=1e-9)


def test_the_logarithm_is_decimal_and_stops_at_the_floor(waveforms):
    plain = SonogramFeatures(**SETTINGS).fit_transform(waveforms)
    logs = SonogramFeatures(**SETTINGS, log=True).fit_transform(waveforms)
    assert logs == pytest.approx(np.log10(plain))
    waveforms[0, 1] = 0.0
    floored = SonogramFeatures(**SETTINGS, log=True, log_floor=1e-2).fit_transform(waveforms)
    assert np.ptp(floored, axis=1).max() == pytest.approx(2)


def test_the_transformer_follows_the_contract_of_estimators(waveforms, features):
    with pytest.raises(NotFittedError):
        clone(features).transform(waveforms)
    copied = pickle.loads(pickle.dumps(features))
    assert (copied.transform(waveforms) == features.transform(waveforms)).all()
    assert clone(features).set_params(log=True).log
    labels = np.array([0, 1, 0, 1, 0, 1])
    pipeline = make_pipeline(clone(features), KNeighborsClassifier(1)).fit(waveforms, labels)
    assert (pipeline.predict(waveforms) == labels).all()
    frame = clone(features).set_output(transform="pandas").fit_transform(waveforms)
    assert list(frame.columns) == list(features.get_feature_names_out())


def test_parameters_and_data_are_not_changed(waveforms):
    before = waveforms.copy()
    names = ["Z", "N", "E"]
    features = SonogramFeatures(**SETTINGS, components=names, normalize="event")
    features.fit_transform(waveforms)
    assert features.components is names
    assert (waveforms == before).all()


@pytest.mark.parametrize(
    ("shape", "options", "sentence"),
    [
        ((6, 300), {}, r"shape \(n_events, n_components, n_samples\)"),
        ((6, 3, 100), {"components": ["Z", "N"]}, "components must be 3 different names"),
        ((6, 3, 100), {"components": ["Z", "N", "N"]}, "components must be 3 different names"),
        (
            (6, 3, 100),
            {"components": 5},
            "components must be 3 different names, .* but 5 was given",
        ),
        ((6, 3, 100), {"normalize": "all"}, "normalize, unless None, must be one of event"),
        ((6, 3, 100), {"log": 1}, "log must be True or False"),
        ((6, 3, 100), {"log_floor": 0.0}, "log_floor must be a positive"),
        ((6, 3, 100), {"log_floor": 1.0}, "log_floor must be below 1, as it is a share of"),
        ((6, 3, 100), {"log_floor": 5.0}, "log_floor must be below 1, as it is a share of"),
        ((6, 3, 20), {}, "waveforms have 20 samples"),
    ],
)
def test_faults_are_reported_at_fit(shape, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        SonogramFeatures(**SETTINGS, **options).fit(np.ones(shape))


@pytest.mark.parametrize(
    "options", [{"fmin": 1.0, "fmax": 1.0001}, {"fmin": 5, "fmax": 5.0 + 1e-12}]
)
def test_names_of_features_are_different(options):
    features = SonogramFeatures(20.0, window_length=64, n_frequencies=90, **options)
    names = features.fit(np.ones((1, 2, 200))).get_feature_names_out()
    assert len(set(names)) == len(names)


def test_names_of_late_windows_differ(features):
    # the windows are more than eleven days after the start
    features.times_ = 1e6 + features.times_ / 1e3
    names = features.get_feature_names_out()
    assert len(set(names)) == len(names)


def test_a_masked_sample_is_refused(waveforms, features):
    masked = np.ma.masked_greater(waveforms, 2.0)
    sentence = r"waveforms hold a masked sample at index \(\d, \d, \d+\) \(\d+ such samples\), but"
    for given in (masked, list(masked)):
        with pytest.raises(ValueError, match="waveforms hold a masked sample at index"):
            features.transform(given)
    with pytest.raises(ValueError, match=sentence):
        sonogram(masked, 20.0, window_length=32)
    nothing = np.ma.masked_greater(waveforms, 99.0)
    assert (features.transform(nothing) == features.transform(waveforms)).all()


def test_other_shapes_and_silent_events_are_refused(waveforms, features):
    with pytest.raises(ValueError, match=r"components and samples \(2, 100\)"):
        features.transform(waveforms[:, :2])
    waveforms[4] = 0.0
    for options in ({"log": True}, {"normalize": "event"}):
        silent = SonogramFeatures(**SETTINGS, **options).fit(waveforms)
        with pytest.raises(ValueError, match="Event 4 is 0 in every component"):
            silent.transform(waveforms)


@pytest.mark.parametrize("options", [{"log": True}, {"normalize": "event"}])
def test_events_beyond_floating_point_are_reported(waveforms, options):
    features = SonogramFeatures(**SETTINGS, **options).fit(waveforms)
    waveforms[4] *= 1e-170
    with pytest.raises(
        ValueError, match=r"Event 4 has a largest amplitude of \S+e-170, and its power underflows"
    ):
        features.transform(waveforms)
    waveforms[4] *= 1e170
    waveforms[4] *= 1e160
    with pytest.raises(ValueError, match="waveforms must be so small that their power is"):
        features.transform(waveforms)


def test_one_event_does_not_set_the_floor_of_another(waveforms):
    features = SonogramFeatures(**SETTINGS, log=True).fit(waveforms)
    alone = features.transform(waveforms[:1])
    waveforms[1] *= 1e9
    assert features.transform(waveforms)[:1] == pytest.approx(alone)
