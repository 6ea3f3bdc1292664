import re
import sys
from importlib import import_module
from importlib.metadata import requires
from pathlib import Path

import pytest
import sklearn

import kernelscale
from kernelscale import _scikit_learn


@pytest.mark.parametrize("name", ["utils.Tags", "utils.get_tags", "utils.validation.validate_data"])
def test_a_scikit_learn_that_is_too_old_is_named_with_the_remedy(monkeypatch, name):
    monkeypatch.delattr(f"sklearn.{name}")
    monkeypatch.setattr(sklearn, "__version__", "1.5.2")
    monkeypatch.delitem(sys.modules, "kernelscale._scikit_learn")
    with pytest.raises(ImportError) as refused:
        import_module("kernelscale._scikit_learn")
    [bound] = [each for each in requires("kernelscale") if each.startswith("scikit-learn")]
    release = bound.partition(">=")[2]
    assert str(refused.value) == (
        f"kernelscale needs scikit-learn {release} or later, but 1.5.2 is installed: "
        f'run python -m pip install --upgrade "{bound}"'
    )


@pytest.mark.parametrize("name", _scikit_learn.__all__)
def test_names_that_older_releases_lack_are_imported_in_one_module(name):
    imported = re.compile(rf"^ *from sklearn\S* import .*\b{name}\b", re.MULTILINE)
    modules = Path(kernelscale.__file__).parent.rglob("*.py")
    found = [path.name for path in modules if imported.search(path.read_text("utf-8"))]
    assert found == ["_scikit_learn.py"]
