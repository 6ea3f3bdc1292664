import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent


def test_oldest_releases_are_the_lower_bounds():
    tomllib = pytest.importorskip("tomllib")
    project = tomllib.loads((FOLDER.parent / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["plot"], *extras["io"], *extras["test"]]
    bounds = dict(re.findall(r"^([\w-]+)>=(\S+)$", "\n".join(needed), re.MULTILINE))
    oldest = (FOLDER / "oldest.txt").read_text("utf-8")
    versions = dict(re.findall(r"^([\w-]+)==(\S+)$", oldest, re.MULTILINE))
    assert versions.keys() == bounds.keys()
    for package, bound in bounds.items():
        assert re.fullmatch(rf"{re.escape(bound)}(\.0)*", versions[package]), package
