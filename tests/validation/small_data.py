"""Twelve rows with labels, and a function that checks error messages."""

import numpy as np

from kernelscale.engine.statistics import NearestOthers

X = np.random.default_rng(0).normal(size=(12, 2))
Y = np.repeat([0, 1], 6)
NEIGHBORS = NearestOthers(1)


def assert_one_sentence(error):
    message = str(error.value)
    assert message.endswith(".")
    assert "\n" not in message
    assert len(message) < 400
