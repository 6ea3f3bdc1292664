"""Fixtures for tests of figures."""

import pytest


@pytest.fixture(scope="session")
def heading():
    """A function that returns the heading of a figure, as Matplotlib does from version 3.8 on."""
    return lambda figure: figure._suptitle.get_text()
