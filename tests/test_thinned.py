"""The families of cases of which `.ci/run` tests only some."""

from pathlib import Path

import pytest
from tests.thinned import EVERY


@pytest.mark.parametrize("name", EVERY)
def test_families_of_cases_exist(name):
    file, function = name.split("::")
    source = (Path(__file__).parent / file).read_text(encoding="utf-8")
    assert f"def {function}(" in source
